//! Ends useless connections: the database owes a response and sends nothing, or has become read-only.
//!
//! PostgreSQL itself cancels slow statements and reports an error. But a network that drops packets, or a
//! database that hangs, sends nothing, and a connection would wait forever.
//!
//! When a primary becomes a standby, or is made read-only, its connections stay open. New connections may
//! lead to the new primary, so the old ones end between two transactions.
//!
//! This module knows which responses are owed. `messages` knows their form, and how errors are passed on.

use std::collections::VecDeque;
use std::future::Future;
use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::{Instant, Sleep, sleep};
use tokio_postgres::tls::{ChannelBinding, TlsConnect, TlsStream};

use super::condition::Condition;
use super::messages::{Notice, Requests, Responses};

/// Called with the reason for each connection that ends itself, before its waiting requests fail.
pub type OnLoss = Arc<dyn Fn(Loss) + Send + Sync>;

/// Why a connection has ended itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Loss {
    /// The database owed a response and was silent.
    #[error("the database did not respond in time")]
    Silent,
    /// The database only reads.
    #[error("the database accepts no writes")]
    ReadOnly,
}

/// A stream of PostgreSQL messages. It fails if the other side owes a response and is silent for too long, or
/// only reads.
///
/// It must see unencrypted messages, so it wraps the decrypted stream of TLS.
pub struct Watched<S> {
    stream: S,
    watch: SilenceTimer,
    /// Received bytes that were not passed on yet, because the codes made errors longer.
    waiting: VecDeque<u8>,
}

impl<S> Watched<S> {
    /// Watches a stream from its first byte. Without a limit, it may be silent.
    pub fn new(stream: S, limit: Option<Duration>, condition: Arc<Condition>) -> Self {
        Watched { stream, watch: SilenceTimer::new(limit, condition), waiting: VecDeque::new() }
    }
}

/// The number of pending responses and their timeout.
struct SilenceTimer {
    limit: Option<Duration>,
    alarm: Option<Pin<Box<Sleep>>>,
    opened_at: std::time::Instant,
    sent: Requests,
    received: Responses,
    /// The number of requests without a complete response.
    owed: u64,
    /// Whether the other side currently accepts no data.
    stuck: bool,
    condition: Arc<Condition>,
    /// Whether the connection is between two transactions, and its database only reads.
    useless: bool,
}

impl SilenceTimer {
    fn new(limit: Option<Duration>, condition: Arc<Condition>) -> Self {
        SilenceTimer {
            limit,
            alarm: limit.map(|limit| Box::pin(sleep(limit))),
            opened_at: std::time::Instant::now(),
            sent: Requests::from_the_first_byte(),
            received: Responses::default(),
            owed: 0,
            stuck: false,
            condition,
            useless: false,
        }
    }

    fn waits(&self) -> bool {
        self.owed > 0 || self.stuck
    }

    fn rewind(&mut self) {
        if let Some((alarm, limit)) = self.alarm.as_mut().zip(self.limit) {
            alarm.as_mut().reset(Instant::now() + limit);
        }
    }

    /// Records sent bytes.
    fn wrote(&mut self, context: &mut Context<'_>, bytes: &[u8], stuck: bool) -> io::Result<()> {
        let waited = self.waits();
        self.owed += self.sent.ended(bytes);
        self.stuck = stuck;
        if !waited && self.waits() {
            self.rewind();
        }
        // A response may have arrived unread, so only a stuck write fails here. The reader checks the rest.
        let over = self.is_over(context);
        if over && self.stuck { Err(lost(Loss::Silent)) } else { Ok(()) }
    }

    /// Records received bytes: any byte shows that the other side is alive. Returns the bytes to pass on
    /// instead, if they contain a part of an error.
    fn read(&mut self, bytes: &[u8]) -> Option<Vec<u8>> {
        let SilenceTimer { received, owed, useless, condition, opened_at, .. } = self;
        let instead = received.read(bytes, |notice| match notice {
            Notice::Error(code) => condition.note(code, std::time::Instant::now()),
            Notice::Ready { idle } => {
                *owed = owed.saturating_sub(1);
                *useless = idle && condition.is_read_only_since(*opened_at);
            }
        });
        self.rewind();
        instead
    }

    fn is_over(&mut self, context: &mut Context<'_>) -> bool {
        let waits = self.waits();
        self.alarm.as_mut().is_some_and(|alarm| waits && alarm.as_mut().poll(context).is_ready())
    }
}

/// The error of a connection that ends itself.
fn lost(loss: Loss) -> io::Error {
    io::Error::other(loss)
}

/// Returns why a connection has ended itself. `None` if it ended otherwise.
pub fn loss(error: &tokio_postgres::Error) -> Option<Loss> {
    let cause = std::error::Error::source(error)?.downcast_ref::<io::Error>()?;
    cause.get_ref()?.downcast_ref::<Loss>().copied()
}

