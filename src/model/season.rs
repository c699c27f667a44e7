//! Ladders of clubs: separate pools of rated games, played in seasons.
//!
//! A season is a pool. Its name is that of the server's pool of the same games with the id of the season.

use chrono::{DateTime, Utc};
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::club::ClubId;
use super::field_change::Fields;
use super::instant;
use crate::id::id;
use lapidary_contest::rating::leaderboard::ListingRules;
use lapidary_contest::rating::pool::{Pool, SeasonKey};
use lapidary_words::words;

/// The maximum number of ladders of a club that are not closed.
pub const LADDERS_MAX: i64 = 10;
/// The maximum number of ladders of a club, closed ones included.
pub const LADDERS_EVER_MAX: i64 = 100;
/// The maximum of the days for which a player must have been a member, or have had an account: ten years.
pub const DAYS_MIN_MAX: u16 = 3_650;
/// The maximum number of seasons of a ladder.
pub const SEASONS_MAX: i64 = 200;

/// The default rules of a club's leaderboard: it lists players with about three games against two opponents.
pub const LISTING_OF_CLUBS: ListingRules = ListingRules { rd_max: 150, opponents_min: 2, days_idle_max: 365 };

id! {
    /// The id of a ladder of a club.
    LadderId
}

id! {
    /// The id of a season.
    SeasonId
}

impl SeasonId {
    /// Returns the season of a pool's games. None for a pool of the server.
    pub fn of(pool: &Pool) -> Option<SeasonId> {
        pool.season().map(|SeasonKey(key)| SeasonId(Uuid::from_u128(key)))
    }

    /// Returns the id as names of pools write it.
    pub fn key(self) -> SeasonKey {
        SeasonKey(self.0.as_u128())
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
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct LadderSettings {
    #[schema(example = "Duels")]
    pub name: String,
    /// Whether only members of the club play in it.
    pub members_only: bool,
    /// For how many days a player must be a member before their games count; 0 for everybody who may play.
    pub member_days_min: u16,
    /// For how many days a player must have their account before their games count; 0 for everybody.
    pub account_days_min: u16,
    pub listing: ListingRules,
}

impl Fields for LadderSettings {
    fn fields(&self) -> Vec<(&'static str, Option<String>)> {
        vec![
            ("name", Some(self.name.clone())),
            ("members_only", Some(self.members_only.to_string())),
            ("member_days_min", Some(self.member_days_min.to_string())),
            ("account_days_min", Some(self.account_days_min.to_string())),
            ("rd_max", Some(self.listing.rd_max.to_string())),
            ("opponents_min", Some(self.listing.opponents_min.to_string())),
            ("days_idle_max", Some(self.listing.days_idle_max.to_string())),
        ]
    }
}

/// A ladder of a club.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = LadderOfClub)]
pub struct ClubLadder {
    pub id: LadderId,
    #[serde(skip)]
    pub club: ClubId,
    #[serde(flatten)]
    pub settings: LadderSettings,
    /// The games that it rates, as the pool of the server with the same games.
    #[schema(value_type = String, example = "splendor.duel.live.human")]
    pub base_pool: Pool,
    #[serde(serialize_with = "instant::serialize")]
    pub created_at: DateTime<Utc>,
    /// When it was closed; null while seasons can begin.
    #[serde(serialize_with = "instant::serialize_option")]
    pub closed_at: Option<DateTime<Utc>>,
}

/// From where a season has taken the ratings with which players begin.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = CarriedRatings)]
pub struct Carried {
    /// The pool of the season before.
    pub pool: String,
    /// The last `pool_seq` of that pool that counts.
    pub pool_seq: u64,
}

/// A season of a ladder.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = ClubSeason)]
pub struct Season {
    pub id: SeasonId,
    pub ladder: LadderId,
    /// Its number in the ladder, from 1.
    #[schema(example = 1)]
    pub number: u32,
    /// The name; null without one.
    pub name: Option<String>,
    /// With which ratings it began; values may be added.
    pub reset: SeasonReset,
    /// From where the ratings come with which players begin; null if everybody began as a new player.
    pub carried: Option<Carried>,
    /// Its pool: `/v1/ladders/{pool}/standings` has the table, `…/log` every game.
    #[schema(example = "splendor.duel.live.human.0190a000-0000-7000-8000-00000000001b")]
    pub pool: String,
    // The rules of the ladder. After the end, those that applied then.
    pub listing: ListingRules,
    /// How far it is; values may be added.
    pub status: SeasonState,
    /// The number of players with a rated game.
    pub players: u64,
    /// The number of rated games, including annulled ones.
    pub games: u64,
    #[serde(serialize_with = "instant::serialize")]
    pub started_at: DateTime<Utc>,
    /// When it was ended; null while it runs.
    #[serde(serialize_with = "instant::serialize_option")]
    pub ended_at: Option<DateTime<Utc>>,
}

/// A season to start.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewSeason {
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
