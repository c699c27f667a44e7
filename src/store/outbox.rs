//! Messages that wait in the database until a server sends them to the outside.
//!
//! Each kind has a table of receivers and one of messages. A server that sends a message has its receiver to
//! itself for a while. If the server dies, another one sends the message again after that time: each message
//! is sent at least once.

use std::time::Duration;

use diesel::deserialize::FromSqlRow;
use diesel::pg::Pg;
use diesel::sql_types::{Array, Bool, Interval, Text, Untyped, Uuid as SqlUuid};
use uuid::Uuid;

use super::clearing::{BY_A_JOB, clear};
use super::{Failure, Postgres};
use crate::by_hand::interval;
use crate::run::Run;
use lapidary_model::auth::PlayerId;

/// How long a server has a receiver to itself. An attempt is much shorter.
const BUSY_FOR: Duration = Duration::from_secs(60);

/// A kind of messages: its tables, and what a server needs to send one. In the texts, `receiver` and
/// `message` are the rows.
pub struct Outbox {
    /// The table of receivers.
    pub(super) receivers: &'static str,
    /// The table of messages.
    pub(super) messages: &'static str,
    /// The column of messages that names the receiver.
    pub(super) named_by: &'static str,
    /// The condition under which a message that is due is sent.
    pub(super) sendable: &'static str,
    /// What is read of both.
    pub(super) columns: &'static str,
}

/// Whose messages a server does not take now, because it sends enough for them.
#[derive(Debug, Default)]
pub struct ClosedTo {
    pub everybody: bool,
    pub accounts: Vec<PlayerId>,
    /// The names of hosts, as they are written in addresses.
    pub hosts: Vec<String>,
}

/// Whose messages a server does not take now.
#[derive(Debug, Default)]
pub struct Closed {
    pub any: ClosedTo,
    /// The same for messages to receivers that were slow.
    pub slow: ClosedTo,
}

/// How a receiver goes on after an attempt.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rest {
    /// How long no message is sent to it.
    pub pause: Duration,
    /// Whether it was slow.
    pub slow: bool,
}

/// What becomes of a message after an attempt.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Next {
    /// It was accepted.
    Accepted,
    /// It is tried again after this time.
    Again(Duration),
    /// It is not tried any more.
    Failed,
    /// Its address wants no more messages.
    Gone,
}

impl Outbox {
    /// Returns the message that has been due for the longest time, and takes its receiver for this server.
    /// `None` if nothing is due to a free receiver that the server is open to. Both rows are locked, so only
    /// one server takes the message.
    pub(super) async fn claim<Row>(
        &self,
        connection: &mut Postgres,
        closed: &Closed,
    ) -> Result<Option<Row>, Failure>
    where
        Row: FromSqlRow<Untyped, Pg> + Send + 'static,
    {
        let Outbox { receivers, messages, named_by, sendable, columns } = self;
        let accounts = |to: &ClosedTo| to.accounts.iter().map(|account| account.0).collect::<Vec<Uuid>>();
        let query = diesel::sql_query(format!(
            "WITH message AS (SELECT message.* FROM {messages} message \
             JOIN {receivers} receiver ON receiver.id = message.{named_by} \
             WHERE message.due_at <= now() AND receiver.busy_until <= now() AND {sendable} \
             AND receiver.player_id <> ALL ($2) AND receiver.host <> ALL ($3) \
             AND NOT (receiver.slow AND ($4 OR receiver.player_id = ANY ($5) OR receiver.host = ANY ($6))) \
             ORDER BY message.due_at, message.id LIMIT 1 FOR NO KEY UPDATE OF receiver, message SKIP LOCKED) \
             UPDATE {receivers} receiver SET busy_until = now() + $1 FROM message \
             WHERE receiver.id = message.{named_by} \
             RETURNING receiver.id AS receiver_id, receiver.player_id, receiver.host, receiver.slow, message.id, \
             message.tries, now() AS now, {columns}",
        ))
        .bind::<Interval, _>(interval(BUSY_FOR))
        .bind::<Array<SqlUuid>, _>(accounts(&closed.any))
        .bind::<Array<Text>, _>(&closed.any.hosts)
        .bind::<Bool, _>(closed.slow.everybody)
        .bind::<Array<SqlUuid>, _>(accounts(&closed.slow))
        .bind::<Array<Text>, _>(&closed.slow.hosts);
        Ok(query.prepared().returned_row(connection).await?)
    }

    /// Releases a receiver, after an attempt or without one.
    pub async fn release(
        &self,
        connection: &mut Postgres,
        receiver: Uuid,
        rest: Rest,
        accepted: bool,
    ) -> Result<(), Failure> {
        diesel::sql_query(format!(
            "UPDATE {} SET busy_until = now() + $1, slow = $2, \
             accepted_at = CASE WHEN $3 THEN now() ELSE accepted_at END WHERE id = $4",
            self.receivers,
        ))
        .bind::<Interval, _>(interval(rest.pause))
        .bind::<Bool, _>(rest.slow)
        .bind::<Bool, _>(accepted)
        .bind::<SqlUuid, _>(receiver)
        .run(connection)
        .await
    }

    /// Deletes some messages that were stored for this long.
    pub async fn clear(&self, connection: &mut Postgres, stored_for: Duration) -> Result<(), Failure> {
        clear(connection, self.messages, "created_at", stored_for, BY_A_JOB).await
    }
}
