//! The pages of lists: cursors, and the link to the next page.

use actix_web::HttpRequest;
use serde::de::Error;
use serde::{Deserialize, Deserializer};
use uuid::Uuid;

use crate::api::extract::hyphenated;

/// The default number of items on a page.
pub const PAGE_ITEMS: u8 = 50;
/// The maximum number of items on a page.
pub const PAGE_ITEMS_MAX: u8 = 100;

/// Reads a cursor, which has the form of an id.
///
/// # Errors
/// If the text is anything else.
pub fn cursor<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Uuid>, D::Error> {
    let text = String::deserialize(deserializer)?;
    hyphenated(&text).map(Some).ok_or_else(|| D::Error::custom("not a cursor"))
}

/// Returns the `Link` header of the next page of a list at this path: the same query with another cursor.
pub fn next_link(request: &HttpRequest, path: &str, cursor: &str) -> String {
    let kept =
        request.query_string().split('&').filter(|part| !part.is_empty() && !part.starts_with("cursor="));
    let query: Vec<&str> = kept.collect();
    let before = if query.is_empty() { String::new() } else { format!("{}&", query.join("&")) };
    format!("<{path}?{before}cursor={cursor}>; rel=\"next\"")
}
