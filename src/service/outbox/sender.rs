//! Sends one request: to the checked address, without redirects and proxies. Reads a response body only for
//! questions, up to a limit.

use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;
use std::sync::{Arc, LazyLock};
use std::time::Duration;

use http_body_util::{BodyExt, Full, LengthLimitError, Limited};
use hyper::body::Bytes;
use hyper::client::conn::http1;
use hyper::{Request, StatusCode, header};
use hyper_util::rt::TokioIo;
use ipnet::IpNet;
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, ServerName};
use rustls::{ClientConfig, RootCertStore};
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpStream;
use tokio::time::{Instant, timeout_at};
use tokio_rustls::TlsConnector;

use super::target::Target;
use lapidary_model::settings::WebhookSettings;
use lapidary_words::words;

/// The maximum time of an attempt, from the name lookup to the status.
const TIMEOUT: Duration = Duration::from_secs(10);
/// The maximum time to connect to one address.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(3);
/// The maximum size of the head of a response.
const HEAD_BYTES_MAX: usize = 16 * 1024;
/// The size limit of a body that is not read.
const NO_BODY: usize = 0;
/// The encoding of a body that is not compressed.
const IDENTITY: &[u8] = b"identity";
/// The first bytes of every gzip stream (RFC 1952, 2.3.1).
const GZIP: [u8; 2] = [0x1f, 0x8b];
/// The maximum number of headers of a response.
const HEADERS_MAX: usize = 64;
/// The name of this server in requests.
const USER_AGENT: &str = concat!("Lapidary/", env!("CARGO_PKG_VERSION"));

/// Sends the requests of webhooks.
#[derive(Clone)]
pub struct Sender {
    tls: TlsConnector,
    allowed: Vec<IpNet>,
}

/// Why the settings for webhooks cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum UnusableWebhooks {
    /// The file with certificates cannot be read.
    #[error("cannot read the certificates of {path}: {cause}")]
    Certificates {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        cause: String,
    },
    /// TLS cannot be set up.
    #[error("TLS for webhooks cannot be set up: {0}")]
    Tls(#[from] rustls::Error),
}

/// The addresses of a webhook, and the deadline of its attempt.
pub struct Reached {
    target: Target,
    addresses: Vec<SocketAddr>,
    until: Instant,
}

impl Reached {
    /// Returns the addresses to try.
    pub fn addresses(&self) -> impl Iterator<Item = IpAddr> {
        self.addresses.iter().map(SocketAddr::ip)
    }
}

/// A message with its own headers.
pub struct Outgoing {
    pub headers: Vec<(&'static str, String)>,
    pub body: Vec<u8>,
}

words! {
    /// Why a request got no response.
    SendFailure:
    /// The name of the host does not resolve.
    Unresolved = "unresolved",
    /// The address of the host is not one that webhooks may reach.
    Forbidden = "forbidden_address",
    /// No connection was made.
    Unreachable = "unreachable",
    /// The certificate of the host is not accepted, or TLS failed.
    Tls = "tls",
    /// The response did not come in time.
    TimedOut = "timed_out",
    /// The response is not HTTP, or broke off.
    Broken = "broken_response",
    /// The body is larger than it may be.
    TooLarge = "response_too_large",
    /// The body is compressed, although nothing but `identity` was accepted.
    Compressed = "compressed_response",
}

#[boxed]
impl Sender {
    /// Returns a sender with these settings.
    pub fn new(settings: &WebhookSettings) -> Result<Sender, UnusableWebhooks> {
        let provider = Arc::new(rustls::crypto::ring::default_provider());
        let config = ClientConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()?
            .with_root_certificates(roots(settings)?)
            .with_no_client_auth();
        Ok(Sender { tls: Arc::new(config).into(), allowed: settings.webhook_networks.clone() })
    }

    /// Returns the networks that the operator allows.
    pub fn allowed(&self) -> &[IpNet] {
        &self.allowed
    }

    /// Finds the addresses of a webhook's host.
    pub async fn reach(&self, url: &str) -> Result<Reached, SendFailure> {
        let target = Target::read(url, &self.allowed).map_err(|_| SendFailure::Forbidden)?;
        let until = Instant::now() + TIMEOUT;
        let addresses = timeout_at(until, target.resolve(&self.allowed)).await;
        let addresses = addresses.map_err(|_| SendFailure::TimedOut)?.map_err(|refused| match refused {
            None => SendFailure::Unresolved,
            Some(_) => SendFailure::Forbidden,
        })?;
        Ok(Reached { target, addresses, until })
    }

    /// Sends a message once and returns the status of the response. Does not read the body.
    pub async fn send(&self, reached: Reached, message: Outgoing) -> Result<u16, SendFailure> {
        let response = self.try_once(&reached, message, NO_BODY);
        timeout_at(reached.until, response)
            .await
            .unwrap_or(Err(SendFailure::TimedOut))
            .map(|(status, _)| status)
    }

