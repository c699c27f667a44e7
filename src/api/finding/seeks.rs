//! Seeks: searching any opponents on the same terms.

use actix_web::web;
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use crate::Problem;
use crate::accounts::player_ref::PlayerRef;
use crate::extract::{Act, Caller, LiveCaller, Valid};
use crate::games::clock::ClockBody;
use crate::games::terms::{NewSeating, body_with_terms};
use crate::http::idempotency::{Idempotency, created};
use crate::http::outcome::{CreatedOnce, NoContent, shown};
use crate::http::paging::{Page, cursor, page_items, page_of};
use crate::instant;
use crate::play::rulesets::PlayedBody;
use crate::problems::problem::Fault;
use lapidary_model::clock::Clock;
use lapidary_model::game::{Terms, Visibility};
use lapidary_model::rating::pool_of;
use lapidary_model::season::LadderId;
use lapidary_model::seek::{self as model, Seek, SeekId, SeekStatus};
use lapidary_operation::{operation, query};
use lapidary_service::games::{Finding, NewSeek, Whose};

body_with_terms! {
    /// A seek to make. The game is public, and its seats are random.
    #[schema(example = json!({"ruleset": "splendor", "modules": [], "seats": 2, "clock": {"kind": "none"}, "options": {}}))]
    pub struct CreateSeek {
        /// Whether the game changes ratings. It needs a clock, cannot be aborted by its players, and is
        /// paired by rating: people with people, and bots with bots.
        #[serde(default)]
        rated: bool,
        /// The ratings of acceptable opponents; only with `rated`.
        #[serde(default)]
        rating_range: Option<RatingRange>,
        /// The ladder of a club in which the game is rated, in the season that runs; only with `rated`. The
        /// seek meets seeks in the same ladder.
        #[schema(value_type = Option<Uuid>, nullable = false, min_length = 36, max_length = 36,
            pattern = "^[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}$")]
        ladder: Option<Uuid>,
    }
}

/// A range of ratings.
#[derive(Debug, Clone, Copy, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct RatingRange {
    /// The lowest rating; null for any.
    #[schema(minimum = 0, maximum = 10000)]
    min: Option<i16>,
    /// The highest rating; null for any.
    #[schema(minimum = 0, maximum = 10000)]
    max: Option<i16>,
}

impl TryFrom<CreateSeek> for NewSeek {
    type Error = Problem;

    fn try_from(body: CreateSeek) -> Result<Self, Problem> {
        let terms = body.terms(Visibility::Public, NewSeating::Random)?;
        let fault =
            |pointer, detail: &'static str| Err(Problem::validation(vec![Fault::at(pointer, detail)]));
        if body.rated && terms.clock == Clock::None {
            return fault("/clock", "must be `live` or `correspondence`, because a rated game needs a clock");
        }
        if !body.rated && body.rating_range.is_some() {
            return fault("/rating_range", "is possible only with `rated`");
        }
        if !body.rated && body.ladder.is_some() {
            return fault("/ladder", "is possible only with `rated`");
        }
        let range = body.rating_range.map(|range| model::RatingRange { min: range.min, max: range.max });
        let range = range.unwrap_or_default();
        if range.min.zip(range.max).is_some_and(|(min, max)| min > max) {
            return fault("/rating_range/max", "must not be below `min`");
        }
        Ok(NewSeek {
            terms: Terms { rated: body.rated, ..terms },
            range,
            ladder: body.ladder.map(LadderId),
            entropy: body.entropy()?,
        })
    }
}

/// A seek: a player who takes any opponents on these terms.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Seek)]
pub struct SeekBody {
    id: Uuid,
    player: PlayerRef,
    #[serde(flatten)]
    played: PlayedBody,
    /// The number of seats.
    seat_count: u8,
    clock: ClockBody,
    /// Whether the game changes ratings.
    rated: bool,
    /// The pool in which it changes ratings; null if it is unrated.
    pool: Option<String>,
    /// The ratings of acceptable opponents; null for any.
    rating_range: Option<model::RatingRange>,
    /// What has become of it; values may be added.
    status: SeekStatus,
    /// The game, which has started; null unless the seek is paired, and for all players but its owner.
    game: Option<Uuid>,
    /// The commitment to the server's secret, SHA-256 in hexadecimal. The deal uses the secret of the oldest
    /// seek of the game.
    commitment: String,
    #[serde(serialize_with = "instant::serialize")]
    created_at: DateTime<Utc>,
    /// When the seek ends if it is not paired: ten minutes after its creation for a live clock, one day for
    /// others.
    #[serde(serialize_with = "instant::serialize")]
    expires_at: DateTime<Utc>,
}

