//! Parameters in queries and form bodies by RFC 6749: empty ones count as absent, unknown ones are ignored,
//! and none may occur twice.

use std::collections::BTreeMap;
use std::marker::PhantomData;

use actix_web::dev::Payload;
use actix_web::http::header;
use actix_web::mime::{APPLICATION_WWW_FORM_URLENCODED, Mime};
use actix_web::{FromRequest, HttpRequest};
use futures_util::future::LocalBoxFuture;
use utoipa::ToSchema;

use super::error::OAuthError;
use crate::contract::describe::{Argument, Description};
use crate::extract::arrived;
use crate::operation::{PARAMETERS_MAX, has_nul, parameters_in};

/// The parameters of a request, in a form with this type's schema. It has no `Debug`, because some are
/// secret.
pub struct Parameters<T = ()>(BTreeMap<String, String>, PhantomData<T>);

/// Why parameters are refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unacceptable {
    /// One is given more than once.
    Twice,
    /// There are more than [`PARAMETERS_MAX`].
    TooMany,
    /// One has the character NUL.
    Nul,
}

impl Unacceptable {
    /// Returns what is wrong, in a sentence.
    pub fn sentence(self) -> String {
        match self {
            Unacceptable::Twice => "A parameter is given more than once.".to_owned(),
            Unacceptable::TooMany => format!("A request is limited to {PARAMETERS_MAX} parameters."),
            Unacceptable::Nul => "A parameter contains the character NUL.".to_owned(),
        }
    }
}

impl Parameters {
    /// Parses `name=value&…`.
    pub fn parse(text: &[u8]) -> Result<Self, Unacceptable> {
        if parameters_in(text) > PARAMETERS_MAX {
            return Err(Unacceptable::TooMany);
        }
        if has_nul(text) {
            return Err(Unacceptable::Nul);
        }
        let mut pairs = BTreeMap::new();
        for (name, value) in url::form_urlencoded::parse(text) {
            if pairs.insert(name.into_owned(), value.into_owned()).is_some() {
                return Err(Unacceptable::Twice);
            }
        }
        Ok(Parameters(pairs, PhantomData))
    }
}

impl<T> Parameters<T> {
    /// Returns a parameter, unless it is absent or empty.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.0.get(name).map(String::as_str).filter(|value| !value.is_empty())
    }

    /// Returns a parameter.
    pub fn need(&self, name: &str) -> Result<&str, OAuthError> {
        self.get(name).ok_or_else(|| OAuthError::invalid_request(format!("`{name}` is missing.")))
    }
}

impl<T: 'static> FromRequest for Parameters<T> {
    type Error = OAuthError;
    type Future = LocalBoxFuture<'static, Result<Self, OAuthError>>;

    /// Reads the body. Refuses a query: addresses are logged on the way, and logs must not contain secrets.
    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let fault = head_fault(request);
        let payload = payload.take();
        Box::pin(async move {
            if let Some(sentence) = fault {
                return Err(OAuthError::invalid_request(sentence));
            }
            let body = arrived(payload).await.map_err(OAuthError::Problem)?;
            let read = Parameters::parse(&body);
            let Parameters(pairs, _) = read.map_err(|fault| OAuthError::invalid_request(fault.sentence()))?;
            Ok(Parameters(pairs, PhantomData))
        })
    }
}

impl<T: ToSchema> Argument for Parameters<T> {
    fn describe(description: &mut Description) {
        description.request_form::<T>(APPLICATION_WWW_FORM_URLENCODED.essence_str(), true);
    }
}

fn head_fault(request: &HttpRequest) -> Option<&'static str> {
    let declared = request.headers().get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok());
    let media = declared.and_then(|declared| declared.parse::<Mime>().ok());
    let is_form =
        media.is_some_and(|media| media.essence_str() == APPLICATION_WWW_FORM_URLENCODED.essence_str());
    match is_form && !request.headers().contains_key(header::CONTENT_ENCODING) {
        false => {
            Some("Send the parameters in the body, with `Content-Type: application/x-www-form-urlencoded`.")
        }
        true if !request.query_string().is_empty() => {
            Some("Send the parameters in the body and not in the query.")
        }
        true => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn empty_parameters_are_absent_and_none_occurs_twice() {
        let read =
            Parameters::parse(b"a=1&b=&c=x%20y+z&d").unwrap_or_else(|fault| panic!("{}", fault.sentence()));
        assert_eq!((read.get("a"), read.get("b"), read.get("d")), (Some("1"), None, None));
        assert_eq!(read.get("c"), Some("x y z"));
        assert_eq!(Parameters::parse(b"a=1&%61=2").err(), Some(Unacceptable::Twice));
        assert_eq!(Parameters::parse(b"a=1&b=x%00").err(), Some(Unacceptable::Nul));
        assert_eq!(Parameters::parse(b"a\0=1").err(), Some(Unacceptable::Nul));
    }

    #[test]
    fn a_request_has_a_limited_number_of_parameters() {
        let names =
            |count: usize| (0..count).map(|number| format!("p{number}")).collect::<Vec<_>>().join("&");
        assert!(Parameters::parse(names(PARAMETERS_MAX).as_bytes()).is_ok());
        let refused = Parameters::parse(names(PARAMETERS_MAX + 1).as_bytes()).err();
        assert_eq!(refused, Some(Unacceptable::TooMany));
    }
}
