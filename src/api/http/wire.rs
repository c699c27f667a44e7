//! Connections with HTTP/1.1, and connections of trusted proxies that may use HTTP/2 without TLS (RFC 9113,
//! 3.3: with prior knowledge).
//!
//! The limits of an HTTP/1.1 connection read its bytes (`read_ahead.rs`). Nothing here reads frames of
//! HTTP/2, and the HTTP layer limits neither their streams nor their time. So only proxies may send them,
//! because they limit their own clients.

use std::future::Future;
use std::io;
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use actix_web::rt::net::TcpStream;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::{Sleep, sleep, timeout};
use tokio_util::sync::{CancellationToken, WaitForCancellationFutureOwned};

use super::connections::ConnectionPlace;
use super::read_ahead::{Answers, HEAD_TIMEOUT, ReadAhead};

/// The beginning of the first bytes of an HTTP/2 client (RFC 9113, 3.4). No HTTP/1.1 request begins so.
const PREFACE: &[u8; 12] = b"PRI * HTTP/2";
/// How long a connection must be without requests before it closes while the server stops. Meanwhile the last
/// responses leave.
const QUIET_MIN: Duration = Duration::from_millis(500);

/// A connection with one of the protocols.
#[derive(Debug)]
pub enum Wire<S> {
    /// HTTP/1.1, within limits.
    Http1(ReadAhead<S>),
    /// HTTP/2 from a trusted proxy.
    Http2(Multiplexed<S>),
}

impl<S> Wire<S> {
    /// Returns the connection without its limits.
    pub fn stream(&self) -> &S {
        match self {
            Wire::Http1(limited) => limited.stream(),
            Wire::Http2(multiplexed) => &multiplexed.stream,
        }
    }

    /// Returns how far its answers are.
    pub fn answers(&self) -> &Answers {
        match self {
            Wire::Http1(limited) => limited.answers(),
            Wire::Http2(multiplexed) => &multiplexed.answers,
        }
    }
}

/// Returns whether the client begins HTTP/2 on this connection. A client that sends nothing for the time of a
/// head, or until the server stops, gets HTTP/1.1, which closes the connection.
pub async fn begins_http2(connection: &TcpStream, stopping: &CancellationToken) -> io::Result<bool> {
    let mut beginning = [0; PREFACE.len()];
    let peeked = timeout(HEAD_TIMEOUT, connection.peek(&mut beginning));
    let length = match stopping.run_until_cancelled(peeked).await {
        Some(Ok(length)) => length?,
        Some(Err(_)) | None => 0,
    };
    Ok(&beginning[..length] == PREFACE)
}

/// A connection with many requests at the same time, which begin at any time. It ends when the server stops
/// and no request is in progress.
#[derive(Debug)]
pub struct Multiplexed<S> {
    stream: S,
    answers: Answers,
    stopping: Pin<Box<WaitForCancellationFutureOwned>>,
    /// Whether the server stops.
    is_leaving: bool,
    /// The time without requests until which the connection still stays open.
    quiet: Option<Pin<Box<Sleep>>>,
    _place: ConnectionPlace,
}

impl<S> Multiplexed<S> {
    /// Wraps this connection, which keeps its place until it ends.
    pub fn new(stream: S, place: ConnectionPlace, stopping: CancellationToken) -> Self {
        Multiplexed {
            stream,
            answers: Answers::default(),
            stopping: Box::pin(stopping.cancelled_owned()),
            is_leaving: false,
            quiet: None,
            _place: place,
        }
    }

    /// Ready when the server stops and no request is in progress. Otherwise, the task wakes to check again.
    fn poll_over(&mut self, context: &mut Context<'_>) -> Poll<()> {
        if !self.is_leaving {
            ready!(self.stopping.as_mut().poll(context));
            self.is_leaving = true;
        }
        if self.answers.are_under_way(context) {
            self.quiet = None;
            return Poll::Pending;
        }
        self.quiet.get_or_insert_with(|| Box::pin(sleep(QUIET_MIN))).as_mut().poll(context)
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for Multiplexed<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let before = buffer.filled().len();
        let read = Pin::new(&mut self.stream).poll_read(context, buffer);
        if let Poll::Ready(read) = read {
            if buffer.filled().len() > before {
                // The received bytes may be a request.
                self.quiet = None;
            }
            return Poll::Ready(read);
        }
        // An empty read tells the HTTP layer that the client has closed its side.
        self.poll_over(context).map(Ok)
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for Multiplexed<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write(context, bytes)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}

impl<S: AsyncRead + AsyncWrite + Unpin> AsyncRead for Wire<S> {
    fn poll_read(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        match self.get_mut() {
            Wire::Http1(limited) => Pin::new(limited).poll_read(context, buffer),
            Wire::Http2(multiplexed) => Pin::new(multiplexed).poll_read(context, buffer),
        }
    }
}

impl<S: AsyncRead + AsyncWrite + Unpin> AsyncWrite for Wire<S> {
    fn poll_write(self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        match self.get_mut() {
            Wire::Http1(limited) => Pin::new(limited).poll_write(context, bytes),
            Wire::Http2(multiplexed) => Pin::new(multiplexed).poll_write(context, bytes),
        }
    }

    fn poll_flush(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        match self.get_mut() {
            Wire::Http1(limited) => Pin::new(limited).poll_flush(context),
            Wire::Http2(multiplexed) => Pin::new(multiplexed).poll_flush(context),
        }
    }

    fn poll_shutdown(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        match self.get_mut() {
            Wire::Http1(limited) => Pin::new(limited).poll_shutdown(context),
            Wire::Http2(multiplexed) => Pin::new(multiplexed).poll_shutdown(context),
        }
    }
}
