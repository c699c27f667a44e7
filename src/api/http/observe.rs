//! Adds an id, a log line and metrics to every request, handles HEAD as GET, and ends connections when the
//! server is about to stop.
//!
//! It does not know the content of requests. It logs neither headers nor bodies nor queries.

use std::time::Instant;

use actix_web::body::MessageBody;
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::header::{HeaderName, HeaderValue};
use actix_web::http::{ConnectionType, Method};
use actix_web::middleware::Next;
use actix_web::{HttpMessage, web};
use tracing::Instrument;
use uuid::Uuid;

use super::admit::pattern;
use crate::request_id::under;
use crate::site::health::Leaving;
use crate::site::metrics::Metrics;
use crate::words::spoken::{preferred, speaking};

/// The header with the id of a request, in requests and responses.
pub const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

/// The maximum length of an id that a client sends.
const REQUEST_ID_LENGTH_MAX: usize = 64;

/// The mark of a request for only the head of a response.
#[derive(Debug, Clone, Copy)]
pub struct HeadOnly;

/// Wraps every request.
pub async fn observe(
    mut request: ServiceRequest,
    next: Next<impl MessageBody>,
) -> Result<ServiceResponse<impl MessageBody>, actix_web::Error> {
    let began = Instant::now();
    let id = request_id(&request);
    let method = known(request.method());
    if request.method() == Method::HEAD {
        // The HTTP library knows that the method was HEAD and sends no body.
        request.head_mut().method = Method::GET;
        request.extensions_mut().insert(HeadOnly);
    }
    let span = tracing::info_span!("request", id = id.to_str().unwrap_or_default(), method);
    let leaving = request.app_data::<web::Data<Leaving>>().cloned();
    let under_way = Metrics::shared().begin();
    let language = preferred(request.headers());
    let work = speaking(language, under(id.clone(), next.call(request)));
    let answer = work.instrument(span.clone()).await;
    drop(under_way);
    let (route, status) = match &answer {
        Ok(response) => (pattern(response.request()), response.status().as_u16()),
        Err(error) => ("none".into(), error.as_response_error().status_code().as_u16()),
    };
    let took = began.elapsed();
    Metrics::shared().answered(method, &route, status, took);
    span.in_scope(
        || tracing::info!(target: "lapidary::access", route = &*route, status, took_us = took.as_micros() as u64),
    );
    answer.map(|mut response| {
        response.headers_mut().insert(REQUEST_ID, id);
        if leaving.is_some_and(|leaving| leaving.0.is_cancelled()) {
            // The client opens its next connection elsewhere, so the end of the server resets none.
            response.response_mut().head_mut().set_connection_type(ConnectionType::Close);
        }
        response
    })
}

/// Returns the client's id if it is well-formed, otherwise a new one.
fn request_id(request: &ServiceRequest) -> HeaderValue {
    let given = request.headers().get(REQUEST_ID).filter(|id| is_well_formed(id.as_bytes()));
    given.cloned().unwrap_or_else(|| {
        HeaderValue::from_str(&Uuid::now_v7().to_string()).unwrap_or(HeaderValue::from_static("none"))
    })
}

fn is_well_formed(id: &[u8]) -> bool {
    (1..=REQUEST_ID_LENGTH_MAX).contains(&id.len())
        && id.iter().all(|byte| byte.is_ascii_alphanumeric() || b"-_.".contains(byte))
}

/// Returns the method as a label. Clients can invent methods, and each would create a time series.
fn known(method: &Method) -> &'static str {
    match method.as_str() {
        "GET" => "GET",
        "HEAD" => "HEAD",
        "POST" => "POST",
        "PUT" => "PUT",
        "PATCH" => "PATCH",
        "DELETE" => "DELETE",
        "OPTIONS" => "OPTIONS",
        _ => "other",
    }
}
