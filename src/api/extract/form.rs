//! The form of a page.

use actix_web::dev::Payload;
use actix_web::web::Query;
use actix_web::{FromRequest, HttpMessage, HttpRequest};
use futures_util::future::LocalBoxFuture;
use serde::de::DeserializeOwned;

use super::valid::arrived;
use crate::operation::{PARAMETERS_MAX, has_nul, parameters_in};
use crate::{Code, Problem};

/// The fields of a form that a browser has sent.
pub struct Form<T>(pub T);

impl<T: DeserializeOwned + 'static> FromRequest for Form<T> {
    type Error = Problem;
    type Future = LocalBoxFuture<'static, Result<Self, Problem>>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let is_form = request.content_type() == "application/x-www-form-urlencoded";
        let payload = payload.take();
        Box::pin(async move {
            if !is_form {
                return Err(Problem::new(Code::UnsupportedMediaType, "Send the form of the page."));
            }
            let unreadable = || Problem::new(Code::Malformed, "The form cannot be read.");
            let bytes = arrived(payload).await?;
            if parameters_in(&bytes) > PARAMETERS_MAX || has_nul(&bytes) {
                return Err(unreadable());
            }
            let text = std::str::from_utf8(&bytes).map_err(|_| unreadable())?;
            Ok(Form(Query::<T>::from_query(text).map_err(|_| unreadable())?.into_inner()))
        })
    }
}
