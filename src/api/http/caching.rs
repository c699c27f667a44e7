//! The caching headers of responses: who may store a response, for how long, and which request headers it
//! depends on.
//!
//! It wraps every operation, so that none can forget it. By default a response is private to the caller.

use actix_web::body::MessageBody;
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::Method;
use actix_web::http::header::{CACHE_CONTROL, HeaderMap, HeaderValue, VARY};
use actix_web::middleware::Next;

use super::admit::pattern;
use super::tag::PRIVATE;

/// For responses with names of accounts that are otherwise constant and equal for all callers. An erased
/// player loses the name, so shared caches keep such responses for a minute.
pub const NAMES_KEPT: &str = "public, max-age=60";
/// The operations whose responses caches may share between callers: the same bytes for everybody, depending
/// only on the address and `Vary`. Responses with names of accounts are checked again each time, or kept as
/// in [`NAMES_KEPT`]. All others are private to the caller.
pub const SHARED: [&str; 13] = [
    "/v1",
    "/v1/exports/games",
    "/v1/games/{id}/board.png",
    "/v1/games/{id}/board.svg",
    "/v1/ladders",
    "/v1/ladders/{pool}/standings",
    "/v1/players/{username}/avatar.svg",
    "/v1/rulesets",
    "/v1/rulesets/{id}",
    "/v1/rulesets/{id}/catalogue",
    "/v1/rulesets/{id}/words",
    "/v1/statistics/{ruleset}",
    "/v1/statistics/{ruleset}/openings",
];
/// For responses to requests that can change something: no cache stores them.
const UNKEPT: &str = "private, no-store";

/// Completes `Cache-Control` and `Vary`. It also wraps the compression, because responses depend on
/// `Accept-Encoding`.
pub async fn describe(
    request: ServiceRequest,
    next: Next<impl MessageBody>,
) -> Result<ServiceResponse<impl MessageBody>, actix_web::Error> {
    let mut response = next.call(request).await?;
    let operation = pattern(response.request());
    let is_operation = operation.starts_with("/v1/");
    let lifetime = match *response.request().method() {
        Method::GET | Method::HEAD => PRIVATE,
        _ => UNKEPT,
    };
    let headers = response.headers_mut();
    let is_shared = |value: &HeaderValue| value.as_bytes().starts_with(b"public");
    let is_public = headers.get(CACHE_CONTROL).is_some_and(is_shared);
    let is_public = is_public && (!is_operation || SHARED.contains(&operation.as_ref()));
    if is_operation && !is_public && headers.get(CACHE_CONTROL).is_none_or(is_shared) {
        headers.insert(CACHE_CONTROL, HeaderValue::from_static(lifetime));
    }
    vary(headers, is_operation && !is_public);
    Ok(response)
}

/// Merges all `Vary` headers into one. Adds `Accept-Encoding` and, for private responses, `Authorization`.
fn vary(headers: &mut HeaderMap, is_private: bool) {
    if !headers.contains_key(VARY) {
        let both = if is_private { "accept-encoding, authorization" } else { "accept-encoding" };
        headers.insert(VARY, HeaderValue::from_static(both));
        return;
    }
    let named =
        headers.get_all(VARY).filter_map(|value| value.to_str().ok()).flat_map(|value| value.split(','));
    let mut names: Vec<String> = named.map(|name| name.trim().to_ascii_lowercase()).collect();
    names.push("accept-encoding".to_owned());
    names.extend(is_private.then(|| "authorization".to_owned()));
    names.sort_unstable();
    names.dedup();
    if let Ok(value) = HeaderValue::from_str(&names.join(", ")) {
        headers.insert(VARY, value);
    }
}
