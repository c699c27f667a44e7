//! A game in play: turns, clocks, resigning, what is verified, and how changes are stored.
//!
//! It owns the writer, so every change of a position passes through it. It does not know how a table was
//! filled or who follows the game.
//!
//! A turn with a remembered game (`read/recent.rs`) loads nothing. Its statement succeeds only if the stored
//! game has the remembered stamp (`model/stamp.rs`), the session is open and no player was erased. A turn
//! that is not accepted this way goes through all steps, so memory never causes a refusal. Where games are
//! sharded there are no stamps, and the statement compares the position byte for byte.
//!
//! If the game has a newer version, the log is replayed from the version of the request. If it continues with
//! exactly these actions by this caller, the request is a retry and gets the original response.
//!
//! On one turn in a hundred and at the end of every game, the snapshot is compared with the replay of the log
//! (`verify.rs`). A difference freezes the game.

pub(super) mod clocked;
pub(super) mod commit;
mod days_off;
pub(super) mod fold;
mod heartbeat;
mod last_step;
pub(super) mod pause;
pub(super) mod play_on;
pub(super) mod playing;
pub(super) mod refusal;
mod resign;
pub(super) mod step;
mod time_out;
pub(super) mod turn;
mod turn_queue;
mod verify;
pub(super) mod writer;
