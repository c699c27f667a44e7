//! Opens connections to one database.
//!
//! Timeouts are in `pool`, the location of the database is in `address`, which certificates are trusted in
//! `encryption`. This module knows no tables.

use std::future::poll_fn;
use std::sync::Arc;
use std::time::Duration;

use diesel::{ConnectionError, ConnectionResult};
use diesel_async::AsyncPgConnection;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::sync::mpsc;
use tokio::time::timeout;
use tokio_postgres::config::{SslMode, TargetSessionAttrs};
use tokio_postgres::tls::MakeTlsConnect;
use tokio_postgres::{AsyncMessage, Client, Config, NoTls, SimpleQueryMessage};
use tokio_postgres_rustls::MakeRustlsConnect;
use tokio_util::either::Either;

use super::address::Address;
use super::condition::Condition;
use super::dial::{self, Place, Server, Socket};
use super::encryption::TrustError;
use super::outage::Outage;
use super::silence::{OnLoss, Watched, WatchedInside, loss};

/// The codes of a transaction that was idle, or lasted, for longer than the database lets it.
const TIMED_OUT: [&str; 2] = ["25P03", "25P04"];
/// The maximum time to open a connection.
pub const CONNECT_TIMEOUT: Duration = Duration::from_secs(5);

/// Opens connections to one database.
///
/// Whether they are encrypted is in the address; over a Unix socket they are not.
#[derive(Clone)]
pub struct Connector {
    config: Config,
    encryption: Option<MakeRustlsConnect>,
    settings: String,
    silence_max: Option<Duration>,
    on_loss: Option<OnLoss>,
    notifications: Option<mpsc::Sender<String>>,
    /// Shared by all connectors that are made from this one.
    outage: Arc<Outage>,
    condition: Arc<Condition>,
}

impl Connector {
    /// Returns a connector to this address. If connections are encrypted, it reads the certificates of the
    /// trusted authorities.
    pub fn new(address: &Address) -> Result<Connector, TrustError> {
        let encryption = address.encryption.client()?.map(MakeRustlsConnect::new);
        let mut config = address.config.clone();
        config.ssl_mode(if encryption.is_some() { SslMode::Require } else { SslMode::Disable });
        config.application_name("lapidary");
        if config.get_connect_timeout().is_none() {
            config.connect_timeout(CONNECT_TIMEOUT);
        }
        if config.get_hosts().len() > 1 && config.get_target_session_attrs() == TargetSessionAttrs::Any {
            // The server always writes, so it looks for the host that takes writes.
            config.target_session_attrs(TargetSessionAttrs::ReadWrite);
        }
        Ok(Connector {
            config,
            encryption,
            settings: String::new(),
            silence_max: None,
            on_loss: None,
            notifications: None,
            outage: Arc::default(),
            condition: Arc::default(),
        })
    }

    /// Like [`Connector::new`], for an address as a text: a URL or key=value pairs.
    pub fn to(text: &str) -> Result<Connector, Box<dyn std::error::Error + Send + Sync>> {
        Ok(Connector::new(&Address::read(text)?)?)
    }

    /// Returns a connector to the same database, with the same user, on another host. What it meets there
    /// says nothing about this one.
    #[must_use]
    pub fn to_host(&self, host: &str, port: u16) -> Connector {
        let mut config = Config::new();
        config.host(host).port(port).ssl_mode(self.config.get_ssl_mode());
        if let Some(user) = self.config.get_user() {
            config.user(user);
        }
        if let Some(password) = self.config.get_password() {
            config.password(password);
        }
        if let Some(name) = self.config.get_dbname() {
            config.dbname(name);
        }
        if let Some(options) = self.config.get_options() {
            config.options(options);
        }
        if let Some(name) = self.config.get_application_name() {
            config.application_name(name);
        }
        if let Some(limit) = self.config.get_connect_timeout() {
            config.connect_timeout(*limit);
        }
        Connector { config, outage: Arc::default(), condition: Arc::default(), ..self.clone() }
    }

    /// Adds settings of PostgreSQL; every connection sets them, after those of the address.
    ///
    /// They are statements, because a pooler may drop what a connection asks for when it is opened.
    #[must_use]
    pub fn with_settings(mut self, settings: &[(&str, &str)]) -> Connector {
        self.settings.extend(settings.iter().map(|(name, value)| format!("SET {name} = {value}; ")));
        self
    }

    /// Limits how long the database may be silent while it owes a response; the connection then fails.
    #[must_use]
    pub fn with_silence_limit(mut self, silence_max: Duration) -> Connector {
        if self.config.get_tcp_user_timeout().is_none() {
            self.config.tcp_user_timeout(silence_max);
        }
        self.silence_max = Some(silence_max);
        self
    }

    /// Calls this for each connection that ends itself.
    #[must_use]
    pub fn with_on_loss(mut self, on_loss: OnLoss) -> Connector {
        self.on_loss = Some(on_loss);
        self
    }

    /// Returns what errors have told about the database; all connectors that are made from this one share it.
    pub fn condition(&self) -> Arc<Condition> {
        Arc::clone(&self.condition)
    }

    /// Sends the notifications that a connection receives to this channel, until it is full.
    #[must_use]
    pub fn with_notifications(mut self, notifications: mpsc::Sender<String>) -> Connector {
        self.notifications = Some(notifications);
        self
    }

    /// Opens a connection for a pool: whether that succeeds is recorded for all pools of the database.
    pub async fn open_for_pool(&self) -> ConnectionResult<AsyncPgConnection> {
        let opened = self.open().await;
        match &opened {
            Ok(_) => self.outage.succeeded(),
            Err(reason) => self.outage.failed(&reason.to_string()),
        }
        opened
    }

