//! The gate before every route: who asks, and whether he asks too much.
//!
//! A bad token counts against its address before it is refused, so that tokens cannot be tried without limit.

use std::time::Instant;

use actix_web::body::{EitherBody, MessageBody};
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::header::{HeaderMap, HeaderName, HeaderValue};
use actix_web::middleware::Next;
use actix_web::{HttpMessage, ResponseError, web};

use super::extract::{ClientAddress, TrustedProxies};
use super::limit::{Class, Limiter, Party, Standing};
use super::{Code, Problem, authenticate};
use crate::auth::throttle;

/// Tells what a client is allowed.
pub const POLICY: HeaderName = HeaderName::from_static("ratelimit-policy");
/// Tells what is left of it.
pub const LEFT: HeaderName = HeaderName::from_static("ratelimit");

/// Lets a request through with its [`Identity`](crate::auth::Identity), or refuses it.
///
/// # Errors
///
/// Those of the request.
pub async fn admit<B: MessageBody>(
    request: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<EitherBody<B>>, actix_web::Error> {
    let identity = authenticate::identify(&request);
    let limited = Class::of(request.method(), request.path()).zip(limiter(&request));
    let passed = limited.map(|(class, limiter)| {
        let party = identity.as_ref().ok().copied().flatten().map(|identity| Party::Account(identity.player));
        limiter.admit(class, party.unwrap_or_else(|| address(&request)), Instant::now())
    });
    let (pass, refusal) = match passed.transpose() {
        Ok(pass) => (pass, identity.as_ref().err().map(ResponseError::error_response)),
        Err(too_many) => {
            let problem = Problem::new(Code::TooManyRequests, "This is more than this server allows.");
            let mut response = problem.retry_after(too_many.wait).error_response();
            tell(response.headers_mut(), &too_many.standing);
            (None, Some(response))
        }
    };
    let mut response = match refusal {
        Some(refusal) => request.into_response(refusal).map_into_right_body(),
        None => {
            if let Ok(Some(identity)) = identity {
                request.extensions_mut().insert(identity);
            }
            next.call(request).await?.map_into_left_body()
        }
    };
    if let Some(pass) = pass {
        tell(response.headers_mut(), &pass.standing);
    }
    Ok(response)
}

fn limiter(request: &ServiceRequest) -> Option<web::Data<Limiter>> {
    request.app_data::<web::Data<Limiter>>().filter(|limiter| limiter.is_on()).cloned()
}

fn address(request: &ServiceRequest) -> Party {
    let nobody = TrustedProxies::default();
    let trusted = request.app_data::<web::Data<TrustedProxies>>().map_or(&nobody, |trusted| trusted);
    let address = ClientAddress::of(request.peer_addr().map(|peer| peer.ip()), request.headers(), trusted);
    Party::Address(throttle::network(address.0))
}

fn tell(headers: &mut HeaderMap, standing: &Standing) {
    for (name, text) in [(POLICY, &standing.policy), (LEFT, &standing.left)] {
        if let Ok(value) = HeaderValue::from_str(text) {
            headers.insert(name, value);
        }
    }
}
