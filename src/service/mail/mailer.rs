//! The connection to the operator's SMTP server.

use std::path::PathBuf;
use std::time::Duration;

use lettre::message::Mailbox;
use lettre::transport::smtp::client::{Certificate, CertificateStore, Tls, TlsParameters};
use lettre::transport::smtp::{self, extension::ClientId};
use lettre::{AsyncSmtpTransport, AsyncTransport, Tokio1Executor};
use tokio::sync::Semaphore;
use url::Url;

use super::letter::{Letter, Unwritable};
use lapidary_model::settings::{MailSettings, PublicUrl};

/// The maximum time for one attempt to send a mail, including the connection.
const TRY_TIMEOUT: Duration = Duration::from_secs(20);
/// The maximum number of connections to the SMTP server at the same time.
const CONNECTIONS_MAX: usize = 4;

type Transport = AsyncSmtpTransport<Tokio1Executor>;

/// Sends mail through the operator's SMTP server.
pub struct Mailer {
    transport: Transport,
    from: Mailbox,
    connections: Semaphore,
}

/// Why the settings for mail cannot be used. They may contain a password, so errors do not repeat them.
#[derive(Debug, thiserror::Error)]
pub enum UnusableMail {
    /// The URL is not one of an SMTP server.
    #[error(
        "LAPIDARY_MAIL_URL is not the address of an SMTP server, such as smtps://user:password@mail.example or \
         smtp://user:password@mail.example:587; write special characters in user and password as %XX"
    )]
    Url,
    /// The sender is missing or not an address.
    #[error("LAPIDARY_MAIL_FROM is not a sender, such as `Lapidary <games@games.example>`")]
    From,
    /// The links cannot be opened from outside.
    #[error("LAPIDARY_MAIL_URL is set, but not LAPIDARY_PUBLIC_URL, so mails have no address to link to")]
    NoPublicUrl,
    /// The file with certificates cannot be read.
    #[error("cannot read the certificates of {path}: {cause}")]
    Certificates {
        /// The file.
        path: PathBuf,
        /// The error from the system.
        cause: std::io::Error,
    },
    /// TLS cannot be set up.
    #[error("TLS to the SMTP server cannot be set up: {0}")]
    Tls(smtp::Error),
}

/// Why a mail was not sent. No message of the SMTP server is kept, because it may contain the address.
#[derive(Debug, thiserror::Error)]
pub enum MailFailure {
    #[error(transparent)]
    Unwritable(#[from] Unwritable),
    /// The SMTP server refused it permanently, with this reply code.
    #[error("the SMTP server refused the mail: {0}")]
    Refused(String),
    /// Another attempt may succeed.
    #[error("{0}")]
    Later(String),
    /// The SMTP server may have accepted it: the connection broke before its reply.
    #[error("it is unknown whether the SMTP server has accepted the mail")]
    Unknown,
}

#[boxed]
impl Mailer {
    /// Returns the mailer of these settings, if they name an SMTP server.
    pub fn new(
        settings: &MailSettings,
        public_url: Option<&PublicUrl>,
    ) -> Result<Option<Mailer>, UnusableMail> {
        let Some(address) = settings.mail_url.as_ref().or(settings.mail_url_file.as_ref()) else {
            return Ok(None);
        };
        public_url.ok_or(UnusableMail::NoPublicUrl)?;
        let from = settings.mail_from.as_deref().and_then(|from| from.parse().ok());
        let from: Mailbox = from.ok_or(UnusableMail::From)?;
        let transport = transport(address.expose(), settings, from.email.domain())?;
        Ok(Some(Mailer { transport, from, connections: Semaphore::new(CONNECTIONS_MAX) }))
    }

    /// Makes one attempt to send a letter.
    pub async fn send(&self, letter: &Letter) -> Result<(), MailFailure> {
        let message = letter.message(&self.from)?;
        // The semaphore is never closed.
        let _connection = self.connections.acquire().await.ok();
        match tokio::time::timeout(TRY_TIMEOUT, self.transport.send(message)).await {
            Ok(Ok(_)) => Ok(()),
            Ok(Err(error)) => Err(failure(&error)),
            Err(_) => Err(too_late()),
        }
    }

