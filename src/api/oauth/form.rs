//! Parameters in queries and in the bodies of forms, as RFC 6749 reads them: empty ones count as absent, unknown ones
//! are ignored, and none may occur twice.

use actix_web::dev::Payload;
use actix_web::http::header;
use actix_web::mime::{APPLICATION_WWW_FORM_URLENCODED, Mime};
use actix_web::{FromRequest, HttpRequest};
use futures_util::future::LocalBoxFuture;

use super::error::OAuthError;
use crate::api::extract::arrived;

/// The parameters of a request. The type has no `Debug`, because some parameters are secrets.
pub struct Parameters(Vec<(String, String)>);

impl Parameters {
    /// Parses `name=value&…`.
    ///
    /// # Errors
    /// The name of a parameter that occurs twice.
    pub fn parse(text: &[u8]) -> Result<Parameters, String> {
        let mut pairs: Vec<(String, String)> = Vec::new();
        for (name, value) in url::form_urlencoded::parse(text) {
            if pairs.iter().any(|(known, _)| *known == name) {
                return Err(name.into_owned());
            }
            pairs.push((name.into_owned(), value.into_owned()));
        }
        Ok(Parameters(pairs))
    }

    /// Returns a parameter, unless it is absent or empty.
    pub fn get(&self, name: &str) -> Option<&str> {
        let found = self.0.iter().find(|(known, value)| known == name && !value.is_empty());
        found.map(|(_, value)| value.as_str())
    }

    /// Returns a parameter.
    ///
    /// # Errors
    /// `invalid_request` if it is absent or empty.
    pub fn need(&self, name: &str) -> Result<&str, OAuthError> {
        self.get(name).ok_or_else(|| OAuthError::invalid_request(format!("`{name}` is missing.")))
    }
}

impl FromRequest for Parameters {
    type Error = OAuthError;
    type Future = LocalBoxFuture<'static, Result<Self, OAuthError>>;

    /// Reads the body. A query is refused: addresses are logged on the way, and secrets must not be in logs.
    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let fault = head_fault(request);
        let payload = payload.take();
        Box::pin(async move {
            if let Some(sentence) = fault {
                return Err(OAuthError::invalid_request(sentence));
            }
            let body = arrived(payload).await.map_err(OAuthError::Problem)?;
            let twice = |_| OAuthError::invalid_request("A parameter is given more than once.");
            Parameters::parse(&body).map_err(twice)
        })
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
            Parameters::parse(b"a=1&b=&c=x%20y+z&d").unwrap_or_else(|name| panic!("{name} occurs twice"));
        assert_eq!((read.get("a"), read.get("b"), read.get("d")), (Some("1"), None, None));
        assert_eq!(read.get("c"), Some("x y z"));
        assert_eq!(Parameters::parse(b"a=1&%61=2").err().as_deref(), Some("a"));
    }
}
