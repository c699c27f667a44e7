//! The ratings of a player: the current ones, and their history in a pool.

use actix_web::{HttpRequest, HttpResponse, get, web};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use super::body::{RatingBody, RecordBody};
use super::cursor::number;
use crate::http::paging::{page, page_items};
use crate::instant;
use crate::{Code, Problem};
use lapidary_model::auth::PlayerId;
use lapidary_model::club::ClubId;
use lapidary_model::rating::{RatedGame, Record, known_pool};
use lapidary_service::{Accounts, Ratings};

/// The rating of a player in a pool.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = PlayerRating)]
pub struct PlayerRatingBody {
    #[schema(example = "splendor.duel.live.human")]
    pool: String,
    #[serde(flatten)]
    record: RecordBody,
}

/// The ratings of a player.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = PlayerRatings)]
pub struct PlayerRatingPage {
    /// The ratings in the order of their pools; only pools in which the player has a rated game.
    items: Vec<PlayerRatingBody>,
    /// Always null: the list is complete.
    next_cursor: Option<String>,
}

/// A rated game of a player.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = RatedGame)]
pub struct RatedGameBody {
    game: Uuid,
    /// The number of the game in its pool.
    pool_seq: u64,
    /// The end of the game.
    #[serde(serialize_with = "instant::serialize")]
    finished_at: DateTime<Utc>,
    /// The place, 1 is the best. Equal places are shared.
    place: u8,
    seat: u8,
    /// The number of seats.
    seats: u8,
    /// The rating after the game.
    #[serde(flatten)]
    rating: RatingBody,
    /// The change of the shown rating.
    change: i64,
    /// Whether the game was annulled, so that it changes no rating.
    annulled: bool,
}

/// A page of the rated games of a player.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = RatingHistory)]
pub struct HistoryPage {
    /// The games, the newest first.
    items: Vec<RatedGameBody>,
    /// The cursor of the next page; null on the last page.
    next_cursor: Option<String>,
}

/// Which ratings are listed.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct RatingsQuery {
    /// The club in whose seasons the ratings are; otherwise those in the pools of the server.
    #[param(nullable = false)]
    club: Option<Uuid>,
}

/// The pool and the page of a history.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct HistoryQuery {
    /// The pool.
    #[param(example = "splendor.duel.live.human")]
    pool: String,
    /// The maximum number of games on the page, 1 to 100.
    #[param(minimum = 1, maximum = 100, nullable = false)]
    limit: Option<u8>,
    /// The `next_cursor` of the previous page.
    #[serde(default, deserialize_with = "number")]
    #[param(value_type = Option<String>, nullable = false)]
    cursor: Option<u64>,
}

impl From<(String, Record)> for PlayerRatingBody {
    fn from((pool, record): (String, Record)) -> Self {
        PlayerRatingBody { pool, record: (&record).into() }
    }
}

impl From<&RatedGame> for RatedGameBody {
    fn from(game: &RatedGame) -> Self {
        RatedGameBody {
            game: game.game.0,
            pool_seq: game.pool_seq,
            finished_at: game.finished_at,
            place: game.place,
            seat: game.seat,
            seats: game.seats,
            rating: game.after.into(),
            change: game.after.shown() - game.before.shown(),
            annulled: game.annulled,
        }
    }
}

/// Returns the player with this name.
async fn player(accounts: &Accounts, username: &str) -> Result<PlayerId, Problem> {
    Ok(accounts.find(username).await?.ok_or_else(|| Problem::no_player(username))?.id)
}

/// Get the ratings of a player
///
/// The name is case-insensitive. With `club`, the ratings are those in the seasons of that club, the newest
/// seasons first.
#[utoipa::path(tag = "ladders",
    params(("username" = String, Path, description = "The name", example = "ada"), RatingsQuery), responses(
    (status = 200, description = "The ratings", body = PlayerRatingPage)
))]
#[get("/v1/players/{username}/ratings")]
pub async fn get_player_ratings(
    accounts: web::Data<Accounts>,
    ratings: web::Data<Ratings>,
    username: web::Path<String>,
    query: web::Query<RatingsQuery>,
) -> Result<HttpResponse, Problem> {
    let player = player(&accounts, &username).await?;
    let items = ratings
        .of_player(player, query.club.map(ClubId))
        .await?
        .into_iter()
        .map(PlayerRatingBody::from)
        .collect();
    Ok(HttpResponse::Ok().json(PlayerRatingPage { items, next_cursor: None }))
}

/// Get the rating history of a player
///
/// Returns the rated games of a player in a pool, the newest first, each with the rating after it.
#[utoipa::path(tag = "ladders",
    params(("username" = String, Path, description = "The name", example = "ada"), HistoryQuery), responses(
    (status = 200, description = "A page of rated games", body = HistoryPage,
        headers(("Link" = String, description = "The next page, as `<…>; rel=\"next\"`"), ("ETag" = String, description = "The tag of this response"))),
    (status = 304, description = "Not modified")
))]
#[get("/v1/players/{username}/rating-history")]
pub async fn get_rating_history(
    request: HttpRequest,
    accounts: web::Data<Accounts>,
    ratings: web::Data<Ratings>,
    username: web::Path<String>,
    query: web::Query<HistoryQuery>,
) -> Result<HttpResponse, Problem> {
    let limit = page_items(query.limit)?;
    let unknown = || Problem::new(Code::Malformed, "`pool` must be a pool such as splendor.duel.live.human.");
    let pool = known_pool(&query.pool).ok_or_else(unknown)?;
    let player = player(&accounts, &username).await?;
    let mut games = ratings.history(player, &pool, query.cursor, limit + 1).await?;
    let more = games.len() > usize::from(limit);
    games.truncate(limit.into());
    let next_cursor = games.last().filter(|_| more).map(|last| last.pool_seq.to_string());
    let items = games.iter().map(RatedGameBody::from).collect();
    let path = request.path().to_owned();
    Ok(page(&request, &path, next_cursor.clone().as_deref(), HistoryPage { items, next_cursor }))
}
