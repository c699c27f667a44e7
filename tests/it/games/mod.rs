//! Games over HTTP, from their creation to the final ranks.

mod abandoned;
mod aborting;
mod batches;
mod dry_runs;
mod exports;
mod folding;
mod frozen;
mod golden;
mod history;
mod joining;
mod kids;
mod lists;
mod lost_answers;
mod other_world;
mod outage;
mod privacy;
mod remembered;
mod retries;
mod stored;
mod streams;
pub mod table;
mod tables;
mod turns;
mod twin_lists;
mod twin_worlds;
mod waiting;
mod whole_games;
