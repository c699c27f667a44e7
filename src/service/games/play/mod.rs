//! A game in play: turns, clocks, resigning, what is verified, and how changes are stored.
//!
//! It owns the writer, so that every change of a position passes through it. It knows neither how a table was
//! filled nor who follows the game.

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
