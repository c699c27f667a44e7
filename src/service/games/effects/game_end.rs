//! How a game ended.

use chrono::{DateTime, Utc};

use lapidary_engine::game::Game;
use lapidary_engine::outcome::Outcome;
use lapidary_store::games::GameRecord;

/// How a game ended.
pub(in crate::games) struct GameEnd<'a> {
    /// The game before its end.
    pub record: &'a GameRecord,
    /// When it ended, by the time of the database.
    pub at: DateTime<Utc>,
    /// The result; none if the game was aborted.
    pub outcome: Option<Outcome>,
    /// The last position; none if the game never started.
    pub position: Option<&'a Game>,
}
