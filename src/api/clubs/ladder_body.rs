//! Ladders of clubs and their seasons in JSON, and the bodies of requests about them.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use crate::Problem;
use crate::instant;
use crate::ladders::list::ListingBody;
use crate::problems::problem::Fault;
use lapidary_contest::rating::pool::Pool;
use lapidary_model::rating::known_pool;
use lapidary_model::season::{
    Carried, LISTING_OF_CLUBS, LadderId, LadderSettings, NewSeason, Season, SeasonReset, SeasonState,
};
use lapidary_service::clubs::{LadderPatch, LadderView};

/// What a player needs to be listed on a leaderboard. A field that is left out keeps its value; in a new
/// ladder it is 150, 2 and 365.
#[derive(Debug, Clone, Copy, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewListing {
    /// The highest deviation (`rd`). New players have 167, so 170 lists everybody.
    #[schema(minimum = 20, maximum = 170, nullable = false)]
    rd_max: Option<u16>,
    /// The minimum number of different opponents.
    #[schema(minimum = 1, maximum = 1000, nullable = false)]
    opponents_min: Option<u32>,
    /// The maximum number of days since the last rated game of the season.
    #[schema(minimum = 1, maximum = 3650, nullable = false)]
    days_idle_max: Option<u32>,
}

/// A ladder to create.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"name": "Duels", "base_pool": "splendor.duel.live.human"}))]
pub struct CreateLadder {
    /// The name.
    #[schema(
        format = "text",
        pattern = "^[^\\x00-\\x1f\\x7f-\\x9f]*$",
        min_length = 1,
        max_length = 80,
        example = "Duels"
    )]
    name: String,
    /// The games that it rates, as the pool of the server with the same games: ruleset with modules, size of
    /// the table, pace, and kind of players.
    #[schema(min_length = 1, max_length = 120, example = "splendor.duel.live.human")]
    base_pool: String,
    /// Whether only members of the club play in it; `true` if left out.
    #[schema(nullable = false)]
    members_only: Option<bool>,
    /// What a player needs to be listed.
    #[schema(nullable = false)]
    listing: Option<NewListing>,
}

impl CreateLadder {
    /// Returns the pool of the server with the same games, and the settings.
    ///
    /// # Errors
    /// `validation_failed` if the server has no such pool.
    pub(super) fn parts(self) -> Result<(Pool, LadderSettings), Problem> {
        let base = known_pool(&self.base_pool).filter(|pool| pool.season().is_none());
        let fault = "must be a pool of the server such as splendor.duel.live.human";
        let base = base.ok_or_else(|| Problem::validation(vec![Fault::at("/base_pool", fault)]))?;
        let usual = LadderSettings { name: self.name, members_only: true, listing: LISTING_OF_CLUBS };
        Ok((base, patch(None, self.members_only, self.listing).apply(usual)))
    }
}

/// A change of a ladder; a field that is left out keeps its value.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"listing": {"opponents_min": 3}}))]
pub struct UpdateLadder {
    /// The name.
    #[schema(
        format = "text",
        pattern = "^[^\\x00-\\x1f\\x7f-\\x9f]*$",
        min_length = 1,
        max_length = 80,
        nullable = false
    )]
    name: Option<String>,
    /// Whether only members of the club play in it. Games that have begun stay rated.
    #[schema(nullable = false)]
    members_only: Option<bool>,
    /// What a player needs to be listed. It holds at once for the season that runs, and for later ones.
    #[schema(nullable = false)]
    listing: Option<NewListing>,
}

impl From<UpdateLadder> for LadderPatch {
    fn from(body: UpdateLadder) -> Self {
        patch(body.name, body.members_only, body.listing)
    }
}

fn patch(name: Option<String>, members_only: Option<bool>, listing: Option<NewListing>) -> LadderPatch {
    let NewListing { rd_max, opponents_min, days_idle_max } = listing.unwrap_or_default();
    LadderPatch { name, members_only, rd_max, opponents_min, days_idle_max }
}

