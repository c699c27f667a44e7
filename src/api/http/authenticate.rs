//! Authentication by the bearer token of a request.
//!
//! Every operation of the API refuses a bad token, even an operation that needs no token, so that the client notices.

use actix_web::dev::ServiceRequest;
use actix_web::http::header;
use actix_web::web;

use crate::api::{Code, Problem};
use crate::auth::Identity;
use crate::service::Access;

/// Returns the identity in the token of a request, if the request has a token.
///
/// # Errors
/// `unauthenticated` if the token is not valid.
pub fn identify(request: &ServiceRequest) -> Result<Option<Identity>, Problem> {
    let mut values = request.headers().get_all(header::AUTHORIZATION);
    let Some(value) = values.next() else {
        return Ok(None);
    };
    if values.next().is_some() {
        return Err(Problem::new(Code::Unauthenticated, "Send one `Authorization` header."));
    }
    let access = request
        .app_data::<web::Data<Access>>()
        .ok_or_else(|| Problem::internal("`Access` is not registered"))?;
    let token = value.to_str().ok().and_then(bearer).ok_or_else(refusal)?;
    access.identify(token).map(Some).map_err(|_| refusal())
}

/// Returns the token of `Bearer …`; the scheme is case-insensitive.
fn bearer(value: &str) -> Option<&str> {
    let (scheme, token) = value.split_once(' ')?;
    scheme.eq_ignore_ascii_case("bearer").then(|| token.trim())
}

fn refusal() -> Problem {
    Problem::new(
        Code::Unauthenticated,
        "The access token is malformed, expired or not issued by this server.",
    )
}
