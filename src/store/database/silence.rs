//! A timeout for connections on which the database owes a response and sends nothing.
//!
//! PostgreSQL itself cancels statements that take too long and reports an error. But a network that drops
//! packets, or a database that hangs, sends nothing at all, and a connection would wait forever.
//!
//! This module knows where messages of PostgreSQL's protocol begin and end, and which of them are requests
//! and responses.

use std::future::Future;
use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::{Instant, Sleep, sleep};
use tokio_postgres::tls::{ChannelBinding, TlsConnect, TlsStream};

/// The timeout for a database that owes a response, and what to do when it expires.
#[derive(Clone)]
pub struct SilenceLimit {
    /// The timeout.
    pub limit: Duration,
    /// Called for each connection that times out, before the waiting requests receive the error.
    pub on_timeout: Arc<dyn Fn() + Send + Sync>,
}

/// A stream of PostgreSQL messages that fails when the other side owes a response and is silent for too long.
///
/// It must see unencrypted messages, so with TLS it wraps the decrypted stream.
pub struct Watched<S> {
    stream: S,
    watch: Option<Watch>,
}

impl<S> Watched<S> {
    /// Watches a stream from its first byte; without a limit it only forwards the data.
    pub fn new(stream: S, limit: Option<Duration>) -> Self {
        Watched { stream, watch: limit.map(Watch::new) }
    }
}

/// The pending responses and their timeout.
struct Watch {
    limit: Duration,
    alarm: Pin<Box<Sleep>>,
    sent: Messages,
    received: Messages,
    /// The number of requests without a complete response.
    owed: u64,
    /// Whether the other side currently accepts no data.
    stuck: bool,
}

impl Watch {
    fn new(limit: Duration) -> Self {
        Watch {
            limit,
            alarm: Box::pin(sleep(limit)),
            sent: Messages::from_client(),
            received: Messages::default(),
            owed: 0,
            stuck: false,
        }
    }

    fn waits(&self) -> bool {
        self.owed > 0 || self.stuck
    }

    fn rewind(&mut self) {
        self.alarm.as_mut().reset(Instant::now() + self.limit);
    }

    /// Records sent bytes.
    fn wrote(&mut self, context: &mut Context<'_>, bytes: &[u8], stuck: bool) -> io::Result<()> {
        let waited = self.waits();
        self.owed += self.sent.ended(bytes, &ASKING);
        self.stuck = stuck;
        if !waited && self.waits() {
            self.rewind();
        }
        // A response may have arrived that is not read yet, so only a stuck write fails here; the reader
        // checks the rest.
        let over = self.is_over(context);
        if over && self.stuck { Err(silent()) } else { Ok(()) }
    }

    /// Records received bytes; any byte shows that the other side is alive.
    fn read(&mut self, bytes: &[u8]) {
        self.owed = self.owed.saturating_sub(self.received.ended(bytes, &ANSWERED));
        self.rewind();
    }

    fn is_over(&mut self, context: &mut Context<'_>) -> bool {
        self.waits() && self.alarm.as_mut().poll(context).is_ready()
    }
}

/// The error of a connection that timed out.
fn silent() -> io::Error {
    io::Error::new(io::ErrorKind::TimedOut, "the database did not respond in time")
}

/// Returns whether a connection ended because of this timeout.
pub fn was_silence(error: &tokio_postgres::Error) -> bool {
    let cause = std::error::Error::source(error).and_then(|cause| cause.downcast_ref::<io::Error>());
    cause.is_some_and(|cause| cause.kind() == io::ErrorKind::TimedOut)
}

impl<S: AsyncRead + Unpin> AsyncRead for Watched<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let before = buffer.filled().len();
        let result = Pin::new(&mut self.stream).poll_read(context, buffer);
        let Some(watch) = &mut self.watch else { return result };
        if result.is_ready() {
            watch.read(buffer.filled().get(before..).unwrap_or_default());
        } else if watch.is_over(context) {
            return Poll::Ready(Err(silent()));
        }
        result
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for Watched<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let result = Pin::new(&mut self.stream).poll_write(context, bytes);
        if let Some(watch) = &mut self.watch {
            let count = if let Poll::Ready(Ok(count)) = result { count } else { 0 };
            watch.wrote(context, bytes.get(..count).unwrap_or_default(), result.is_pending())?;
        }
        result
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let result = Pin::new(&mut self.stream).poll_flush(context);
        if let Some(watch) = &mut self.watch {
            watch.wrote(context, &[], result.is_pending())?;
        }
        result
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let result = Pin::new(&mut self.stream).poll_shutdown(context);
        if let Some(watch) = &mut self.watch {
            watch.wrote(context, &[], result.is_pending())?;
        }
        result
    }
}

impl<S: TlsStream + Unpin> TlsStream for Watched<S> {
    fn channel_binding(&self) -> ChannelBinding {
        self.stream.channel_binding()
    }
}

