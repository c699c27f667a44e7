//! The gate before every operation: it finds the operation, identifies the caller, applies the rate limits,
//! and checks whether the operation allows the request.
//!
//! A bad token counts against its address before it is refused, so that nobody can try tokens without limit.

use std::borrow::Cow;
use std::time::Instant;

use actix_web::body::{EitherBody, MessageBody};
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::header::{HeaderMap, HeaderName, HeaderValue, UPGRADE};
use actix_web::middleware::Next;
use actix_web::{HttpMessage, HttpRequest, HttpResponse, ResponseError, web};

use super::{authenticate, fallback};
use crate::contract::openapi::Contract;
use crate::extract::{ClientAddress, TrustedProxies};
use crate::limit::{Class, LimitState, Limiter, Party, RequestPlace, TooMany};
use crate::operation::{self, Operation, RequestTarget, Route, has_nul};
use crate::{Code, Problem};
use lapidary_model::auth::{Identity, network};
use lapidary_service::access::Presented;

/// Returns the path pattern of a request, or `none`.
pub fn pattern(request: &HttpRequest) -> Cow<'static, str> {
    let known = Route::of(request).map(|route| route.path);
    known.map_or_else(|| request.match_pattern().map_or("none".into(), Cow::Owned), Cow::Borrowed)
}

/// The header with the limits of the client.
pub const POLICY: HeaderName = HeaderName::from_static("ratelimit-policy");
/// The header with what is left of the limits.
pub const LEFT: HeaderName = HeaderName::from_static("ratelimit");