    /// Makes one attempt to send a letter that must not be sent twice. Checks first whether the server
    /// answers at all.
    pub async fn send_at_most_once(&self, letter: &Letter) -> Result<(), MailFailure> {
        let message = letter.message(&self.from)?;
        let _connection = self.connections.acquire().await.ok();
        match tokio::time::timeout(TRY_TIMEOUT, self.transport.test_connection()).await {
            Ok(Ok(true)) => {}
            Ok(Ok(false)) => return Err(MailFailure::Later("the SMTP server is not ready".to_owned())),
            Ok(Err(error)) => return Err(failure(&error)),
            Err(_) => return Err(too_late()),
        }
        match tokio::time::timeout(TRY_TIMEOUT, self.transport.send(message)).await {
            Ok(Ok(_)) => Ok(()),
            // A reply with a code is a refusal.
            Ok(Err(error)) if error.status().is_some() => Err(failure(&error)),
            Ok(Err(_)) | Err(_) => Err(MailFailure::Unknown),
        }
    }
}

fn too_late() -> MailFailure {
    MailFailure::Later("the SMTP server does not answer in time".to_owned())
}

fn failure(error: &smtp::Error) -> MailFailure {
    let code = error.status().map_or_else(String::new, |code| code.to_string());
    match error {
        _ if error.is_permanent() => MailFailure::Refused(code),
        _ if error.is_transient() => MailFailure::Later(format!("the SMTP server refuses for now: {code}")),
        _ if error.is_tls() => MailFailure::Later("no TLS connection to the SMTP server".to_owned()),
        _ if error.is_timeout() => too_late(),
        _ => MailFailure::Later("the SMTP server cannot be reached or breaks off".to_owned()),
    }
}

/// How the connection is encrypted.
enum MailEncryption {
    /// From the first byte: `smtps://`.
    Wrapped,
    /// With STARTTLS, before anything secret is sent: `smtp://`.
    Upgraded,
    /// Not at all: `smtp://…?tls=off`.
    Off,
}

fn transport(address: &str, settings: &MailSettings, domain: &str) -> Result<Transport, UnusableMail> {
    let mut url = Url::parse(address).map_err(|_| UnusableMail::Url)?;
    let encryption = match (url.scheme(), url.query()) {
        ("smtps", None) => MailEncryption::Wrapped,
        ("smtp", None) => MailEncryption::Upgraded,
        ("smtp", Some("tls=off")) => MailEncryption::Off,
        _ => return Err(UnusableMail::Url),
    };
    let host = url.host_str().filter(|host| !host.is_empty()).ok_or(UnusableMail::Url)?.to_owned();
    let bare = matches!(url.path(), "" | "/") && url.fragment().is_none();
    if !bare || (url.password().is_none() && !url.username().is_empty()) {
        return Err(UnusableMail::Url);
    }
    // The library chooses the port by the same words.
    url.set_query(matches!(encryption, MailEncryption::Upgraded).then_some("tls=required"));
    let builder = Transport::from_url(url.as_str()).map_err(|_| UnusableMail::Url)?;
    let tls = match encryption {
        MailEncryption::Wrapped => Tls::Wrapper(trust(&host, settings)?),
        MailEncryption::Upgraded => Tls::Required(trust(&host, settings)?),
        MailEncryption::Off => Tls::None,
    };
    let hello = ClientId::Domain(domain.to_owned());
    Ok(builder.tls(tls).hello_name(hello).timeout(Some(TRY_TIMEOUT)).build())
}

/// Returns the trusted authorities: those of the operator's file, otherwise those of the system.
fn trust(host: &str, settings: &MailSettings) -> Result<TlsParameters, UnusableMail> {
    // An IPv6 address has brackets in a URL, but not in a certificate.
    let mut builder = TlsParameters::builder(host.trim_matches(['[', ']']).to_owned());
    if let Some(path) = &settings.mail_ca {
        let unreadable = |cause| UnusableMail::Certificates { path: path.clone(), cause };
        let pem = std::fs::read(path).map_err(unreadable)?;
        builder = builder.certificate_store(CertificateStore::None);
        let certificate = Certificate::from_pem(&pem).map_err(UnusableMail::Tls)?;
        builder = builder.add_root_certificate(certificate);
    }
    builder.build_rustls().map_err(UnusableMail::Tls)
}
