//! Games through HTTP, from the opening of a table to the final ranks.

mod history;
mod joining;
mod lists;
mod privacy;
mod retries;
mod table;
mod turns;
mod waiting;
mod whole_games;
