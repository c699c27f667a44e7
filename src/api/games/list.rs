//! Listing games.

use std::sync::Arc;

use actix_web::http::header::{self, EntityTag, HeaderValue};
use actix_web::web::Bytes;
use actix_web::{HttpRequest, HttpResponse, web};
use chrono::{DateTime, Utc};
use futures_util::stream;
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::clock::ClockBody;
use super::delay::SpectatorDelayBody;
use super::filter::query_of_games;
use crate::extract::LiveViewer;
use crate::http::accept;
use crate::http::outcome::As;
use crate::http::paging::{Linked, PAGE_ITEMS, PAGE_ITEMS_MAX, Page, link_next, page_of};
use crate::http::tag;
use crate::http::together::Together;
use crate::instant;
use crate::play::events::SeatedBody;
use crate::play::rulesets::PlayedBody;
use crate::play::view::{ResultBody, ToActBody, TurnBody};
use crate::{Code, Problem};
use lapidary_model::auth::{Identity, PlayerId};
use lapidary_model::game::{GameId, Status, Visibility};
use lapidary_model::listing::{Filter, Listed};
use lapidary_model::player::Occupant;
use lapidary_model::rating::pool_of;
use lapidary_operation::operation;
use lapidary_service::Accounts;
use lapidary_service::games::Reading;

/// The media type of a list that is streamed completely.
pub(crate) const NDJSON: &str = "application/x-ndjson";

query_of_games! {
    /// The filters and the page of a list of games.
    pub struct ListQuery {
        /// Only games in which this player sits: public games, and other games that the caller may see.
        #[param(nullable = false, example = "ada")]
        player: Option<String>,
    }
}

page_of!(GameItem, "GamePage", "A page of games.", "The games, in the order of their creation.");

/// A game in a list.
#[derive(Debug, Serialize, ToSchema)]
pub struct GameItem {
    id: Uuid,
    #[serde(flatten)]
    played: PlayedBody,
    visibility: Visibility,
    status: Status,
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
    /// How many streams of others follow the game, on all servers. 0 when the game is over, and for those who
    /// see it later than the seats.
    #[schema(example = 0)]
    watchers: usize,
    /// The result; null unless the game was played to its end.
    result: Option<ResultBody>,
}

impl From<&Listed> for GameItem {
    fn from(game: &Listed) -> Self {
        let seated = |(seat, occupant): (u8, &Occupant)| SeatedBody { seat, player: occupant.into() };
        GameItem {
            id: game.id.0,
            played: game.terms.ruleset.into(),
            visibility: game.terms.visibility,
            status: game.status,
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
            watchers: game.watchers,
            result: game.outcome.as_ref().map(|outcome| ResultBody::of(outcome, None)),
        }
    }
}

/// A list during its reading, page by page.
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

    /// Returns all games as lines, page by page. The next page is loaded when the client has received the
    /// last one.
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
    /// Returns the filter. None if a named player does not exist, because then no game matches.
    async fn filter(&self, accounts: &Accounts) -> Result<Option<Filter>, Problem> {
        if self.opponent.is_some() && self.player.is_none() {
            return Err(Problem::new(Code::Malformed, "`opponent` needs `player`, against whom they play."));
        }
        let Some(filter) = self.shared().filter(accounts).await? else { return Ok(None) };
        let player = match &self.player {
            Some(name) => match accounts.find(name).await? {
                Some(player) => Some(player.id),
                None => return Ok(None),
            },
            None => None,
        };
        Ok(Some(Filter { player, ..filter }))
    }
}

/// The pages in progress. Equal requests that wait at the same time get the same page.
#[derive(Default)]
pub struct PagesOfGames(Together<PageKey, Arc<TaggedPage>>);

/// Equal queries get the same page.
#[derive(Clone, PartialEq, Eq, Hash)]
struct PageKey {
    query: String,
    caller: Option<PlayerId>,
}

/// A page of games as JSON, with its tag.
struct TaggedPage {
    json: Bytes,
    tag: EntityTag,
    next_cursor: Option<String>,
}

impl TaggedPage {
    fn of(games: &[Listed], next: Option<GameId>) -> Result<TaggedPage, Problem> {
        let next_cursor = next.map(|next| next.to_string());
        let items: Vec<GameItem> = games.iter().map(GameItem::from).collect();
        let json = Bytes::from(tag::json(&Page::new(items, next_cursor.clone()))?);
        Ok(TaggedPage { tag: tag::tag_of(&json), json, next_cursor })
    }

    fn response(&self, request: &HttpRequest) -> HttpResponse {
        let (tag, json) = (self.tag.clone(), self.json.clone());
        let mut response = tag::answer(request, tag, tag::PRIVATE, "application/json", json);
        response.headers_mut().append(header::VARY, HeaderValue::from_static("accept"));
        link_next(request, &mut response, self.next_cursor.as_deref());
        response
    }
}

/// The JSON response of `list_games`.
type GamePage = Page<GameItem>;

/// List games
///
/// Returns public games, the newest first unless `sort` says otherwise. With `player`, returns the games of
/// that player, including games that are not public if the caller may see them. With `Accept:
/// application/x-ndjson`, the whole list is streamed, one game on each line. `If-None-Match`, with the tag of
/// an earlier response, returns 304 while the page is the same.
#[operation(get "/v1/games", tag = "games", returns = "A page of games", "application/x-ndjson" = "")]
pub async fn list_games(
    request: HttpRequest,
    games: web::Data<Reading>,
    accounts: web::Data<Accounts>,
    pages: web::Data<PagesOfGames>,
    viewer: LiveViewer,
    query: web::Query<ListQuery>,
) -> Result<As<Linked<GamePage>>, Problem> {
    let query = query.into_inner();
    let (limit, after) = (query.limit.unwrap_or(PAGE_ITEMS), query.cursor.map(GameId));
    if accept::choose(&request, &["application/json", NDJSON])? == 1 {
        let filter = query.filter(&accounts).await?;
        let mut response = HttpResponse::Ok();
        response.content_type(NDJSON).insert_header((header::VARY, "accept"));
        return Ok(match filter {
            Some(filter) => response.streaming(Listing { games, filter, caller: viewer.0 }.lines(after)),
            None => response.finish(),
        }
        .into());
    }
    let caller = viewer.0;
    let key = PageKey {
        query: request.query_string().to_owned(),
        caller: caller.as_ref().map(|caller| caller.player),
    };
    let make = async || {
        let (found, next) = match query.filter(&accounts).await? {
            Some(filter) => Listing { games: games.clone(), filter, caller }.page(after, limit).await?,
            None => (Vec::new(), None),
        };
        TaggedPage::of(&found, next).map(Arc::new)
    };
    Ok(pages.0.get(key, make).await?.response(&request).into())
}
