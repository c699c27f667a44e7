//! The signals that stop the server, and the one that does not.

use std::io::{self, IsTerminal};

use tokio::signal::unix::{self, SignalKind};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Signal {
    /// Ctrl-C, or the end of the terminal in which the server runs: somebody waits for the end.
    Interrupt,
    /// SIGTERM: a manager of services stops the server.
    Terminate,
}

/// The signals that have come since this value was made.
pub(super) struct Signals {
    interrupted: io::Result<unix::Signal>,
    terminated: io::Result<unix::Signal>,
    hung_up: io::Result<unix::Signal>,
    /// Whether the server reads from a terminal. Under `nohup` or a manager of services it does not.
    has_terminal: bool,
}

impl Signals {
    /// Listens from now on.
    pub(super) fn listen() -> Signals {
        let listen = unix::signal;
        Signals {
            interrupted: listen(SignalKind::interrupt()),
            terminated: listen(SignalKind::terminate()),
            hung_up: listen(SignalKind::hangup()),
            has_terminal: io::stdin().is_terminal(),
        }
    }

    /// Waits for the next signal that stops the server. Without a terminal, SIGHUP is a wish for new
    /// settings, which the server cannot fulfil.
    pub(super) async fn next(&mut self) -> Signal {
        loop {
            tokio::select! {
                () = received(&mut self.interrupted) => return Signal::Interrupt,
                () = received(&mut self.terminated) => return Signal::Terminate,
                () = received(&mut self.hung_up) => match self.has_terminal {
                    true => return Signal::Interrupt,
                    false => tracing::warn!("SIGHUP changes nothing: settings are read only at the start"),
                },
            }
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