impl From<&Seek> for SeekBody {
    fn from(seek: &Seek) -> Self {
        SeekBody {
            id: seek.id.0,
            player: (&seek.player).into(),
            played: seek.terms.ruleset.into(),
            seat_count: seek.terms.seats.get() as u8,
            clock: seek.terms.clock.into(),
            rated: seek.terms.rated,
            pool: pool_of(&seek.terms, std::slice::from_ref(&seek.player)).map(|pool| pool.to_string()),
            rating_range: Some(seek.range).filter(|range| *range != model::RatingRange::default()),
            status: seek.status,
            game: seek.game.map(|game| game.0),
            commitment: hex::encode(seek.commitment),
            created_at: seek.created_at,
            expires_at: seek.expires_at,
        }
    }
}

page_of!(SeekBody, "SeekPage", "A page of seeks.", "The seeks, the newest first.");

/// Which seeks are listed.
#[query]
pub struct SeeksQuery {
    /// `true`: the caller's own seeks, whatever has become of them. Otherwise the open seeks of all players.
    #[param(nullable = false)]
    mine: Option<bool>,
    /// The maximum number of seeks on the page, 1 to 100.
    #[param(minimum = 1, maximum = 100, nullable = false)]
    limit: Option<u8>,
    /// The `next_cursor` of the previous page.
    #[serde(default, deserialize_with = "cursor")]
    #[param(value_type = Option<String>, nullable = false)]
    cursor: Option<Uuid>,
}

/// Seek opponents
///
/// The server pairs seeks with equal terms, the oldest first; rated seeks with those of the nearest rating,
/// of a difference of up to 150 points at first, and more with every second of waiting. Two players start at
/// most 6 rated games with each other in a day. If this seek completes a game, the game starts at once, and
/// the response names it; otherwise read the seek until `status` is `paired`. Players who have blocked each
/// other are never paired, nor a player with their own bots. To contribute entropy after seeing the
/// commitment, read the open seeks first: the deal uses the secret of the oldest seek of the game.
#[operation(post "/v1/seeks", tag = "finding", returns = "The seek", once = "the seek is made only once")]
pub async fn create_seek(
    games: web::Data<Finding>,
    caller: Caller,
    idempotency: Idempotency,
    Valid(body): Valid<CreateSeek>,
) -> Result<CreatedOnce<SeekBody>, Problem> {
    let seek = NewSeek::try_from(body)?;
    let answer = |seek: &Seek| created(format!("/v1/seeks/{}", seek.id), &SeekBody::from(seek));
    let done = games.seek(&caller, seek, idempotency.claim()?.as_ref(), answer).await;
    done.map(CreatedOnce::from)
}

/// List seeks
///
/// Returns the open seeks of all players, or with `mine=true` the caller's own seeks. Players who have
/// blocked each other do not see each other's seeks.
#[operation(get "/v1/seeks", tag = "finding", returns = "A page of seeks")]
pub async fn list_seeks(
    games: web::Data<Finding>,
    caller: LiveCaller,
    query: web::Query<SeeksQuery>,
) -> Result<Page<SeekBody>, Problem> {
    let limit = page_items(query.limit)?;
    let whose = if query.mine == Some(true) { Whose::Own } else { Whose::Anybody };
    let found = games.seeks(&caller, whose, query.cursor.map(SeekId), limit + 1).await?;
    Ok(Page::cut(found, limit, |seek| seek.id.0).shown())
}

/// Get a seek
///
/// The owner can read a seek for a day after its time; others can read it while it is open.
#[operation(get "/v1/seeks/{id}", tag = "finding", returns = "The seek")]
pub async fn get_seek(Act(games, caller, id): Act<Finding, SeekId>) -> Result<web::Json<SeekBody>, Problem> {
    shown(games.one_seek(id, &caller)).await
}

/// Withdraw a seek
///
/// Repeating the request, or withdrawing a seek that has expired, changes nothing.
#[operation(delete "/v1/seeks/{id}", tag = "finding", returns = "The seek is withdrawn")]
pub async fn withdraw_seek(Act(games, caller, id): Act<Finding, SeekId>) -> Result<NoContent, Problem> {
    NoContent::after(games.withdraw_seek(id, &caller)).await
}
