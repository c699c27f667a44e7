//! A notification channel of PostgreSQL (LISTEN, NOTIFY), on a connection of its own.
//!
//! It carries short texts between servers. It knows neither their meaning nor who needs them.

use std::future::Future;
use std::time::Duration;

use diesel::QueryableByName;
use diesel::sql_types::{BigInt, Text};
use diesel_async::{AsyncPgConnection, RunQueryDsl, SimpleAsyncConnection};
use tokio::sync::mpsc;
use tokio::time::timeout;

use super::{Connector, Failure};

/// The name of the channel.
const NAME: &str = "lapidary";
/// The name under which each listening connection is known to the database.
const LISTENER: &str = "lapidary listener";
/// The maximum number of bytes of a text.
pub const TEXT_BYTES_MAX: usize = 7_900;
/// The maximum number of texts that have arrived and were not read yet. Further ones are dropped.
const UNREAD_MAX: usize = 1_024;
/// The maximum time that the database may take to answer; after that the connection counts as lost.
const ANSWER_TIME_MAX: Duration = Duration::from_secs(5);

/// Opens the channel.
#[derive(Clone)]
pub struct Channel(Connector);

/// An open channel.
pub struct OpenChannel {
    connection: AsyncPgConnection,
    heard: mpsc::Receiver<String>,
}

#[derive(QueryableByName)]
struct CountRow {
    #[diesel(sql_type = BigInt)]
    count: i64,
}

impl Channel {
    /// The channel of a database.
    pub fn new(connector: Connector) -> Channel {
        Channel(connector)
    }

    /// Opens a connection that listens.
    pub async fn open(&self) -> Result<OpenChannel, Failure> {
        let (sender, heard) = mpsc::channel(UNREAD_MAX);
        let mut connection = self.0.clone().with_notifications(sender).open().await?;
        // A lost text only delays, so nobody waits for the disk.
        let statements =
            format!("SET application_name = '{LISTENER}'; SET synchronous_commit = off; LISTEN {NAME}");
        answered(connection.batch_execute(&statements)).await?;
        Ok(OpenChannel { connection, heard })
    }
}

impl OpenChannel {
    /// Waits for the next text, which may be one that this server has sent.
    pub async fn next(&mut self) -> Option<String> {
        self.heard.recv().await
    }

    /// Sends a text to all servers.
    pub async fn send(&mut self, text: &str) -> Result<(), Failure> {
        let notify =
            diesel::sql_query("SELECT pg_notify($1, $2)").bind::<Text, _>(NAME).bind::<Text, _>(text);
        answered(notify.execute(&mut self.connection)).await?;
        Ok(())
    }

    /// Returns how many other servers listen.
    pub async fn others(&mut self) -> Result<i64, Failure> {
        let others = diesel::sql_query(
            "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() \
             AND application_name = $1 AND pid <> pg_backend_pid()",
        );
        let others = others.bind::<Text, _>(LISTENER);
        let count: CountRow = answered(others.get_result(&mut self.connection)).await?;
        Ok(count.count)
    }
}

/// Waits for an answer of the database, but not for ever: a network that drops everything closes no
/// connection.
async fn answered<T>(answer: impl Future<Output = diesel::QueryResult<T>>) -> Result<T, Failure> {
    match timeout(ANSWER_TIME_MAX, answer).await {
        Ok(answer) => Ok(answer?),
        Err(_) => Err(Failure::Away("the database does not answer on the notification channel".to_owned())),
    }
}
