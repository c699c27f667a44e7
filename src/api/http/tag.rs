//! Conditional reads: a tag made of the very bytes that would be sent, so that it tells no more than they do.
//!
//! Tags are weak. The same answer travels compressed and plain, and the bytes of the two differ, so they may not share a
//! strong tag (RFC 9110, 8.8.3); ranges, which alone need strong ones, are not served.

use actix_web::http::header::{self, ETag, EntityTag, Header, IfNoneMatch};
use actix_web::web::Bytes;
use actix_web::{HttpRequest, HttpResponse};
use serde::Serialize;
use sha2::{Digest, Sha256};

use crate::api::Problem;

/// How many bytes of the digest make the tag.
const TAG_BYTES: usize = 16;
/// For answers that depend on who asks: kept by the client alone, which asks again before it uses them.
pub const PRIVATE: &str = "private, no-cache";
/// For answers that are the same for everybody and may change.
pub const ASK_AGAIN: &str = "public, no-cache";

/// The body as JSON with its tag, or 304 to a client that has it already; for this caller alone.
///
/// # Errors
/// When the body cannot be written.
pub fn tagged(request: &HttpRequest, body: &impl Serialize) -> Result<HttpResponse, Problem> {
    let json = serde_json::to_vec(body).map_err(Problem::internal)?;
    Ok(tagged_bytes(request, PRIVATE, "application/json", json))
}

/// Bytes of this media type with their tag, or 304 to a client that has them already.
pub fn tagged_bytes(
    request: &HttpRequest,
    lifetime: &'static str,
    media_type: &'static str,
    bytes: impl Into<Bytes>,
) -> HttpResponse {
    let bytes = bytes.into();
    let digest = hex::encode(&Sha256::digest(&bytes)[..TAG_BYTES]);
    answer(request, EntityTag::new_weak(digest), lifetime, media_type, bytes)
}

/// Bytes under a tag, or 304 to a client that has them already.
pub fn answer(
    request: &HttpRequest,
    tag: EntityTag,
    lifetime: &'static str,
    media_type: &'static str,
    bytes: Bytes,
) -> HttpResponse {
    let known = is_known(request, &tag);
    let mut answer = if known { HttpResponse::NotModified() } else { HttpResponse::Ok() };
    answer.insert_header((header::CACHE_CONTROL, lifetime)).insert_header(ETag(tag));
    if known { answer.finish() } else { answer.content_type(media_type).body(bytes) }
}

/// Whether the client has what the tag stands for, by weak comparison (RFC 9110, 13.1.2).
fn is_known(request: &HttpRequest, tag: &EntityTag) -> bool {
    match IfNoneMatch::parse(request) {
        Ok(IfNoneMatch::Any) => true,
        Ok(IfNoneMatch::Items(tags)) => tags.iter().any(|known| known.weak_eq(tag)),
        Err(_) => false,
    }
}
