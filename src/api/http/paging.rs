//! The pages of lists: cursors, and the link to the next page.

use actix_web::http::header::{self, HeaderValue};
use actix_web::{HttpRequest, HttpResponse, ResponseError};
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize};
use uuid::Uuid;

use super::tag::tagged;
use crate::extract::hyphenated;
use crate::{Code, Problem};

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

/// Returns the number of items on a page.
///
/// # Errors
/// `malformed` if the number is out of bounds.
pub fn page_items(limit: Option<u8>) -> Result<u8, Problem> {
    let limit = limit.unwrap_or(PAGE_ITEMS);
    match (1..=PAGE_ITEMS_MAX).contains(&limit) {
        true => Ok(limit),
        false => Err(Problem::new(Code::Malformed, "`limit` must be from 1 to 100.")),
    }
}

/// Shortens a list that has one item more than a page, if there is a next page, to the page. Returns the
/// cursor of the next page.
pub fn cut<T>(items: &mut Vec<T>, limit: u8, id: impl Fn(&T) -> Uuid) -> Option<String> {
    let more = items.len() > usize::from(limit);
    items.truncate(limit.into());
    items.last().filter(|_| more).map(|last| id(last).to_string())
}

/// Returns a page of a list at this path, with a link to the next page; 304 if the client already has it.
pub fn page(
    request: &HttpRequest,
    path: &str,
    next_cursor: Option<&str>,
    body: impl Serialize,
) -> HttpResponse {
    let mut response = match tagged(request, &body) {
        Ok(response) => response,
        Err(problem) => return problem.error_response(),
    };
    let link = next_cursor.map(|cursor| next_link(request, path, cursor));
    if let Some(link) = link.and_then(|link| HeaderValue::try_from(link).ok()) {
        response.headers_mut().insert(header::LINK, link);
    }
    response
}

/// Returns the `Link` header of the next page of a list at this path: the same query with another cursor.
pub fn next_link(request: &HttpRequest, path: &str, cursor: &str) -> String {
    let kept =
        request.query_string().split('&').filter(|part| !part.is_empty() && !part.starts_with("cursor="));
    let query: Vec<&str> = kept.collect();
    let before = if query.is_empty() { String::new() } else { format!("{}&", query.join("&")) };
    format!("<{path}?{before}cursor={cursor}>; rel=\"next\"")
}
