//! Bounds on how much a client may send before the responses to its earlier requests, and on how long the
//! head of a request may take.
//!
//! The HTTP layer turns all received bytes of a connection into requests, without a limit. It stops reading
//! the socket when its buffer is full. So a few connections with pipelined requests could fill the memory,
//! and a disconnected client could stay unnoticed. It limits the time of only the first head of a connection,
//! and it refuses unreadable input without a body. This module improves that below the HTTP layer. It knows
//! bytes and blank lines; of requests it knows only their beginning and when their response is passed on.
//!
//! It is needed while the HTTP layer bounds neither pipelined requests nor later heads: without it, a server
//! without a proxy loses its memory to a few connections (`tests/it/connections.rs`).

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

use super::connection_refusal::{ConnectionRefusal, bare_refusal};
use super::connections::ConnectionPlace;
use super::linger::Linger;

/// The maximum number of blank lines ahead of the responses. The head of each request ends with one. Beyond
/// it the connection is closed. A pipelined request uses about 6 KB of memory while it waits.
pub const AHEAD_HEADS_MAX: usize = 64;
/// The maximum number of bytes after the head of a request until all requests are answered. Beyond it the
/// connection is not read, unless the handler makes room ([`Answers::make_room`]).
pub const AHEAD_BYTES_MAX: usize = 96 * 1024;
/// The maximum number of bytes of a body that may arrive after its answer. The HTTP layer discards them. It
/// refuses heads long before this size.
pub const REST_BYTES_MAX: usize = 192 * 1024;
/// How long a connection may stay unread without a response before it is closed. Meanwhile a disconnected
/// client stays unnoticed.
pub const AHEAD_WAIT_MAX: Duration = Duration::from_secs(1);
/// The maximum time for the head of a request: for the first one since the connection was opened, for later
/// ones since their first byte. The rest of a body that the server has not waited for must arrive in this
/// time too.
pub const HEAD_TIMEOUT: Duration = Duration::from_secs(10);

/// The progress of the responses of a connection. It does not count writes: a response may need many, and a
/// client that reads slowly could send more requests after each.
#[derive(Debug, Clone, Default)]
pub struct Answers(Rc<ReadProgress>);

#[derive(Debug, Default)]
struct ReadProgress {
    under_way: Cell<usize>,
    /// Whether a request has begun since the last read of the connection.
    begun: Cell<bool>,
    handed_over: Cell<usize>,
    /// Whether all received requests are answered, and none has begun since.
    caught_up: Cell<bool>,
    /// How many more bytes than others the current request may send.
    room: Cell<usize>,
    reader: RefCell<Option<Waker>>,
}

/// A request in progress, until the last byte of its response is passed to the connection.
#[derive(Debug)]
struct RequestInProgress(Answers);

impl Answers {
    fn begin(&self) -> RequestInProgress {
        self.0.under_way.set(self.0.under_way.get() + 1);
        self.0.begun.set(true);
        self.0.caught_up.set(false);
        RequestInProgress(self.clone())
    }

    /// Returns whether a request is in progress. If so, the task wakes when a response has been passed on.
    pub fn are_under_way(&self, context: &mut Context<'_>) -> bool {
        *self.0.reader.borrow_mut() = Some(context.waker().clone());
        self.0.under_way.get() > 0
    }

    /// Lets a body of this size arrive for the current request, because its sender is known.
    pub fn make_room(&self, bytes: usize) {
        self.0.room.set(bytes);
        self.0.wake_reader();
    }
}

impl ReadProgress {
    fn wake_reader(&self) {
        if let Some(reader) = self.reader.take() {
            reader.wake();
        }
    }
}

impl Drop for RequestInProgress {
    fn drop(&mut self) {
        let progress = &self.0.0;
        progress.under_way.set(progress.under_way.get() - 1);
        progress.handed_over.set(progress.handed_over.get() + 1);
        progress.caught_up.set(progress.under_way.get() == 0);
        progress.wake_reader();
    }
}

/// The body of a response. Its request is in progress until the body is passed to the connection.
#[derive(Debug)]
pub struct Followed {
    body: BoxBody,
    _under_way: Option<RequestInProgress>,
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
    head_timeout: Duration,
    /// The deadline of the arriving head. None while nothing arrives.
    head: Option<Pin<Box<Sleep>>>,
    /// The rest of the refusal that ends the connection.
    refusal: Option<Bytes>,
    /// The number of bytes of the HTTP layer that the refusal replaces.
    replaced: usize,
    /// Whether a part of a response waits for the client to read.
    is_blocked: bool,
    /// Whether all begun requests are answered: further bytes are the rest of a body, or a request.
    is_answered: bool,
    linger: Linger,
    _place: Option<ConnectionPlace>,
}

