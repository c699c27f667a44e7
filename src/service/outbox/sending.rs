//! What the job that sends messages needs from each kind of messages.

use std::fmt::Display;

/// Messages that wait in the database to be sent.
pub trait Sending: Send + Sync + 'static {
    /// A message that this server sends.
    type Claimed: Send + 'static;
    type Failure: Display + Send + 'static;

    /// Takes the message that has been due for the longest time among those that this server may send now, if
    /// there is one.
    fn claim(&self) -> impl Future<Output = Result<Option<Self::Claimed>, Self::Failure>> + Send;

    /// Sends a message once and records the result.
    fn deliver(&self, claimed: Self::Claimed) -> impl Future<Output = Result<(), Self::Failure>> + Send;

    /// Deletes some old messages.
    fn clear(&self) -> impl Future<Output = Result<(), Self::Failure>> + Send;
}
