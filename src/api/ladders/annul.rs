//! Annulled games: the act of an administrator, and the public record.

use actix_web::{HttpRequest, HttpResponse, get, post, web};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use super::body::RatingBody;
use super::cursor::{number, pool};
use crate::Problem;
use crate::accounts::player_ref::PlayerRef;
use crate::extract::{GamePath, LiveCaller, Valid};
use crate::http::paging::{PAGE_ITEMS_MAX, page, page_items};
use crate::instant;
use lapidary_model::game::GameId;
use lapidary_model::player::Occupant;
use lapidary_model::rating::{Annulment, RatingChange};
use lapidary_service::Ratings;

/// Why a game is annulled.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct AnnulGame {
    /// The reason, which is public: one line of up to 500 characters.
    #[schema(
        min_length = 1,
        max_length = 500,
        format = "text",
        pattern = "^[^\\x00-\\x1f\\x7f-\\x9f]*$",
        example = "Two of the players were one person"
    )]
    reason: String,
}

/// A game that was annulled.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Annulment)]
pub struct AnnulmentBody {
    game: Uuid,
    #[schema(example = "splendor.duel.live.human")]
    pool: String,
    /// The number of the game in its pool.
    pool_seq: u64,
    /// Why, in the words of the administrator.
    reason: String,
    #[serde(serialize_with = "instant::serialize")]
    annulled_at: DateTime<Utc>,
    /// The number of players whose current rating this has changed.
    corrected_players: u64,
}

/// How an annulment has changed the rating of a player.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = RatingCorrection)]
pub struct CorrectionBody {
    player: PlayerRef,
    before: RatingBody,
    after: RatingBody,
}

/// An annulled game, and what this has changed.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = AnnulledGame)]
pub struct AnnulledBody {
    #[serde(flatten)]
    annulment: AnnulmentBody,
    /// The changes of current ratings, the largest first: up to 100 of them.
    changes: Vec<CorrectionBody>,
}

/// A page of annulled games.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = AnnulmentPage)]
pub struct AnnulmentPage {
    /// The games in the order of their numbers.
    items: Vec<AnnulmentBody>,
    /// The cursor of the next page; null on the last page.
    next_cursor: Option<String>,
}

/// The page of a list of annulled games.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct AnnulmentsQuery {
    /// The maximum number of games on the page, 1 to 100.
    #[param(minimum = 1, maximum = 100, nullable = false)]
    limit: Option<u8>,
    /// The `next_cursor` of the previous page.
    #[serde(default, deserialize_with = "number")]
    #[param(value_type = Option<String>, nullable = false)]
    cursor: Option<u64>,
}

impl From<Annulment> for AnnulmentBody {
    fn from(annulment: Annulment) -> Self {
        AnnulmentBody {
            game: annulment.game.0,
            pool: annulment.pool,
            pool_seq: annulment.pool_seq,
            reason: annulment.reason,
            annulled_at: annulment.annulled_at,
            corrected_players: annulment.corrected,
        }
    }
}

impl From<&(Occupant, RatingChange)> for CorrectionBody {
    fn from((player, change): &(Occupant, RatingChange)) -> Self {
        CorrectionBody { player: player.into(), before: change.before.into(), after: change.after.into() }
    }
}

/// Annul a game
///
/// For administrators. The game stays in the log of its pool under its number, marked as annulled, and
/// changes no rating: all later ratings of the pool are recomputed. Annulling a game again returns the first
/// annulment.
#[utoipa::path(tag = "ladders", request_body = AnnulGame,
    params(("id" = Uuid, Path, description = "The game")), responses(
    (status = 200, description = "The annulled game, and what this has changed", body = AnnulledBody)
))]
#[post("/v1/admin/games/{id}/annul")]
pub async fn annul_game(
    ratings: web::Data<Ratings>,
    caller: LiveCaller,
    id: GamePath,
    Valid(body): Valid<AnnulGame>,
) -> Result<HttpResponse, Problem> {
    let annulled = ratings.annul(&caller, GameId(*id), &body.reason).await?;
    let corrections = ratings.corrections(GameId(*id), PAGE_ITEMS_MAX).await?;
    let changes = corrections.iter().map(CorrectionBody::from).collect();
    Ok(HttpResponse::Ok().json(AnnulledBody { annulment: annulled.0.into(), changes }))
}

/// List the annulled games of a ladder
///
/// Everybody can see which games administrators have annulled, when and why.
#[utoipa::path(tag = "ladders",
    params(("pool" = String, Path, description = "The pool", example = "splendor.duel.live.human"), AnnulmentsQuery), responses(
    (status = 200, description = "A page of annulled games", body = AnnulmentPage,
        headers(("Link" = String, description = "The next page, as `<…>; rel=\"next\"`"), ("ETag" = String, description = "The tag of this response"))),
    (status = 304, description = "Not modified")
))]
#[get("/v1/ladders/{pool}/annulments")]
pub async fn list_annulments(
    request: HttpRequest,
    ratings: web::Data<Ratings>,
    name: web::Path<String>,
    query: web::Query<AnnulmentsQuery>,
) -> Result<HttpResponse, Problem> {
    let (name, limit) = (pool(&name)?, page_items(query.limit)?);
    let mut found = ratings.annulments(&name, query.cursor.unwrap_or_default(), limit + 1).await?;
    let more = found.len() > usize::from(limit);
    found.truncate(limit.into());
    let next_cursor = found.last().filter(|_| more).map(|last| last.pool_seq.to_string());
    let items = found.into_iter().map(AnnulmentBody::from).collect();
    let path = format!("/v1/ladders/{name}/annulments");
    Ok(page(&request, &path, next_cursor.clone().as_deref(), AnnulmentPage { items, next_cursor }))
}
