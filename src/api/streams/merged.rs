//! Several streams on one connection: browsers open only six connections to an HTTP/1.1 server.
//!
//! A separate task follows each stream and waits until its frames are taken. So a client that reads slowly
//! falls behind as with separate streams.

use actix_web::http::header;
use actix_web::rt::task::JoinHandle;
use actix_web::{HttpMessage, HttpRequest, rt, web};
use serde::Serialize;
use tokio::sync::mpsc;
use tokio::time::timeout;
use utoipa::ToSchema;

use super::lobby::LobbyFrameBody;
use super::own::OwnFrameBody;
use super::response::{Source, begin_stream, streamed};
use super::transport::{Frames, LINES, SSE, Transport};
use crate::contract::describe::{Description, Outcome};
use crate::extract::{QueuedViewer, hyphenated};
use crate::games::stream::FrameBody;
use crate::http::accept;
use crate::http::outcome::As;
use crate::limit::RequestPlace;
use crate::{Code, Problem};
use lapidary_model::game::{GameId, Version};
use lapidary_operation::{operation, query};
use lapidary_service::games::{FollowUntil, Following};
use lapidary_service::stream::KEEP_ALIVE;

/// The maximum number of games on one connection.
const MERGED_GAMES_MAX: usize = 32;
/// The maximum number of frames of all streams that wait to be sent.
const FRAMES_WAITING_MAX: usize = 4;

/// The streams on one connection.
#[query]
pub struct MergedQuery {
    /// The ids of up to 32 games, separated by commas; each may be followed by a colon and the version from
    /// which to go on, as `since` of its own stream.
    #[param(nullable = false, max_length = 2048, example = "0190a000-0000-7000-8000-000000000000:17")]
    games: Option<String>,
    /// Whether to follow what waits for the caller.
    #[serde(default)]
    #[param(default = false)]
    me: bool,
    /// Whether to follow the lobby.
    #[serde(default)]
    #[param(default = false)]
    lobby: bool,
    /// Whether the streams of games whose player the caller is stay open after the end, until the rematch has
    /// started, as with `rematch` of their own streams.
    #[serde(default)]
    #[param(default = false)]
    rematch: bool,
    /// A ticket of `POST /v1/stream-tickets`, instead of a token.
    #[param(nullable = false)]
    #[serde(rename = "ticket")]
    _ticket: Option<String>,
}

/// A frame of one of several streams.
#[derive(Serialize, ToSchema)]
pub struct MergedFrame {
    /// The path of the stream, which is also a path of its own: `/v1/games/{id}/events`, `/v1/me/events` or
    /// `/v1/lobby/events`.
    #[schema(example = "/v1/me/events")]
    stream: String,
    /// The frame, as that stream sends it.
    frame: MergedFrameBody,
}

/// The frame of a stream.
#[derive(Serialize, ToSchema)]
#[serde(untagged)]
#[expect(dead_code, reason = "it describes what is written from the frames of the streams")]
enum MergedFrameBody {
    Game(Box<FrameBody>),
    Own(Box<OwnFrameBody>),
    Lobby(Box<LobbyFrameBody>),
}

/// A game to follow, and the version from which to continue.
type Followed = (GameId, Option<Version>);

/// Reads the games to follow.
fn followed(text: &str) -> Result<Vec<Followed>, Problem> {
    let refused = || {
        let detail = "`games` must be the ids of up to 32 games, each once, separated by commas; \
                      after each a colon and a version may stand.";
        Problem::new(Code::Malformed, detail)
    };
    let mut games: Vec<Followed> = Vec::new();
    for part in text.split(',').filter(|part| !part.is_empty()) {
        let (id, since) = part.split_once(':').map_or((part, None), |(id, since)| (id, Some(since)));
        let id = GameId(hyphenated(id).ok_or_else(refused)?);
        let since = since.map(|since| since.parse().map(Version).map_err(|_| refused())).transpose()?;
        if games.len() == MERGED_GAMES_MAX || games.iter().any(|(known, _)| *known == id) {
            return Err(refused());
        }
        games.push((id, since));
    }
    Ok(games)
}

/// Several streams as one source.
struct Merged {
    frames: mpsc::Receiver<Result<Vec<u8>, Problem>>,
    tasks: Vec<JoinHandle<()>>,
}

impl Merged {
    fn new() -> (Merged, mpsc::Sender<Result<Vec<u8>, Problem>>) {
        let (sender, frames) = mpsc::channel(FRAMES_WAITING_MAX);
        (Merged { frames, tasks: Vec::new() }, sender)
    }