    /// Opens a connection, which runs on the current runtime. Of several hosts, the first that accepts the
    /// connection is used.
    pub async fn open(&self) -> ConnectionResult<AsyncPgConnection> {
        AsyncPgConnection::try_from(self.open_client().await?).await
    }

    /// Opens a connection for simple queries, as [`Connector::open`]: nothing is prepared on it.
    pub(super) async fn open_client(&self) -> ConnectionResult<Client> {
        let mut refusal = "the host has no address".to_owned();
        for server in dial::servers(&self.config).map_err(|cause| bad(cause.to_owned()))? {
            let places = match server.places(&self.config).await {
                Ok(places) => places,
                Err(cause) => {
                    refusal = format!("cannot find the database {}: {cause}", server.name);
                    continue;
                }
            };
            for place in places {
                match self.open_at(&server, &place).await {
                    Ok(client) => return Ok(client),
                    Err(cause) => refusal = cause,
                }
            }
        }
        Err(bad(refusal))
    }

    async fn open_at(&self, server: &Server, place: &Place) -> Result<Client, String> {
        let opening = async {
            let socket = dial::open(place, &self.config)
                .await
                .map_err(|cause| format!("cannot connect to the database at {place}: {cause}"))?;
            let client = self.log_in(server, socket).await.map_err(|error| reason(&error))?;
            self.check_role(&client).await?;
            client.batch_execute(&self.settings).await.map_err(|error| reason(&error))?;
            Ok(client)
        };
        let limit = self.config.get_connect_timeout().copied().unwrap_or(CONNECT_TIMEOUT);
        timeout(limit, opening)
            .await
            .unwrap_or_else(|_| Err(format!("the database at {place} does not answer in time")))
    }

    /// Logs in to the server, with encryption if it is asked for, and starts the connection.
    async fn log_in(&self, server: &Server, socket: Socket) -> Result<Client, tokio_postgres::Error> {
        let (limit, condition) = (self.silence_max, self.condition());
        match self.encryption.as_ref().filter(|_| matches!(socket, Either::Left(_))) {
            None => {
                let socket = Watched::new(socket, limit, condition);
                let mut config = self.config.clone();
                let (client, connection) =
                    config.ssl_mode(SslMode::Disable).connect_raw(socket, NoTls).await?;
                self.run(connection);
                Ok(client)
            }
            Some(encryption) => {
                let Ok(encryption) =
                    MakeTlsConnect::<Socket>::make_tls_connect(&mut encryption.clone(), &server.name);
                let encryption = WatchedInside { encryption, limit, condition };
                let (client, connection) = self.config.connect_raw(socket, encryption).await?;
                self.run(connection);
                Ok(client)
            }
        }
    }

    /// Runs a connection until its client is dropped or it fails; the client notices a failure by itself.
    fn run<S, T>(&self, mut connection: tokio_postgres::Connection<S, T>)
    where
        S: AsyncRead + AsyncWrite + Unpin + Send + 'static,
        T: AsyncRead + AsyncWrite + Unpin + Send + 'static,
    {
        let (on_loss, notifications) = (self.on_loss.clone(), self.notifications.clone());
        tokio::spawn(async move {
            let error = loop {
                match poll_fn(|context| connection.poll_message(context)).await {
                    Some(Ok(AsyncMessage::Notification(notification))) => {
                        if let Some(notifications) = &notifications {
                            // If the channel is full, nobody reads it.
                            let _ = notifications.try_send(notification.payload().to_owned());
                        }
                    }
                    Some(Ok(AsyncMessage::Notice(notice))) if is_uncertain(notice.message()) => {
                        // Without the connection, the request learns that the outcome is unknown.
                        tracing::warn!(
                            cause = notice.message(),
                            "a node did not confirm a commit; the connection is closed"
                        );
                        return;
                    }
                    Some(Ok(_)) => {}
                    Some(Err(error)) => break error,
                    None => return,
                }
            };
            let cause = reason(&error);
            match error.code().is_some_and(|code| TIMED_OUT.contains(&code.code())) {
                true => tracing::warn!(
                    cause,
                    "the database has ended a connection whose transaction took too long"
                ),
                false => tracing::debug!(cause, "a connection to the database ended"),
            }
            if let Some((on_loss, loss)) = on_loss.zip(loss(&error)) {
                on_loss(loss);
            }
        });
    }

    /// Returns an error if the address requires a server that accepts writes, or one that is read-only, and
    /// this server is not.
    async fn check_role(&self, client: &Client) -> Result<(), String> {
        let wanted = match self.config.get_target_session_attrs() {
            TargetSessionAttrs::ReadWrite => "off",
            TargetSessionAttrs::ReadOnly => "on",
            _ => return Ok(()),
        };
        let answer =
            client.simple_query("SHOW transaction_read_only").await.map_err(|error| reason(&error))?;
        let fits = answer.iter().any(
            |message| matches!(message, SimpleQueryMessage::Row(row) if row.try_get(0).is_ok_and(|value| value == Some(wanted))),
        );
        if fits { Ok(()) } else { Err(format!("transaction_read_only of the database is not {wanted}")) }
    }
}

/// Whether a warning says that the commit that is about to be reported may have failed on a worker: the
/// coordinator of a Citus cluster reports such a commit as done. Citus has neither a code for it nor
/// translations.
fn is_uncertain(warning: &str) -> bool {
    warning.starts_with("failed to commit transaction on ")
}

fn bad(reason: String) -> ConnectionError {
    ConnectionError::BadConnection(reason)
}

/// The error together with its cause, which tokio-postgres omits from its own text.
pub(super) fn reason(error: &tokio_postgres::Error) -> String {
    match std::error::Error::source(error) {
        Some(cause) => format!("{error}: {cause}"),
        None => error.to_string(),
    }
}
