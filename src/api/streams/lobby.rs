//! The lobby: the public games that wait for players, as a stream or at once.

use actix_web::http::header::{self, HeaderValue};
use actix_web::{HttpMessage, HttpRequest, HttpResponse, get, web};
use chrono::{DateTime, Utc};
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::ending::StreamEndBody;
use super::own::StreamQuery;
use super::response::{Source, begin_stream, streamed};
use super::transport::{Frames, LINES, SSE, Transport};
use crate::Problem;
use crate::extract::Viewer;
use crate::games::list::GameItem;
use crate::http::accept;
use crate::http::tag::tagged;
use crate::instant;
use crate::limit::RequestPlace;
use lapidary_model::listing::Listed;
use lapidary_service::games::{Following, LobbyChange, LobbyFollower, LobbyFrame};

/// What is in the lobby. Lists may be added.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Lobby)]
pub struct LobbyBody {
    /// The public games that wait for players, the newest first, at most 200.
    games: Vec<GameItem>,
}

/// A game that is no longer in the lobby.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = LobbyGameGone)]
pub struct LobbyGameGoneBody {
    id: Uuid,
}

/// A frame of the stream of the lobby; types may be added.
#[derive(Serialize, ToSchema)]
#[schema(as = LobbyFrame)]
pub struct LobbyFrameBody {
    #[serde(flatten)]
    news: LobbyNewsBody,
    /// The time of the server when it sent the frame.
    #[serde(serialize_with = "instant::serialize")]
    server_time: DateTime<Utc>,
}

/// What a follower of the lobby is told.
#[derive(Serialize, ToSchema)]
#[serde(tag = "type", content = "data", rename_all = "snake_case")]
#[schema(as = LobbyNews)]
pub enum LobbyNewsBody {
    /// Everything in the lobby. It is the first frame.
    Snapshot(LobbyBody),
    /// A game is new or has changed: it replaces the one with the same id.
    Game(Box<GameItem>),
    /// A game has started, was aborted, or is too old for the list: remove it.
    GameGone(LobbyGameGoneBody),
    /// The last frame.
    StreamEnd(StreamEndBody),
}

impl<'a, I: IntoIterator<Item = &'a Listed>> From<I> for LobbyBody {
    fn from(games: I) -> Self {
        LobbyBody { games: games.into_iter().map(GameItem::from).collect() }
    }
}

impl From<&LobbyChange> for LobbyNewsBody {
    fn from(change: &LobbyChange) -> Self {
        match change {
            LobbyChange::Game(game) => LobbyNewsBody::Game(Box::new(game.as_ref().into())),
            LobbyChange::GameGone(id) => LobbyNewsBody::GameGone(LobbyGameGoneBody { id: id.0 }),
        }
    }
}

impl Source for LobbyFollower {
    async fn write_next(&mut self, frames: &mut Frames) -> Result<bool, Problem> {
        let Some(frame) = self.next().await else { return Ok(false) };
        let news = match &frame {
            LobbyFrame::KeepAlive => {
                frames.keep_alive();
                return Ok(true);
            }
            LobbyFrame::Snapshot(games) => {
                vec![LobbyNewsBody::Snapshot(games.iter().map(AsRef::as_ref).into())]
            }
            LobbyFrame::Changes(changes) => changes.iter().map(LobbyNewsBody::from).collect(),
            LobbyFrame::End(reason) => vec![LobbyNewsBody::StreamEnd(StreamEndBody::new(*reason, None))],
        };
        let server_time = Utc::now();
        for news in news {
            frames.push(None, &LobbyFrameBody { news, server_time })?;
        }
        Ok(true)
    }
}

/// Follow the lobby
///
/// With `Accept: application/x-ndjson` or `text/event-stream`, the response is a stream. Its first frame is a
/// `snapshot` of the public games that wait for players. Every further frame puts a game into the list
/// (`game`) or removes one (`game_gone`), at most a second after it has changed. With a token, games with
/// players that the caller has blocked are left out. A client that was away connects again and gets a new
/// snapshot; frames have no numbers. While nothing happens, an empty line or a comment is sent every 5
/// seconds. The last frame is `stream_end`; a stream that ends without it was interrupted. With
/// `Accept: application/json`, the response is the data of the snapshot.
#[utoipa::path(tag = "streams", params(StreamQuery), responses(
    (status = 200, description = "The lobby", content((LobbyBody = "application/json"), (LobbyFrameBody = "application/x-ndjson"), (LobbyFrameBody = "text/event-stream")), headers(("ETag" = String, description = "The tag of this response")))
))]
#[get("/v1/lobby/events")]
pub async fn get_lobby_events(
    request: HttpRequest,
    games: web::Data<Following>,
    viewer: Viewer,
    _query: web::Query<StreamQuery>,
) -> Result<HttpResponse, Problem> {
    let games = games.into_inner();
    let transport = match accept::choose(&request, &["application/json", LINES, SSE])? {
        0 => {
            let listed = games.lobby(viewer.0).await?;
            let mut response = tagged(&request, &LobbyBody::from(listed.iter().map(AsRef::as_ref)))?;
            response.headers_mut().append(header::VARY, HeaderValue::from_static("accept"));
            return Ok(response);
        }
        stream => Transport::chosen(stream - 1),
    };
    let place = request.extensions().get::<RequestPlace>().cloned();
    let places = begin_stream(&request, place)?;
    let follower = games.follow_lobby(viewer.0).await?;
    Ok(streamed(&request, follower, transport, places))
}