    /// Sends a question once, and returns the status and the body of the response, which must arrive within
    /// this time. Only a status of 200 has a body.
    pub async fn ask(
        &self,
        reached: Reached,
        question: Outgoing,
        time: Duration,
        bytes_max: usize,
    ) -> Result<(u16, Vec<u8>), SendFailure> {
        let until = reached.until.min(Instant::now() + time);
        let response = self.try_once(&reached, question, bytes_max);
        timeout_at(until, response).await.unwrap_or(Err(SendFailure::TimedOut))
    }

    async fn try_once(
        &self,
        reached: &Reached,
        message: Outgoing,
        bytes_max: usize,
    ) -> Result<(u16, Vec<u8>), SendFailure> {
        let Reached { target, addresses, .. } = reached;
        let socket = connect(addresses).await?;
        let request = request(target, message)?;
        if !target.is_encrypted() {
            return exchange(socket, request, bytes_max).await;
        }
        let name = ServerName::try_from(target.host().to_owned()).map_err(|_| SendFailure::Tls)?;
        let socket = self.tls.connect(name, socket).await.map_err(|_| SendFailure::Tls)?;
        exchange(socket, request, bytes_max).await
    }
}

/// Connects to the first address that accepts the connection.
async fn connect(addresses: &[SocketAddr]) -> Result<TcpStream, SendFailure> {
    for address in addresses {
        if let Ok(Ok(socket)) = tokio::time::timeout(CONNECT_TIMEOUT, TcpStream::connect(address)).await {
            return Ok(socket);
        }
    }
    Err(SendFailure::Unreachable)
}

fn request(target: &Target, message: Outgoing) -> Result<Request<Full<Bytes>>, SendFailure> {
    let mut request = Request::post(target.path())
        .header(header::HOST, target.authority())
        .header(header::USER_AGENT, USER_AGENT)
        .header(header::CONNECTION, "close");
    for (name, value) in message.headers {
        request = request.header(name, value);
    }
    request.body(Full::from(message.body)).map_err(|_| SendFailure::Forbidden)
}

/// Sends a request and reads the response, with a body of at most this size. Then closes the connection.
async fn exchange<S>(
    socket: S,
    request: Request<Full<Bytes>>,
    bytes_max: usize,
) -> Result<(u16, Vec<u8>), SendFailure>
where
    S: AsyncRead + AsyncWrite + Unpin,
{
    let handshake = http1::Builder::new()
        .max_buf_size(HEAD_BYTES_MAX)
        .max_headers(HEADERS_MAX)
        .handshake(TokioIo::new(socket));
    let (mut requests, connection) = handshake.await.map_err(|_| SendFailure::Broken)?;
    let mut response = std::pin::pin!(async {
        let response = requests.send_request(request).await.map_err(|_| SendFailure::Broken)?;
        let status = response.status().as_u16();
        if bytes_max == NO_BODY || response.status() != StatusCode::OK {
            return Ok((status, Vec::new()));
        }
        let encoding = response.headers().get(header::CONTENT_ENCODING).cloned();
        if encoding.is_some_and(|name| !name.as_bytes().eq_ignore_ascii_case(IDENTITY)) {
            return Err(SendFailure::Compressed);
        }
        let body = Limited::new(response.into_body(), bytes_max).collect().await;
        let body = body.map_err(|error| match error.is::<LengthLimitError>() {
            true => SendFailure::TooLarge,
            false => SendFailure::Broken,
        })?;
        match body.to_bytes() {
            body if body.starts_with(&GZIP) => Err(SendFailure::Compressed),
            body => Ok((status, body.to_vec())),
        }
    });
    tokio::select! {
        biased;
        response = &mut response => response,
        // A receiver that closes the connection at once may have sent its response before.
        _ = connection => response.await,
    }
}

/// Returns the certificates of the operator's file, or those that the machine trusts.
fn roots(settings: &WebhookSettings) -> Result<RootCertStore, UnusableWebhooks> {
    /// The certificates that the machine trusts, read once: there are more than a hundred.
    static TRUSTED: LazyLock<RootCertStore> = LazyLock::new(|| {
        let mut roots = RootCertStore::empty();
        roots.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
        roots
    });
    let mut roots = RootCertStore::empty();
    let Some(path) = &settings.webhook_ca else { return Ok(TRUSTED.clone()) };
    let unreadable = |cause: &dyn std::fmt::Display| UnusableWebhooks::Certificates {
        path: path.clone(),
        cause: cause.to_string(),
    };
    for certificate in CertificateDer::pem_file_iter(path).map_err(|cause| unreadable(&cause))? {
        roots.add(certificate.map_err(|cause| unreadable(&cause))?)?;
    }
    Ok(roots)
}
