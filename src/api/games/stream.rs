//! The frames of the stream of a game. `service` decides which frames it has.

use chrono::{DateTime, Utc};
use serde::Serialize;
use utoipa::ToSchema;

use super::body::{GameBody, RematchBody};
use super::clock::ClockBody;
use super::event::shown;
use crate::Problem;
use crate::instant;
use crate::play::events::EventBody;
use crate::streams::{Frames, Source, StreamEndFrame};
use lapidary_engine::seat::Seat;
use lapidary_service::games::{Follower, Frame};

/// A frame of the stream of a game; types may be added.
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
    /// What the seats offer each other.
    Offers(OffersFrame),
    /// Which seats are connected.
    Presence(PresenceFrame),
    /// The rematch of a game that is over.
    Rematch(RematchFrame),
    /// The last frame.
    StreamEnd(StreamEndFrame),
}

/// The first frame: the game as the caller may see it. Every further one replaces all frames before it: one
/// is sent when players join or leave a game that waits for players.
#[derive(Serialize, ToSchema)]
pub struct SnapshotFrame {
    #[serde(rename = "type")]
    #[schema(inline)]
    kind: SnapshotType,
    /// The version of the game in this view.
    seq: u32,
    /// When the server sent the frame.
    #[serde(serialize_with = "instant::serialize")]
    server_time: DateTime<Utc>,
    data: GameBody,
    /// The seats whose players are connected: they follow the game or wait for it. Empty after the end, and
    /// for those who see the game later than the seats.
    #[schema(example = json!([0, 1]))]
    presence: Vec<u8>,
    /// How many streams of others follow the game; 0 for those who see the game later than the seats.
    #[schema(example = 0)]
    watchers: usize,
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
    /// When the server sent the frame.
    #[serde(serialize_with = "instant::serialize")]
    server_time: DateTime<Utc>,
}

/// The clocks of a game with a clock: after the entries of a turn, and after a pause, a day off or an outage.
/// It has no `seq` and is not repeated: a snapshot of the current game has the same clock.
#[derive(Serialize, ToSchema)]
pub struct ClockFrame {
    #[serde(rename = "type")]
    #[schema(inline)]
    kind: ClockType,
    /// When the server sent the frame.
    #[serde(serialize_with = "instant::serialize")]
    server_time: DateTime<Utc>,
    data: ClockBody,
}

/// The type of a frame with clocks.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
enum ClockType {
    Clock,
}

/// What the seats offer each other now. It has no `seq` and is not repeated: the snapshot has it too, as
/// `abort_agreed`.
#[derive(Serialize, ToSchema)]
pub struct OffersFrame {
    #[serde(rename = "type")]
    #[schema(inline)]
    kind: OffersType,
    /// When the server sent the frame.
    #[serde(serialize_with = "instant::serialize")]
    server_time: DateTime<Utc>,
    data: OffersBody,
}

/// The type of a frame with offers.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
enum OffersType {
    Offers,
}

/// What the seats offer each other; fields may be added.
#[derive(Serialize, ToSchema)]
#[schema(as = Offers)]
pub struct OffersBody {
    /// The seats that agree to abort the game. The next turn empties the list.
    #[schema(example = json!([0]))]
    abort_agreed: Vec<u8>,
}

/// Which seats are connected now. It has no `seq` and is not repeated: the snapshot has it too, as
/// `presence`. Those who see the game later than the seats get none.
#[derive(Serialize, ToSchema)]
pub struct PresenceFrame {
    #[serde(rename = "type")]
    #[schema(inline)]
    kind: PresenceType,
    /// When the server sent the frame.
    #[serde(serialize_with = "instant::serialize")]
    server_time: DateTime<Utc>,
    data: PresenceBody,
}

/// The type of a frame with presence.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
enum PresenceType {
    Presence,
}

/// Who is connected; fields may be added.
#[derive(Serialize, ToSchema)]
#[schema(as = Presence)]
pub struct PresenceBody {
    /// The seats whose players follow the game or wait for it, on any server. Who leaves is counted for some
    /// seconds more.
    #[schema(example = json!([0, 1]))]
    seats: Vec<u8>,
    /// How many streams of others follow the game, on all servers. When only this number changes, no frame is
    /// sent.
    #[schema(example = 0)]
    watchers: usize,
}

/// Who wants to play again, after the end of the game, in a stream of a player with `rematch=true`. It has no
/// `seq` and is not repeated: the snapshot of a game that is over has it too, as `rematch`.
#[derive(Serialize, ToSchema)]
pub struct RematchFrame {
    #[serde(rename = "type")]
    #[schema(inline)]
    kind: RematchType,
    /// When the server sent the frame.
    #[serde(serialize_with = "instant::serialize")]
    server_time: DateTime<Utc>,
    data: RematchNews,
}

/// The type of a frame with a rematch.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
enum RematchType {
    Rematch,
}

/// Who wants to play again now; fields may be added.
#[derive(Serialize, ToSchema)]
pub struct RematchNews {
    /// The rematch, as the view of the game has it. Null if nobody offers it any more. After its `game` has
    /// started the stream ends.
    rematch: Option<RematchBody>,
}

impl Source for Follower {
    async fn write_next(&mut self, frames: &mut Frames) -> Result<bool, Problem> {
        let Some(frame) = self.next().await else { return Ok(false) };
        write(&frame, self.watchers(), frames)?;
        Ok(true)
    }
}

fn numbers(seats: &[Seat]) -> Vec<u8> {
    seats.iter().map(|seat| seat.number()).collect()
}

fn write(frame: &Frame, watchers: usize, frames: &mut Frames) -> Result<(), Problem> {
    let server_time = Utc::now();
    match frame {
        Frame::KeepAlive => frames.keep_alive(),
        Frame::Snapshot(view, present) => {
            let seq = view.version.0;
            let data = GameBody::from(view.as_ref());
            let presence = numbers(present);
            let kind = SnapshotType::Snapshot;
            let frame = SnapshotFrame { kind, seq, server_time, data, presence, watchers };
            frames.push(Some(seq), &FrameBody::Snapshot(Box::new(frame)))?;
        }
        Frame::Events(events, viewer) => {
            for event in events {
                let frame = EventFrame { event: shown(event, *viewer), server_time };
                frames.push(Some(event.seq.0), &FrameBody::Event(Box::new(frame)))?;
            }
        }
        Frame::Clocks(clock, clocks) => {
            let data = ClockBody::of(*clock, Some(clocks));
            let frame = ClockFrame { kind: ClockType::Clock, server_time, data };
            frames.push(None, &FrameBody::Clock(Box::new(frame)))?;
        }
        Frame::Offers(agreed) => {
            let data = OffersBody { abort_agreed: numbers(agreed) };
            let frame = OffersFrame { kind: OffersType::Offers, server_time, data };
            frames.push(None, &FrameBody::Offers(frame))?;
        }
        Frame::Presence(seats) => {
            let data = PresenceBody { seats: numbers(seats), watchers };
            let frame = PresenceFrame { kind: PresenceType::Presence, server_time, data };
            frames.push(None, &FrameBody::Presence(frame))?;
        }
        Frame::Rematch(rematch) => {
            let data = RematchNews { rematch: rematch.as_ref().map(RematchBody::from) };
            let frame = RematchFrame { kind: RematchType::Rematch, server_time, data };
            frames.push(None, &FrameBody::Rematch(frame))?;
        }
        Frame::End(reason, seen) => {
            let frame = StreamEndFrame::new(*reason, Some(seen.0));
            frames.push(None, &FrameBody::StreamEnd(frame))?;
        }
    }
    Ok(())
}
