//! The refusals of a connection without a readable request: problems like all others, as bytes.
//!
//! The HTTP layer answers unreadable input with a bare head. This module recognizes these heads, so that the
//! connection can send problems instead.

use std::time::SystemTime;

use actix_web::http::StatusCode;
use actix_web::http::header::HttpDate;
use actix_web::web::Bytes;
use memchr::memmem;

use crate::problems::code;
use crate::problems::problem::MEDIA_TYPE;
use crate::{Code, Problem};

/// The maximum length of a bare head of the HTTP layer: status, length, date, and `connection`.
const BARE_HEAD_BYTES_MAX: usize = 160;

/// Why a connection is refused and closed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ConnectionRefusal {
    /// What was sent is not HTTP/1.1.
    NotHttp,
    /// The head of a request did not arrive in time.
    HeadTimeout,
    /// The head of a request is too large.
    HeadTooLarge,
    /// The address has too many connections.
    TooManyConnections,
}

impl ConnectionRefusal {
    fn problem(self) -> Problem {
        match self {
            ConnectionRefusal::NotHttp => {
                Problem::new(Code::Malformed, "The request is not valid HTTP/1.1; the connection is closed.")
            }
            ConnectionRefusal::HeadTimeout => {
                Problem::new(Code::RequestTimeout, "The head of the request did not arrive in time.")
            }
            ConnectionRefusal::HeadTooLarge => {
                Problem::new(Code::HeadTooLarge, "The head of a request is limited to 128 KiB.")
            }
            ConnectionRefusal::TooManyConnections => {
                Problem::new(Code::TooManyRequests, "Your address has too many open connections; reuse them.")
            }
        }
    }

    /// Returns the whole response. The connection is then closed.
    pub fn response(self) -> Bytes {
        let problem = self.problem();
        let status = code::status(problem.code());
        let body = problem.to_json().map(|body| body.to_string()).unwrap_or_default();
        let retry = if status == StatusCode::TOO_MANY_REQUESTS { "retry-after: 1\r\n" } else { "" };
        let head = format!(
            "HTTP/1.1 {status}\r\ncontent-length: {}\r\nconnection: close\r\ncontent-type: {MEDIA_TYPE}\r\n\
             cache-control: no-store\r\naccess-control-allow-origin: *\r\n{retry}date: {}\r\n\r\n",
            body.len(),
            HttpDate::from(SystemTime::now()),
        );
        (head + &body).into()
    }
}

/// Returns the start and the reason of the bare head with which the HTTP layer refuses a connection, if these
/// bytes end with one.
pub fn bare_refusal(bytes: &[u8]) -> Option<(usize, ConnectionRefusal)> {
    // Few responses end with a head, so most need only this check.
    if !bytes.ends_with(b"\r\n\r\n") {
        return None;
    }
    let searched = bytes.len().saturating_sub(BARE_HEAD_BYTES_MAX);
    let at = searched + memmem::rfind(&bytes[searched..], b"HTTP/1.")?;
    let head = &bytes[at..];
    if memmem::find(head, b"\r\ncontent-length: 0\r\n").is_none()
        || memmem::find(head, b"content-type").is_some()
    {
        return None;
    }
    let refusal = match head.get("HTTP/1.1 ".len().."HTTP/1.1 400".len())? {
        b"400" => ConnectionRefusal::NotHttp,
        b"408" => ConnectionRefusal::HeadTimeout,
        b"431" => ConnectionRefusal::HeadTooLarge,
        _ => return None,
    };
    Some((at, refusal))
}

#[cfg(test)]
mod tests {
    use super::*;

    const DATE: &str = "date: Wed, 01 Jan 2026 00:00:00 GMT\r\n\r\n";

    #[test]
    fn a_bare_head_is_found_at_the_end_only() {
        let bare = format!(
            "HTTP/1.1 431 Request Header Fields Too Large\r\ncontent-length: 0\r\nconnection: close\r\n{DATE}"
        );
        let before = "HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}";
        assert_eq!(bare_refusal(bare.as_bytes()), Some((0, ConnectionRefusal::HeadTooLarge)));
        let both = format!("{before}{bare}");
        assert_eq!(bare_refusal(both.as_bytes()), Some((before.len(), ConnectionRefusal::HeadTooLarge)));
        assert_eq!(bare_refusal(format!("{bare}{before}").as_bytes()), None);
    }

    #[test]
    fn other_heads_are_left_alone() {
        for head in [
            format!("HTTP/1.1 204 No Content\r\ncontent-length: 0\r\n{DATE}"),
            format!(
                "HTTP/1.1 400 Bad Request\r\ncontent-length: 120\r\ncontent-type: {MEDIA_TYPE}\r\n{DATE}"
            ),
            "\r\n\r\n".to_owned(),
        ] {
            assert_eq!(bare_refusal(head.as_bytes()), None, "{head}");
        }
    }
}