    /// Follows one more stream, at this path.
    fn add(
        &mut self,
        path: String,
        transport: Transport,
        sender: mpsc::Sender<Result<Vec<u8>, Problem>>,
        mut source: impl Source,
    ) {
        self.tasks.push(rt::spawn(async move {
            loop {
                let mut frames = Frames::of(transport, path.clone());
                let more = source.write_next(&mut frames).await;
                let sent = match more {
                    Ok(true) if frames.is_empty() => Ok(()),
                    Ok(true) => sender.send(Ok(frames.into_vec())).await,
                    Ok(false) => return,
                    Err(problem) => sender.send(Err(problem)).await,
                };
                if sent.is_err() {
                    return;
                }
            }
        }));
    }
}

impl Source for Merged {
    async fn write_next(&mut self, frames: &mut Frames) -> Result<bool, Problem> {
        match timeout(KEEP_ALIVE, self.frames.recv()).await {
            Ok(Some(sent)) => frames.extend(&sent?),
            Ok(None) => return Ok(false),
            Err(_) => frames.keep_alive(),
        }
        Ok(true)
    }
}

impl Drop for Merged {
    fn drop(&mut self) {
        self.tasks.iter().for_each(JoinHandle::abort);
    }
}

impl Outcome for MergedFrame {
    fn describe(description: &mut Description) {
        description.stream::<MergedFrame>();
    }
}

/// Follow several streams
///
/// Sends the frames of several streams on one connection: of games, of what waits for the caller, of the
/// lobby. Each frame says to which stream it belongs and is what that stream sends, its first `snapshot` and
/// its last `stream_end` included; the connection ends when all streams have ended. Frames have no ids, so a
/// browser that connects again begins with the snapshots at the versions in the address: they replace what it
/// has. It is one stream among those of the client.
#[operation(get "/v1/events", tag = "streams", returns = "The frames")]
pub async fn get_merged_events(
    request: HttpRequest,
    following: web::Data<Following>,
    viewer: QueuedViewer,
    query: web::Query<MergedQuery>,
) -> Result<As<MergedFrame>, Problem> {
    let transport = Transport::chosen(accept::choose(&request, &[LINES, SSE])?);
    let games = followed(query.games.as_deref().unwrap_or_default())?;
    if games.is_empty() && !query.me && !query.lobby {
        return Err(Problem::new(
            Code::Malformed,
            "Name `games`, or set `me` or `lobby`, to follow something.",
        ));
    }
    let (caller, following) = (viewer.0.identity, following.into_inner());
    if query.me && caller.is_none() {
        return Err(Problem::new(Code::Unauthenticated, "`me` needs an access token."));
    }
    let place = request.extensions().get::<RequestPlace>().cloned();
    let places = begin_stream(&request, place)?;
    let (mut merged, sender) = Merged::new();
    if let Some(caller) = caller.filter(|_| query.me) {
        let follower = following.clone().follow_own(caller).await?;
        merged.add("/v1/me/events".to_owned(), transport, sender.clone(), follower);
    }
    if query.lobby {
        let follower = following.clone().follow_lobby(caller).await?;
        merged.add("/v1/lobby/events".to_owned(), transport, sender.clone(), follower);
    }
    let until = if query.rematch { FollowUntil::Rematch } else { FollowUntil::GameOver };
    for (id, since) in games {
        let follower = Box::pin(following.clone().follow(id, viewer.0, since, until)).await?;
        merged.add(format!("/v1/games/{id}/events"), transport, sender.clone(), follower);
    }
    drop(sender);
    let mut response = streamed(&request, merged, transport, places);
    response.headers_mut().append(header::VARY, header::HeaderValue::from_static("accept"));
    Ok(response.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_are_named_once_with_or_without_a_version() {
        let id = "0190a000-0000-7000-8000-000000000000";
        let game = GameId(id.parse().unwrap());
        assert_eq!(followed("").unwrap(), []);
        assert_eq!(followed(id).unwrap(), [(game, None)]);
        assert_eq!(followed(&format!("{id}:17")).unwrap(), [(game, Some(Version(17)))]);
        let many = |count: u128| -> String {
            (0..count).map(|number| format!("{},", uuid::Uuid::from_u128(number))).collect()
        };
        assert_eq!(followed(&many(32)).unwrap().len(), 32);
        for wrong in [&format!("{id},{id}"), &format!("{id}:x"), &format!("{id}:-1"), "abc", &many(33)] {
            assert!(followed(wrong).is_err(), "{wrong}");
        }
    }
}
