//! The lobby: public games that wait for players, running ones, and seeks, as a stream or at once.

use actix_web::{HttpRequest, web};
use chrono::{DateTime, Utc};
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::ending::StreamEndBody;
use super::own::StreamQuery;
use super::state::{StateOrStream, WrittenState, state_or_stream};
use crate::Problem;
use crate::extract::Viewer;
use crate::finding::seeks::SeekBody;
use crate::games::clock::ClockBody;
use crate::games::delay::SpectatorDelayBody;
use crate::games::list::GameItem;
use crate::http::outcome::As;
use crate::instant;
use crate::play::events::SeatedBody;
use crate::play::rulesets::PlayedBody;
use lapidary_model::listing::Running;
use lapidary_model::player::Occupant;
use lapidary_model::rating::pool_of;
use lapidary_operation::operation;
use lapidary_service::games::{Following, LobbyChange, LobbyLists, LobbyState};

/// What is in the lobby. Lists may be added.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Lobby)]
pub struct LobbyBody {
    /// The public games that wait for players, the newest first, at most 200.
    games: Vec<GameItem>,
    /// The public games that run, the newest first, at most 100: without their positions, which change all
    /// the time.
    running: Vec<LobbyRunning>,
    /// The open seeks, the newest first, at most 200.
    seeks: Vec<SeekBody>,
}

/// A public game that runs.
#[derive(Debug, Serialize, ToSchema)]
pub struct LobbyRunning {
    id: Uuid,
    #[serde(flatten)]
    played: PlayedBody,
    clock: ClockBody,
    /// How much later those without a seat see the game; absent if there is no delay.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    spectator_delay: Option<SpectatorDelayBody>,
    /// The pool in which it changes ratings; null if it is unrated.
    #[schema(example = json!(null))]
    pool: Option<String>,
    /// The id of the tournament to which it belongs; null if there is none.
    tournament: Option<Uuid>,
    /// The name that its creator gave it; null if there is none.
    label: Option<String>,
    #[serde(serialize_with = "instant::serialize")]
    created_at: DateTime<Utc>,
    /// The seats in order of play.
    seats: Vec<SeatedBody>,
}

/// Something that is no longer in a list of the lobby.
#[derive(Debug, Serialize, ToSchema)]
pub struct LobbyGameGone {
    id: Uuid,
}

/// A frame of the stream of the lobby; types may be added.
#[derive(Serialize, ToSchema)]
#[schema(as = LobbyFrame)]
pub struct LobbyFrameBody {
    #[serde(flatten)]
    news: LobbyNews,
    /// When the server sent the frame.
    #[serde(serialize_with = "instant::serialize")]
    server_time: DateTime<Utc>,
}

/// What a follower of the lobby is told.
#[derive(Serialize, ToSchema)]
#[serde(tag = "type", content = "data", rename_all = "snake_case")]
pub enum LobbyNews {
    /// Everything in the lobby. It is the first frame.
    Snapshot(LobbyBody),
    /// A game is new or has changed: it replaces the one with the same id.
    Game(Box<GameItem>),
    /// A game has started, was aborted, or is too old for the list: remove it.
    GameGone(LobbyGameGone),
    /// A game runs: add it to those that run.
    Running(Box<LobbyRunning>),
    /// A game has ended, or is too old for the list of those that run: remove it.
    RunningGone(LobbyGameGone),
    /// A seek is new or has changed: it replaces the one with the same id.
    Seek(Box<SeekBody>),
    /// A seek is no longer open, or is too old for the list: remove it.
    SeekGone(LobbyGameGone),
    /// The last frame.
    StreamEnd(StreamEndBody),
}

impl From<&LobbyLists> for LobbyBody {
    fn from(lists: &LobbyLists) -> Self {
        LobbyBody {
            games: lists.games.iter().map(|game| game.as_ref().into()).collect(),
            running: lists.running.iter().map(|game| game.as_ref().into()).collect(),
            seeks: lists.seeks.iter().map(|seek| seek.as_ref().into()).collect(),
        }
    }
}

impl From<&Running> for LobbyRunning {
    fn from(game: &Running) -> Self {
        let seated = |(seat, occupant): (u8, &Occupant)| SeatedBody { seat, player: occupant.into() };
        LobbyRunning {
            id: game.id.0,
            played: game.terms.ruleset.into(),
            clock: game.terms.clock.into(),
            spectator_delay: game.terms.delay.map(SpectatorDelayBody::from),
            pool: pool_of(&game.terms, &game.occupants).map(|pool| pool.to_string()),
            tournament: game.terms.tournament.map(|tournament| tournament.0),
            label: game.label.clone(),
            created_at: game.created_at,
            seats: (0_u8..).zip(&game.occupants).map(seated).collect(),
        }
    }
}

impl From<&LobbyChange> for LobbyNews {
    fn from(change: &LobbyChange) -> Self {
        match change {
            LobbyChange::Snapshot(lists) => LobbyNews::Snapshot(lists.into()),
            LobbyChange::Game(game) => LobbyNews::Game(Box::new(game.as_ref().into())),
            LobbyChange::GameGone(id) => LobbyNews::GameGone(LobbyGameGone { id: id.0 }),
            LobbyChange::Running(game) => LobbyNews::Running(Box::new(game.as_ref().into())),
            LobbyChange::RunningGone(id) => LobbyNews::RunningGone(LobbyGameGone { id: id.0 }),
            LobbyChange::Seek(seek) => LobbyNews::Seek(Box::new(seek.as_ref().into())),
            LobbyChange::SeekGone(id) => LobbyNews::SeekGone(LobbyGameGone { id: id.0 }),
        }
    }
}

impl WrittenState for LobbyState {
    type News = LobbyNews;
    type Frame = LobbyFrameBody;
    const END: fn(StreamEndBody) -> LobbyNews = LobbyNews::StreamEnd;

    fn frame(news: LobbyNews, server_time: DateTime<Utc>) -> LobbyFrameBody {
        LobbyFrameBody { news, server_time }
    }
}

/// Follow the lobby
///
/// With `Accept: application/x-ndjson` or `text/event-stream`, the response is a stream. Its first frame is a
/// `snapshot` of three lists: the public `games` that wait for players, those that are `running`, and the
/// open `seeks`. Every further frame puts something into a list (`game`, `running`, `seek`) or removes it
/// (`game_gone`, `running_gone`, `seek_gone`), at most a second after it has changed. With a token, games
/// with players that the caller has blocked are left out, and seeks of players who have blocked each other. A
/// client that was away connects again and gets a new snapshot; frames have no numbers. While nothing
/// happens, an empty line or a comment is sent every 5 seconds. The last frame is `stream_end`; a stream that
/// ends without it was interrupted. With `Accept: application/json`, the response is the data of the
/// snapshot.
#[operation(get "/v1/lobby/events", tag = "streams", returns = "The lobby")]
pub async fn get_lobby_events(
    request: HttpRequest,
    games: web::Data<Following>,
    viewer: Viewer,
    _query: web::Query<StreamQuery>,
) -> Result<As<StateOrStream<LobbyBody, LobbyFrameBody>>, Problem> {
    let games = games.into_inner();
    let lobby = async { games.clone().lobby(viewer.0).await.map(|lists| LobbyBody::from(&lists)) };
    Box::pin(state_or_stream(&request, lobby, games.clone().follow_lobby(viewer.0))).await
}
