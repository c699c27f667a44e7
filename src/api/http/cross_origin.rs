//! The responses that pages of other origins may read: those for programs, not those for people in a browser.
//!
//! There are no cookies for other sites to abuse: clients send tokens explicitly, and browsers send the
//! page's cookies only from this site. But pages of this server, such as the login page, are for people, and
//! scripts of other sites must not read them.

use actix_cors::Cors;
use actix_web::body::MessageBody;
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::Method;
use actix_web::http::header::{self, HeaderMap};
use actix_web::middleware::Next;

use super::{admit, idempotency, observe};
use crate::contract::openapi::Contract;

/// How long a browser may cache the permission for a cross-origin request, in seconds.
const PREFLIGHT_SECONDS: usize = 86_400;
/// The common prefix of all headers that let other origins read a response.
const PERMISSIONS: &str = "access-control-";

/// Allows requests from any origin.
pub fn for_programs() -> Cors {
    Cors::default()
        .allow_any_origin()
        .send_wildcard()
        .allow_any_method()
        .allow_any_header()
        .expose_headers([
            header::DATE,
            header::ETAG,
            header::LINK,
            header::LOCATION,
            header::RETRY_AFTER,
            header::WWW_AUTHENTICATE,
            header::HeaderName::from_static("preference-applied"),
            idempotency::REPLAYED,
            admit::POLICY,
            admit::LEFT,
            observe::REQUEST_ID,
        ])
        .max_age(PREFLIGHT_SECONDS)
}

/// Removes the permission from every response for people: from the pages of OAuth and accounts, whatever they
/// return, and from all other HTML.
pub async fn not_for_people(
    request: ServiceRequest,
    next: Next<impl MessageBody>,
) -> Result<ServiceResponse<impl MessageBody>, actix_web::Error> {
    let is_for_people =
        Contract::shared().operations().is_for_people(&method(&request), request.match_info().as_str());
    let mut response = next.call(request).await?;
    if is_for_people || is_html(response.headers()) {
        let headers = response.headers_mut();
        let names = headers.keys().filter(|name| name.as_str().starts_with(PERMISSIONS));
        let names: Vec<_> = names.cloned().collect();
        names.into_iter().for_each(|name| drop(headers.remove(name)));
    }
    Ok(response)
}

/// Returns the method of a request, or the requested method of a preflight request.
fn method(request: &ServiceRequest) -> Method {
    let asked = request.headers().get(header::ACCESS_CONTROL_REQUEST_METHOD);
    let asked = asked.filter(|_| request.method() == Method::OPTIONS);
    asked
        .and_then(|name| Method::from_bytes(name.as_bytes()).ok())
        .unwrap_or_else(|| request.method().clone())
}

fn is_html(headers: &HeaderMap) -> bool {
    headers.get(header::CONTENT_TYPE).is_some_and(|media| media.as_bytes().starts_with(b"text/html"))
}
