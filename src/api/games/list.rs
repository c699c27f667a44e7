//! Listing games.

use actix_web::http::header;
use actix_web::web::Bytes;
use actix_web::{HttpRequest, HttpResponse, get, web};
use chrono::{DateTime, Utc};
use futures_util::stream;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use super::clock::ClockBody;
use super::delay::SpectatorDelayBody;
use crate::contract::text;
use crate::extract::LiveViewer;
use crate::http::accept;
use crate::http::paging::{PAGE_ITEMS, PAGE_ITEMS_MAX, cursor, next_link};
use crate::instant;
use crate::play::events::SeatedBody;
use crate::play::rulesets::PlayedBody;
use crate::play::view::{ResultBody, ToActBody, TurnBody};
use crate::{Code, Problem};
use lapidary_engine::seat::SeatCount;
use lapidary_model::auth::Identity;
use lapidary_model::game::{GameId, Status};
use lapidary_model::listing::{Filter, Listed};
use lapidary_model::player::Occupant;
use lapidary_model::rating::pool_of;
use lapidary_service::Accounts;
use lapidary_service::games::Reading;

/// The media type of a list that is streamed as a whole.
const NDJSON: &str = "application/x-ndjson";

/// The filters and the page of a list of games.
#[derive(Debug, Clone, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct ListQuery {
    /// Only games with this status.
    #[param(inline, nullable = false)]
    status: Option<StatusQuery>,
    /// Only games in which this player sits: public games, and other games that the caller may see.
    #[param(nullable = false, example = "ada")]
    player: Option<String>,
    /// Only games of this ruleset, with any modules.
    #[param(nullable = false, example = "splendor")]
    ruleset: Option<String>,
    /// Only games with this many seats.
    #[param(minimum = 2, maximum = 4, nullable = false)]
    seats: Option<u8>,
    /// Only games with this label.
    #[param(nullable = false, example = "Spring Cup")]
    label: Option<String>,
    /// The maximum number of games on the page, 1 to 100.
    #[param(minimum = 1, maximum = 100, nullable = false)]
    limit: Option<u8>,
    /// The `next_cursor` of the previous page.
    #[serde(default, deserialize_with = "cursor")]
    #[param(value_type = Option<String>, nullable = false)]
    cursor: Option<Uuid>,
}

/// The status of a game.
#[derive(Debug, Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum StatusQuery {
    Waiting,
    Active,
    Finished,
    Aborted,
    Frozen,
}

/// A page of games.
#[derive(Debug, Serialize, ToSchema)]
pub struct GamePage {
    /// The games, the newest first.
    pub items: Vec<GameItem>,
    /// The cursor of the next page; null on the last page.
    pub next_cursor: Option<String>,
}

/// A game in a list.
#[derive(Debug, Serialize, ToSchema)]
pub struct GameItem {
    id: Uuid,
    #[serde(flatten)]
    played: PlayedBody,
    #[schema(example = "public")]
    visibility: &'static str,
    #[schema(example = "waiting")]
    status: &'static str,
    version: u32,
    clock: ClockBody,
    /// How much later those without a seat see the game; absent if there is no delay.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    spectator_delay: Option<SpectatorDelayBody>,
    /// Whether its result changes ratings.
    #[schema(example = false)]
    rated: bool,
    /// The pool in which it changes ratings; null if it is unrated.
    #[schema(example = json!(null))]
    pool: Option<String>,
    /// The id of the tournament to which it belongs; null if there is none.
    tournament: Option<Uuid>,
    /// The name that its creator gave it; null if there is none.
    label: Option<String>,
    /// Whether its creator organizes it for others: the creator named the players, and may end the game if it
    /// stalls.
    #[schema(example = false)]
    organized: bool,
    creator: Uuid,
    #[serde(serialize_with = "instant::serialize")]
    created_at: DateTime<Utc>,
    /// When it last changed.
    #[serde(serialize_with = "instant::serialize")]
    updated_at: DateTime<Utc>,
    /// The decision that the game waits for, without details; null if there is none.
    to_act: Option<ToActBody>,
    /// The current turn; null if there is none.
    turn: Option<TurnBody>,
    /// The number of seats.
    seat_count: u8,
    /// The seats in order of play; before the start, the players in the order of joining.
    seats: Vec<SeatedBody>,
    /// The number of seats that are not taken.
    free_seats: u8,
    /// The seats whose players are connected, as in the stream of the game: they follow the game or wait for
    /// it, on any server. Empty when the game is over, and for those who see it later than the seats. The
    /// lobby shows a game with a delay as those see it.
    #[schema(example = json!([0]))]
    presence: Vec<u8>,
    /// The result; null unless the game was played to its end.
    result: Option<ResultBody>,
}

impl From<StatusQuery> for Status {
    fn from(query: StatusQuery) -> Self {
        match query {
            StatusQuery::Waiting => Status::Waiting,
            StatusQuery::Active => Status::Active,
            StatusQuery::Finished => Status::Finished,
            StatusQuery::Aborted => Status::Aborted,
            StatusQuery::Frozen => Status::Frozen,
        }
    }
}

