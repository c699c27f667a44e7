//! The modules. Each changes the game at its own points: the market, payments, effects of cards, points and
//! the end.
//!
//! A file begins with a table from rulings to functions, for comparison with the printed rules. There are no
//! flags: the data of a module are its presence, and steps of an absent module are skipped. The rest of the
//! game calls a module only at these seams:
//!
//! | seam | where |
//! |---|---|
//! | the table: decks, nobles, tiles (O1, C1) | `setup.rs`, `Modules::decks` |
//! | the steps, and when they happen (T1, O3) | `agenda.rs`: `Step`, `TURN`, `AFTER_PURCHASE`; `effects_of` |
//! | one step: skip, ask or decide | `turn.rs`: `take_up` |
//! | which actions are legal | `legal.rs`: `list_answers`; `moves.rs`: `main_moves` |
//! | whether one action is legal | `check.rs`: `check`, `check_take` |
//! | its effect | `perform.rs`: `perform`, `buy`, `reserve_blind`, `remove_belongings` |
//! | what a card costs, and what can pay (O4, O10, P3) | `payment.rs`: `Price`, `Purse` |
//! | points, the end, the rank (P5, C2, C3) | `State::prestige`, `impl Rounds for State`, `score.rs` |
//! | what is seen (B18) | `view.rs`, `redeal.rs`, `Action::shown_to` |
//! | its bytes | `snapshot.rs`: `encode_modules`, `decode_modules` |
//!
//! To add a module:
//!
//! 1. `module.rs`: its variant in `Module`, in `Module::ALL`, and its name.
//! 2. `modules/<name>.rs`: its data and an `impl State` block for each ruling.
//! 3. `state.rs`, `setup.rs`, `snapshot.rs`: the optional part of the state, its initial value, its bytes
//!    after those of the other modules.
//! 4. If it asks for decisions: `Decision`, `Action`, `Step` and the lists of T1, one line each in `take_up`,
//!    `list_answers`, `check` and `perform`, a line of notation. Otherwise the seam that it changes.
//! 5. `effect.rs`, `refusal.rs`, `view.rs`; `deal/`, if it has pieces to shuffle; `catalogue.rs`, if it has
//!    cards or tiles.
//! 6. `src/api/splendor/`: its JSON; then `make openapi`.
//! 7. `examples/splendor_rules.py`, `tests/engine/modules/<name>.rs`, a playthrough of each table and number
//!    of seats (`make oracle`), a line of `tests/engine/perft_middle.txt`. The laws play every combination of
//!    `Modules` by themselves.

pub mod cities;
pub mod orient;
pub mod strongholds;
pub mod trading_posts;
