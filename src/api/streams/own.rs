//! What waits for the caller, as a stream or at once.

use std::cmp::Reverse;

use actix_web::{HttpRequest, web};
use chrono::{DateTime, Utc};
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::ending::StreamEndBody;
use super::state::{StateOrStream, WrittenState, state_or_stream};
use crate::Problem;
use crate::accounts::player_ref::PlayerRef;
use crate::extract::Caller;
use crate::games::clock::ClockBody;
use crate::games::list::GameItem;
use crate::http::outcome::As;
use crate::instant;
use crate::play::rulesets::PlayedBody;
use lapidary_model::game::Visibility;
use lapidary_model::own::{OwnAnalysis, OwnAnnouncement, OwnGame, OwnInvitation, OwnTournament, Waiting};
use lapidary_operation::{operation, query};
use lapidary_service::games::{Following, Gone, OwnChange, OwnState};

/// The parameters of a stream without numbers.
#[query]
pub struct StreamQuery {
    /// A ticket of `POST /v1/stream-tickets`, instead of a token.
    #[param(nullable = false)]
    #[serde(rename = "ticket")]
    _ticket: Option<String>,
}

/// Everything that waits for a player. Lists may be added.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Waiting)]
pub struct WaitingBody {
    /// The player's games that are not over, the newest first: those that wait for the player have `my_turn`.
    games: Vec<OwnGameBody>,
    /// The games to which the player is invited and that wait for players.
    invitations: Vec<OwnInvitationBody>,
    /// The tournaments that the player has entered and that are not over, the newest first.
    tournaments: Vec<OwnTournament>,
    /// The last announcements of the tournaments that the player has entered or organizes and that are not
    /// over, at most twenty, the newest first.
    announcements: Vec<OwnAnnouncement>,
    /// The last analyses that the player has asked for, at most twenty, the newest first, also those that are
    /// finished.
    analyses: Vec<OwnAnalysis>,
}

/// A game of the caller.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = OwnGame)]
pub struct OwnGameBody {
    #[serde(flatten)]
    game: GameItem,
    /// The seat of the caller; before the start, their place in the order of joining.
    viewer_seat: Option<u8>,
    /// Whether the game waits for the caller.
    my_turn: bool,
    /// The decision that the game waits for from the caller; null if it waits for nothing or for another
    /// seat.
    decision: Option<&'static str>,
}

/// An invitation of the caller.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = OwnInvitation)]
pub struct OwnInvitationBody {
    /// The id of the game.
    game: Uuid,
    #[serde(flatten)]
    played: PlayedBody,
    visibility: Visibility,
    clock: ClockBody,
    /// The number of seats.
    seat_count: u8,
    /// The player who created the game and has invited the caller.
    creator: PlayerRef,
    #[serde(serialize_with = "instant::serialize")]
    invited_at: DateTime<Utc>,
}

/// A tournament that is over, or that the caller has left.
#[derive(Debug, Serialize, ToSchema)]
pub struct OwnTournamentGone {
    id: Uuid,
}

/// An announcement that is not one of the last, or whose tournament is over.
#[derive(Debug, Serialize, ToSchema)]
pub struct OwnAnnouncementGone {
    id: Uuid,
}

/// An analysis that is not one of the last that the caller has asked for.
#[derive(Debug, Serialize, ToSchema)]
pub struct OwnAnalysisGone {
    /// The id of the game.
    game: Uuid,
}

/// A game that no longer waits for anything.
#[derive(Debug, Serialize, ToSchema)]
pub struct OwnGameGone {
    id: Uuid,
    /// Why. Values may be added.
    reason: Gone,
}

/// An invitation that is no longer open.
#[derive(Debug, Serialize, ToSchema)]
pub struct OwnInvitationGone {
    /// The id of the game.
    game: Uuid,
}

/// A frame of the stream of what waits for the caller; types may be added.
#[derive(Serialize, ToSchema)]
#[schema(as = OwnFrame)]
pub struct OwnFrameBody {
    #[serde(flatten)]
    news: OwnNews,
    /// When the server sent the frame.
    #[serde(serialize_with = "instant::serialize")]
    server_time: DateTime<Utc>,
}

/// What the caller is told.
#[derive(Serialize, ToSchema)]
#[serde(tag = "type", content = "data", rename_all = "snake_case")]
pub enum OwnNews {
    /// Everything that waits for the caller. It is the first frame.
    Snapshot(WaitingBody),
    /// A game is new or has changed: it replaces the one with the same id.
    Game(Box<OwnGameBody>),
    /// A game is over, or the caller has left it: remove it.
    GameGone(OwnGameGone),
    /// An invitation is new or has changed: it replaces the one with the same game.
    Invitation(Box<OwnInvitationBody>),
    /// An invitation was accepted or withdrawn, or its game no longer waits for players: remove it.
    InvitationGone(OwnInvitationGone),
    /// A tournament is new or has changed: it replaces the one with the same id.
    Tournament(Box<OwnTournament>),
    /// A tournament is over, or the caller has left it: remove it.
    TournamentGone(OwnTournamentGone),
    /// An announcement is new or has changed: it replaces the one with the same id.
    Announcement(OwnAnnouncement),
    /// An announcement is not one of the last, or its tournament is over: remove it.
    AnnouncementGone(OwnAnnouncementGone),
    /// An analysis is new or has changed: it replaces the one with the same game.
    Analysis(OwnAnalysis),
    /// An analysis is not one of the last that the caller has asked for: remove it.
    AnalysisGone(OwnAnalysisGone),
    /// The last frame.
    StreamEnd(StreamEndBody),
}