/// Lets a request through to its operation with its [`Identity`], or refuses it.
///
/// It finds the operation by the decoded path, exactly like the router. So no request reaches an operation
/// without passing its checks.
pub async fn admit<B: MessageBody>(
    mut request: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<EitherBody<B>>, actix_web::Error> {
    let wanted = Contract::shared().operations().wanted(request.method(), request.match_info().as_str());
    if let Some((operation, route)) = wanted.operation().and_then(|found| Some((found, found.route()?))) {
        operation.find_parameters(&mut request);
        request.extensions_mut().insert(route);
    }
    let (place, refusal) = match enter(&request, &wanted).await {
        Ok((place, identity)) => (place, check(&mut request, &wanted, identity).await.err()),
        Err(too_many) => {
            let problem = Problem::new(Code::TooManyRequests, "The rate limit of this server is exceeded.");
            let mut response = problem.retry_after(too_many.wait).error_response();
            tell(response.headers_mut(), &too_many.standing);
            (None, Some(response))
        }
    };
    let mut response = match refusal {
        Some(refusal) => request.into_response(refusal).map_into_right_body(),
        None => {
            if let Some(place) = &place {
                request.extensions_mut().insert(place.clone());
            }
            next.call(request).await?.map_into_left_body()
        }
    };
    if let Some(place) = place {
        tell(response.headers_mut(), &place.standing());
    }
    Ok(response)
}

/// Lets the operation that the gate has found serve a request. Pages are found by the router.
pub async fn serve(
    request: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse<impl MessageBody>, actix_web::Error> {
    let Some(route) = Route::of(request.request()) else {
        return next.call(request).await.map(ServiceResponse::map_into_boxed_body);
    };
    let (request, payload) = request.into_parts();
    let response = (route.handler)(request.clone(), payload).await;
    Ok(ServiceResponse::new(request, response))
}

/// The caller of a request, or the refusal of the token.
type Identified = Result<Option<Identity>, Problem>;

/// Identifies the caller and counts the request against their limit.
async fn enter(
    request: &ServiceRequest,
    wanted: &RequestTarget,
) -> Result<(Option<RequestPlace>, Identified), TooMany> {
    let presented = match wanted.reads_token() {
        true => authenticate::identify(request, wanted.operation()),
        false => Ok(None),
    };
    let identity = match presented {
        Ok(None) => Ok(None),
        Ok(Some(Presented::Valid(identity))) => Ok(Some(identity)),
        Ok(Some(Presented::Unknown(token))) => {
            // The query counts before it is made, so that nobody can try tokens without limit.
            count(request, Some(Class::Reads), None)?;
            match authenticate::look_up(request, &token).await {
                Ok(identity) => Ok(Some(identity)),
                // It is counted already.
                Err(problem) => return Ok((None, Err(problem))),
            }
        }
        Ok(Some(Presented::Ticket(ticket))) => {
            count(request, Some(Class::Reads), None)?;
            match authenticate::open(request, &ticket).await {
                Ok(identity) => Ok(Some(identity)),
                Err(problem) => return Ok((None, Err(problem))),
            }
        }
        Err(problem) => Err(problem),
    };
    let class = match &identity {
        Ok(_) => wanted.limit(request.method()),
        // Operations limited only by requests in flight would let a client try tokens without limit.
        Err(_) => Some(Class::Reads),
    };
    let place = count(request, class, identity.as_ref().ok().and_then(Option::as_ref))?;
    Ok((place, identity))
}

/// Counts the request against a limit, if there is one.
fn count(
    request: &ServiceRequest,
    class: Option<Class>,
    identity: Option<&Identity>,
) -> Result<Option<RequestPlace>, TooMany> {
    // Strangers, whose reports are refused, do not use up those of their network.
    let class = class.map(|class| match (class, identity) {
        (Class::Reports, None) => Class::Writes,
        _ => class,
    });
    let limited = class.zip(limiter(request));
    let place = limited.map(|(class, limiter)| {
        let account = identity.filter(|_| class.around().is_none());
        let party = account.map_or_else(|| address(request), |identity| Party::Account(identity.player));
        let pass = limiter.admit(class, party, Instant::now())?;
        Ok(RequestPlace::new(limiter.into_inner(), party, pass))
    });
    place.transpose()
}

/// The answer to a client that requests a WebSocket.
const NO_WEB_SOCKET: &str = "This server has no WebSockets: follow a stream of Server-Sent Events with \
    `GET /v1/games/{id}/events`, `/v1/me/events` or `/v1/lobby/events` and `Accept: text/event-stream`.";

/// Returns whether a client wants another protocol that the server does not support (RFC 6455, 4.1).
fn wants_web_socket(headers: &HeaderMap) -> bool {
    headers.get(UPGRADE).is_some_and(|protocol| protocol.as_bytes().eq_ignore_ascii_case(b"websocket"))
}

/// Checks the requirements of the operation, in the order in which a client can fix them. Stores the caller's
/// identity in the request.
async fn check(
    request: &mut ServiceRequest,
    wanted: &RequestTarget,
    identity: Identified,
) -> Result<(), HttpResponse> {
    let identity = identity.map_err(|problem| problem.error_response())?;
    if wants_web_socket(request.headers()) {
        return Err(Problem::new(Code::Malformed, NO_WEB_SOCKET).error_response());
    }
    match wanted {
        RequestTarget::Page if has_nul(request.query_string().as_bytes()) => {
            Err(Problem::new(Code::Malformed, "The query contains the character NUL.").error_response())
        }
        RequestTarget::Page => Ok(()),
        RequestTarget::Nothing => Err(fallback::nothing()),
        RequestTarget::OtherMethod(allow) => Err(fallback::other_method(request.method(), allow)),
        RequestTarget::Operation(operation) => {
            accept(operation, request, identity.as_ref())
                .await
                .map_err(|problem| problem.error_response())?;
            if let Some(identity) = identity {
                request.extensions_mut().insert(identity);
            }
            Ok(())
        }
    }
}

async fn accept(
    operation: &Operation,
    request: &mut ServiceRequest,
    identity: Option<&Identity>,
) -> Result<(), Problem> {
    operation::permit(operation, identity)?;
    operation::accept_query(operation, request.query_string())?;
    match operation.has_body() {
        true => Ok(()),
        false => {
            let payload = request.take_payload();
            operation::accept_no_body(request.method(), payload).await
        }
    }
}

fn limiter(request: &ServiceRequest) -> Option<web::Data<Limiter>> {
    request.app_data::<web::Data<Limiter>>().filter(|limiter| limiter.is_on()).cloned()
}

fn address(request: &ServiceRequest) -> Party {
    let nobody = TrustedProxies::default();
    let trusted = request.app_data::<web::Data<TrustedProxies>>().map_or(&nobody, |trusted| trusted);
    let address = ClientAddress::of(request.peer_addr().map(|peer| peer.ip()), request.headers(), trusted);
    Party::Address(network::of(address.0))
}

fn tell(headers: &mut HeaderMap, standing: &LimitState) {
    for (name, text) in [(POLICY, standing.policy()), (LEFT, standing.left())] {
        if let Ok(value) = HeaderValue::try_from(text) {
            headers.insert(name, value);
        }
    }
}