/// A season to start.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"ladder": "0190a000-0000-7000-8000-00000000001a", "name": "Spring", "reset": "soft"}))]
pub struct StartSeason {
    /// The ladder.
    #[schema(value_type = Uuid, min_length = 36, max_length = 36,
        pattern = "^[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}$")]
    ladder: Uuid,
    /// The name; without one, clients show the number.
    #[schema(
        format = "text",
        pattern = "^[^\\x00-\\x1f\\x7f-\\x9f]*$",
        min_length = 1,
        max_length = 80,
        nullable = false,
        example = "Spring"
    )]
    name: Option<String>,
    /// With which ratings it begins: `soft` keeps the means of the season before and widens the deviations,
    /// `hard` makes everybody new. `soft` if left out.
    #[schema(max_length = 16, nullable = false, example = "soft")]
    reset: Option<String>,
}

impl TryFrom<StartSeason> for NewSeason {
    type Error = Problem;

    fn try_from(body: StartSeason) -> Result<Self, Problem> {
        let reset = match body.reset.as_deref() {
            None => SeasonReset::Soft,
            Some(name) => SeasonReset::named(name)
                .ok_or_else(|| Problem::validation(vec![Fault::at("/reset", "must be `hard` or `soft`")]))?,
        };
        Ok(NewSeason { ladder: LadderId(body.ladder), name: body.name, reset })
    }
}

/// From where a season has taken the ratings with which players begin.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = CarriedRatings)]
pub struct CarriedBody {
    /// The pool of the season before.
    pool: String,
    /// The last `pool_seq` of that pool that counts.
    pool_seq: u64,
}

impl From<&Carried> for CarriedBody {
    fn from(carried: &Carried) -> Self {
        CarriedBody { pool: carried.pool.clone(), pool_seq: carried.games }
    }
}

/// A season of a ladder.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ClubSeason)]
pub struct SeasonBody {
    id: Uuid,
    ladder: Uuid,
    /// Its number in the ladder, from 1.
    #[schema(example = 1)]
    number: u32,
    /// The name; null without one.
    name: Option<String>,
    /// How far it is; values may be added.
    status: SeasonState,
    /// With which ratings it began; values may be added.
    reset: SeasonReset,
    /// From where the ratings come with which players begin; null if everybody began as a new player.
    carried: Option<CarriedBody>,
    /// Its pool: `/v1/ladders/{pool}/standings` has the table, `…/log` every game.
    #[schema(example = "splendor.duel.live.human.0190a000-0000-7000-8000-00000000001b")]
    pool: String,
    listing: ListingBody,
    /// The number of players with a rated game.
    players: u64,
    /// The number of rated games, including annulled ones.
    games: u64,
    #[serde(serialize_with = "instant::serialize")]
    started_at: DateTime<Utc>,
    /// When it was ended; null while it runs.
    #[serde(serialize_with = "instant::serialize_option")]
    ended_at: Option<DateTime<Utc>>,
}

impl From<&Season> for SeasonBody {
    fn from(season: &Season) -> Self {
        SeasonBody {
            id: season.id.0,
            ladder: season.ladder.0,
            number: season.number,
            name: season.name.clone(),
            status: season.state,
            reset: season.reset,
            carried: season.carried.as_ref().map(Into::into),
            pool: season.pool.clone(),
            listing: season.listing.into(),
            players: season.players,
            games: season.games,
            started_at: season.started_at,
            ended_at: season.ended_at,
        }
    }
}

/// A ladder of a club.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ClubLadder)]
pub struct ClubLadderBody {
    id: Uuid,
    #[schema(example = "Duels")]
    name: String,
    /// The games that it rates, as the pool of the server with the same games.
    #[schema(example = "splendor.duel.live.human")]
    base_pool: String,
    /// Whether only members of the club play in it.
    members_only: bool,
    listing: ListingBody,
    /// The season that runs, or else the last one; null before the first.
    season: Option<SeasonBody>,
    #[serde(serialize_with = "instant::serialize")]
    created_at: DateTime<Utc>,
    /// When it was closed; null while seasons can begin.
    #[serde(serialize_with = "instant::serialize_option")]
    closed_at: Option<DateTime<Utc>>,
}

impl From<&LadderView> for ClubLadderBody {
    fn from(view: &LadderView) -> Self {
        let ladder = &view.ladder;
        ClubLadderBody {
            id: ladder.id.0,
            name: ladder.settings.name.clone(),
            base_pool: ladder.base.to_string(),
            members_only: ladder.settings.members_only,
            listing: ladder.settings.listing.into(),
            season: view.season.as_ref().map(Into::into),
            created_at: ladder.created_at,
            closed_at: ladder.closed_at,
        }
    }
}
