//! Opens connections to one database, and decides which certificates an encrypted connection trusts.
//!
//! Timeouts are in `pool`, the location of the database is in `address`. This module knows no tables.

use std::future::poll_fn;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use diesel::{ConnectionError, ConnectionResult};
use diesel_async::AsyncPgConnection;
use rustls::pki_types::CertificateDer;
use rustls::pki_types::pem::{self, PemObject};
use rustls::{ClientConfig, RootCertStore};
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::sync::mpsc;
use tokio::time::timeout;
use tokio_postgres::config::{SslMode, TargetSessionAttrs};
use tokio_postgres::tls::MakeTlsConnect;
use tokio_postgres::{AsyncMessage, Client, Config, NoTls, SimpleQueryMessage};
use tokio_postgres_rustls::MakeRustlsConnect;

use super::condition::Condition;
use super::dial::{self, Place, Server, Socket};
use super::outage::Outage;
use super::silence::{OnLoss, Watched, WatchedInside, loss};

/// The maximum time to open a connection.
pub const CONNECT_TIMEOUT: Duration = Duration::from_secs(5);

/// Opens connections to one database.
///
/// With `sslmode=require` in the address, connections are encrypted, and the server must present a
/// certificate for its name from a trusted authority. Otherwise they are not encrypted, as over a Unix
/// socket.
#[derive(Clone)]
pub struct Connector {
    config: Config,
    encryption: Option<MakeRustlsConnect>,
    silence_max: Option<Duration>,
    on_loss: Option<OnLoss>,
    notifications: Option<mpsc::Sender<String>>,
    /// Shared by all connectors that are made from this one.
    outage: Arc<Outage>,
    condition: Arc<Condition>,
}

/// Why no connection can be opened with an address.
#[derive(Debug, thiserror::Error)]
pub enum AddressError {
    /// The text is not an address.
    #[error("this is not a PostgreSQL address: {0}")]
    Address(#[from] tokio_postgres::Error),
    /// The certificates of the authorities cannot be read.
    #[error("cannot read certificates in PEM form from {path}: {cause}")]
    Authorities {
        /// The file.
        path: PathBuf,
        /// The error from the system.
        cause: pem::Error,
    },
    /// A certificate in the file is not a valid certificate of an authority.
    #[error("{path} contains an invalid certificate: {cause}")]
    Authority {
        /// The file.
        path: PathBuf,
        /// The error from the TLS library.
        cause: rustls::Error,
    },
    /// No authority is trusted, so no certificate can be verified.
    #[error(
        "sslmode=require needs authorities to trust: the machine has none and LAPIDARY_DATABASE_CA is not set"
    )]
    NoAuthorities,
    /// TLS cannot be set up.
    #[error("TLS cannot be set up: {0}")]
    Tls(#[from] rustls::Error),
}

impl Connector {
    /// Parses an address: a URL or key=value pairs. If the address requires encryption, it also reads the
    /// certificates of trusted authorities: those in the file `authorities`, or the machine's own.
    ///
    /// # Errors
    /// When the address or a certificate cannot be read.
    pub fn new(url: &str, authorities: Option<&Path>) -> Result<Connector, AddressError> {
        Connector::to(url.parse()?, authorities)
    }

    /// Like [`Connector::new`], for an address that is already parsed.
    ///
    /// # Errors
    /// When a certificate cannot be read.
    pub fn to(mut config: Config, authorities: Option<&Path>) -> Result<Connector, AddressError> {
        let encryption = match config.get_ssl_mode() {
            SslMode::Require => Some(MakeRustlsConnect::new(trusting(roots(authorities)?)?)),
            _ => None,
        };
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
            silence_max: None,
            on_loss: None,
            notifications: None,
            outage: Arc::default(),
            condition: Arc::default(),
        })
    }

    /// Adds these settings, as `-c name=value`, to those of the address; they apply to every connection.
    #[must_use]
    pub fn with_options(mut self, options: &str) -> Connector {
        let options = format!("{} {options}", self.config.get_options().unwrap_or_default());
        self.config.options(options.trim());
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
    ///
    /// # Errors
    /// As [`Connector::open`].
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
    ///
    /// # Errors
    /// When the server cannot be reached, its certificate is not accepted, or it refuses the login.
    pub async fn open(&self) -> ConnectionResult<AsyncPgConnection> {
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
                    Ok(client) => return AsyncPgConnection::try_from(client).await,
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
            self.check_role(&client).await.map(|()| client)
        };
        let limit = self.config.get_connect_timeout().copied().unwrap_or(CONNECT_TIMEOUT);
        timeout(limit, opening)
            .await
            .unwrap_or_else(|_| Err(format!("the database at {place} does not answer in time")))
    }

    /// Logs in to the server, with encryption if the address requires it, and starts the connection.
    async fn log_in(&self, server: &Server, socket: Socket) -> Result<Client, tokio_postgres::Error> {
        let (limit, condition) = (self.silence_max, self.condition());
        match &self.encryption {
            None => {
                let socket = Watched::new(socket, limit, condition);
                let (client, connection) = self.config.connect_raw(socket, NoTls).await?;
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
            tracing::debug!(cause = reason(&error), "a connection to the database ended");
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
/// coordinator of a Citus cluster reports such a commit as done.
fn is_uncertain(warning: &str) -> bool {
    warning.starts_with("failed to commit transaction on ")
}

fn bad(reason: String) -> ConnectionError {
    ConnectionError::BadConnection(reason)
}

/// The certificates of the authorities in this file, or of those that the machine trusts.
fn roots(authorities: Option<&Path>) -> Result<RootCertStore, AddressError> {
    let mut roots = RootCertStore::empty();
    match authorities {
        None => {
            roots.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
        }
        Some(path) => {
            let unreadable = |cause| AddressError::Authorities { path: path.to_owned(), cause };
            for certificate in CertificateDer::pem_file_iter(path).map_err(unreadable)? {
                let added = roots.add(certificate.map_err(unreadable)?);
                added.map_err(|cause| AddressError::Authority { path: path.to_owned(), cause })?;
            }
        }
    }
    if roots.is_empty() { Err(AddressError::NoAuthorities) } else { Ok(roots) }
}

fn trusting(roots: RootCertStore) -> Result<ClientConfig, rustls::Error> {
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let versions = ClientConfig::builder_with_provider(provider).with_safe_default_protocol_versions()?;
    Ok(versions.with_root_certificates(roots).with_no_client_auth())
}

/// The error together with its cause, which tokio-postgres omits from its own text.
fn reason(error: &tokio_postgres::Error) -> String {
    match std::error::Error::source(error) {
        Some(cause) => format!("{error}: {cause}"),
        None => error.to_string(),
    }
}
