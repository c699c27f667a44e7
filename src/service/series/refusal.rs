//! Why a request about a series is refused.

use crate::tournaments::{NotAddable, TournamentRefusal};
use lapidary_store::Failure;

/// Why a request about a series is refused.
#[derive(Debug, thiserror::Error)]
pub enum SeriesRefusal {
    #[error("the session has ended")]
    SessionEnded,
    #[error("the caller has not logged in just now")]
    FreshLoginNeeded,
    #[error("there is no such series")]
    NotFound,
    #[error("the series has no such event, or the caller may not see it")]
    NoEvent,
    #[error("the caller does not organize the series")]
    NotOrganizer,
    #[error("the player has {0} series, the most that a player can have")]
    TooMany(i64),
    #[error(transparent)]
    NotAddable(#[from] NotAddable),
    #[error("the tournament belongs to another series")]
    OtherSeries,
    #[error("the tournament belongs to a season of a league")]
    OfSeason,
    #[error("the groups of a league stay once a season has begun")]
    GroupsFixed,
    #[error("the series is not a league")]
    NoLeague,
    #[error("the league has had no season")]
    NoSeason,
    #[error("the league has had a season")]
    HasSeasons,
    /// The name of the group.
    #[error("the event of {0} is not over")]
    SeasonUnfinished(String),
    /// The name of the group.
    #[error("{0} would have fewer than two players")]
    GroupTooSmall(String),
    #[error("the events have {0} entries together, the most that a table can have")]
    TooManyEntries(i64),
    #[error("{pointer} {fault}")]
    Field { pointer: String, fault: &'static str },
    #[error(transparent)]
    Tournament(#[from] TournamentRefusal),
    #[error(transparent)]
    Storage(#[from] Failure),
}

impl From<diesel::result::Error> for SeriesRefusal {
    fn from(error: diesel::result::Error) -> Self {
        Failure::from(error).into()
    }
}
