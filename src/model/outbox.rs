//! Where messages to the outside go, and when they are sent again.

use std::time::Duration;

use uuid::Uuid;

use super::auth::PlayerId;

/// A receiver of messages, as a server has it to itself while it sends one.
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

/// Returns the pause after this many attempts in vain, of these pauses in seconds; none if there is no
/// further attempt.
pub fn pause_after(pauses: &[u64], attempts: i16) -> Option<Duration> {
    let place = usize::try_from(attempts).ok()?.checked_sub(1)?;
    pauses.get(place).copied().map(Duration::from_secs)
}
