//! The receivers of outgoing messages, and when messages are sent again.

use std::time::Duration;

use uuid::Uuid;

use super::auth::PlayerId;

/// A receiver of messages. One server owns it while it sends a message.
pub struct Receiver {
    /// Its id in the table of receivers of its kind.
    pub id: Uuid,
    /// The account that has named the address.
    pub owner: PlayerId,
    pub url: String,
    /// The name in the address, as it is written there.
    pub host: String,
    /// Whether its last attempt took long or had to wait for its host.
    pub slow: bool,
}

/// Returns the pause after this many failed attempts, from these pauses in seconds. None if there is no
/// further attempt.
pub fn pause_after(pauses: &[u64], attempts: i16) -> Option<Duration> {
    let place = usize::try_from(attempts).ok()?.checked_sub(1)?;
    pauses.get(place).copied().map(Duration::from_secs)
}
