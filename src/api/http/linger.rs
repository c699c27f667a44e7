//! The end of a connection, so that the server's last bytes arrive.
//!
//! If a connection closes with unread bytes of the client, the kernel resets it. The client, or a proxy, may
//! then lose an unread response. So the server closes its own side first. It discards further bytes until the
//! client closes its side too (RFC 9112, 9.6), within bounds. This applies to every response to a request
//! whose body was not read to its end.

use std::future::poll_fn;
use std::io;
use std::mem::MaybeUninit;
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::{Sleep, sleep};

/// The maximum number of discarded bytes. The largest body that nginx accepts by default fits.
pub const DISCARDED_BYTES_MAX: usize = 2 * 1024 * 1024;
/// How long the client may take to close its side.
pub const LINGER_MAX: Duration = Duration::from_secs(2);
/// The number of bytes in one discarding read.
const PIECE_BYTES: usize = 8 * 1024;

/// Ends a connection to which everything is written.
pub async fn end<S: AsyncRead + AsyncWrite + Unpin>(stream: &mut S) -> io::Result<()> {
    let mut linger = Linger::default();
    poll_fn(|context| linger.poll(stream, context)).await
}

/// How far the end of a connection is.
#[derive(Debug, Default)]
pub struct Linger {
    /// The latest end. None while the server has not closed its side.
    end: Option<Pin<Box<Sleep>>>,
    discarded: usize,
}

impl Linger {
    /// Returns whether the server has closed its side.
    pub fn has_begun(&self) -> bool {
        self.end.is_some()
    }

    /// Closes the server's side. Ready when the client has closed its side, or at a bound.
    pub fn poll<S: AsyncRead + AsyncWrite + Unpin>(
        &mut self,
        stream: &mut S,
        context: &mut Context<'_>,
    ) -> Poll<io::Result<()>> {
        if self.end.is_none() {
            ready!(Pin::new(&mut *stream).poll_shutdown(context))?;
        }
        let end = self.end.get_or_insert_with(|| Box::pin(sleep(LINGER_MAX)));
        if end.as_mut().poll(context).is_ready() {
            return Poll::Ready(Ok(()));
        }
        while self.discarded < DISCARDED_BYTES_MAX {
            let mut piece = [MaybeUninit::uninit(); PIECE_BYTES];
            let mut piece = ReadBuf::uninit(&mut piece);
            let read = ready!(Pin::new(&mut *stream).poll_read(context, &mut piece));
            if read.is_err() || piece.filled().is_empty() {
                break;
            }
            self.discarded += piece.filled().len();
        }
        Poll::Ready(Ok(()))
    }
}

#[cfg(test)]
mod tests {
    use tokio::io::{AsyncReadExt, AsyncWriteExt, duplex};

    use super::*;

    #[tokio::test]
    async fn what_the_client_sends_is_discarded_until_it_has_closed_its_side() {
        let (mut client, mut server) = duplex(64);
        server.write_all(b"a response").await.unwrap();
        let sending = async {
            client.write_all(&[b'x'; 1_000]).await.unwrap();
            let mut response = String::new();
            client.read_to_string(&mut response).await.unwrap();
            client.shutdown().await.unwrap();
            response
        };
        let mut linger = Linger::default();
        let (response, ended) = tokio::join!(sending, poll_fn(|context| linger.poll(&mut server, context)));
        ended.unwrap();
        assert_eq!((response.as_str(), linger.discarded), ("a response", 1_000));
    }

    #[tokio::test]
    async fn a_client_that_never_stops_is_cut_at_a_number_of_bytes() {
        let (mut client, mut server) = duplex(PIECE_BYTES);
        let sending = async { while client.write_all(&[b'x'; PIECE_BYTES]).await.is_ok() {} };
        let mut linger = Linger::default();
        tokio::select! {
            () = sending => unreachable!("the server holds its end"),
            ended = poll_fn(|context| linger.poll(&mut server, context)) => ended.unwrap(),
        }
        assert_eq!(linger.discarded, DISCARDED_BYTES_MAX);
    }

    #[tokio::test]
    async fn a_client_that_drips_is_cut_at_a_time() {
        let (mut client, mut server) = duplex(64);
        let mut linger = Linger { end: Some(Box::pin(sleep(Duration::from_millis(20)))), discarded: 0 };
        let dripping = async {
            while client.write_all(b"x").await.is_ok() {
                sleep(Duration::from_millis(1)).await;
            }
        };
        tokio::select! {
            () = dripping => unreachable!("the server holds its end"),
            ended = poll_fn(|context| linger.poll(&mut server, context)) => ended.unwrap(),
        }
        assert!(linger.discarded < DISCARDED_BYTES_MAX);
    }
}
