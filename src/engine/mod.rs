//! The rules: pure functions of a state and an action. No clock, no I/O, no async, no database, no HTTP, no
//! logging.
//!
//! The same arguments always give the same result. Rulings are cited by their number (`B9`, `O5`, `T1` …).
//!
//! A turn is a list of plain steps (`splendor/agenda.rs`). `turn.rs` takes up the next one: it does its work,
//! is skipped, or asks for a decision; if exactly one decision is legal, the engine makes it (T2). The
//! pending steps are part of the state, so a game can be stored in the middle of a turn. What happens is
//! reported to a `Recorder`: the server makes a log entry of it, bots pass `()`, which costs nothing.
//!
//! To add a ruleset:
//!
//! 1. `<name>/`: the file names of `splendor/`, with `State`, `Action`, `Proposal`, `Effect`, `View`,
//!    `Refusal`; `impl Rounds for State`.
//! 2. `game.rs`: its variant in the six enums, in `lift!` and `in_each!`, a way to deal it. The compiler
//!    finds the other places.
//! 3. `ruleset.rs`: its id, modules, options and numbers of seats. `deal/dealer.rs`: the pieces to shuffle.
//! 4. `src/api/<name>/`: its JSON, as `src/api/kids/` has it; `tools/bench/engine.rs`: a row.
//! 5. `examples/<name>_rules.py`, and laws, cases, playthroughs and counts below `tests/engine/<name>/`.

mod bits;
pub mod bytes;
mod choices;
pub mod deal;
pub mod decisions;
pub mod edition;
pub mod from_view;
pub mod game;
pub mod kids;
mod lanes;
pub mod notation;
pub mod outcome;
pub mod record;
pub mod replay;
pub mod reveal;
pub mod rounds;
pub mod ruleset;
pub mod seat;
pub mod splendor;
pub mod transcript;
pub mod turn;
pub mod viewer;
