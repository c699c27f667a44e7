//! The event stream of a game: the frames of a follower as lines of JSON or as Server-Sent Events.
//!
//! It knows how a frame is written; `service` decides which frames there are.

use actix_web::http::header;
use actix_web::web::Bytes;
use actix_web::{HttpRequest, HttpResponse};
use chrono::{DateTime, Utc};
use futures_util::stream::{self, Stream};
use serde::Serialize;
use utoipa::ToSchema;

use super::body::GameBody;
use super::clock::ClockBody;
use super::event::shown;
use crate::api::Problem;
use crate::api::limit::Place;
use crate::api::play::events::EventBody;
use crate::service::games::{EndReason, Follower, Frame};

/// The media type of lines of JSON.
pub const LINES: &str = "application/x-ndjson";
/// The media type of Server-Sent Events.
pub const SSE: &str = "text/event-stream";
/// The header in which a browser that connects again sends the `id` of the last frame that it received.
pub const LAST_EVENT_ID: &str = "last-event-id";
/// The highest `id` of a frame: versions are stored in 32 bits with a sign.
const EVENT_ID_MAX: u32 = i32::MAX as u32;
/// How long a browser waits before it connects again, in milliseconds.
const RETRY_MS: u32 = 2_000;

/// How frames are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Transport {
    Lines,
    Sse,
}

/// A frame of an event stream; types may be added.
#[derive(Serialize, ToSchema)]
#[serde(untagged)]
#[schema(as = Frame)]
pub enum FrameBody {
    /// The game as the caller may see it.
    Snapshot(Box<SnapshotFrame>),
    /// An entry of the log.
    Event(Box<EventFrame>),
    /// The clocks.
    Clock(Box<ClockFrame>),
    /// The last frame.
    StreamEnd(StreamEndFrame),
}

/// The first frame: the game as the caller may see it. Every further one replaces all frames before it: one is sent when
/// players join or leave a game that waits for players.
#[derive(Serialize, ToSchema)]
pub struct SnapshotFrame {
    #[serde(rename = "type")]
    #[schema(inline)]
    kind: SnapshotType,
    /// The version of the game in this view.
    seq: u32,
    /// The time of the server when it sent the frame.
    server_time: DateTime<Utc>,
    data: GameBody,
}

/// The type of a snapshot.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
enum SnapshotType {
    Snapshot,
}

/// An entry of the log, as `GET /v1/games/{id}/events` returns it, with the time of the server.
#[derive(Serialize, ToSchema)]
pub struct EventFrame {
    #[serde(flatten)]
    event: EventBody,
    /// The time of the server when it sent the frame.
    server_time: DateTime<Utc>,
}

/// The clocks of a game with a clock: after the entries of a turn, and after a pause, a day off or an outage. It has no `seq`
/// and is not repeated: a snapshot of the current game has the same clock.
#[derive(Serialize, ToSchema)]
pub struct ClockFrame {
    #[serde(rename = "type")]
    #[schema(inline)]
    kind: ClockType,
    /// The time of the server when it sent the frame.
    server_time: DateTime<Utc>,
    data: ClockBody,
}

/// The type of a frame with clocks.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
enum ClockType {
    Clock,
}

/// The last frame of a stream. A stream that ends without it was interrupted.
#[derive(Serialize, ToSchema)]
pub struct StreamEndFrame {
    #[serde(rename = "type")]
    #[schema(inline)]
    kind: StreamEndType,
    /// The time of the server when it sent the frame.
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
    /// `game_over`; `lagged`: the client was too slow; `shutdown`: the server stops; `revoked`: the session has ended, or
    /// the caller may no longer see the game. Values may be added.
    #[schema(example = "game_over")]
    reason: &'static str,
    /// The version up to which the stream has sent everything: connect again with `since` set to it.
    resume: u32,
}

/// The state of a stream that is being sent.
struct Sending {
    follower: Follower,
    transport: Transport,
    /// The place among the streams, which is free again when the stream ends. None if limits are off.
    _place: Option<Place>,
}

