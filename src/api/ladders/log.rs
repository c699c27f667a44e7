//! The public log of a pool, in pages or as a whole.

use actix_web::http::header::{self, HeaderValue};
use actix_web::web::Bytes;
use actix_web::{HttpRequest, HttpResponse, web};
use chrono::{DateTime, Utc};
use futures_util::stream;
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::cursor::NumberedPage;
use super::cursor::pool;
use crate::extract::{Path, PoolName};
use crate::http::accept;
use crate::http::outcome::As;
use crate::http::paging::{Linked, link_next, page_items};
use crate::http::tag::tagged;
use crate::instant;
use crate::{Code, Problem};
use lapidary_contest::rating::pool::Pool;
use lapidary_model::rating::{LoggedSeat, RatedTable};
use lapidary_operation::operation;
use lapidary_service::Ratings;

/// The media type of a log that is streamed completely.
const NDJSON: &str = "application/x-ndjson";
/// The number of games of a streamed log in one load.
const GAMES_AT_ONCE: u32 = 1_000;

/// A seat of a rated game. Means and deviations are integers in millionths.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = RatingEvent)]
pub struct RatingEventBody {
    #[schema(example = "splendor.duel.live.human")]
    pool: String,
    /// The number of the game in its pool, from 1 without gaps; all seats of a game share it.
    pool_seq: u64,
    /// The game; of a result over the board an id that no game has.
    game: Uuid,
    /// The table over the board whose result this is; null for a game of the server.
    over_the_board: Option<RatedTable>,
    /// The id of the player, which stays when the account is erased.
    player: Uuid,
    /// The place, 1 is the best. Equal places are shared.
    place: u8,
    seat: u8,
    /// The number of seats.
    seats: u8,
    mu_before: i64,
    sigma_before: i64,
    mu_after: i64,
    sigma_after: i64,
    /// The name of the algorithm; it changes when a constant changes.
    #[schema(example = "weng-lin-bt-full-1")]
    algorithm: String,
    /// The end of the game; it never decreases within a pool.
    #[serde(serialize_with = "instant::serialize")]
    finished_at: DateTime<Utc>,
    /// Whether the game was annulled. Such a game changes no rating: skip it when you recompute.
    annulled: bool,
    /// Whether this player keeps the rating before the game, because it would rise too far in a day.
    capped: bool,
}

impl From<&LoggedSeat> for RatingEventBody {
    fn from(seat: &LoggedSeat) -> Self {
        let game = &seat.game;
        RatingEventBody {
            pool: seat.pool.clone(),
            pool_seq: game.pool_seq,
            game: game.game.0,
            over_the_board: game.table,
            player: seat.player.0,
            place: game.place,
            seat: game.seat,
            seats: game.seats,
            mu_before: game.before.mu_micro,
            sigma_before: game.before.sigma_micro,
            mu_after: game.after.mu_micro,
            sigma_after: game.after.sigma_micro,
            algorithm: seat.algorithm.clone(),
            finished_at: game.finished_at,
            annulled: game.annulled,
            capped: game.capped,
        }
    }
}

/// A page of the log of a pool.
#[derive(Debug, Serialize, ToSchema)]
pub struct RatingLogPage {
    /// The seats of whole games, by `pool_seq`, then by `seat`.
    items: Vec<RatingEventBody>,
    /// How often the log was changed afterward, because a game was annulled. If it differs between pages,
    /// read again from the first one.
    revision: u64,
    /// The cursor of the next page; null on the last page.
    next_cursor: Option<String>,
}

/// Returns the whole log as lines. Each part is loaded when the client has received the last one.
///
/// If the log changes meanwhile, the stream ends with an error, so that no client combines halves of two
/// logs.
fn lines(
    ratings: web::Data<Ratings>,
    pool: Pool,
    after: u64,
) -> impl stream::Stream<Item = Result<Bytes, actix_web::Error>> {
    let start: (Option<u64>, Option<u64>) = (Some(after), None);
    stream::try_unfold(start, move |(place, known)| {
        let (ratings, pool) = (ratings.clone(), pool.clone());
        async move {
            let Some(after) = place else { return Ok(None) };
            let page = ratings.log(&pool, after, GAMES_AT_ONCE).await.map_err(Problem::from)?;
            if known.is_some_and(|known| known != page.revision) {
                let detail = "A game of this log was annulled meanwhile. Read the log again.";
                return Err(Problem::new(Code::Unavailable, detail).into());
            }
            let mut lines = Vec::new();
            for seat in &page.seats {
                serde_json::to_writer(&mut lines, &RatingEventBody::from(seat)).map_err(Problem::internal)?;
                lines.push(b'\n');
            }
            Ok(Some((Bytes::from(lines), (page.next, Some(page.revision)))))
        }
    })
}

/// Get the log of a ladder
///
/// Returns every rated game of a pool in the order of `pool_seq`, with an item for each seat. Everybody can
/// recompute all ratings from it: see `docs/ratings.md`. With `Accept: application/x-ndjson`, the whole log
/// is streamed, one item on each line. If a game is annulled meanwhile, the connection is closed before the
/// end of the stream; read the log again.
#[operation(get "/v1/ladders/{pool}/log", tag = "ladders", returns = "A page of the log",
    "application/x-ndjson" = "")]
pub async fn get_rating_log(
    request: HttpRequest,
    ratings: web::Data<Ratings>,
    Path(name): Path<PoolName>,
    query: web::Query<NumberedPage>,
) -> Result<As<Linked<RatingLogPage>>, Problem> {
    let (name, limit) = (pool(&name)?, page_items(query.limit)?);
    let after = query.cursor.unwrap_or_default();
    if accept::choose(&request, &["application/json", NDJSON])? == 1 {
        // A stream that has begun cannot be refused.
        ratings.log(&name, after, 0).await?;
        let mut response = HttpResponse::Ok();
        response.content_type(NDJSON).insert_header((header::VARY, "accept"));
        return Ok(response.streaming(lines(ratings, name, after)).into());
    }
    let found = ratings.log(&name, after, limit.into()).await?;
    let next_cursor = found.next.map(|next| next.to_string());
    let items = found.seats.iter().map(RatingEventBody::from).collect();
    let body = RatingLogPage { items, revision: found.revision, next_cursor };
    let mut response = tagged(&request, &body)?;
    link_next(&request, &mut response, body.next_cursor.as_deref());
    response.headers_mut().append(header::VARY, HeaderValue::from_static("accept"));
    Ok(response.into())
}
