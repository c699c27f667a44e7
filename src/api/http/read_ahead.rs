//! A bound on what a client may send before it gets the responses to its earlier requests.
//!
//! The HTTP layer turns everything that has arrived on a connection into requests, without a limit, and stops reading
//! the socket when its buffer is full. So a few connections with pipelined requests could fill the memory, and a
//! disconnected client could stay unnoticed. This module prevents both, below the HTTP layer. It knows bytes and blank
//! lines, not requests.

use std::future::Future;
use std::io;
use std::pin::Pin;
use std::task::{Context, Poll, Waker, ready};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::{Sleep, sleep};

/// The maximum number of blank lines that may arrive without a response in between; the head of each request ends with
/// one. Beyond it the connection is closed. A pipelined request takes about 6 KB of memory while it waits.
pub const AHEAD_HEADS_MAX: usize = 64;
/// The maximum number of bytes that may arrive after the head of a request without a response. Beyond it the connection
/// is not read until a response is written. The largest request with a body fits.
pub const AHEAD_BYTES_MAX: usize = 64 * 1024;
/// How long the connection may stay unread before it is closed: while it is not read, the server cannot notice that the
/// client has disconnected.
pub const AHEAD_WAIT_MAX: Duration = Duration::from_secs(1);

/// A connection whose client may send only a limited amount ahead.
#[derive(Debug)]
pub struct ReadAhead<S> {
    stream: S,
    blank_lines: BlankLines,
    bytes: usize,
    waiting: Option<Waiting>,
}

/// The state in which the connection is not read until a response is written or the time is up.
#[derive(Debug)]
struct Waiting {
    until: Pin<Box<Sleep>>,
    reader: Waker,
}

/// Counts blank lines, including those that arrive in several pieces.
#[derive(Debug, Default)]
struct BlankLines {
    count: usize,
    at_line_start: bool,
}

impl BlankLines {
    fn read(&mut self, bytes: &[u8]) {
        for byte in bytes {
            match byte {
                b'\n' => {
                    self.count += usize::from(self.at_line_start);
                    self.at_line_start = true;
                }
                b'\r' => {}
                _ => self.at_line_start = false,
            }
        }
    }
}

impl<S> ReadAhead<S> {
    /// Wraps this connection.
    pub fn new(stream: S) -> Self {
        ReadAhead { stream, blank_lines: BlankLines::default(), bytes: 0, waiting: None }
    }

    /// Returns the wrapped connection.
    pub fn stream(&self) -> &S {
        &self.stream
    }

    fn answered(&mut self) {
        (self.blank_lines.count, self.bytes) = (0, 0);
        if let Some(waiting) = self.waiting.take() {
            waiting.reader.wake();
        }
    }

    fn is_too_far_ahead(&self) -> bool {
        self.blank_lines.count > 0 && self.bytes >= AHEAD_BYTES_MAX
    }
}

fn cut() -> io::Error {
    io::Error::new(io::ErrorKind::ConnectionAborted, "the client sends too much ahead of the responses")
}

impl<S: AsyncRead + Unpin> AsyncRead for ReadAhead<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        if self.is_too_far_ahead() {
            let reader = context.waker().clone();
            let waiting = self.waiting.get_or_insert_with(|| Waiting {
                until: Box::pin(sleep(AHEAD_WAIT_MAX)),
                reader: reader.clone(),
            });
            waiting.reader = reader;
            ready!(waiting.until.as_mut().poll(context));
            return Poll::Ready(Err(cut()));
        }
        let before = buffer.filled().len();
        ready!(Pin::new(&mut self.stream).poll_read(context, buffer))?;
        let arrived = &buffer.filled()[before..];
        self.blank_lines.read(arrived);
        self.bytes += arrived.len();
        if self.blank_lines.count > AHEAD_HEADS_MAX {
            // A failed read leaves nothing in the buffer.
            buffer.set_filled(before);
            return Poll::Ready(Err(cut()));
        }
        Poll::Ready(Ok(()))
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for ReadAhead<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let written = ready!(Pin::new(&mut self.stream).poll_write(context, bytes))?;
        self.answered();
        Poll::Ready(Ok(written))
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        slices: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = ready!(Pin::new(&mut self.stream).poll_write_vectored(context, slices))?;
        self.answered();
        Poll::Ready(Ok(written))
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}

#[cfg(test)]
mod tests {
    use tokio::io::{AsyncReadExt, AsyncWriteExt, duplex};

    use super::*;

    const REQUEST: &[u8] = b"GET / HTTP/1.1\r\nhost: x\r\n\r\n";

    #[test]
    fn blank_lines_are_counted_also_in_pieces() {
        let mut lines = BlankLines::default();
        for byte in REQUEST.iter().chain(REQUEST).chain(b"a\n\nb\r\n") {
            lines.read(&[*byte]);
        }
        assert_eq!(lines.count, 3);
    }

    #[tokio::test]
    async fn too_many_requests_ahead_cut_the_connection() {
        let (mut client, server) = duplex(1 << 20);
        client.write_all(&REQUEST.repeat(AHEAD_HEADS_MAX + 1)).await.unwrap();
        let mut server = ReadAhead::new(server);
        let error = server.read_to_end(&mut Vec::new()).await.unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::ConnectionAborted);
    }

    #[tokio::test]
    async fn answers_make_room_for_more() {
        let (mut client, server) = duplex(1 << 20);
        let mut server = ReadAhead::new(server);
        let mut buffer = vec![0; REQUEST.len()];
        for _ in 0..4 * AHEAD_HEADS_MAX {
            client.write_all(REQUEST).await.unwrap();
            server.read_exact(&mut buffer).await.unwrap();
            server.write_all(b"HTTP/1.1 200 OK\r\n\r\n").await.unwrap();
        }
    }

    #[tokio::test]
    async fn too_many_bytes_ahead_wait_for_an_answer_and_not_for_long() {
        let (mut client, server) = duplex(1 << 20);
        let mut sent = REQUEST.to_vec();
        sent.resize(AHEAD_BYTES_MAX + 1024, b'x');
        client.write_all(&sent).await.unwrap();
        let mut server = ReadAhead::new(server);
        let mut read = vec![0; AHEAD_BYTES_MAX];
        server.read_exact(&mut read).await.unwrap();
        server.write_all(b"HTTP/1.1 413 Payload Too Large\r\n\r\n").await.unwrap();
        server.read_exact(&mut [0; 1024]).await.unwrap();
        client.write_all(&sent).await.unwrap();
        server.read_exact(&mut read).await.unwrap();
        assert_eq!(server.read(&mut [0; 1]).await.unwrap_err().kind(), io::ErrorKind::ConnectionAborted);
    }
}
