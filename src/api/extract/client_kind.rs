//! The kind of client of a request according to its `User-Agent`: coarse and untrusted.
//!
//! It keeps neither versions nor devices, because owners only need to recognize their own clients.

use std::convert::Infallible;
use std::future::{Ready, ready};

use actix_web::dev::Payload;
use actix_web::http::header;
use actix_web::{FromRequest, HttpRequest};

use crate::contract::describe::Argument;

/// The maximum length of the name of a client, in characters.
const NAME_LENGTH_MAX: usize = 32;
/// The names in browsers' headers. Each browser also uses the names below its own.
const BROWSERS: [(&str, &str); 10] = [
    ("EdgA/", "Edge"),
    ("EdgiOS/", "Edge"),
    ("Edg/", "Edge"),
    ("OPR/", "Opera"),
    ("SamsungBrowser/", "Samsung Internet"),
    ("FxiOS/", "Firefox"),
    ("Firefox/", "Firefox"),
    ("CriOS/", "Chrome"),
    ("Chrome/", "Chrome"),
    ("Safari/", "Safari"),
];
/// The names of systems in browsers' headers, in the same order.
const SYSTEMS: [(&str, &str); 7] = [
    ("Android", "Android"),
    ("iPhone", "iOS"),
    ("iPad", "iPadOS"),
    ("Windows", "Windows"),
    ("CrOS", "ChromeOS"),
    ("Mac OS X", "macOS"),
    ("Linux", "Linux"),
];

/// The kind of client, if it names one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClientKind(pub Option<String>);

impl FromRequest for ClientKind {
    type Error = Infallible;
    type Future = Ready<Result<Self, Infallible>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        let agent = request.headers().get(header::USER_AGENT).and_then(|agent| agent.to_str().ok());
        ready(Ok(ClientKind(agent.and_then(kind))))
    }
}

impl Argument for ClientKind {}

/// Returns `Firefox on Linux` for a browser. For other programs, returns the first word without its version.
fn kind(agent: &str) -> Option<String> {
    if !agent.starts_with("Mozilla/") {
        return program(agent);
    }
    let named = |names: &[(&str, &'static str)]| {
        names.iter().find(|(part, _)| agent.contains(part)).map(|(_, name)| *name)
    };
    let browser = named(&BROWSERS).unwrap_or("Browser");
    Some(named(&SYSTEMS).map_or_else(|| browser.to_owned(), |system| format!("{browser} on {system}")))
}

fn program(agent: &str) -> Option<String> {
    let name = agent.split(['/', ' ']).next().unwrap_or_default();
    let harmless: String = name
        .chars()
        .filter(|letter| letter.is_ascii_alphanumeric() || "-_.".contains(*letter))
        .take(NAME_LENGTH_MAX)
        .collect();
    (!harmless.is_empty()).then_some(harmless)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn browsers_are_named_with_their_system() {
        let firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";
        let safari = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like \
                      Gecko) Version/18.5 Mobile/15E148 Safari/604.1";
        let edge = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) \
                    Chrome/138.0.0.0 Safari/537.36 Edg/138.0.0.0";
        let chrome = "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/138.0.0.0 \
                      Mobile Safari/537.36";
        for (agent, name) in [
            (firefox, "Firefox on Linux"),
            (safari, "Safari on iOS"),
            (edge, "Edge on Windows"),
            (chrome, "Chrome on Android"),
            ("Mozilla/5.0 (unknown)", "Browser"),
        ] {
            assert_eq!(kind(agent).as_deref(), Some(name), "{agent}");
        }
    }

    #[test]
    fn programs_are_named_by_their_first_word() {
        for (agent, name) in [
            ("curl/8.14.1", Some("curl")),
            ("python-requests/2.34.2", Some("python-requests")),
            ("Lapidary Bot", Some("Lapidary")),
            ("<b>\u{7}x</b>/1", Some("bx")),
            ("/1.0", None),
            ("", None),
        ] {
            assert_eq!(kind(agent).as_deref(), name, "{agent}");
        }
        assert_eq!(kind(&"a".repeat(500)).unwrap().len(), NAME_LENGTH_MAX);
    }
}
