//! The forms of frames: lines of JSON, or Server-Sent Events.

use actix_web::web::Bytes;
use serde::Serialize;

use crate::Problem;

/// The media type of lines of JSON.
pub const LINES: &str = "application/x-ndjson";
/// The media type of Server-Sent Events.
pub const SSE: &str = "text/event-stream";
/// The delay before a browser reconnects, in milliseconds.
const RETRY_MS: u32 = 2_000;

/// How frames are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Transport {
    Lines,
    Sse,
}

impl Transport {
    /// The media types of streams, in the order of [`Transport::chosen`].
    pub const MEDIA_TYPES: [&str; 2] = [LINES, SSE];

    /// Returns the media type.
    pub const fn media_type(self) -> &'static str {
        match self {
            Transport::Lines => LINES,
            Transport::Sse => SSE,
        }
    }

    /// Returns the transport with this index among the media types of streams.
    pub const fn chosen(index: usize) -> Transport {
        match index {
            0 => Transport::Lines,
            _ => Transport::Sse,
        }
    }

    /// Returns the bytes before the first frame.
    pub(super) fn opening(self) -> Option<Bytes> {
        match self {
            Transport::Lines => None,
            Transport::Sse => Some(Bytes::from(format!("retry: {RETRY_MS}\n\n"))),
        }
    }
}

/// A frame with the path of its stream.
#[derive(Serialize)]
struct Framed<'a, F> {
    stream: String,
    frame: &'a F,
}

/// Frames that are sent together.
pub struct Frames {
    transport: Transport,
    bytes: Vec<u8>,
    /// The path of the stream, on a connection with several streams.
    stream: Option<String>,
}

impl Frames {
    pub(super) fn new(transport: Transport) -> Frames {
        Frames { transport, bytes: Vec::new(), stream: None }
    }

    /// Returns frames of the stream at this path, for a connection with several streams.
    pub(super) fn of(transport: Transport, path: String) -> Frames {
        Frames { stream: Some(path), ..Frames::new(transport) }
    }

    /// Adds a sign that the connection is alive. A connection with several streams has its own.
    pub fn keep_alive(&mut self) {
        if self.stream.is_some() {
            return;
        }
        self.bytes.extend_from_slice(match self.transport {
            Transport::Lines => b"\n",
            Transport::Sse => b":\n\n",
        });
    }

    /// Adds a frame. A browser that reconnects sends the number of the last frame with a number.
    pub fn push(&mut self, seq: Option<u32>, frame: &impl Serialize) -> Result<(), Problem> {
        if self.transport == Transport::Sse {
            if let Some(seq) = seq.filter(|_| self.stream.is_none()) {
                self.bytes.extend_from_slice(format!("id: {seq}\n").as_bytes());
            }
            self.bytes.extend_from_slice(b"data: ");
        }
        let written = match self.stream.clone() {
            Some(stream) => serde_json::to_writer(&mut self.bytes, &Framed { stream, frame }),
            None => serde_json::to_writer(&mut self.bytes, frame),
        };
        written.map_err(Problem::internal)?;
        self.bytes.extend_from_slice(match self.transport {
            Transport::Lines => b"\n",
            Transport::Sse => b"\n\n",
        });
        Ok(())
    }

    /// Returns whether there is nothing to send.
    pub(super) fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }

    /// Adds already written frames.
    pub(super) fn extend(&mut self, written: &[u8]) {
        self.bytes.extend_from_slice(written);
    }

    pub(super) fn into_vec(self) -> Vec<u8> {
        self.bytes
    }

    pub(super) fn into_bytes(self) -> Bytes {
        self.bytes.into()
    }
}
