//! Ladders of clubs: rated pools of their own, which are played in seasons.
//!
//! A season is a pool, whose name is that of the server's pool of the same games with the id of the season.

use std::fmt;

use chrono::{DateTime, Utc};
use uuid::Uuid;

use super::club::ClubId;
use lapidary_contest::rating::leaderboard::ListingRules;
use lapidary_contest::rating::pool::{Pool, SeasonKey};
use lapidary_words::words;

/// The maximum number of ladders of a club that are not closed.
pub const LADDERS_MAX: i64 = 10;
/// The maximum number of ladders of a club, closed ones included.
pub const LADDERS_EVER_MAX: i64 = 100;
/// The maximum number of seasons of a ladder.
pub const SEASONS_MAX: i64 = 200;

/// The rules of a club's leaderboard, unless the club sets others: whoever has played about three games,
/// against two opponents.
pub const LISTING_OF_CLUBS: ListingRules = ListingRules { rd_max: 150, opponents_min: 2, days_idle_max: 365 };

/// The id of a ladder of a club.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct LadderId(pub Uuid);

impl LadderId {
    /// Returns a new id, which sorts after all earlier ids.
    pub fn generate() -> Self {
        LadderId(Uuid::now_v7())
    }
}

/// The id of a season.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SeasonId(pub Uuid);

impl SeasonId {
    /// Returns a new id, which sorts after all earlier ids.
    pub fn generate() -> Self {
        SeasonId(Uuid::now_v7())
    }

    /// Returns the season to which the games of a pool belong; none for a pool of the server.
    pub fn of(pool: &Pool) -> Option<SeasonId> {
        pool.season().map(|SeasonKey(key)| SeasonId(Uuid::from_u128(key)))
    }

    /// Returns the id as names of pools write it.
    pub fn key(self) -> SeasonKey {
        SeasonKey(self.0.as_u128())
    }
}

impl fmt::Display for SeasonId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

words! {
    /// With which ratings a season begins.
    SeasonReset:
    /// Everybody is new.
    Hard = "hard",
    /// Everybody keeps the mean of the season before, with a wider deviation.
    Soft = "soft",
}

words! {
    /// How far a season is.
    SeasonState:
    /// Games can begin.
    Running = "running",
    /// No game begins any more, but some are played.
    Closing = "closing",
    /// All games are over, and the table is final.
    Over = "over",
}

/// What can change in a ladder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LadderSettings {
    /// The name.
    pub name: String,
    /// Whether only members of the club play in it.
    pub members_only: bool,
    /// What a player needs to be listed.
    pub listing: ListingRules,
}

/// A ladder of a club.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClubLadder {
    /// The id.
    pub id: LadderId,
    /// The club.
    pub club: ClubId,
    /// What can change.
    pub settings: LadderSettings,
    /// The pool of the server with the same games.
    pub base: Pool,
    /// When it was created.
    pub created_at: DateTime<Utc>,
    /// When it was closed; no season begins after that.
    pub closed_at: Option<DateTime<Utc>>,
}

/// What a season has taken over from the one before.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Carried {
    /// The pool of the season before.
    pub pool: String,
    /// The number of the last game of that pool which counts: ratings are those after it.
    pub games: u64,
}

/// A season of a ladder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Season {
    /// The id.
    pub id: SeasonId,
    /// The ladder.
    pub ladder: LadderId,
    /// Its number in the ladder, from 1.
    pub number: u32,
    /// Its name, if it has one.
    pub name: Option<String>,
    /// With which ratings it began.
    pub reset: SeasonReset,
    /// What it has taken over; none after a hard reset, and in the first season.
    pub carried: Option<Carried>,
    /// The name of its pool.
    pub pool: String,
    /// What a player needs to be listed: the rules of the ladder, from the end on those that held then.
    pub listing: ListingRules,
    /// How far it is.
    pub state: SeasonState,
    /// The number of players with a rated game.
    pub players: u64,
    /// The number of rated games, including annulled ones.
    pub games: u64,
    /// When it began.
    pub started_at: DateTime<Utc>,
    /// When it was ended.
    pub ended_at: Option<DateTime<Utc>>,
}

/// A season to start.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewSeason {
    /// The ladder.
    pub ladder: LadderId,
    /// Its name, if it has one.
    pub name: Option<String>,
    /// With which ratings it begins.
    pub reset: SeasonReset,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_season_is_found_by_the_name_of_its_pool() {
        let id = SeasonId::generate();
        let base: Pool = "splendor.duel.live.human".parse().unwrap();
        let pool = base.clone().in_season(Some(id.key()));
        assert_eq!(pool.to_string(), format!("{base}.{id}"));
        let read: Pool = pool.to_string().parse().unwrap();
        assert_eq!((SeasonId::of(&read), SeasonId::of(&base)), (Some(id), None));
    }
}
