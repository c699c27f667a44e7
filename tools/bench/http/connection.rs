//! A small HTTP client: one persistent connection, one request after another.
//!
//! It supports only what this server needs: every response has a `content-length`.

use std::io::{Error, ErrorKind, Result};
use std::net::SocketAddr;

use serde_json::Value;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

/// The end of a response head.
const HEAD_END: &[u8] = b"\r\n\r\n";
/// The header with the length of the body, as the server writes it.
const LENGTH: &str = "content-length: ";
/// The header with the entity tag, as the server writes it.
const TAG: &str = "etag: ";
/// The initial size of the buffer. Almost every response fits.
const ANSWER_BYTES: usize = 16 * 1024;

/// A persistent connection.
pub struct Connection {
    stream: TcpStream,
    answer: Vec<u8>,
}

/// A response in the buffer of its connection.
pub struct Answer<'a> {
    /// The status.
    pub status: u16,
    /// The head, without the empty line.
    head: &'a [u8],
    /// The body.
    pub body: &'a [u8],
}

/// Returns the part of a request after its first line.
pub fn headers_and_body(token: Option<&str>, body: &[u8]) -> Vec<u8> {
    let mut rest = headers(token);
    rest += &format!("content-type: application/json\r\ncontent-length: {}\r\n\r\n", body.len());
    let mut rest = rest.into_bytes();
    rest.extend_from_slice(body);
    rest
}

/// Returns the part of a request without a body after the method and the beginning of the path, up to the
/// place where more headers can follow.
pub fn line_and_host(path_end: &str, token: Option<&str>) -> String {
    format!("{path_end} HTTP/1.1\r\n{}", headers(token))
}

fn headers(token: Option<&str>) -> String {
    let authorization = token.map_or(String::new(), |token| format!("authorization: Bearer {token}\r\n"));
    format!("host: localhost\r\n{authorization}")
}

impl Connection {
    /// Opens a connection.
    pub async fn open(address: SocketAddr) -> Result<Connection> {
        let stream = TcpStream::connect(address).await?;
        stream.set_nodelay(true)?;
        Ok(Connection { stream, answer: Vec::with_capacity(ANSWER_BYTES) })
    }

    /// Sends a whole request and reads its response.
    pub async fn send(&mut self, request: &[u8]) -> Result<Answer<'_>> {
        self.stream.write_all(request).await?;
        self.answer.clear();
        let (status, body_at, end) = loop {
            if self.stream.read_buf(&mut self.answer).await? == 0 {
                return Err(ErrorKind::UnexpectedEof.into());
            }
            if let Some(head) = head(&self.answer)? {
                break head;
            }
        };
        while self.answer.len() < end {
            if self.stream.read_buf(&mut self.answer).await? == 0 {
                return Err(ErrorKind::UnexpectedEof.into());
            }
        }
        let head = &self.answer[..body_at - HEAD_END.len()];
        Ok(Answer { status, head, body: &self.answer[body_at..end] })
    }

    /// Reads JSON; any status except success is an error.
    pub async fn get(&mut self, path: &str, token: Option<&str>) -> Result<Value> {
        let answer = self.send(format!("GET {}\r\n", line_and_host(path, token)).as_bytes()).await?;
        answer.expect_success()?;
        Ok(serde_json::from_slice(answer.body)?)
    }

    /// Posts JSON and reads JSON; any status except success is an error.
    pub async fn post(&mut self, path: &str, token: Option<&str>, body: &Value) -> Result<Value> {
        let mut request = format!("POST {path} HTTP/1.1\r\n").into_bytes();
        request.extend(headers_and_body(token, body.to_string().as_bytes()));
        let answer = self.send(&request).await?;
        answer.expect_success()?;
        Ok(serde_json::from_slice(answer.body)?)
    }
}

impl Answer<'_> {
    /// Accepts a success; any other status is an error.
    pub fn expect_success(&self) -> Result<()> {
        match self.status {
            200..=299 | 304 => Ok(()),
            status => Err(Error::other(format!("{status}: {}", String::from_utf8_lossy(self.body)))),
        }
    }

    /// Returns the entity tag.
    pub fn tag(&self) -> Option<&str> {
        std::str::from_utf8(self.head).ok()?.lines().find_map(|line| line.strip_prefix(TAG))
    }
}

/// The status, and the start and end of the body; `None` until the head is complete.
fn head(answer: &[u8]) -> Result<Option<(u16, usize, usize)>> {
    let Some(length) = answer.windows(HEAD_END.len()).position(|window| window == HEAD_END) else {
        return Ok(None);
    };
    let text = std::str::from_utf8(&answer[..length]).map_err(Error::other)?;
    let status = text.split(' ').nth(1).and_then(|status| status.parse().ok());
    let body_length = text.lines().find_map(|line| line.strip_prefix(LENGTH)?.parse::<usize>().ok());
    let body_length = if status == Some(304) { Some(0) } else { body_length };
    let (Some(status), Some(body_length)) = (status, body_length) else {
        return Err(Error::other(format!("the response cannot be parsed: {text}")));
    };
    let body_at = length + HEAD_END.len();
    Ok(Some((status, body_at, body_at + body_length)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_head_is_read_when_it_is_whole() {
        let answer = b"HTTP/1.1 409 Conflict\r\ncontent-length: 2\r\ndate: now\r\n\r\n{}";
        assert_eq!(head(answer).unwrap(), Some((409, 55, 57)));
        assert_eq!(head(&answer[..40]).unwrap(), None);
        assert!(head(b"HTTP/1.1 200 OK\r\n\r\n").is_err());
    }
}
