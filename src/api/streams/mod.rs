//! The common parts of event streams: the two transports, the last frame, and the response that sends frames
//! one by one.
//!
//! It knows no content. The streams of a game, a player and the lobby write their own frames.

pub mod ending;
pub mod lobby;
pub mod merged;
pub mod own;
mod packed;
pub mod reconnect;
pub mod response;
pub mod resume;
pub mod state;
pub mod ticket;
pub mod transport;

pub use ending::StreamEndFrame;
pub use response::{Source, begin_stream, streamed};
pub use resume::last_event_id;
pub use transport::{Frames, LINES, SSE, Transport};
