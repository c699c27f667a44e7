//! Bodies that may be left out.

use actix_web::dev::Payload;
use actix_web::http::{Version, header};
use actix_web::{FromRequest, HttpRequest};
use futures_util::future::LocalBoxFuture;
use serde::de::DeserializeOwned;
use utoipa::ToSchema;

use super::valid::{BODY_BYTES_MAX, arrived, head_is_acceptable, read_body, refuse};
use crate::Problem;
use crate::contract::describe::{Argument, Description};

/// A body that matches its published schema, or the default for a missing body or `null`: some clients write
/// every body as JSON.
#[derive(Debug)]
pub struct Optional<T>(pub T);

impl<T: ToSchema + DeserializeOwned + Default + 'static> FromRequest for Optional<T> {
    type Error = Problem;
    type Future = LocalBoxFuture<'static, Result<Self, Problem>>;

    /// An empty body counts as missing, whatever the headers say.
    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let headers = request.headers();
        let has_length = headers.get(header::CONTENT_LENGTH).is_some_and(|length| length.as_bytes() != b"0");
        // In HTTP/2, a body needs neither header.
        let may_have_body = has_length
            || headers.contains_key(header::TRANSFER_ENCODING)
            || request.version() == Version::HTTP_2;
        if !may_have_body {
            return Box::pin(async { Ok(Optional(T::default())) });
        }
        let head = head_is_acceptable(request, BODY_BYTES_MAX);
        let payload = payload.take();
        Box::pin(async move {
            let bytes = arrived(payload).await?;
            if bytes.is_empty() {
                return Ok(Optional(T::default()));
            }
            head?;
            if bytes.trim_ascii() == b"null" {
                return Ok(Optional(T::default()));
            }
            read_body(&bytes, false).map(|(body, _)| Optional(body))
        })
    }
}

impl<T: ToSchema + DeserializeOwned> Argument for Optional<T> {
    fn describe(description: &mut Description) {
        description.request_body::<T>(false, refuse::<T>);
    }
}
