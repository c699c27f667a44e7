//! Browsers whose stream the server cannot open now.
//!
//! By the HTML standard, an `EventSource` gives up permanently after any status but 200. So a browser that
//! requests Server-Sent Events does not get 503, but a stream that ends at once. It says when to reconnect,
//! and the browser does so automatically. Programs get the 503.

use actix_web::HttpResponse;
use actix_web::body::{BoxBody, MessageBody};
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::error::InternalError;
use actix_web::http::StatusCode;
use actix_web::http::header::{self, HeaderMap, HeaderName};
use actix_web::middleware::Next;
use chrono::{SecondsFormat, Utc};

use super::transport::SSE;

/// The header of every browser that no script can set (Fetch Metadata Request Headers).
const FETCH_MODE: HeaderName = HeaderName::from_static("sec-fetch-mode");
/// The default delay in seconds before a browser reconnects.
const RETRY_SECONDS: u64 = 5;

/// Returns whether a browser opens a stream: only an `EventSource` accepts only Server-Sent Events.
fn is_event_source(headers: &HeaderMap) -> bool {
    headers.contains_key(FETCH_MODE)
        && headers.get(header::ACCEPT).is_some_and(|accept| accept.as_bytes() == SSE.as_bytes())
}

/// Answers a browser whose stream cannot be opened now.
pub async fn tell_browsers(
    request: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse<BoxBody>, actix_web::Error> {
    if !is_event_source(request.headers()) {
        return next.call(request).await.map(ServiceResponse::map_into_boxed_body);
    }
    match next.call(request).await {
        Ok(answered) if answered.status() == StatusCode::SERVICE_UNAVAILABLE => {
            let later = later(answered.headers());
            Ok(answered.into_response(later))
        }
        Ok(answered) => Ok(answered.map_into_boxed_body()),
        Err(error) => {
            let refusal = error.as_response_error().error_response();
            match refusal.status() {
                StatusCode::SERVICE_UNAVAILABLE => {
                    Err(InternalError::from_response(error, later(refusal.headers())).into())
                }
                _ => Err(error),
            }
        }
    }
}

/// Returns a stream that ends at once, in place of a refusal with these headers.
fn later(headers: &HeaderMap) -> HttpResponse {
    let wait = headers.get(header::RETRY_AFTER).and_then(|wait| wait.to_str().ok()?.parse::<u64>().ok());
    let seconds = wait.unwrap_or(RETRY_SECONDS);
    let now = Utc::now().to_rfc3339_opts(SecondsFormat::Millis, true);
    let end = format!(
        "retry: {}\n\ndata: {{\"type\":\"stream_end\",\"server_time\":\"{now}\",\"data\":{{\"reason\":\"{UNAVAILABLE}\"}}}}\n\n",
        seconds.saturating_mul(1_000)
    );
    HttpResponse::Ok().content_type(SSE).insert_header((header::CACHE_CONTROL, "no-store")).body(end)
}

/// Why such a stream has ended.
pub const UNAVAILABLE: &str = "unavailable";

#[cfg(test)]
mod tests {
    use actix_web::test::{TestRequest, call_service, init_service, read_body};
    use actix_web::{App, middleware::from_fn, web};

    use super::*;
    use crate::{Code, Problem};

    async fn answer(fetch_mode: Option<&str>, accept: &str) -> (u16, String) {
        let refuse = || async {
            let problem = Problem::new(Code::Unavailable, "The server stops.");
            Err::<HttpResponse, Problem>(problem.retry_after(std::time::Duration::from_secs(3)))
        };
        let app = App::new().wrap(from_fn(tell_browsers)).route("/stream", web::get().to(refuse));
        let service = init_service(app).await;
        let mut request = TestRequest::get().uri("/stream").insert_header((header::ACCEPT, accept));
        if let Some(mode) = fetch_mode {
            request = request.insert_header((FETCH_MODE, mode));
        }
        let response = call_service(&service, request.to_request()).await;
        let status = response.status().as_u16();
        (status, String::from_utf8(read_body(response).await.to_vec()).unwrap())
    }

    #[actix_web::test]
    async fn a_browser_is_told_when_to_connect_again_and_a_program_that_it_cannot() {
        let (status, body) = answer(Some("cors"), SSE).await;
        assert_eq!(status, 200);
        assert!(
            body.starts_with("retry: 3000\n\ndata: {") && body.contains("\"reason\":\"unavailable\""),
            "{body}"
        );
        for (mode, accept) in [(None, SSE), (Some("cors"), "application/json")] {
            let (status, body) = answer(mode, accept).await;
            assert_eq!(status, 503, "{mode:?} {accept}");
            assert!(body.contains("\"code\":\"unavailable\""), "{body}");
        }
    }
}
