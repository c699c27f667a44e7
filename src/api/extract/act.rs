//! The extractor for the common beginning of most acts of a caller.

use actix_web::dev::Payload;
use actix_web::{FromRequest, HttpRequest, web};
use futures_util::future::LocalBoxFuture;

use super::caller::{LiveCaller, required};
use super::path::{InPath, Path};
use crate::Problem;
use crate::contract::describe::{Argument, Description};

/// An act of a caller with an open session: the service, the caller, and the thing that the path names.
pub struct Act<S: 'static, T>(pub web::Data<S>, pub LiveCaller, pub T);

impl<S: 'static, T: InPath + 'static> FromRequest for Act<S, T> {
    type Error = Problem;
    type Future = LocalBoxFuture<'static, Result<Self, Problem>>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let service = request.app_data::<web::Data<S>>().cloned();
        let service = service.ok_or_else(|| Problem::internal("a service is not registered"));
        // A wrong path is refused without a database query.
        let named = required(request).and_then(|_| T::read(request));
        let caller = LiveCaller::from_request(request, payload);
        Box::pin(async move {
            let named = named?;
            Ok(Act(service?, caller.await?, named))
        })
    }
}

impl<S: 'static, T: InPath> Argument for Act<S, T> {
    fn describe(description: &mut Description) {
        Path::<T>::describe(description);
    }
}