impl From<&Listed> for GameItem {
    fn from(game: &Listed) -> Self {
        let seated = |(seat, occupant): (u8, &Occupant)| SeatedBody { seat, player: occupant.into() };
        GameItem {
            id: game.id.0,
            played: game.terms.ruleset.into(),
            visibility: game.terms.visibility.name(),
            status: game.status.name(),
            version: game.version.0,
            clock: ClockBody::listed(game.terms.clock, game.deadline),
            spectator_delay: game.terms.delay.map(SpectatorDelayBody::from),
            rated: game.terms.rated,
            pool: pool_of(&game.terms, &game.occupants).map(|pool| pool.to_string()),
            tournament: game.terms.tournament.map(|tournament| tournament.0),
            label: game.label.clone(),
            organized: game.organized,
            creator: game.creator.0,
            created_at: game.created_at,
            updated_at: game.updated_at,
            to_act: game.to_act.map(|(seat, decision)| ToActBody::plain(seat, decision)),
            turn: game.turn.map(TurnBody::from),
            seat_count: game.terms.seats.get() as u8,
            seats: (0_u8..).zip(&game.occupants).map(seated).collect(),
            free_seats: game.free_seats() as u8,
            presence: game.present.iter().map(|seat| seat.number()).collect(),
            result: game.outcome.as_ref().map(|outcome| ResultBody::of(outcome, None)),
        }
    }
}

/// A list that is being read page by page.
#[derive(Clone)]
struct Listing {
    games: web::Data<Reading>,
    filter: Filter,
    caller: Option<Identity>,
}

impl Listing {
    /// Returns a page and the cursor of the next one.
    async fn page(&self, after: Option<GameId>, limit: u8) -> Result<(Vec<Listed>, Option<GameId>), Problem> {
        let (caller, limit) = (self.caller.as_ref(), limit.clamp(1, PAGE_ITEMS_MAX));
        // Loading one more than requested shows whether there is a next page.
        let mut games = self.games.list(&self.filter, caller, after, limit + 1).await?;
        let more = games.len() > usize::from(limit);
        games.truncate(limit.into());
        let next = games.last().filter(|_| more).map(|last| last.id);
        Ok((games, next))
    }

    /// Returns all games as lines, page by page; each page is loaded when the client has received the
    /// previous one.
    fn lines(self, after: Option<GameId>) -> impl stream::Stream<Item = Result<Bytes, actix_web::Error>> {
        stream::try_unfold(Some(after), move |place| {
            let listing = self.clone();
            async move {
                let Some(after) = place else { return Ok(None) };
                let (games, next) = listing.page(after, PAGE_ITEMS_MAX).await?;
                let mut lines = Vec::new();
                for game in &games {
                    serde_json::to_writer(&mut lines, &GameItem::from(game)).map_err(Problem::internal)?;
                    lines.push(b'\n');
                }
                Ok(Some((Bytes::from(lines), next.map(Some))))
            }
        })
    }
}

impl ListQuery {
    fn checked(self) -> Result<Self, Problem> {
        let within = self.limit.is_none_or(|limit| (1..=PAGE_ITEMS_MAX).contains(&limit))
            && self.seats.is_none_or(|seats| SeatCount::new(seats).is_some());
        if within {
            Ok(self)
        } else {
            Err(Problem::new(Code::Malformed, "`limit` must be from 1 to 100, `seats` from 2 to 4."))
        }
    }

    /// Returns the filter; none if the named player does not exist, because then no game matches.
    async fn filter(&self, accounts: &Accounts) -> Result<Option<Filter>, Problem> {
        let player = match &self.player {
            Some(name) if name.contains('\0') => return Ok(None),
            Some(name) => match accounts.find(name).await? {
                Some(player) => Some(player.id),
                None => return Ok(None),
            },
            None => None,
        };
        Ok(Some(Filter {
            player,
            status: self.status.map(Status::from),
            ruleset: self.ruleset.as_ref().map(|ruleset| ruleset.replace('\0', "")),
            seats: self.seats.and_then(SeatCount::new),
            label: self.label.as_ref().map(|label| text::normal(&label.replace('\0', ""))),
            ..Filter::default()
        }))
    }
}

/// List games
///
/// Returns public games, the newest first. With `player`, returns the games of that player, including games
/// that are not public if the caller may see them. With `Accept: application/x-ndjson`, the whole list is
/// streamed, one game on each line.
#[utoipa::path(tag = "games", params(ListQuery), responses(
    (status = 200, description = "A page of games", content((GamePage = "application/json"), (String = "application/x-ndjson")),
        headers(("Link" = String, description = "The next page, as `<…>; rel=\"next\"`")))
))]
#[get("/v1/games")]
pub async fn list_games(
    request: HttpRequest,
    games: web::Data<Reading>,
    accounts: web::Data<Accounts>,
    viewer: LiveViewer,
    query: web::Query<ListQuery>,
) -> Result<HttpResponse, Problem> {
    let query = query.into_inner().checked()?;
    let lines = accept::choose(&request, &["application/json", NDJSON])? == 1;
    let after = query.cursor.map(GameId);
    let Some(filter) = query.filter(&accounts).await? else {
        return Ok(if lines { no_lines() } else { page(&request, &[], None) });
    };
    let listing = Listing { games, filter, caller: viewer.0 };
    if lines {
        return Ok(HttpResponse::Ok()
            .content_type(NDJSON)
            .insert_header((header::VARY, "accept"))
            .streaming(listing.lines(after)));
    }
    let (games, next) = listing.page(after, query.limit.unwrap_or(PAGE_ITEMS)).await?;
    Ok(page(&request, &games, next))
}

fn no_lines() -> HttpResponse {
    HttpResponse::Ok().content_type(NDJSON).insert_header((header::VARY, "accept")).finish()
}

fn page(request: &HttpRequest, games: &[Listed], next: Option<GameId>) -> HttpResponse {
    let next_cursor = next.map(|next| next.to_string());
    let mut response = HttpResponse::Ok();
    response.insert_header((header::VARY, "accept"));
    if let Some(cursor) = &next_cursor {
        response.insert_header((header::LINK, next_link(request, "/v1/games", cursor)));
    }
    response.json(GamePage { items: games.iter().map(GameItem::from).collect(), next_cursor })
}
