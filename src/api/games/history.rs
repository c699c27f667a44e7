//! The log of a game over HTTP.

use std::time::Duration;

use actix_web::http::header::{self, HeaderValue};
use actix_web::{HttpRequest, web};
use serde::Serialize;
use utoipa::{PartialSchema, ToSchema};

use super::event::shown;
use super::look::Waiting;
use super::stream::FrameBody;
use crate::contract::describe::{Description, Outcome, string_header};
use crate::extract;
use crate::extract::Path;
use crate::http::accept;
use crate::http::outcome::{As, Tagged};
use crate::http::tag::tagged;
use crate::play::events::EventBody;
use crate::streams::{LINES, SSE, Transport, begin_stream, last_event_id, streamed};
use crate::{Code, Problem};
use lapidary_model::game::{GameId, Version};
use lapidary_operation::{operation, query};
use lapidary_service::games::{Events, FollowUntil};

/// The part of the log to return.
#[query]
pub struct EventsQuery {
    /// Returns the entries after this version; without it all entries, or in a stream those from now on.
    #[param(minimum = 0, nullable = false)]
    since: Option<u32>,
    /// The maximum number of entries, 1 to 2000. If `more` is true, repeat the request with `since` set to
    /// `version`.
    #[serde(default = "page")]
    #[param(minimum = 1, maximum = 2000, default = 2000)]
    limit: usize,
    /// How long to wait for the next entry if there is none after `since`, in milliseconds. The response
    /// comes as soon as there is one, or the game is over. A wait beyond the limit of waits is refused with
    /// `too_many_requests`.
    #[serde(default)]
    #[param(minimum = 0, maximum = 60000, default = 0)]
    wait: u64,
    /// For a stream of a player of the game: whether it stays open after the end of the game, at most ten
    /// minutes, until the rematch has started. For everybody else the stream ends with the game.
    #[serde(default)]
    #[param(default = false)]
    rematch: bool,
    /// A ticket of `POST /v1/stream-tickets`, instead of a token.
    #[param(nullable = false)]
    #[serde(rename = "ticket")]
    _ticket: Option<String>,
}

/// The maximum number of entries in a response.
const PAGE_ENTRIES_MAX: usize = 2_000;
/// The maximum wait for the next entry, in milliseconds.
const WAIT_MS_MAX: u64 = 60_000;

fn page() -> usize {
    PAGE_ENTRIES_MAX
}

/// A part of a game's log.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Events)]
pub struct EventsBody {
    /// The version of the game after the last of these entries.
    version: u32,
    /// Whether the log has more entries after this version.
    more: bool,
    /// The entries in order.
    events: Vec<EventBody>,
}

impl EventsBody {
    /// Returns the first entries of a part of a log.
    fn page(part: &Events, limit: usize) -> Self {
        let more = part.events.len() > limit;
        let page = &part.events[..limit.min(part.events.len())];
        let last = page.last().filter(|_| more).map_or(part.version, |event| event.seq);
        EventsBody {
            version: last.0,
            more,
            events: page.iter().map(|event| shown(event, part.viewer)).collect(),
        }
    }
}

impl Outcome for EventsBody {
    fn describe(description: &mut Description) {
        Tagged::<EventsBody>::describe(description);
        description.stream::<FrameBody>();
        let last = string_header("Last-Event-ID", "For a stream: the last `seq` that the client received");
        description.parameter(last.schema(Some(u32::schema())).build());
    }
}

/// Get the log of a game, or follow it
///
/// Returns the log as the caller may see it. The `effects` are enough to animate the board without knowing
/// the rules. With `wait`, the response waits for the next entry.
///
/// With `Accept: application/x-ndjson` or `text/event-stream`, the response is a stream. Its first frame is a
/// `snapshot` of the game at `since`, or of the current game. Then each entry follows as one frame, as soon
/// as it is stored. While nothing happens, an empty line or a comment is sent every 5 seconds. The last frame
/// is `stream_end`; a stream that ends without it was interrupted. To continue, send the last `seq` as
/// `since`, or as `Last-Event-ID`, which browsers do on their own: then no entry is lost and none comes
/// twice. With `rematch=true`, players of the game learn who wants to play again: the end of the game is
/// followed by a `rematch` frame for each change, until the rematch has started.
#[operation(get "/v1/games/{id}/events", tag = "games", returns = "The entries")]
pub async fn get_events(
    request: HttpRequest,
    waiting: Waiting,
    viewer: extract::QueuedViewer,
    Path(id): Path<GameId>,
    query: web::Query<EventsQuery>,
) -> Result<As<EventsBody>, Problem> {
    if !(1..=PAGE_ENTRIES_MAX).contains(&query.limit) {
        let detail = format!("`limit` must be from 1 to {PAGE_ENTRIES_MAX}.");
        return Err(Problem::new(Code::Malformed, detail));
    }
    if query.wait > WAIT_MS_MAX {
        let detail = format!("`wait` must be from 0 to {WAIT_MS_MAX}.");
        return Err(Problem::new(Code::Malformed, detail));
    }
    // Reads it in any case, to notice mistakes in it.
    let last_event_id = last_event_id(&request)?;
    let transport = match accept::choose(&request, &["application/json", LINES, SSE])? {
        0 => {
            if query.wait > 0 {
                waiting.begin()?;
            }
            let (since, wait) = (Version(query.since.unwrap_or(0)), Duration::from_millis(query.wait));
            let part = Box::pin(waiting.games.events_within(id, &viewer.0, since, wait)).await?;
            let mut response = tagged(&request, &EventsBody::page(&part, query.limit))?;
            response.headers_mut().append(header::VARY, HeaderValue::from_static("accept"));
            return Ok(response.into());
        }
        stream => Transport::chosen(stream - 1),
    };
    let since = last_event_id.or(query.since).map(Version);
    let until = if query.rematch { FollowUntil::Rematch } else { FollowUntil::GameOver };
    let places = begin_stream(&request, waiting.place().cloned())?;
    let follower = Box::pin(waiting.games.clone().into_inner().follow(id, viewer.0, since, until)).await?;
    Ok(streamed(&request, follower, transport, places).into())
}
