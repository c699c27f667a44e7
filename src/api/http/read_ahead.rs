//! A bound on what a client may send before it gets the responses to its earlier requests.
//!
//! The HTTP layer turns everything that has arrived on a connection into requests, without a limit, and stops reading
//! the socket when its buffer is full. So a few connections with pipelined requests could fill the memory, and a
//! disconnected client could stay unnoticed. This module prevents both, below the HTTP layer. It knows bytes and blank
//! lines; of requests it knows only when one begins and when its response is passed to the connection.

use std::cell::{Cell, RefCell};
use std::future::Future;
use std::io;
use std::pin::Pin;
use std::rc::Rc;
use std::task::{Context, Poll, Waker, ready};
use std::time::Duration;

use actix_web::body::{BodySize, BoxBody, MessageBody};
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::middleware::Next;
use actix_web::web::Bytes;
use memchr::memchr;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::{Sleep, sleep};

/// The maximum number of blank lines that may arrive ahead of the responses; the head of each request ends with one.
/// Beyond it the connection is closed. A pipelined request takes about 6 KB of memory while it waits.
pub const AHEAD_HEADS_MAX: usize = 64;
/// The maximum number of bytes that may arrive after the head of a request until all requests are answered. Beyond it the
/// connection is not read. The largest request with a body fits.
pub const AHEAD_BYTES_MAX: usize = 64 * 1024;
/// How long a connection may stay unread without a response before it is closed. In this time, a disconnected client stays
/// unnoticed.
pub const AHEAD_WAIT_MAX: Duration = Duration::from_secs(1);

/// The progress of the responses of a connection. It does not count writes: a response can be written in many pieces, and a
/// client that reads them slowly could send more requests after each piece.
#[derive(Debug, Clone, Default)]
pub struct Answers(Rc<Progress>);

#[derive(Debug, Default)]
struct Progress {
    under_way: Cell<usize>,
    handed_over: Cell<usize>,
    /// Whether every request that has arrived is answered, and none has begun since.
    caught_up: Cell<bool>,
    reader: RefCell<Option<Waker>>,
}

/// A request in progress, until the last byte of its response is passed to the connection.
#[derive(Debug)]
struct UnderWay(Answers);

impl Answers {
    fn begin(&self) -> UnderWay {
        self.0.under_way.set(self.0.under_way.get() + 1);
        self.0.caught_up.set(false);
        UnderWay(self.clone())
    }
}

impl Drop for UnderWay {
    fn drop(&mut self) {
        let progress = &self.0.0;
        progress.under_way.set(progress.under_way.get() - 1);
        progress.handed_over.set(progress.handed_over.get() + 1);
        progress.caught_up.set(progress.under_way.get() == 0);
        if let Some(reader) = progress.reader.take() {
            reader.wake();
        }
    }
}

/// The body of a response. Its request is in progress until the body is passed to the connection.
#[derive(Debug)]
pub struct Followed {
    body: BoxBody,
    _under_way: Option<UnderWay>,
}

impl MessageBody for Followed {
    type Error = <BoxBody as MessageBody>::Error;

    fn size(&self) -> BodySize {
        self.body.size()
    }

