//! The ratings of a player: current ones, and their history in a pool.

use actix_web::web;
use chrono::{DateTime, Utc};
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::body::RatingBody;
use super::cursor::number;
use crate::extract::{Path, Username};
use crate::http::paging::{Page, page_items, page_of, whole_list_of};
use crate::instant;
use crate::{Code, Problem};

use lapidary_model::auth::PlayerId;
use lapidary_model::club::ClubId;
use lapidary_model::rating::{RatedGame, RatedTable, Record, known_pool};
use lapidary_operation::{operation, query};
use lapidary_service::{Accounts, Ratings};

/// The rating of a player in a pool.
#[derive(Debug, Serialize, ToSchema)]
pub struct PlayerRating {
    #[schema(example = "splendor.duel.live.human")]
    pool: String,
    #[serde(flatten)]
    record: Record,
}

whole_list_of! {
    PlayerRating, "PlayerRatings", "The ratings of a player.",
    "The ratings in the order of their pools; only pools in which the player has a rated game."
}

/// A rated game of a player.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = RatedGame)]
pub struct RatedGameBody {
    /// The game; of a result over the board an id that no game has.
    game: Uuid,
    /// The table over the board whose result this is; null for a game of the server.
    over_the_board: Option<RatedTable>,
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
    /// Whether the player keeps the rating, because it would rise too far in a day.
    capped: bool,
}

page_of! {
    RatedGameBody, "RatingHistory", "A page of the rated games of a player.",
    "The games, the newest first."
}

/// Which ratings are listed.
#[query]
pub struct RatingsQuery {
    /// The club in whose seasons the ratings are; otherwise those in the pools of the server.
    #[param(nullable = false)]
    club: Option<Uuid>,
}

/// The pool and the page of a history.
#[query]
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

impl From<(String, Record)> for PlayerRating {
    fn from((pool, record): (String, Record)) -> Self {
        PlayerRating { pool, record }
    }
}

impl From<&RatedGame> for RatedGameBody {
    fn from(game: &RatedGame) -> Self {
        RatedGameBody {
            game: game.game.0,
            over_the_board: game.table,
            pool_seq: game.pool_seq,
            finished_at: game.finished_at,
            place: game.place,
            seat: game.seat,
            seats: game.seats,
            rating: game.after.into(),
            change: game.after.shown() - game.before.shown(),
            annulled: game.annulled,
            capped: game.capped,
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
#[operation(get "/v1/players/{username}/ratings", tag = "ladders", returns = "The ratings")]
pub async fn get_player_ratings(
    accounts: web::Data<Accounts>,
    ratings: web::Data<Ratings>,
    Path(username): Path<Username>,
    query: web::Query<RatingsQuery>,
) -> Result<web::Json<Page<PlayerRating>>, Problem> {
    let player = player(&accounts, &username).await?;
    Ok(web::Json(Page::whole(ratings.of_player(player, query.club.map(ClubId)).await?)))
}

/// Get the rating history of a player
///
/// Returns the rated games of a player in a pool, the newest first, each with the rating after it.
#[operation(get "/v1/players/{username}/rating-history", tag = "ladders", returns = "A page of rated games")]
pub async fn get_rating_history(
    accounts: web::Data<Accounts>,
    ratings: web::Data<Ratings>,
    Path(username): Path<Username>,
    query: web::Query<HistoryQuery>,
) -> Result<Page<RatedGameBody>, Problem> {
    let limit = page_items(query.limit)?;
    let unknown = || Problem::new(Code::Malformed, "`pool` must be a pool such as splendor.duel.live.human.");
    let pool = known_pool(&query.pool).ok_or_else(unknown)?;
    let player = player(&accounts, &username).await?;
    let games = ratings.history(player, &pool, query.cursor, limit + 1).await?;
    Ok(Page::cut(games, limit, |game| game.pool_seq).shown())
}
