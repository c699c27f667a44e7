//! `lapidary arena`: matches between bots on this machine, by exactly the rules of the server. It needs no
//! server and no database.
//!
//! `command` reads the command line, and `schedule` decides who plays which game. `referee` plays one, asking
//! the programs through `process` with the lines of `protocol`. `children` knows which processes are
//! programs. `contest` plays many games in parallel and passes the results on in order. `tally`, `sprt` and
//! `strengths` compute, and `report` prints. `game_files` keeps games, and `kept` keeps results. `selfplay`
//! produces games without results.

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
