//! Refusals of libraries in our words. Their middlewares answer some requests themselves, such as one that
//! accepts no encoding at all, and know no problem bodies.

use actix_web::ResponseError;
use actix_web::body::{EitherBody, MessageBody};
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::StatusCode;
use actix_web::http::header::{CONTENT_TYPE, HeaderMap};
use actix_web::middleware::Next;

use crate::{Code, Problem};

/// Replaces the body of a refusal that our handlers have not written. It wraps the libraries' middlewares.
pub async fn in_words<B: MessageBody>(
    request: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<EitherBody<B>>, actix_web::Error> {
    let response = next.call(request).await?;
    let status = response.status();
    if !status.is_client_error() && !status.is_server_error() || !is_plain(response.headers()) {
        return Ok(response.map_into_left_body());
    }
    let problem = match status {
        StatusCode::NOT_ACCEPTABLE => {
            let detail = "`Accept-Encoding` excludes every encoding: accept `gzip` or `identity`.";
            Problem::new(Code::NotAcceptable, detail)
        }
        _ if status.is_client_error() => {
            Problem::new(Code::Malformed, "The headers of the request are not valid.")
        }
        _ => Problem::internal("a library has answered"),
    };
    let (request, refused) = response.into_parts();
    let mut written = problem.error_response();
    for (name, value) in refused.headers() {
        if name != CONTENT_TYPE {
            written.headers_mut().append(name.clone(), value.clone());
        }
    }
    Ok(ServiceResponse::new(request, written).map_into_right_body())
}

/// Whether a body is plain text or empty. Our refusals never are.
fn is_plain(headers: &HeaderMap) -> bool {
    headers.get(CONTENT_TYPE).is_none_or(|media| media.as_bytes().starts_with(b"text/plain"))
}
