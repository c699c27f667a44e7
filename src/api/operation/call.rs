//! How all operations are served: by functions of one type, which `#[operation]` makes of handlers.

use std::pin::Pin;

use actix_web::dev::Payload;
use actix_web::{FromRequest, HttpMessage, HttpRequest, HttpResponse};

/// A response that is being made.
pub(crate) type Served = Pin<Box<dyn Future<Output = HttpResponse>>>;

/// Extracts the arguments of a handler, one after another, and calls it.
pub(crate) type Handler = fn(HttpRequest, Payload) -> Served;

/// The operation of a request, as found by the gate.
#[derive(Debug, Clone, Copy)]
pub struct Route {
    /// The pattern of its path.
    pub path: &'static str,
    pub(crate) handler: Handler,
}

impl Route {
    /// Returns the operation of a request. None for a page.
    pub fn of(request: &HttpRequest) -> Option<Route> {
        request.extensions().get().copied()
    }
}

/// Extracts an argument, or returns the response that refuses the request.
pub(crate) async fn take<T: FromRequest>(
    request: &HttpRequest,
    payload: &mut Payload,
) -> Result<T, HttpResponse> {
    T::from_request(request, payload).await.map_err(HttpResponse::from_error)
}
