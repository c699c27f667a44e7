//! Conditional requests: the tag is a digest of the bytes of the body, so that it reveals no more than the
//! body.
//!
//! Tags are weak. The same response is sent compressed and plain with different bytes, so these may not share
//! a strong tag (RFC 9110, 8.8.3). Only range requests need strong tags, and the server does not support
//! them.

use actix_web::http::header::{self, ETag, EntityTag, Header, IfNoneMatch};
use actix_web::web::Bytes;
use actix_web::{HttpRequest, HttpResponse};
use ring::digest::{SHA256, digest};
use serde::Serialize;

use crate::Problem;

/// The number of bytes of the digest in a tag.
const TAG_BYTES: usize = 16;
/// The reserved space for a body. Most views of games fit into it.
const BODY_BYTES_USUAL: usize = 4096;
/// For responses that depend on the caller: only the client stores them, and it checks them before each use.
pub const PRIVATE: &str = "private, no-cache";
/// For responses that are equal for all callers and may change.
pub const ASK_AGAIN: &str = "public, no-cache";

/// Returns the body as JSON with its tag, private to this caller, or 304 if the client already has it.
pub fn tagged(request: &HttpRequest, body: &impl Serialize) -> Result<HttpResponse, Problem> {
    Ok(tagged_bytes(request, PRIVATE, "application/json", json(body)?))
}

/// Returns the body as JSON.
pub fn json(body: &impl Serialize) -> Result<Vec<u8>, Problem> {
    let mut json = Vec::with_capacity(BODY_BYTES_USUAL);
    serde_json::to_writer(&mut json, body).map_err(Problem::internal)?;
    Ok(json)
}

/// Returns bytes of this media type with their tag, or 304 if the client already has them.
pub fn tagged_bytes(
    request: &HttpRequest,
    lifetime: &'static str,
    media_type: &'static str,
    bytes: impl Into<Bytes>,
) -> HttpResponse {
    let bytes = bytes.into();
    answer(request, tag_of(&bytes), lifetime, media_type, bytes)
}

/// Returns the tag of a body with these bytes.
pub fn tag_of(bytes: &[u8]) -> EntityTag {
    EntityTag::new_weak(hex::encode(&digest(&SHA256, bytes).as_ref()[..TAG_BYTES]))
}

/// Returns bytes with this tag, or 304 if the client already has them.
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

/// Returns 304 if the client already has the body of this tag, before the body is made.
pub fn unchanged(request: &HttpRequest, tag: &EntityTag, lifetime: &'static str) -> Option<HttpResponse> {
    is_known(request, tag).then(|| answer(request, tag.clone(), lifetime, "", Bytes::new()))
}

/// Returns whether `If-None-Match` has this tag, by weak comparison (RFC 9110, 13.1.2).
fn is_known(request: &HttpRequest, tag: &EntityTag) -> bool {
    match IfNoneMatch::parse(request) {
        Ok(IfNoneMatch::Any) => true,
        Ok(IfNoneMatch::Items(tags)) => tags.iter().any(|known| known.weak_eq(tag)),
        Err(_) => false,
    }
}
