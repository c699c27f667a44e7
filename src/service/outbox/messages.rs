//! Sending the messages of the outbox: the common part of all kinds.

use std::time::{Duration, Instant};

use super::sender::{Outgoing, SendFailure, Sender};
use super::sending::Sending;
use super::slots::{PUT_OFF_FOR, Slot, Slots};
use lapidary_model::outbox::Receiver;
use lapidary_store::outbox::{Closed, Outbox, Rest};
use lapidary_store::{Failure, Pool, Postgres};

/// The resources with which a kind of messages is sent.
pub struct Post {
    pub(crate) pool: Pool,
    pub(crate) sender: Sender,
    slots: Slots,
}

impl Post {
    /// Returns a post with its own slots.
    pub fn new(pool: Pool, sender: Sender) -> Post {
        Post { pool, sender, slots: Slots::default() }
    }
}

/// An attempt to send a message.
pub struct Attempt {
    /// The status of the response, or why there was none.
    pub result: Result<u16, SendFailure>,
    pub duration: Duration,
}

/// A message to send now, in a slot of this server.
pub struct Claimed<Due> {
    due: Due,
    slot: Slot,
}

/// A kind of messages to receivers whose addresses strangers choose. They wait in the database, any server
/// sends them, and each is sent at least once.
pub trait Messages: Send + Sync + 'static {
    /// A due message, with everything that sending it needs.
    type Due: Send + Sync + 'static;

    /// Its tables.
    const OUTBOX: Outbox;
    /// How long a message is stored.
    const STORED_FOR: Duration;

    /// Returns the post that sends them.
    fn post(&self) -> &Post;

    /// Returns the receiver of a message.
    fn receiver(due: &Self::Due) -> &Receiver;

    /// Takes the message that has been due for the longest time from the database.
    fn due(
        connection: &mut Postgres,
        closed: &Closed,
    ) -> impl Future<Output = Result<Option<Self::Due>, Failure>> + Send;

    /// Returns the request; none if it cannot be made.
    fn outgoing(&self, due: &Self::Due) -> Option<Outgoing>;

    /// Records the result of an attempt, none if there was nothing to send, and releases the receiver.
    fn record(
        &self,
        due: &Self::Due,
        attempt: Option<Attempt>,
    ) -> impl Future<Output = Result<(), Failure>> + Send;

    /// Deletes some ended receivers.
    fn clear_receivers(connection: &mut Postgres) -> impl Future<Output = Result<(), Failure>> + Send {
        let _ = connection;
        async { Ok(()) }
    }
}

impl<M: Messages> Sending for M {
    type Claimed = Claimed<M::Due>;
    type Failure = Failure;

    async fn claim(&self) -> Result<Option<Claimed<M::Due>>, Failure> {
        let post = self.post();
        let Some(closed) = post.slots.closed() else { return Ok(None) };
        let due = M::due(&mut *post.pool.get().await?, &closed).await?;
        Ok(due.map(|due| {
            let to = M::receiver(&due);
            Claimed { slot: post.slots.take(to.owner, &to.host, to.slow), due }
        }))
    }

    /// Holds no database connection while a message is sent. If the addresses of the message's host already
    /// use their share of the slots, it is sent later.
    async fn deliver(&self, claimed: Claimed<M::Due>) -> Result<(), Failure> {
        let Claimed { due, mut slot } = claimed;
        let (post, to) = (self.post(), M::receiver(&due));
        let Some(outgoing) = self.outgoing(&due) else { return self.record(&due, None).await };
        let began = Instant::now();
        let result = match post.sender.reach(&to.url).await {
            Ok(reached) if !slot.reach(reached.addresses()) => {
                // Other users of the host say nothing about this receiver.
                let rest = Rest { pause: PUT_OFF_FOR, slow: to.slow };
                return M::OUTBOX.release(&mut *post.pool.get().await?, to.id, rest, false).await;
            }
            Ok(reached) => post.sender.send(reached, outgoing).await,
            Err(failure) => Err(failure),
        };
        self.record(&due, Some(Attempt { result, duration: began.elapsed() })).await
    }

    async fn clear(&self) -> Result<(), Failure> {
        let mut connection = self.post().pool.get().await?;
        M::OUTBOX.clear(&mut connection, M::STORED_FOR).await?;
        M::clear_receivers(&mut connection).await
    }
}