impl From<&Waiting> for WaitingBody {
    fn from(waiting: &Waiting) -> Self {
        let mut analyses: Vec<&OwnAnalysis> = waiting.analyses.values().collect();
        analyses.sort_by_key(|analysis| Reverse(analysis.requested_at));
        WaitingBody {
            games: waiting.games.values().rev().map(OwnGameBody::from).collect(),
            invitations: waiting.invitations.values().rev().map(OwnInvitationBody::from).collect(),
            tournaments: waiting.tournaments.values().rev().cloned().collect(),
            announcements: waiting.announcements.values().rev().cloned().collect(),
            analyses: analyses.into_iter().cloned().collect(),
        }
    }
}

impl From<&OwnGame> for OwnGameBody {
    fn from(game: &OwnGame) -> Self {
        let decision = game.decision();
        OwnGameBody {
            game: GameItem::from(&game.listed),
            viewer_seat: game.seat.map(|seat| seat.number()),
            my_turn: decision.is_some(),
            decision,
        }
    }
}

impl From<&OwnInvitation> for OwnInvitationBody {
    fn from(invitation: &OwnInvitation) -> Self {
        OwnInvitationBody {
            game: invitation.game.0,
            played: invitation.terms.ruleset.into(),
            visibility: invitation.terms.visibility,
            clock: invitation.terms.clock.into(),
            seat_count: invitation.terms.seats.get() as u8,
            creator: (&invitation.creator).into(),
            invited_at: invitation.invited_at,
        }
    }
}

impl From<&OwnChange> for OwnNews {
    fn from(change: &OwnChange) -> Self {
        match change {
            OwnChange::Snapshot(waiting) => OwnNews::Snapshot(waiting.into()),
            OwnChange::Game(game) => OwnNews::Game(Box::new(game.into())),
            OwnChange::GameGone(id, gone) => OwnNews::GameGone(OwnGameGone { id: id.0, reason: *gone }),
            OwnChange::Invitation(invitation) => OwnNews::Invitation(Box::new(invitation.into())),
            OwnChange::InvitationGone(game) => OwnNews::InvitationGone(OwnInvitationGone { game: game.0 }),
            OwnChange::Tournament(own) => OwnNews::Tournament(Box::new(own.clone())),
            OwnChange::TournamentGone(id) => OwnNews::TournamentGone(OwnTournamentGone { id: id.0 }),
            OwnChange::Announcement(own) => OwnNews::Announcement(own.clone()),
            OwnChange::AnnouncementGone(id) => OwnNews::AnnouncementGone(OwnAnnouncementGone { id: *id }),
            OwnChange::Analysis(own) => OwnNews::Analysis(own.clone()),
            OwnChange::AnalysisGone(game) => OwnNews::AnalysisGone(OwnAnalysisGone { game: game.0 }),
        }
    }
}

impl WrittenState for OwnState {
    type News = OwnNews;
    type Frame = OwnFrameBody;
    const END: fn(StreamEndBody) -> OwnNews = OwnNews::StreamEnd;

    fn frame(news: OwnNews, server_time: DateTime<Utc>) -> OwnFrameBody {
        OwnFrameBody { news, server_time }
    }
}

/// Follow what waits for me
///
/// With `Accept: application/x-ndjson` or `text/event-stream`, the response is a stream. Its first frame is a
/// `snapshot` of everything that waits for the caller: their games that are not over, their invitations, the
/// tournaments that they have entered, the last announcements of those, and the last analyses that they have
/// asked for. Every further frame puts one thing into its list (`game`, `invitation`, `tournament`,
/// `announcement`, `analysis`) or removes it (`game_gone`, `invitation_gone`, `tournament_gone`,
/// `announcement_gone`, `analysis_gone`). A client that was away connects again and gets a
/// new snapshot; frames have no numbers. While nothing happens, an
/// empty line or a comment is sent every 5 seconds. The last frame is `stream_end`; a stream that ends
/// without it was interrupted. With `Accept: application/json`, the response is the data of the snapshot.
#[operation(get "/v1/me/events", tag = "streams", returns = "What waits for the caller")]
pub async fn get_own_events(
    request: HttpRequest,
    games: web::Data<Following>,
    caller: Caller,
    _query: web::Query<StreamQuery>,
) -> Result<As<StateOrStream<WaitingBody, OwnFrameBody>>, Problem> {
    let games = games.into_inner();
    let waiting = async { games.waits_for(&caller).await.map(|waiting| WaitingBody::from(&waiting)) };
    Box::pin(state_or_stream(&request, waiting, games.clone().follow_own(caller.0))).await
}
