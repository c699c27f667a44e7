//! Opens connections to one database.
//!
//! `pool` has the timeouts, `address` has the location, and `encryption` knows the trusted certificates. This
//! module knows no tables.

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

/// The error codes when a transaction was idle, or lasted, longer than the database allows.
const TIMED_OUT: [&str; 2] = ["25P03", "25P04"];
/// The maximum time to open a connection.
pub const CONNECT_TIMEOUT: Duration = Duration::from_secs(5);

/// Opens connections to one database.
///
/// The address says whether they are encrypted; over a Unix socket they never are.
#[derive(Clone)]
pub struct Connector {
    config: Config,
    encryption: Option<MakeRustlsConnect>,
    settings: String,
    silence_max: Option<Duration>,
    on_loss: Option<OnLoss>,
    notifications: Option<mpsc::Sender<String>>,
    /// Shared by all connectors made from this one.
    outage: Arc<Outage>,
    condition: Arc<Condition>,
}

impl Connector {
    /// Returns a connector to this address. Reads the certificates of the trusted authorities if needed.
    pub fn new(address: &Address) -> Result<Connector, TrustError> {
        let encryption = address.encryption.client()?.map(MakeRustlsConnect::new);
        let mut config = address.config.clone();
        config.ssl_mode(if encryption.is_some() { SslMode::Require } else { SslMode::Disable });
        config.application_name("lapidary");
        if config.get_connect_timeout().is_none() {
            config.connect_timeout(CONNECT_TIMEOUT);
        }
        if config.get_hosts().len() > 1 && config.get_target_session_attrs() == TargetSessionAttrs::Any {
            // The server always writes, so it searches for the host that accepts writes.
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

    /// Returns a connector to the same database and user on another host. Errors of the other host are not
    /// recorded for this one.
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

    /// Adds settings of PostgreSQL. Every connection sets them after those of the address.
    ///
    /// They are statements, because a pooler may drop the options of a new connection.
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

    /// Calls this function for each connection that ends itself.
    #[must_use]
    pub fn with_on_loss(mut self, on_loss: OnLoss) -> Connector {
        self.on_loss = Some(on_loss);
        self
    }

    /// Returns the state of the database. All connectors made from this one share it.
    pub fn condition(&self) -> Arc<Condition> {
        Arc::clone(&self.condition)
    }

    /// Sends the notifications of a connection to this channel. Drops them while it is full.
    #[must_use]
    pub fn with_notifications(mut self, notifications: mpsc::Sender<String>) -> Connector {
        self.notifications = Some(notifications);
        self
    }

    /// Opens a connection for a pool, and records for all pools of the database whether this succeeds.
    pub async fn open_for_pool(&self) -> ConnectionResult<AsyncPgConnection> {
        let opened = self.open().await;
        match &opened {
            Ok(_) => self.outage.succeeded(),
            Err(reason) => self.outage.failed(&reason.to_string()),
        }
        opened
    }

    /// Opens a connection that runs on the current runtime. Uses the first host that accepts it.
    pub async fn open(&self) -> ConnectionResult<AsyncPgConnection> {
        AsyncPgConnection::try_from(self.open_client().await?).await
    }

    /// Opens a connection for simple queries, like [`Connector::open`], without prepared statements.
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

    /// Logs in to the server, with encryption if required, and starts the connection.
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

    /// Runs a connection until its client is dropped or it fails. The client notices the failure itself.
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
                            // The channel is full only when it has no reader.
                            let _ = notifications.try_send(notification.payload().to_owned());
                        }
                    }
                    Some(Ok(AsyncMessage::Notice(notice))) if is_uncertain(notice.message()) => {
                        // The caller gets an error that says that the outcome is unknown.
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

    /// Returns an error if the address requires a server that accepts writes, or a read-only one, and this
    /// server is not.
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

/// Whether a warning says that the commit may have failed on a worker. The coordinator of a Citus cluster
/// reports such a commit as done. The warning has no code, but it is never translated.
fn is_uncertain(warning: &str) -> bool {
    warning.starts_with("failed to commit transaction on ")
}

fn bad(reason: String) -> ConnectionError {
    ConnectionError::BadConnection(reason)
}

/// The error with its cause, which tokio-postgres omits from its text.
pub(super) fn reason(error: &tokio_postgres::Error) -> String {
    match std::error::Error::source(error) {
        Some(cause) => format!("{error}: {cause}"),
        None => error.to_string(),
    }
}