/// Returns a response that sends the frames of a follower until the last one.
pub fn streamed(follower: Follower, transport: Transport, place: Option<Place>) -> HttpResponse {
    let (media_type, opening) = match transport {
        Transport::Lines => (LINES, None),
        Transport::Sse => (SSE, Some(Ok(Bytes::from(format!("retry: {RETRY_MS}\n\n"))))),
    };
    let frames = frames(Sending { follower, transport, _place: place });
    HttpResponse::Ok()
        .content_type(media_type)
        .insert_header((header::CACHE_CONTROL, "no-store"))
        // A compressed frame would stay in the buffer of the encoder.
        .insert_header((header::CONTENT_ENCODING, "identity"))
        // The same for nginx.
        .insert_header(("x-accel-buffering", "no"))
        .streaming(Box::pin(stream::StreamExt::chain(stream::iter(opening), frames)))
}

fn frames(sending: Sending) -> impl Stream<Item = Result<Bytes, actix_web::Error>> {
    stream::unfold(sending, |mut sending| async move {
        let frame = sending.follower.next().await?;
        let bytes = sending.transport.written(&frame).map_err(actix_web::Error::from);
        Some((bytes, sending))
    })
}

impl Transport {
    /// Returns a frame as it is sent.
    fn written(self, frame: &Frame) -> Result<Bytes, Problem> {
        let server_time = Utc::now();
        let mut bytes = Vec::new();
        match frame {
            Frame::KeepAlive => bytes.extend_from_slice(match self {
                Transport::Lines => b"\n",
                Transport::Sse => b":\n\n",
            }),
            Frame::Snapshot(view) => {
                let seq = view.version.0;
                let data = GameBody::from(view.as_ref());
                let frame = SnapshotFrame { kind: SnapshotType::Snapshot, seq, server_time, data };
                self.write(&mut bytes, Some(seq), &FrameBody::Snapshot(Box::new(frame)))?;
            }
            Frame::Clocks(clock, clocks) => {
                let data = ClockBody::of(*clock, Some(clocks));
                let frame = ClockFrame { kind: ClockType::Clock, server_time, data };
                self.write(&mut bytes, None, &FrameBody::Clock(Box::new(frame)))?;
            }
            Frame::Events(events, viewer) => {
                for event in events {
                    let frame = EventFrame { event: shown(event, *viewer), server_time };
                    self.write(&mut bytes, Some(event.seq.0), &FrameBody::Event(Box::new(frame)))?;
                }
            }
            Frame::End(reason, seen) => {
                let data = StreamEndBody { reason: EndReason::name(*reason), resume: seen.0 };
                let frame = StreamEndFrame { kind: StreamEndType::StreamEnd, server_time, data };
                self.write(&mut bytes, None, &FrameBody::StreamEnd(frame))?;
            }
        }
        Ok(bytes.into())
    }

    fn write(self, bytes: &mut Vec<u8>, seq: Option<u32>, frame: &FrameBody) -> Result<(), Problem> {
        if self == Transport::Sse {
            if let Some(seq) = seq {
                bytes.extend_from_slice(format!("id: {seq}\n").as_bytes());
            }
            bytes.extend_from_slice(b"data: ");
        }
        serde_json::to_writer(&mut *bytes, frame).map_err(Problem::internal)?;
        bytes.extend_from_slice(match self {
            Transport::Lines => b"\n",
            Transport::Sse => b"\n\n",
        });
        Ok(())
    }
}

/// Returns the version after which a browser continues: `Last-Event-ID`, if it sends one.
///
/// # Errors
/// `malformed` if the header is not a version.
pub fn last_event_id(request: &HttpRequest) -> Result<Option<u32>, Problem> {
    let Some(value) = request.headers().get(LAST_EVENT_ID) else { return Ok(None) };
    let version = value.to_str().ok().and_then(|text| text.parse().ok()).filter(|id| *id <= EVENT_ID_MAX);
    let refusal =
        || Problem::new(crate::api::Code::Malformed, "`Last-Event-ID` must be the `id` of a frame.");
    version.map(Some).ok_or_else(refusal)
}