/// Counts blank lines, including those that arrive in several pieces.
#[derive(Debug, Default)]
struct BlankLines {
    count: usize,
    at_line_start: bool,
    is_after_blank: bool,
}

impl BlankLines {
    fn read(&mut self, bytes: &[u8]) {
        let mut rest = bytes;
        while let Some(end) = memchr(b'\n', rest) {
            self.read_within_line(&rest[..end]);
            self.count += usize::from(self.at_line_start && !self.is_after_blank);
            self.is_after_blank = self.at_line_start;
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
    /// Wraps this connection, which keeps its place until it ends.
    pub fn new(stream: S, place: Option<ConnectionPlace>) -> Self {
        ReadAhead {
            stream,
            answers: Answers::default(),
            blank_lines: BlankLines::default(),
            bytes: 0,
            waiting: None,
            head_timeout: HEAD_TIMEOUT,
            head: Some(Box::pin(sleep(HEAD_TIMEOUT))),
            refusal: None,
            replaced: 0,
            is_blocked: false,
            is_answered: false,
            linger: Linger::default(),
            _place: place,
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

    /// Records the answers since the last call.
    fn catch_up(&mut self) {
        let progress = &self.answers.0;
        let handed_over = progress.handed_over.take();
        self.blank_lines.count = self.blank_lines.count.saturating_sub(handed_over);
        if handed_over > 0 {
            self.waiting = None;
        }
        if progress.begun.take() {
            self.head = None;
            self.is_answered = false;
        }
        // Bodies have blank lines too, so they count only until everything is answered.
        if progress.caught_up.take() {
            (self.blank_lines.count, self.bytes) = (0, 0);
            progress.room.set(0);
            self.is_answered = true;
        }
    }

    /// Returns whether too much has arrived after an unanswered request, or of a body after its answer.
    fn is_too_far_ahead(&self) -> bool {
        let room = AHEAD_BYTES_MAX + self.answers.0.room.get();
        (self.blank_lines.count > 0 && self.bytes >= room)
            || (self.is_answered && self.bytes >= REST_BYTES_MAX)
    }

    /// Ready when the client has waited too long for an answer.
    fn poll_wait(&mut self, context: &mut Context<'_>) -> Poll<()> {
        *self.answers.0.reader.borrow_mut() = Some(context.waker().clone());
        self.waiting.get_or_insert_with(|| Box::pin(sleep(AHEAD_WAIT_MAX))).as_mut().poll(context)
    }

    /// Records received bytes.
    fn note(&mut self, arrived: &[u8]) {
        self.blank_lines.read(arrived);
        self.bytes += arrived.len();
        if !arrived.is_empty() && self.answers.0.under_way.get() == 0 {
            self.head.get_or_insert_with(|| Box::pin(sleep(self.head_timeout)));
        }
    }
}

impl<S: AsyncRead + AsyncWrite + Unpin> ReadAhead<S> {
    /// Returns whether the arriving head has taken too long. Otherwise, the task wakes when it has.
    fn is_late(&mut self, context: &mut Context<'_>) -> bool {
        self.head.as_mut().is_some_and(|head| head.as_mut().poll(context).is_ready())
    }

    /// Ready when the refusal of a late head has arrived, with the error that ends the connection. No refusal
    /// is sent while a part of a response waits, because it would seem to belong to that response.
    fn poll_refuse_late(&mut self, context: &mut Context<'_>) -> Poll<io::Error> {
        if !self.is_blocked {
            self.refusal.get_or_insert_with(|| ConnectionRefusal::HeadTimeout.response());
            if let Err(error) = ready!(self.poll_refuse(context)) {
                return Poll::Ready(error);
            }
        }
        Poll::Ready(io::Error::new(io::ErrorKind::TimedOut, "the head of a request did not arrive in time"))
    }

    /// Ready with the error that ends the connection of a client that sends too much. If this is the rest of
    /// a body after the response, the response has arrived first.
    fn poll_cut(&mut self, context: &mut Context<'_>) -> Poll<io::Error> {
        if self.linger.has_begun() || (self.is_answered && !self.is_blocked) {
            let _ = ready!(self.linger.poll(&mut self.stream, context));
        }
        let text = "the client sends too much ahead of the responses";
        Poll::Ready(io::Error::new(io::ErrorKind::ConnectionAborted, text))
    }

    /// Ready when the refusal has arrived, or when the client's time for it is over.
    fn poll_refuse(&mut self, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        ready!(self.poll_send_refusal(context))?;
        self.linger.poll(&mut self.stream, context)
    }

    /// Ready when the refusal is sent.
    fn poll_send_refusal(&mut self, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        while let Some(rest) = self.refusal.as_mut().filter(|rest| !rest.is_empty()) {
            let written = ready!(Pin::new(&mut self.stream).poll_write(context, rest))?;
            if written == 0 {
                return Poll::Ready(Err(io::ErrorKind::WriteZero.into()));
            }
            let _ = rest.split_to(written);
        }
        Poll::Ready(Ok(()))
    }
}

impl<S: AsyncRead + AsyncWrite + Unpin> AsyncRead for ReadAhead<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        self.catch_up();
        if self.linger.has_begun() && self.refusal.is_none() {
            return self.poll_cut(context).map(Err);
        }
        if self.is_late(context) {
            return self.poll_refuse_late(context).map(Err);
        }
        if self.is_too_far_ahead() {
            ready!(self.poll_wait(context));
            return self.poll_cut(context).map(Err);
        }
        self.waiting = None;
        let before = buffer.filled().len();
        ready!(Pin::new(&mut self.stream).poll_read(context, buffer))?;
        self.note(&buffer.filled()[before..]);
        if self.blank_lines.count > AHEAD_HEADS_MAX {
            // A failed read leaves the buffer empty.
            buffer.set_filled(before);
            return self.poll_cut(context).map(Err);
        }
        Poll::Ready(Ok(()))
    }
}

impl<S: AsyncRead + AsyncWrite + Unpin> AsyncWrite for ReadAhead<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        if self.refusal.is_none() {
            let bare = bare_refusal(bytes).filter(|_| self.answers.0.under_way.get() == 0);
            let kept = bare.map_or(bytes.len(), |(at, _)| at);
            if kept > 0 {
                let written = Pin::new(&mut self.stream).poll_write(context, &bytes[..kept]);
                self.is_blocked = written.is_pending();
                return written;
            }
            let Some((_, refusal)) = bare else { return Poll::Ready(Ok(0)) };
            (self.refusal, self.replaced) = (Some(refusal.response()), bytes.len());
        }
        ready!(self.poll_refuse(context))?;
        Poll::Ready(Ok(self.replaced))
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let this = &mut *self;
        this.linger.poll(&mut this.stream, context)
    }
}

