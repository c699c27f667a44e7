//! What all operations register: a function of one type, which `#[operation]` makes of a handler.

use std::pin::Pin;

use actix_web::dev::Payload;
use actix_web::{FromRequest, HttpRequest, HttpResponse, web};

/// A response that is being made.
pub(crate) type Served = Pin<Box<dyn Future<Output = HttpResponse>>>;

/// Extracts the arguments of a handler, one after another, and calls it.
pub(crate) type Handler = fn(HttpRequest, web::Payload) -> Served;

/// Extracts an argument, or returns the response that refuses the request.
pub(crate) async fn take<T: FromRequest>(
    request: &HttpRequest,
    payload: &mut Payload,
) -> Result<T, HttpResponse> {
    T::from_request(request, payload).await.map_err(HttpResponse::from_error)
}
