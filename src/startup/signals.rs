//! The signals that stop the server.

use std::io;

use tokio::signal::unix::{self, SignalKind};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Signal {
    /// Ctrl-C: somebody waits for the end.
    Interrupt,
    /// SIGTERM: a manager of services stops the server.
    Terminate,
}

/// The signals that have come since this value was made.
pub(super) struct Signals {
    interrupted: io::Result<unix::Signal>,
    terminated: io::Result<unix::Signal>,
}

impl Signals {
    /// Listens from now on.
    pub(super) fn listen() -> Signals {
        let listen = unix::signal;
        Signals { interrupted: listen(SignalKind::interrupt()), terminated: listen(SignalKind::terminate()) }
    }

    /// Waits for the next signal.
    pub(super) async fn next(&mut self) -> Signal {
        tokio::select! {
            () = received(&mut self.interrupted) => Signal::Interrupt,
            () = received(&mut self.terminated) => Signal::Terminate,
        }
    }
}

/// Waits for a signal. Waits forever if the system does not deliver it.
async fn received(signal: &mut io::Result<unix::Signal>) {
    match signal {
        Ok(signal) => _ = signal.recv().await,
        Err(_) => std::future::pending().await,
    }
}
