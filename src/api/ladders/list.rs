//! The list of ladders.

use actix_web::web;
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use crate::Problem;
use crate::http::outcome::Public;
use crate::http::paging::{Page, whole_list_of};
use crate::instant;
use lapidary_contest::rating::leaderboard::ListingRules;
use lapidary_model::club::ClubId;
use lapidary_model::rating::Ladder;
use lapidary_operation::operation;
use lapidary_service::Ratings;

/// A ladder: the players and games of a pool, within which ratings are compared.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Ladder)]
pub struct LadderBody {
    /// The pool: ruleset with modules, size of the table, pace, and kind of players; that of a season of a
    /// club with the id of the season.
    #[schema(example = "splendor.duel.live.human")]
    pool: String,
    /// The number of players with a rated game.
    players: u64,
    /// The number of games in the log, including annulled ones.
    games: u64,
    /// The end of the last game.
    #[serde(serialize_with = "instant::serialize")]
    last_game_at: DateTime<Utc>,
    /// What a player needs to be listed on the leaderboard.
    listing: ListingBody,
}

/// What a player needs to be listed on a leaderboard. `GET /v1/players/{username}/ratings` has what a player
/// has reached.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = ListingRules)]
pub struct ListingBody {
    /// The highest deviation (`rd`).
    #[schema(example = 60)]
    rd_max: u16,
    /// The minimum number of different opponents.
    #[schema(example = 10)]
    opponents_min: u32,
    /// The maximum number of days since the last rated game in the pool.
    #[schema(example = 30)]
    days_idle_max: u32,
}

impl From<ListingRules> for ListingBody {
    fn from(rules: ListingRules) -> Self {
        let ListingRules { rd_max, opponents_min, days_idle_max } = rules;
        ListingBody { rd_max, opponents_min, days_idle_max }
    }
}

/// Whose ladders are listed.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct LaddersQuery {
    /// The club whose seasons are listed.
    #[param(nullable = false)]
    club: Option<Uuid>,
}

whole_list_of! {
    LadderBody, "LadderPage", "All ladders.",
    "The ladders, in the order of their pools; those of a club, the newest first."
}

impl From<(Ladder, ListingRules)> for LadderBody {
    fn from((ladder, rules): (Ladder, ListingRules)) -> Self {
        LadderBody {
            pool: ladder.pool,
            players: ladder.players,
            games: ladder.games,
            last_game_at: ladder.last_at,
            listing: rules.into(),
        }
    }
}

/// List ladders
///
/// Returns every pool of the server with a rated game, and what a player needs to be listed on its
/// leaderboard. With `club`, the pools of the seasons of that club, the newest seasons first.
#[operation(get "/v1/ladders", tag = "ladders", returns = "The ladders")]
pub async fn list_ladders(
    ratings: web::Data<Ratings>,
    query: web::Query<LaddersQuery>,
) -> Result<Public<Page<LadderBody>>, Problem> {
    let found = match query.club {
        Some(club) => ratings.ladders_of_club(ClubId(club)).await?,
        None => ratings.ladders().await?,
    };
    Ok(Public(Page::whole(found)))
}