/// Encrypts with another connector, and watches the decrypted stream.
pub struct WatchedInside<C> {
    /// The connector that encrypts.
    pub encryption: C,
    /// The timeout.
    pub limit: Option<Duration>,
}

impl<S, C> TlsConnect<S> for WatchedInside<C>
where
    C: TlsConnect<S>,
    C::Future: Send + 'static,
{
    type Stream = Watched<C::Stream>;
    type Error = C::Error;
    type Future = Pin<Box<dyn Future<Output = Result<Self::Stream, Self::Error>> + Send>>;

    fn connect(self, stream: S) -> Self::Future {
        let (connecting, limit) = (self.encryption.connect(stream), self.limit);
        Box::pin(async move { Ok(Watched::new(connecting.await?, limit)) })
    }
}

/// The first message of a client, which has no type byte.
const STARTUP: u8 = 0;

/// The messages that PostgreSQL answers with `ReadyForQuery`: the startup message, `Query`, `Sync` and
/// `FunctionCall`.
const ASKING: [u8; 4] = [STARTUP, b'Q', b'S', b'F'];

/// `ReadyForQuery`, the end of a response.
const ANSWERED: [u8; 1] = [b'Z'];

/// The type byte and the length field of a message.
const HEAD_BYTES: usize = 5;

/// The length field includes its own size.
const LENGTH_BYTES: usize = 4;

/// The messages of one direction.
#[derive(Default)]
struct Messages {
    head: [u8; HEAD_BYTES],
    /// How many bytes of the head have been read.
    known: usize,
    /// How many bytes of the body are still to come.
    left: usize,
}

impl Messages {
    fn from_client() -> Self {
        Messages { head: [STARTUP; HEAD_BYTES], known: 1, left: 0 }
    }

    /// Processes these bytes and returns how many messages of these types ended in them.
    fn ended(&mut self, mut bytes: &[u8], types: &[u8]) -> u64 {
        let mut ended = 0;
        while let Some((&first, rest)) = bytes.split_first() {
            if self.known < HEAD_BYTES {
                self.head[self.known] = first;
                self.known += 1;
                bytes = rest;
                let [_, length @ ..] = self.head;
                self.left = (u32::from_be_bytes(length) as usize).saturating_sub(LENGTH_BYTES);
            } else {
                let (passed, rest) = bytes.split_at(self.left.min(bytes.len()));
                self.left -= passed.len();
                bytes = rest;
            }
            if self.known == HEAD_BYTES && self.left == 0 {
                ended += u64::from(types.contains(&self.head[0]));
                self.known = 0;
            }
        }
        ended
    }
}

#[cfg(test)]
mod tests {
    use tokio::io::{AsyncReadExt, AsyncWriteExt, duplex};
    use tokio::time::timeout;

    use super::*;

    const STARTUP_PACKET: [u8; 8] = [0, 0, 0, 8, 0, 3, 0, 0];
    const SYNC: [u8; 5] = [b'S', 0, 0, 0, 4];
    const READY: [u8; 6] = [b'Z', 0, 0, 0, 5, b'I'];
    const LIMIT: Duration = Duration::from_millis(50);
    /// Long enough to show that nothing happens.
    const LONGER: Duration = Duration::from_millis(200);

    #[test]
    fn messages_are_counted_in_pieces_of_any_size() {
        let sent = [&STARTUP_PACKET[..], &[b'p', 0, 0, 0, 6, b'S', b'Q'], &SYNC, &SYNC].concat();
        for size in 1..=sent.len() {
            let mut messages = Messages::from_client();
            let ended: u64 = sent.chunks(size).map(|bytes| messages.ended(bytes, &ASKING)).sum();
            assert_eq!(ended, 3, "in pieces of {size}");
        }
    }

    #[tokio::test]
    async fn a_database_that_owes_one_of_two_responses_and_is_silent_times_out() {
        let (near, mut far) = duplex(64);
        let mut near = Watched::new(near, Some(LIMIT));
        near.write_all(&[&STARTUP_PACKET[..], &SYNC].concat()).await.unwrap();
        far.write_all(&READY).await.unwrap();
        near.read_exact(&mut [0; READY.len()]).await.unwrap();
        let error = near.read(&mut [0; 1]).await.unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::TimedOut);
    }

    #[tokio::test]
    async fn a_database_that_owes_nothing_may_be_silent() {
        let (near, mut far) = duplex(64);
        let mut near = Watched::new(near, Some(LIMIT));
        near.write_all(&STARTUP_PACKET).await.unwrap();
        far.write_all(&READY).await.unwrap();
        near.read_exact(&mut [0; READY.len()]).await.unwrap();
        assert!(timeout(LONGER, near.read(&mut [0; 1])).await.is_err());
    }

    #[tokio::test]
    async fn a_database_that_accepts_no_data_times_out() {
        let (near, _far) = duplex(4);
        let mut near = Watched::new(near, Some(LIMIT));
        let error = near.write_all(&STARTUP_PACKET).await.unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::TimedOut);
    }
}
