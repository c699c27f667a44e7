//! `lapidary arena`: matches between bots on this machine, by exactly the rules of the server. No server and
//! no database.
//!
//! `command` reads the command line; `schedule` says who plays which game; `referee` plays one, asking the
//! programs through `process` in the words of `protocol`; `children` knows which processes are programs;
//! `contest` plays many in parallel and hands the results on in their order; `tally`, `sprt` and `strengths`
//! compute; `report` prints; `game_files` keeps games, `kept` results. `selfplay` lets them play for the
//! games alone.

mod bot;
mod children;
mod command;
mod contest;
mod fault;
mod game_files;
mod guard;
mod kept;
mod process;
mod protocol;
mod referee;
mod report;
mod schedule;
mod selfplay;
mod sprt;
mod strengths;
mod tally;
mod terms;

pub use command::{ArenaSettings, run};
pub use guard::{GuardedCommand, run as run_guarded};
pub use selfplay::{SelfplaySettings, run as run_selfplay};
