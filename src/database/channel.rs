//! A notification channel of PostgreSQL (LISTEN, NOTIFY), on its own connection.
//!
//! It carries short texts between servers. It does not know their meaning or their readers.

use std::future::Future;
use std::time::Duration;

use diesel::QueryableByName;
use diesel::sql_types::{BigInt, Text};
use diesel_async::{AsyncPgConnection, RunQueryDsl, SimpleAsyncConnection};
use tokio::sync::mpsc;
use tokio::time::timeout;

use super::{Connector, Failure};

const NAME: &str = "lapidary";
/// The name of each listening connection in the database.
const LISTENER: &str = "lapidary listener";
/// The maximum number of bytes of a text.
pub const TEXT_BYTES_MAX: usize = 7_900;
/// The maximum number of received texts that were not read yet. Further texts are dropped.
const UNREAD_MAX: usize = 1_024;
/// The maximum time for a response of the database. After it, the connection is considered lost.
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
        // A lost text only causes a delay, so the commit does not wait for the disk.
        let statements =
            format!("SET application_name = '{LISTENER}'; SET synchronous_commit = off; LISTEN {NAME}");
        answered(connection.batch_execute(&statements)).await?;
        Ok(OpenChannel { connection, heard })
    }
}

impl OpenChannel {
    /// Waits for the next text. This server may have sent it.
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

/// Waits for the database, but not forever: a network that drops all packets closes no connection.
async fn answered<T>(answer: impl Future<Output = diesel::QueryResult<T>>) -> Result<T, Failure> {
    match timeout(ANSWER_TIME_MAX, answer).await {
        Ok(answer) => Ok(answer?),
        Err(_) => Err(Failure::Away("the database does not answer on the notification channel".to_owned())),
    }
}
