//! Where a stream of numbered frames continues.

use actix_web::HttpRequest;

use crate::{Code, Problem};

/// The header with the `id` of the last received frame, sent by a browser that reconnects.
const LAST_EVENT_ID: &str = "last-event-id";
/// The highest `id` of a frame: versions are signed 32-bit numbers in the database.
const EVENT_ID_MAX: u32 = i32::MAX as u32;

/// Returns the version after which a browser continues: `Last-Event-ID`, if present.
pub fn last_event_id(request: &HttpRequest) -> Result<Option<u32>, Problem> {
    let Some(value) = request.headers().get(LAST_EVENT_ID) else { return Ok(None) };
    let version = value.to_str().ok().and_then(|text| text.parse().ok()).filter(|id| *id <= EVENT_ID_MAX);
    let refusal = || Problem::new(Code::Malformed, "`Last-Event-ID` must be the `id` of a frame.");
    version.map(Some).ok_or_else(refusal)
}
