//! A limit on the headers of a request. Some take work that grows with their length: lists of encodings,
//! media types and tags are read completely.

use actix_web::ResponseError;
use actix_web::body::{EitherBody, MessageBody};
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::middleware::Next;

use crate::{Code, Problem};

/// The maximum number of bytes of all header names and values together.
pub const HEADERS_BYTES_MAX: usize = 32 * 1024;

/// Refuses a request with too large headers before it reads any of them.
pub async fn limit<B: MessageBody>(
    request: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<EitherBody<B>>, actix_web::Error> {
    let headers = request.headers().iter();
    let bytes: usize = headers.map(|(name, value)| name.as_str().len() + value.len()).sum();
    if bytes > HEADERS_BYTES_MAX {
        let limit = HEADERS_BYTES_MAX / 1024;
        let problem = Problem::new(Code::HeadTooLarge, format!("Headers are limited to {limit} KiB."));
        return Ok(request.into_response(problem.error_response()).map_into_right_body());
    }
    Ok(next.call(request).await?.map_into_left_body())
}
