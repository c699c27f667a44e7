//! The exports of finished public games in a period, one game per line.

use actix_web::http::header::{self, ETag, EntityTag, HeaderValue};
use actix_web::web::Bytes;
use actix_web::{HttpMessage, HttpRequest, HttpResponse, web};
use futures_util::stream::{self, Stream};

use super::filter::{SharedQuery, query_with_filters};
use super::list::NDJSON;
use crate::contract::describe::{Description, Outcome};
use crate::export::line::LineFormat;
use crate::export::v1::whole::ExportBody;
use crate::extract::QueuedViewer;
use crate::http::accept;
use crate::http::outcome::{As, TAG};
use crate::http::paging::{LINK, link_next};
use crate::http::tag::{ASK_AGAIN, tag_of, unchanged};
use crate::limit::RequestPlace;
use crate::streams::begin_stream;
use crate::{Code, Problem};
use lapidary_model::auth::Visitor;
use lapidary_model::game::GameId;
use lapidary_model::listing::{Filter, Listed, Order};
use lapidary_operation::operation;
use lapidary_service::Accounts;
use lapidary_service::games::{FinishedPage, Reading};

/// The maximum number of games in a response, which is also the default.
const GAMES_MAX: u16 = 1_000;
/// The number of games that are replayed in one turn of the queue and sent together.
const GAMES_AT_ONCE: usize = 8;

/// Returns the media type of lines with this content.
const fn media_type(format: LineFormat) -> &'static str {
    match format {
        LineFormat::Export => NDJSON,
        LineFormat::Notation => "text/plain; charset=utf-8",
    }
}

query_with_filters! {
    /// Which games are exported.
    pub struct ExportsQuery {}
    then {
        /// The maximum number of games, 1 to 1000, which is the default.
        #[param(minimum = 1, maximum = 1000, nullable = false)]
        limit: Option<u16>,
        /// The id of the last game that the client has; the response begins behind it. The link to the next
        /// games has it.
        #[serde(default, deserialize_with = "crate::http::paging::cursor")]
        #[param(value_type = Option<String>, nullable = false)]
        cursor: Option<uuid::Uuid>,
    }
}

impl ExportsQuery {
    /// Returns the maximum number of games.
    fn limit(&self) -> Result<u16, Problem> {
        let limit = self.limit.unwrap_or(GAMES_MAX);
        if !(1..=GAMES_MAX).contains(&limit) {
            return Err(Problem::new(Code::Malformed, "`limit` must be from 1 to 1000."));
        }
        match (self.since, self.until) {
            (Some(since), Some(until)) if until <= since => {
                Err(Problem::new(Code::Malformed, "`until` must be later than `since`."))
            }
            _ => Ok(limit),
        }
    }

    async fn filter(&self, accounts: &Accounts) -> Result<Filter, Problem> {
        let shared = SharedQuery { sort: Order::Oldest, ..self.filters() };
        Ok(shared.filter(accounts).await?.unwrap_or_default())
    }
}

/// Returns the tag of a response with these games. A finished game never changes, except that erased players
/// lose their names.
fn tag(page: &FinishedPage, format: LineFormat) -> EntityTag {
    let mut known = format!("{} {} {:?}", env!("CARGO_PKG_VERSION"), format.name(), page.next);
    for Listed { id, occupants, .. } in &page.games {
        let named = occupants.iter().map(|occupant| if occupant.username.is_some() { 'n' } else { 'e' });
        known.push_str(&id.to_string());
        known.extend(named);
    }
    tag_of(known.as_bytes())
}

/// Returns the games as lines in parts. The next part is read when the client has received this one.
/// Meanwhile only `held` is kept.
fn lines(
    games: web::Data<Reading>,
    ids: Vec<GameId>,
    format: LineFormat,
    visitor: Visitor,
    held: impl Sized,
) -> impl Stream<Item = Result<Bytes, actix_web::Error>> {
    stream::try_unfold((ids, held), move |(mut ids, held)| {
        let games = games.clone();
        async move {
            let mut lines = Vec::new();
            // A part without lines would end the body.
            while lines.is_empty() && !ids.is_empty() {
                let rest = ids.split_off(GAMES_AT_ONCE.min(ids.len()));
                for export in games.exports(&ids, &visitor).await.map_err(Problem::from)? {
                    format.push(&ExportBody::from(&export), &mut lines).map_err(Problem::internal)?;
                }
                ids = rest;
            }
            Ok((!lines.is_empty()).then(|| (Bytes::from(lines), (ids, held))))
        }
    })
}

/// Finished games as lines.
pub struct ExportedGames;

impl Outcome for ExportedGames {
    fn describe(description: &mut Description) {
        let content = description.content::<ExportBody>();
        description.form("200", NDJSON, content);
        description.headers("200", &[LINK, TAG]);
        description.not_modified();
    }
}

/// Export finished games
///
/// Streams the finished public games of a time span, the first created first, at most 1,000: each line is the
/// export of a game as `export_game` returns it to somebody without a token. With `Accept: text/plain`, each
/// line is the game as text with a tab in place of each line break; forks, which have no text, are left out.
///
/// The header `Link` has the address of the games that follow. A client that was cut off sends the id of the
/// last game that it has whole as `cursor`. `If-None-Match`, with the tag of an earlier response, returns 304
/// if it has the same games and no player of them has erased the account since. See `docs/data.md`.
#[operation(get "/v1/exports/games", tag = "games", returns = "The games",
    Link = "The games that follow, as `<…>; rel=\"next\"`", "text/plain" = "format: lapidary-text-1")]
pub async fn export_games(
    request: HttpRequest,
    games: web::Data<Reading>,
    accounts: web::Data<Accounts>,
    visitor: QueuedViewer,
    query: web::Query<ExportsQuery>,
) -> Result<As<ExportedGames>, Problem> {
    let format = LineFormat::ALL[accept::choose(&request, &LineFormat::ALL.map(media_type))?];
    let limit = query.limit()?;
    let filter = query.filter(&accounts).await?;
    let page = games.finished(&filter, query.cursor.map(GameId), limit.into(), &visitor.0).await?;
    let tag = tag(&page, format);
    let next = page.next.map(|next| next.to_string());
    let mut response = match unchanged(&request, &tag, ASK_AGAIN) {
        Some(unchanged) => unchanged,
        None => {
            let place = request.extensions().get::<RequestPlace>().cloned();
            let places = begin_stream(&request, place)?;
            let ids = page.games.iter().map(|game| game.id).collect();
            let mut response = HttpResponse::Ok();
            response.content_type(media_type(format)).insert_header(ETag(tag));
            response.insert_header((header::CACHE_CONTROL, ASK_AGAIN));
            response.streaming(lines(games, ids, format, visitor.0, places))
        }
    };
    response.headers_mut().append(header::VARY, HeaderValue::from_static("accept"));
    link_next(&request, &mut response, next.as_deref());
    Ok(response.into())
}
