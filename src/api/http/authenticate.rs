//! Who asks: the bearer token of a request.
//!
//! A bad token is refused by every operation of the API, also where none is needed, so that the client notices.

use actix_web::dev::ServiceRequest;
use actix_web::http::header;
use actix_web::web;

use crate::api::{Code, Problem};
use crate::auth::Identity;
use crate::service::Access;

/// Whom the token of a request speaks for, if it has one.
///
/// # Errors
/// `unauthenticated` when the token is not valid.
pub fn identify(request: &ServiceRequest) -> Result<Option<Identity>, Problem> {
    let mut values = request.headers().get_all(header::AUTHORIZATION);
    let Some(value) = values.next() else {
        return Ok(None);
    };
    if values.next().is_some() {
        return Err(Problem::new(Code::Unauthenticated, "Send one `Authorization` header."));
    }
    let access =
        request.app_data::<web::Data<Access>>().ok_or_else(|| Problem::internal("there is no access"))?;
    let token = value.to_str().ok().and_then(bearer).ok_or_else(refusal)?;
    access.identify(token).map(Some).map_err(|_| refusal())
}

/// The token of `Bearer …`; the word is the same with letters large or small.
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
