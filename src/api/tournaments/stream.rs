//! A tournament as a stream.

use actix_web::{HttpRequest, web};
use chrono::{DateTime, Utc};
use serde::Serialize;
use utoipa::ToSchema;

use super::body::TournamentBody;
use super::round::RoundBody;
use crate::Problem;
use crate::extract::{Path, Viewer};
use crate::http::outcome::As;
use crate::instant;
use crate::streams::ending::StreamEndBody;
use crate::streams::own::StreamQuery;
use crate::streams::state::{StateOrStream, WrittenState, state_or_stream};
use lapidary_model::tournament::TournamentId;
use lapidary_operation::operation;
use lapidary_service::Tournaments;
use lapidary_service::tournaments::{Followed, TournamentChange, TournamentState};

/// A tournament and its last round.
#[derive(Serialize, ToSchema)]
pub struct FollowedTournament {
    tournament: TournamentBody,
    /// The last round; null before the first.
    round: Option<RoundBody>,
}

impl From<&Followed> for FollowedTournament {
    fn from(followed: &Followed) -> Self {
        FollowedTournament {
            tournament: (&followed.tournament).into(),
            round: followed.round.as_ref().map(RoundBody::from),
        }
    }
}

/// A frame of the stream of a tournament; types may be added.
#[derive(Serialize, ToSchema)]
#[schema(as = TournamentFrame)]
pub struct FrameBody {
    #[serde(flatten)]
    news: FrameNews,
    /// When the server sent the frame.
    #[serde(serialize_with = "instant::serialize")]
    server_time: DateTime<Utc>,
}

/// What a follower of a tournament is told.
#[derive(Serialize, ToSchema)]
#[serde(tag = "type", content = "data", rename_all = "snake_case")]
#[schema(as = TournamentNews)]
pub enum FrameNews {
    /// The tournament and its last round. It is the first frame.
    Snapshot(Box<FollowedTournament>),
    /// The tournament has changed.
    Tournament(Box<TournamentBody>),
    /// The last round is new or has changed.
    Round(Box<RoundBody>),
    /// The last frame.
    StreamEnd(StreamEndBody),
}

impl From<&TournamentChange> for FrameNews {
    fn from(change: &TournamentChange) -> Self {
        match change {
            TournamentChange::Snapshot(all) => FrameNews::Snapshot(Box::new(all.as_ref().into())),
            TournamentChange::Tournament(now) => FrameNews::Tournament(Box::new(now.as_ref().into())),
            TournamentChange::Round(now) => FrameNews::Round(Box::new(now.as_ref().into())),
        }
    }
}

impl WrittenState for TournamentState {
    type News = FrameNews;
    type Frame = FrameBody;
    const END: fn(StreamEndBody) -> FrameNews = FrameNews::StreamEnd;

    fn frame(news: FrameNews, server_time: DateTime<Utc>) -> FrameBody {
        FrameBody { news, server_time }
    }
}

/// Follow a tournament
///
/// With `Accept: application/x-ndjson` or `text/event-stream`, the response is a stream. Its first frame is a
/// `snapshot` of the tournament and its last round. Every further frame replaces the tournament
/// (`tournament`) or its last round (`round`), within a second after the change. A client that was away
/// connects again and gets a new snapshot; frames have no numbers. While nothing happens, an empty line or a
/// comment is sent every 5 seconds. Of an arena, the round has the tables that are played and the last 64
/// tables; `GET …/rounds/1` has all. The last frame is `stream_end`; a stream that ends without it was
/// interrupted. With `Accept: application/json`, the response is the data of the snapshot.
#[operation(get "/v1/tournaments/{id}/events", tag = "tournaments", returns = "The tournament")]
pub async fn get_tournament_events(
    request: HttpRequest,
    tournaments: web::Data<Tournaments>,
    viewer: Viewer,
    Path(id): Path<TournamentId>,
    _query: web::Query<StreamQuery>,
) -> Result<As<StateOrStream<FollowedTournament, FrameBody>>, Problem> {
    let (tournaments, caller) = (tournaments.into_inner(), viewer.0);
    let followed =
        async { tournaments.followed(id, caller.as_ref()).await.map(|now| FollowedTournament::from(&now)) };
    Box::pin(state_or_stream(&request, followed, tournaments.clone().follow(id, caller))).await
}