    fn poll_next(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Bytes, Self::Error>>> {
        Pin::new(&mut self.body).poll_next(context)
    }
}

/// Reports to the connection of a request when the request begins and when its response is passed on.
///
/// # Errors
/// Those of the request.
pub async fn follow(
    request: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse<Followed>, actix_web::Error> {
    let under_way = request.conn_data::<Answers>().map(Answers::begin);
    let response = next.call(request).await?;
    Ok(response.map_body(|_, body| Followed { body: body.boxed(), _under_way: under_way }))
}

/// A connection whose client may send only a limited amount ahead.
#[derive(Debug)]
pub struct ReadAhead<S> {
    stream: S,
    answers: Answers,
    blank_lines: BlankLines,
    bytes: usize,
    waiting: Option<Pin<Box<Sleep>>>,
}

/// Counts blank lines, including those that arrive in several pieces.
#[derive(Debug, Default)]
struct BlankLines {
    count: usize,
    at_line_start: bool,
}

impl BlankLines {
    fn read(&mut self, bytes: &[u8]) {
        let mut rest = bytes;
        while let Some(end) = memchr(b'\n', rest) {
            self.read_within_line(&rest[..end]);
            self.count += usize::from(self.at_line_start);
            self.at_line_start = true;
            rest = &rest[end + 1..];
        }
        self.read_within_line(rest);
    }

    fn read_within_line(&mut self, bytes: &[u8]) {
        self.at_line_start &= bytes.iter().all(|&byte| byte == b'\r');
    }
}

impl<S> ReadAhead<S> {
    /// Wraps this connection.
    pub fn new(stream: S) -> Self {
        ReadAhead {
            stream,
            answers: Answers::default(),
            blank_lines: BlankLines::default(),
            bytes: 0,
            waiting: None,
        }
    }

    /// Returns the wrapped connection.
    pub fn stream(&self) -> &S {
        &self.stream
    }

    /// How far its answers are.
    pub fn answers(&self) -> &Answers {
        &self.answers
    }

    /// Takes note of the answers since the last time.
    fn catch_up(&mut self) {
        let progress = &self.answers.0;
        let handed_over = progress.handed_over.take();
        self.blank_lines.count = self.blank_lines.count.saturating_sub(handed_over);
        if handed_over > 0 {
            self.waiting = None;
        }
        // Bodies have blank lines too, so they are counted only until everything is answered.
        if progress.caught_up.take() {
            (self.blank_lines.count, self.bytes) = (0, 0);
        }
    }

    fn is_too_far_ahead(&self) -> bool {
        self.blank_lines.count > 0 && self.bytes >= AHEAD_BYTES_MAX
    }

    /// Ready when the client has waited too long for an answer.
    fn poll_wait(&mut self, context: &mut Context<'_>) -> Poll<()> {
        *self.answers.0.reader.borrow_mut() = Some(context.waker().clone());
        self.waiting.get_or_insert_with(|| Box::pin(sleep(AHEAD_WAIT_MAX))).as_mut().poll(context)
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
        self.catch_up();
        if self.is_too_far_ahead() {
            ready!(self.poll_wait(context));
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
        Pin::new(&mut self.stream).poll_write(context, bytes)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        slices: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write_vectored(context, slices)
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
        let sent = [REQUEST, REQUEST, b"a\n\nb\r\n \r\n"].concat();
        for length in 1..=sent.len() {
            let mut lines = BlankLines::default();
            sent.chunks(length).for_each(|piece| lines.read(piece));
            assert_eq!(lines.count, 3, "in pieces of {length} bytes");
        }
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
            drop(server.answers().begin());
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
        drop(server.answers().begin());
        server.read_exact(&mut [0; 1024]).await.unwrap();
        client.write_all(&sent).await.unwrap();
        server.read_exact(&mut read).await.unwrap();
        assert_eq!(server.read(&mut [0; 1]).await.unwrap_err().kind(), io::ErrorKind::ConnectionAborted);
    }

    #[tokio::test]
    async fn an_answer_makes_room_for_one_request_while_others_wait() {
        let (mut client, server) = duplex(1 << 20);
        let mut server = ReadAhead::new(server);
        let _waits = server.answers().begin();
        client.write_all(&REQUEST.repeat(AHEAD_HEADS_MAX)).await.unwrap();
        server.read_exact(&mut vec![0; REQUEST.len() * AHEAD_HEADS_MAX]).await.unwrap();
        drop(server.answers().begin());
        client.write_all(REQUEST).await.unwrap();
        server.read_exact(&mut vec![0; REQUEST.len()]).await.unwrap();
        // Pieces of an answer make no room.
        server.write_all(b"HTTP/1.1 200 OK\r\n\r\n").await.unwrap();
        client.write_all(REQUEST).await.unwrap();
        assert_eq!(server.read(&mut [0; 64]).await.unwrap_err().kind(), io::ErrorKind::ConnectionAborted);
    }
}
