//! The log of a game in sentences.

use actix_web::http::header::{self, HeaderValue};
use actix_web::{HttpRequest, web};
use chrono::{DateTime, Utc};
use serde::Serialize;
use utoipa::ToSchema;

use super::event::shown;
use crate::extract::{Path, QueuedViewer};
use crate::http::outcome::{As, Spoken};
use crate::http::tag::tagged;
use crate::play::lines::Teller;
use crate::words::spoken::current_language;
use crate::{Code, Problem, instant};
use lapidary_model::game::{GameId, Version};
use lapidary_operation::{operation, query};
use lapidary_service::games::{GameRefusal, Happening, Reading};

/// The maximum number of lines in a response.
const LINES_MAX: usize = 2_000;

/// The part of the log to return.
#[query]
pub struct LinesQuery {
    /// Returns the lines of the entries after this version.
    #[serde(default)]
    #[param(minimum = 0, default = 0)]
    since: u32,
    /// The maximum number of lines, 1 to 2000. If `more` is true, repeat the request with `since` set to
    /// the `seq` of the last line.
    #[serde(default = "page")]
    #[param(minimum = 1, maximum = 2000, default = 2000)]
    limit: usize,
}

fn page() -> usize {
    LINES_MAX
}

/// A part of a game's log in sentences.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Lines)]
pub struct LinesBody {
    /// The language of the lines.
    #[schema(example = "en")]
    language: &'static str,
    /// The version of the game.
    version: u32,
    /// Whether the log has more entries after the last line.
    more: bool,
    /// A line for each entry, in order.
    lines: Vec<LineBody>,
}

/// What one entry of the log did.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Line)]
pub struct LineBody {
    /// The version of the game after the entry, as in the log.
    seq: u64,
    /// When it happened.
    #[serde(serialize_with = "instant::serialize")]
    at: DateTime<Utc>,
    /// One or several sentences.
    #[schema(example = "ada takes 2 white. bob begins turn 2.")]
    text: String,
}

/// Get the log of a game in sentences
///
/// Returns what the caller may see of each entry, in the language of `Accept-Language`: English, German,
/// French or Spanish. Players are called by their usernames, pieces by our own names. The words can change
/// with a new version of the server; programs read the log itself.
#[operation(get "/v1/games/{id}/lines", tag = "games", returns = "The lines")]
pub async fn get_lines(
    request: HttpRequest,
    games: web::Data<Reading>,
    viewer: QueuedViewer,
    Path(id): Path<GameId>,
    query: web::Query<LinesQuery>,
) -> Result<As<Spoken<LinesBody>>, Problem> {
    if !(1..=LINES_MAX).contains(&query.limit) {
        return Err(Problem::new(Code::Malformed, format!("`limit` must be from 1 to {LINES_MAX}.")));
    }
    // The first entry has the names, so the whole log is read. A replay needs all of it anyway.
    let log = Box::pin(games.events(id, &viewer.0, Version(0))).await?;
    if Version(query.since) > log.version {
        return Err(GameRefusal::NoSuchVersion { version: log.version }.into());
    }
    let started = log.events.iter().find_map(|event| match &event.happening {
        Happening::Started(start) => Some(start),
        _ => None,
    });
    let names = started.iter().flat_map(|start| &start.seats).map(|occupant| occupant.username.as_deref());
    let ruleset = started.map_or("splendor", |start| start.ruleset.id());
    let language = current_language();
    let teller = Teller::new(language, ruleset, names);
    let mut wanted = log.events.iter().filter(|event| event.seq.0 > query.since);
    let lines = wanted.by_ref().take(query.limit).map(|event| {
        let event = shown(event, log.viewer);
        LineBody { seq: event.seq, at: event.at, text: teller.line(&event) }
    });
    let lines: Vec<LineBody> = lines.collect();
    let more = wanted.next().is_some();
    let body = LinesBody { language: language.name(), version: log.version.0, more, lines };
    let mut response = tagged(&request, &body)?;
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_LANGUAGE, HeaderValue::from_static(language.name()));
    headers.append(header::VARY, HeaderValue::from_static("accept-language"));
    Ok(response.into())
}
