//! A client that reads an event stream frame by frame, for all tests of streams.

use std::time::Duration;

use reqwest::{Method, Response};
use serde_json::Value;
use tokio::time::timeout;

use crate::app::{Caller, TestApp};

/// The media type of lines of JSON.
pub const LINES: &str = "application/x-ndjson";
/// The media type of Server-Sent Events.
pub const SSE: &str = "text/event-stream";
/// How long a frame may take. It is much longer than any frame takes, so that a lost frame fails the test.
pub const PATIENCE: Duration = Duration::from_secs(30);

/// A client that reads a stream frame by frame.
pub struct Reader {
    response: Response,
    unread: Vec<u8>,
    transport: &'static str,
}

impl Reader {
    pub async fn open(caller: &Caller<'_>, path: &str, transport: &'static str) -> Reader {
        let request = caller.request(Method::GET, path).header("accept", transport);
        Reader::of(request.send().await.expect("an answer"), transport)
    }

    pub fn of(response: Response, transport: &'static str) -> Reader {
        assert_eq!(response.status(), 200);
        assert_eq!(response.headers()["content-type"], transport);
        Reader { response, unread: Vec::new(), transport }
    }

    /// Returns the next piece up to this separator; none at the end of the stream.
    pub async fn piece(&mut self, separator: &[u8]) -> Option<String> {
        loop {
            if let Some(end) = self.unread.windows(separator.len()).position(|window| window == separator) {
                let piece: Vec<u8> = self.unread.drain(..end + separator.len()).collect();
                return Some(String::from_utf8_lossy(&piece[..end]).into_owned());
            }
            let chunk = timeout(PATIENCE, self.response.chunk()).await.expect("a frame or the end in time");
            self.unread.extend_from_slice(&chunk.expect("a readable stream")?);
        }
    }

    /// Returns the next frame without keep-alives and without who is connected; none at the end of the
    /// stream.
    pub async fn frame(&mut self) -> Option<Value> {
        loop {
            let frame = self.any_frame().await?;
            if frame["type"] != "presence" {
                return Some(frame);
            }
        }
    }

    /// Reads frames until one says that exactly these seats are connected.
    pub async fn until_present(&mut self, seats: &Value) {
        loop {
            let frame = self.any_frame().await.expect("a frame");
            if frame["type"] == "presence" {
                assert!(frame.get("seq").is_none());
                if frame["data"]["seats"] == *seats {
                    return;
                }
            }
        }
    }

    /// Reads frames until one shows that exactly these seats are connected: a snapshot, or one about that
    /// alone.
    pub async fn until_seen(&mut self, seats: &Value) {
        loop {
            let frame = self.any_frame().await.expect("a frame");
            if frame["presence"] == *seats || frame["data"]["seats"] == *seats {
                return;
            }
        }
    }

    /// Returns the next frame without keep-alives; none at the end of the stream.
    pub async fn any_frame(&mut self) -> Option<Value> {
        loop {
            let separator: &[u8] = if self.transport == LINES { b"\n" } else { b"\n\n" };
            let piece = self.piece(separator).await?;
            let (id, data) = match self.transport {
                LINES => (None, piece.as_str()),
                _ => {
                    let field = |name| piece.lines().find_map(|line| line.strip_prefix(name));
                    (field("id: "), field("data: ").unwrap_or_default())
                }
            };
            if !data.is_empty() {
                let frame: Value = serde_json::from_str(data).expect("a frame is JSON");
                if self.transport == SSE {
                    assert_eq!(id.map(str::to_owned), frame["seq"].as_u64().map(|seq| seq.to_string()));
                }
                // On a connection with several streams, the frame of each is within another one.
                let inner = frame.get("frame").unwrap_or(&frame);
                assert!(inner["server_time"].is_string(), "{frame}");
                return Some(frame);
            }
        }
    }

    /// Returns the next frame, which must be of this type.
    pub async fn expect(&mut self, kind: &str) -> Value {
        let frame = self.frame().await.unwrap_or_else(|| panic!("the stream ended before {kind}"));
        assert_eq!(frame["type"], kind, "{frame}");
        frame
    }

    /// Returns the types of the frames up to the first that tells offers.
    pub async fn rest_until_offers(&mut self) -> Vec<String> {
        let mut kinds = Vec::new();
        while kinds.last().is_none_or(|kind| kind != "offers") {
            let frame = self.frame().await.expect("a frame");
            kinds.push(frame["type"].as_str().expect("a type").to_owned());
        }
        kinds
    }

    /// Returns the remaining whole frames of a stream of lines whose server has died.
    pub async fn rest_until_broken(mut self) -> Vec<Value> {
        while let Ok(Some(chunk)) = timeout(PATIENCE, self.response.chunk()).await.expect("an end in time") {
            self.unread.extend_from_slice(&chunk);
        }
        let whole = self.unread.iter().rposition(|byte| *byte == b'\n').map_or(0, |end| end + 1);
        let text = String::from_utf8_lossy(&self.unread[..whole]).into_owned();
        let lines = text.lines().filter(|line| !line.is_empty());
        lines.map(|line| serde_json::from_str(line).expect("a frame is JSON")).collect()
    }

    /// Returns the remaining frames.
    pub async fn rest(&mut self) -> Vec<Value> {
        let mut frames = Vec::new();
        while let Some(frame) = self.frame().await {
            frames.push(frame);
        }
        frames
    }
}

/// Returns the entry of the log in a frame.
pub fn entry(mut frame: Value) -> Value {
    frame.as_object_mut().expect("a frame is an object").shift_remove("server_time");
    frame
}

/// Returns a server of its own on the database of another.
pub async fn beside(app: &TestApp) -> TestApp {
    let url = app.database_url.clone();
    TestApp::spawn_with(|settings| settings.database.database_url = Some(url)).await
}
