//! The list of ladders.

use actix_web::{HttpRequest, HttpResponse, get, web};
use chrono::{DateTime, Utc};
use serde::Serialize;
use utoipa::ToSchema;

use crate::api::Problem;
use crate::api::http::tag::{ASK_AGAIN, tagged_bytes};
use crate::api::instant;
use crate::model::rating::Ladder;
use crate::service::Ratings;

/// A ladder: the players and games of a pool, within which ratings are compared.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Ladder)]
pub struct LadderBody {
    /// The pool: ruleset with modules, size of the table, pace, and kind of players.
    #[schema(example = "splendor.duel.live.human")]
    pool: String,
    /// The number of players with a rated game.
    players: u64,
    /// The number of games in the log, including annulled ones.
    games: u64,
    /// The end of the last game.
    #[serde(serialize_with = "instant::serialize")]
    last_game_at: DateTime<Utc>,
}

/// All ladders.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = LadderPage)]
pub struct LadderPage {
    /// The ladders, in the order of their pools.
    items: Vec<LadderBody>,
    /// Always null: the list is complete.
    next_cursor: Option<String>,
}

impl From<Ladder> for LadderBody {
    fn from(ladder: Ladder) -> Self {
        LadderBody {
            pool: ladder.pool,
            players: ladder.players,
            games: ladder.games,
            last_game_at: ladder.last_at,
        }
    }
}

/// List ladders
///
/// Returns every pool with a rated game.
#[utoipa::path(tag = "ladders",
    params(("If-None-Match" = Option<String>, Header, description = "The `ETag` of the response that the client has")), responses(
    (status = 200, description = "The ladders", body = LadderPage, headers(("ETag" = String, description = "The tag of this response"))),
    (status = 304, description = "Not modified")
))]
#[get("/v1/ladders")]
pub async fn list_ladders(
    request: HttpRequest,
    ratings: web::Data<Ratings>,
) -> Result<HttpResponse, Problem> {
    let items = ratings.ladders().await?.into_iter().map(LadderBody::from).collect();
    let json = serde_json::to_vec(&LadderPage { items, next_cursor: None }).map_err(Problem::internal)?;
    Ok(tagged_bytes(&request, ASK_AGAIN, "application/json", json))
}
