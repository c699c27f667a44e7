//! Accepts forms from our own pages only.
//!
//! Another site could not use them anyway: the pages of OAuth pass on everything in sealed fields, and
//! browsers send the page's cookies for no other site.

use std::future::{Ready, ready};

use actix_web::dev::Payload;
use actix_web::http::header::{self, HeaderMap};
use actix_web::{FromRequest, HttpRequest, web};

use crate::contract::describe::Argument;
use crate::{Code, Problem};
use lapidary_model::settings::PublicUrl;

/// A request from one of our own pages, or from a client that is not a browser.
pub struct OwnOrigin;

impl FromRequest for OwnOrigin {
    type Error = Problem;
    type Future = Ready<Result<Self, Problem>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        let public_url = request.app_data::<web::Data<PublicUrl>>().map(|url| url.as_str());
        let refusal = || Problem::new(Code::Forbidden, "Send this form from its own page.");
        // HTTP/2 has the host in the request's address.
        let authority = request.uri().authority().map(|authority| authority.as_str());
        ready(is_own(request.headers(), authority, public_url).then_some(OwnOrigin).ok_or_else(refusal))
    }
}

impl Argument for OwnOrigin {}

fn is_own(headers: &HeaderMap, authority: Option<&str>, public_url: Option<&str>) -> bool {
    let text = |name| headers.get(name).map(|value| value.to_str().unwrap_or_default());
    // Browsers send the relation themselves, and pages cannot change it. `none` is a reload by the user.
    if let Some(site) = text("sec-fetch-site") {
        return matches!(site, "same-origin" | "none");
    }
    let Some(origin) = text(header::ORIGIN.as_str()) else { return true };
    let host = origin.split_once("://").map(|(_, host)| host);
    Some(origin) == public_url || host.is_some() && host == text(header::HOST.as_str()).or(authority)
}

#[cfg(test)]
mod tests {
    use actix_web::http::header::{HeaderName, HeaderValue};

    use super::*;

    fn accepts(headers: &[(&'static str, &'static str)]) -> bool {
        let headers = headers
            .iter()
            .map(|(name, value)| (HeaderName::from_static(name), HeaderValue::from_static(value)));
        is_own(&headers.collect(), None, Some("https://games.example"))
    }

    #[test]
    fn forms_of_other_sites_are_refused() {
        let host = ("host", "127.0.0.1:8080");
        assert!(accepts(&[host]), "a client that is no browser");
        assert!(accepts(&[host, ("origin", "https://games.example")]), "behind a proxy");
        assert!(accepts(&[host, ("origin", "http://127.0.0.1:8080")]));
        assert!(accepts(&[host, ("sec-fetch-site", "same-origin"), ("origin", "null")]));
        let from_here =
            HeaderMap::from_iter([(header::ORIGIN, HeaderValue::from_static("http://127.0.0.1:8080"))]);
        assert!(is_own(&from_here, Some("127.0.0.1:8080"), None), "HTTP/2 has no header with the host");
        assert!(!is_own(&from_here, Some("127.0.0.1"), None));
        for origin in ["https://evil.example", "null", "", "https://games.example.evil.example"] {
            assert!(!accepts(&[host, ("origin", origin)]), "{origin}");
        }
        for site in ["cross-site", "same-site", ""] {
            assert!(
                !accepts(&[host, ("sec-fetch-site", site), ("origin", "https://games.example")]),
                "{site}"
            );
        }
    }
}
