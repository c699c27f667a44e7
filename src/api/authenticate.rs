//! Who asks: the bearer token of every request, verified before anything else is done for it.
//!
//! A bad token is refused on every path of the API, also where none is needed, so that a client notices.

use actix_web::body::{EitherBody, MessageBody};
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::header;
use actix_web::middleware::Next;
use actix_web::{HttpMessage, ResponseError, web};

use super::{Code, Problem};
use crate::auth::Identity;
use crate::service::Access;

/// Where tokens are looked at; the scraper of `/metrics` may send what it likes.
const API: &str = "/v1/";

/// Puts the caller's [`Identity`] into the request, or refuses a bad token.
///
/// # Errors
///
/// Those of the request.
pub async fn authenticate<B: MessageBody>(
    request: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<EitherBody<B>>, actix_web::Error> {
    match identity(&request) {
        Ok(identity) => {
            if let Some(identity) = identity {
                request.extensions_mut().insert(identity);
            }
            Ok(next.call(request).await?.map_into_left_body())
        }
        Err(problem) => Ok(request.into_response(problem.error_response()).map_into_right_body()),
    }
}

fn identity(request: &ServiceRequest) -> Result<Option<Identity>, Problem> {
    let Some(value) = request.headers().get(header::AUTHORIZATION) else {
        return Ok(None);
    };
    if !request.path().starts_with(API) {
        return Ok(None);
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
    Problem::new(Code::Unauthenticated, "The access token is malformed, expired or not ours.")
}
