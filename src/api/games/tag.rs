//! Conditional reads: a tag made of the very bytes that would be sent, so that it tells no more than they do.

use actix_web::http::header;
use actix_web::{HttpRequest, HttpResponse};
use serde::Serialize;
use sha2::{Digest, Sha256};

use crate::api::Problem;

/// How many bytes of the digest make the tag.
const TAG_BYTES: usize = 16;

/// The body as JSON with its tag, or 304 to a client that has it already.
///
/// # Errors
///
/// When the body cannot be written.
pub fn tagged(request: &HttpRequest, body: &impl Serialize) -> Result<HttpResponse, Problem> {
    let json = serde_json::to_vec(body).map_err(Problem::internal)?;
    let digest = Sha256::digest(&json);
    let tag = format!("\"{}\"", hex::encode(&digest[..TAG_BYTES]));
    let mut response = match is_known(request, &tag) {
        true => HttpResponse::NotModified(),
        false => HttpResponse::Ok(),
    };
    response
        .insert_header((header::CACHE_CONTROL, "private, no-cache"))
        .insert_header((header::VARY, "authorization"))
        .insert_header((header::ETAG, tag.clone()));
    if is_known(request, &tag) {
        return Ok(response.finish());
    }
    Ok(response.content_type("application/json").body(json))
}

/// Whether the client has what the tag stands for.
fn is_known(request: &HttpRequest, tag: &str) -> bool {
    let values = request.headers().get_all(header::IF_NONE_MATCH).filter_map(|value| value.to_str().ok());
    values
        .flat_map(|value| value.split(','))
        .map(|known| known.trim())
        .any(|known| known == "*" || known.strip_prefix("W/").unwrap_or(known) == tag)
}
