//! Games: their rows, who sits in them, and the one statement that advances them.

mod advance;
mod create;
mod list;
mod load;
mod record;
mod seating;
mod terms;

pub use advance::{Advance, Appended, Ending, Premise, advance, advance_on, freeze};
pub use create::{NewGame, insert};
pub use list::{Filter, Listed, list};
pub use load::{Found, load, lock};
pub use record::{GameRecord, Occupant};
pub use seating::{assign, seat, unfinished, unseat};
pub use terms::{GameId, Status, Terms, Version, Visibility};
