//! Numbers in paths: of rounds, tables and entries.

use std::convert::Infallible;
use std::future::{Ready, ready};

use actix_web::dev::Payload;
use actix_web::{FromRequest, HttpRequest};

/// The number of a round or a table in a path: `{n}`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NumberPath(pub u32);

impl FromRequest for NumberPath {
    type Error = Infallible;
    type Future = Ready<Result<Self, Infallible>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        let text = request.match_info().get("n").unwrap_or_default();
        let number = text.parse().ok().filter(|number: &u32| number.to_string() == text);
        // Whatever is not a number names nothing, and is refused only after the other parts of the request.
        ready(Ok(NumberPath(number.filter(|&number| number <= i32::MAX as u32).unwrap_or(u32::MAX))))
    }
}
