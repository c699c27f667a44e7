//! Authentication by the bearer token of a request.
//!
//! Every operation of the API refuses a bad token, even an operation that needs no token, so that the client notices.

use actix_web::dev::ServiceRequest;
use actix_web::http::header;
use actix_web::web;

use crate::api::{Code, Problem};
use crate::auth::Identity;
use crate::auth::api_token::TokenDigest;
use crate::service::Access;
use crate::service::access::Presented;

/// Returns whom the token of a request belongs to, if the request has a token.
///
/// # Errors
/// `unauthenticated` if the token is not valid.
pub fn identify(request: &ServiceRequest) -> Result<Option<Presented>, Problem> {
    let mut values = request.headers().get_all(header::AUTHORIZATION);
    let Some(value) = values.next() else {
        return Ok(None);
    };
    if values.next().is_some() {
        return Err(Problem::new(Code::Unauthenticated, "Send one `Authorization` header."));
    }
    let token = value.to_str().ok().and_then(bearer).ok_or_else(refusal)?;
    access(request)?.identify(token).map(Some).map_err(|_| refusal())
}

/// Returns whom an API token belongs to that this server does not know yet.
///
/// # Errors
/// `unauthenticated` if the token is not valid, `unavailable` if the database fails.
pub async fn look_up(request: &ServiceRequest, token: &TokenDigest) -> Result<Identity, Problem> {
    let access = access(request)?.clone();
    access.look_up(token).await?.ok_or_else(refusal)
}

fn access(request: &ServiceRequest) -> Result<&web::Data<Access>, Problem> {
    request.app_data().ok_or_else(|| Problem::internal("`Access` is not registered"))
}

/// Returns the token of `Bearer …`; the scheme is case-insensitive.
fn bearer(value: &str) -> Option<&str> {
    let (scheme, token) = value.split_once(' ')?;
    scheme.eq_ignore_ascii_case("bearer").then(|| token.trim())
}

fn refusal() -> Problem {
    Problem::new(
        Code::Unauthenticated,
        "The token is malformed, expired, revoked or not issued by this server.",
    )
}
