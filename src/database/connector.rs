//! How connections to one database are opened, and whom an encrypted connection trusts.
//!
//! It knows no time-outs and no table: see `pool`. Where the database is stands in `address`.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use diesel::{ConnectionError, ConnectionResult};
use diesel_async::AsyncPgConnection;
use rustls::pki_types::CertificateDer;
use rustls::pki_types::pem::{self, PemObject};
use rustls::{ClientConfig, RootCertStore};
use tokio_postgres::config::SslMode;
use tokio_postgres::tls::{MakeTlsConnect, TlsConnect};
use tokio_postgres::{Config, NoTls, Socket};
use tokio_postgres_rustls::MakeRustlsConnect;

/// How long opening a connection may take.
pub const CONNECT_TIMEOUT: Duration = Duration::from_secs(5);

/// Opens connections to one database.
///
/// With `sslmode=require` in its address they are encrypted and the server must show a certificate for its name that an
/// authority vouches for; otherwise they are plain, as over a Unix socket.
#[derive(Clone)]
pub struct Connector {
    config: Config,
    encryption: Option<MakeRustlsConnect>,
}

/// Why no connection can be opened that way.
#[derive(Debug, thiserror::Error)]
pub enum AddressError {
    /// The text is no address.
    #[error("this is no address of PostgreSQL: {0}")]
    Address(#[from] tokio_postgres::Error),
    /// The authorities of the settings cannot be read.
    #[error("cannot read certificates in PEM form from {path}: {cause}")]
    Authorities {
        /// The file.
        path: PathBuf,
        /// The refusal.
        cause: pem::Error,
    },
    /// A certificate of the file is none that can vouch.
    #[error("{path} holds what is no certificate of an authority: {cause}")]
    Authority {
        /// The file.
        path: PathBuf,
        /// The refusal.
        cause: rustls::Error,
    },
    /// Nobody can vouch for the database.
    #[error(
        "sslmode=require needs authorities to trust: the machine has none and LAPIDARY_DATABASE_CA is not set"
    )]
    NobodyVouches,
    /// The versions of TLS cannot be had.
    #[error("TLS cannot be used: {0}")]
    Tls(#[from] rustls::Error),
}

impl Connector {
    /// Reads an address, a URL or key=value pairs, and where it asks for encryption the certificates of those who may
    /// vouch for the server: those of `authorities`, else the machine's own.
    ///
    /// # Errors
    ///
    /// When the address or a certificate cannot be read.
    pub fn new(url: &str, authorities: Option<&Path>) -> Result<Connector, AddressError> {
        Connector::to(url.parse()?, authorities)
    }

    /// As [`Connector::new`], for an address that was read before.
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
        Ok(Connector { config, encryption })
    }

    /// The connector whose connections begin with these settings, as `-c name=value`, behind those of the address.
    #[must_use]
    pub fn with_options(mut self, options: &str) -> Connector {
        let options = format!("{} {options}", self.config.get_options().unwrap_or_default());
        self.config.options(options.trim());
        self
    }

    /// Opens a connection, which runs where this is called.
    ///
    /// # Errors
    ///
    /// When the server cannot be reached, is not who it should be, or does not let us in.
    pub async fn open(&self) -> ConnectionResult<AsyncPgConnection> {
        match &self.encryption {
            Some(encryption) => self.open_with(encryption.clone()).await,
            None => self.open_with(NoTls).await,
        }
    }

    async fn open_with<T>(&self, encryption: T) -> ConnectionResult<AsyncPgConnection>
    where
        T: MakeTlsConnect<Socket>,
        T::Stream: Send + 'static,
        <T::TlsConnect as TlsConnect<Socket>>::Future: Send,
    {
        let connecting = self.config.connect(encryption);
        let (client, connection) =
            connecting.await.map_err(|error| ConnectionError::BadConnection(reason(&error)))?;
        AsyncPgConnection::try_from_client_and_connection(client, connection).await
    }
}

/// The certificates of the authorities in this file, else of those that the machine trusts.
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
    if roots.is_empty() { Err(AddressError::NobodyVouches) } else { Ok(roots) }
}

fn trusting(roots: RootCertStore) -> Result<ClientConfig, rustls::Error> {
    let provider = Arc::new(rustls::crypto::aws_lc_rs::default_provider());
    let versions = ClientConfig::builder_with_provider(provider).with_safe_default_protocol_versions()?;
    Ok(versions.with_root_certificates(roots).with_no_client_auth())
}

/// The error with its cause, which tokio-postgres leaves out of its own text.
fn reason(error: &tokio_postgres::Error) -> String {
    match std::error::Error::source(error) {
        Some(cause) => format!("{error}: {cause}"),
        None => error.to_string(),
    }
}