impl<S: AsyncRead + Unpin> AsyncRead for Watched<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        if buffer.remaining() == 0 {
            return Poll::Ready(Ok(()));
        }
        loop {
            if !self.waiting.is_empty() {
                let (first, _) = self.waiting.as_slices();
                let count = first.len().min(buffer.remaining());
                buffer.put_slice(&first[..count]);
                self.waiting.drain(..count);
                return Poll::Ready(Ok(()));
            }
            if self.watch.useless && !self.watch.waits() {
                return Poll::Ready(Err(lost(Loss::ReadOnly)));
            }
            let before = buffer.filled().len();
            let result = Pin::new(&mut self.stream).poll_read(context, buffer);
            if !result.is_ready() {
                return if self.watch.is_over(context) {
                    Poll::Ready(Err(lost(Loss::Silent)))
                } else {
                    result
                };
            }
            match self.watch.read(buffer.filled().get(before..).unwrap_or_default()) {
                None => return result,
                Some(instead) => {
                    buffer.set_filled(before);
                    self.waiting.extend(instead);
                }
            }
        }
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for Watched<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let result = Pin::new(&mut self.stream).poll_write(context, bytes);
        let count = if let Poll::Ready(Ok(count)) = result { count } else { 0 };
        self.watch.wrote(context, bytes.get(..count).unwrap_or_default(), result.is_pending())?;
        result
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let result = Pin::new(&mut self.stream).poll_flush(context);
        self.watch.wrote(context, &[], result.is_pending())?;
        result
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let result = Pin::new(&mut self.stream).poll_shutdown(context);
        self.watch.wrote(context, &[], result.is_pending())?;
        result
    }
}

impl<S: TlsStream + Unpin> TlsStream for Watched<S> {
    fn channel_binding(&self) -> ChannelBinding {
        self.stream.channel_binding()
    }
}

/// Encrypts with another connector and watches the decrypted stream.
pub struct WatchedInside<C> {
    /// The connector that encrypts.
    pub encryption: C,
    /// The timeout.
    pub limit: Option<Duration>,
    /// Where errors about the whole database are recorded.
    pub condition: Arc<Condition>,
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
        let WatchedInside { encryption, limit, condition } = self;
        let connecting = encryption.connect(stream);
        Box::pin(async move { Ok(Watched::new(connecting.await?, limit, condition)) })
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
    /// `ErrorResponse` with the code of a database that only reads.
    const READ_ONLY: &[u8] = b"E\0\0\0\x0cC25006\0\0";
    /// Long enough to show that no timeout fires.
    const LONGER: Duration = Duration::from_millis(200);

    #[tokio::test]
    async fn a_database_that_owes_one_of_two_responses_and_is_silent_times_out() {
        let (near, mut far) = duplex(64);
        let mut near = Watched::new(near, Some(LIMIT), Arc::default());
        near.write_all(&[&STARTUP_PACKET[..], &SYNC].concat()).await.unwrap();
        far.write_all(&READY).await.unwrap();
        near.read_exact(&mut [0; READY.len()]).await.unwrap();
        let error = near.read(&mut [0; 1]).await.unwrap_err();
        assert_eq!(reason(&error), Some(Loss::Silent));
    }

    #[tokio::test]
    async fn a_database_that_owes_nothing_may_be_silent() {
        let (near, mut far) = duplex(64);
        let mut near = Watched::new(near, Some(LIMIT), Arc::default());
        near.write_all(&STARTUP_PACKET).await.unwrap();
        far.write_all(&READY).await.unwrap();
        near.read_exact(&mut [0; READY.len()]).await.unwrap();
        assert!(timeout(LONGER, near.read(&mut [0; 1])).await.is_err());
    }

    #[tokio::test]
    async fn a_database_that_accepts_no_data_times_out() {
        let (near, _far) = duplex(4);
        let mut near = Watched::new(near, Some(LIMIT), Arc::default());
        let error = near.write_all(&STARTUP_PACKET).await.unwrap_err();
        assert_eq!(reason(&error), Some(Loss::Silent));
    }

    fn reason(error: &io::Error) -> Option<Loss> {
        error.get_ref()?.downcast_ref().copied()
    }

    #[tokio::test]
    async fn a_connection_to_a_database_that_only_reads_ends_between_two_transactions() {
        let (near, mut far) = duplex(64);
        let mut near = Watched::new(near, None, Arc::default());
        let (failed, idle) = ([READ_ONLY, b"Z\0\0\0\x05E"].concat(), READY);
        near.write_all(&[&STARTUP_PACKET[..], &SYNC].concat()).await.unwrap();
        tokio::time::sleep(Duration::from_secs(1)).await;
        far.write_all(&failed).await.unwrap();
        near.read_exact(&mut vec![0; failed.len()]).await.unwrap();
        // First it rolls its transaction back.
        far.write_all(&idle).await.unwrap();
        near.read_exact(&mut [0; READY.len()]).await.unwrap();
        let error = near.read(&mut [0; 1]).await.unwrap_err();
        assert_eq!(reason(&error), Some(Loss::ReadOnly));
    }
}
