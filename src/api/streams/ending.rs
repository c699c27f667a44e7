//! The last frame of every stream.

use chrono::{DateTime, Utc};
use serde::Serialize;
use utoipa::ToSchema;

use crate::instant;
use lapidary_service::stream::EndReason;

/// The last frame of a stream. A stream that ends without it was interrupted.
#[derive(Serialize, ToSchema)]
pub struct StreamEndFrame {
    #[serde(rename = "type")]
    #[schema(inline)]
    kind: StreamEndType,
    /// When the server sent the frame.
    #[serde(serialize_with = "instant::serialize")]
    server_time: DateTime<Utc>,
    data: StreamEndBody,
}

/// The type of the last frame.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
enum StreamEndType {
    StreamEnd,
}

/// Why a stream has ended.
#[derive(Serialize, ToSchema)]
#[schema(as = StreamEnd)]
pub struct StreamEndBody {
    /// `game_over`; `game_frozen`: the game and its log disagree; `lagged`: the client was too slow;
    /// `shutdown`: the server stops; `revoked`: the session has ended, or the caller may no longer see the
    /// game; `unavailable`, only for an `EventSource`: the stream cannot be opened now. Values may be added.
    #[schema(example = "game_over")]
    reason: &'static str,
    /// The version up to which the stream of a game has sent everything: connect again with `since` set to
    /// it. Other streams have no number: they begin again with a snapshot.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    resume: Option<u32>,
}

impl StreamEndBody {
    /// Returns why a stream has ended, and the version from which to continue, if any.
    pub fn new(reason: EndReason, resume: Option<u32>) -> StreamEndBody {
        StreamEndBody { reason: reason.name(), resume }
    }
}

impl StreamEndFrame {
    /// Returns the last frame, with the version from which to continue, if any.
    pub fn new(reason: EndReason, resume: Option<u32>) -> StreamEndFrame {
        let data = StreamEndBody::new(reason, resume);
        StreamEndFrame { kind: StreamEndType::StreamEnd, server_time: Utc::now(), data }
    }
}