#[cfg(test)]
mod tests {
    use tokio::io::{AsyncReadExt, AsyncWriteExt, DuplexStream, duplex};

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
        // The second of two blank lines ends no head: lists in bodies may have many blank rows.
        let mut rows = BlankLines::default();
        rows.read(&b"\r\n".repeat(1_000));
        assert!(rows.count < 2, "{}", rows.count);
    }

    #[tokio::test]
    async fn too_many_requests_ahead_cut_the_connection() {
        let (mut client, server) = duplex(1 << 20);
        client.write_all(&REQUEST.repeat(AHEAD_HEADS_MAX + 1)).await.unwrap();
        let mut server = ReadAhead::new(server, None);
        let error = server.read_to_end(&mut Vec::new()).await.unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::ConnectionAborted);
    }

    #[tokio::test]
    async fn answers_make_room_for_more() {
        let (mut client, server) = duplex(1 << 20);
        let mut server = ReadAhead::new(server, None);
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
        let mut server = ReadAhead::new(server, None);
        let mut read = vec![0; AHEAD_BYTES_MAX];
        server.read_exact(&mut read).await.unwrap();
        drop(server.answers().begin());
        server.read_exact(&mut [0; 1024]).await.unwrap();
        client.write_all(&sent).await.unwrap();
        server.read_exact(&mut read).await.unwrap();
        assert_eq!(server.read(&mut [0; 1]).await.unwrap_err().kind(), io::ErrorKind::ConnectionAborted);
    }

    #[tokio::test]
    async fn the_rest_of_a_body_is_discarded_after_the_answer() {
        let (mut client, server) = duplex(1 << 20);
        let mut server = ReadAhead::new(server, None);
        client.write_all(REQUEST).await.unwrap();
        server.read_exact(&mut vec![0; REQUEST.len()]).await.unwrap();
        let request = server.answers().begin();
        server.write_all(b"HTTP/1.1 404 Not Found\r\n\r\n").await.unwrap();
        drop(request);
        client.write_all(&vec![b'x'; REST_BYTES_MAX]).await.unwrap();
        let read = async { server.read_to_end(&mut Vec::new()).await.unwrap_err().kind() };
        let answered = async {
            let mut answer = String::new();
            client.read_to_string(&mut answer).await.unwrap();
            // Nothing was cut: the client may still send, and closes its side at any time.
            client.write_all(&[b'x'; AHEAD_BYTES_MAX]).await.unwrap();
            drop(client);
            answer
        };
        let (ended, answer) = tokio::join!(read, answered);
        assert_eq!(
            (ended, answer.as_str()),
            (io::ErrorKind::ConnectionAborted, "HTTP/1.1 404 Not Found\r\n\r\n")
        );
    }

    #[tokio::test]
    async fn an_answer_makes_room_for_one_request_while_others_wait() {
        let (mut client, server) = duplex(1 << 20);
        let mut server = ReadAhead::new(server, None);
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

    fn hasty(stream: DuplexStream) -> ReadAhead<DuplexStream> {
        ReadAhead { head_timeout: Duration::from_millis(1), head: None, ..ReadAhead::new(stream, None) }
    }

    /// Reads until the connection is cut, while the client sends single bytes.
    async fn drip(client: &mut DuplexStream, server: &mut ReadAhead<DuplexStream>) -> io::ErrorKind {
        let dripping = async {
            while client.write_all(b"x").await.is_ok() {
                sleep(Duration::from_millis(1)).await;
            }
        };
        tokio::select! {
            error = async { server.read_to_end(&mut Vec::new()).await.unwrap_err() } => error.kind(),
            () = dripping => unreachable!("the server does not close its side"),
        }
    }

    #[tokio::test]
    async fn every_head_has_limited_time_however_it_drips() {
        let (mut client, server) = duplex(1 << 20);
        let mut server = hasty(server);
        for _ in 0..3 {
            // A request may take longer than its head, and more may arrive in the meantime.
            let request = server.answers().begin();
            client.write_all(REQUEST).await.unwrap();
            sleep(Duration::from_millis(5)).await;
            server.read_exact(&mut vec![0; REQUEST.len()]).await.unwrap();
            drop(request);
            // Between requests, a connection may be idle.
            let idle = tokio::time::timeout(Duration::from_millis(20), server.read(&mut [0; 1])).await;
            assert!(idle.is_err());
        }
        assert_eq!(drip(&mut client, &mut server).await, io::ErrorKind::TimedOut);
        drop(server);
        let mut refusal = String::new();
        client.read_to_string(&mut refusal).await.unwrap();
        assert!(refusal.starts_with("HTTP/1.1 408 Request Timeout\r\n"), "{refusal}");
        assert!(refusal.contains("\"code\":\"request_timeout\""), "{refusal}");
    }

    #[tokio::test]
    async fn a_refusal_never_follows_a_part_of_a_response() {
        let (mut client, server) = duplex(8);
        let mut server = hasty(server);
        let blocked =
            tokio::time::timeout(Duration::from_millis(5), server.write_all(b"HTTP/1.1 200 OK")).await;
        assert!(blocked.is_err());
        client.write_all(b"x").await.unwrap();
        assert_eq!(server.read_to_end(&mut Vec::new()).await.unwrap_err().kind(), io::ErrorKind::TimedOut);
        drop(server);
        let mut text = String::new();
        client.read_to_string(&mut text).await.unwrap();
        assert_eq!(text, "HTTP/1.1");
    }

    #[tokio::test]
    async fn a_bare_head_is_replaced_by_a_problem() {
        let (mut client, server) = duplex(64);
        let mut server = ReadAhead::new(server, None);
        let answer = "HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}";
        let bare = "HTTP/1.1 400 Bad Request\r\ncontent-length: 0\r\nconnection: close\r\n\r\n";
        // The pipe is small, so all writes need several pieces.
        let write = async {
            server.write_all(format!("{answer}{bare}").as_bytes()).await.unwrap();
            drop(server);
        };
        let read = async {
            let mut text = String::new();
            client.read_to_string(&mut text).await.unwrap();
            drop(client);
            text
        };
        let (_, text) = tokio::join!(write, read);
        let refusal = text.strip_prefix(answer).unwrap();
        let (head, body) = refusal.split_once("\r\n\r\n").unwrap();
        assert!(head.starts_with("HTTP/1.1 400 Bad Request\r\n"), "{head}");
        assert!(head.contains(&format!("content-length: {}\r\n", body.len())), "{head}");
        assert_eq!(serde_json::from_str::<serde_json::Value>(body).unwrap()["code"], "malformed");
    }
}
