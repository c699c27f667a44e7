//! Encrypted connections to an external database.

use std::path::PathBuf;
use std::sync::Arc;

use lapidary::database::Connector;
use rcgen::{CertifiedKey, generate_simple_self_signed};
use rustls::ServerConfig;
use rustls::pki_types::PrivateKeyDer;
use tokio::io::{AsyncReadExt, AsyncWriteExt, copy_bidirectional};
use tokio::net::{TcpListener, TcpStream};
use tokio_postgres::Config;
use tokio_rustls::TlsAcceptor;
use uuid::Uuid;

use crate::app::TestApp;
use crate::line::{address_over, dial};

/// The request for encryption in PostgreSQL's protocol: its length, and a number that is not a version.
const SSL_REQUEST: [u8; 8] = [0, 0, 0, 8, 4, 210, 22, 47];

/// A TLS proxy in front of the tests' database.
struct Front {
    /// Its address for the settings, which says nothing about encryption.
    address: String,
    /// Its certificate.
    certificate: PathBuf,
}

impl Drop for Front {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.certificate);
    }
}

impl Front {
    async fn before(database: &Config) -> Front {
        let CertifiedKey { cert, signing_key } =
            generate_simple_self_signed(["127.0.0.1".to_owned()]).expect("a certificate");
        let certificate = std::env::temp_dir().join(format!("lapidary-{}.pem", Uuid::new_v4()));
        std::fs::write(&certificate, cert.pem()).expect("a file can be written");
        let key = PrivateKeyDer::try_from(signing_key.serialize_der()).expect("a key");
        let provider = Arc::new(rustls::crypto::ring::default_provider());
        let config = ServerConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()
            .and_then(|config| config.with_no_client_auth().with_single_cert(vec![cert.der().clone()], key))
            .expect("the certificate fits its key");
        let acceptor = TlsAcceptor::from(Arc::new(config));
        let listener = TcpListener::bind(("127.0.0.1", 0)).await.expect("a free port");
        let port = listener.local_addr().expect("an address").port();
        let behind = database.clone();
        tokio::spawn(async move {
            while let Ok((client, _)) = listener.accept().await {
                tokio::spawn(carry(client, acceptor.clone(), behind.clone()));
            }
        });
        Front { address: address_over(database, port), certificate }
    }
}

/// Forwards a connection to the database, if it is encrypted.
async fn carry(mut client: TcpStream, acceptor: TlsAcceptor, database: Config) -> std::io::Result<()> {
    let mut request = [0; SSL_REQUEST.len()];
    client.read_exact(&mut request).await?;
    assert_eq!(request, SSL_REQUEST, "nothing is said in the clear");
    client.write_all(b"S").await?;
    let mut client = acceptor.accept(client).await?;
    copy_bidirectional(&mut client, &mut dial(&database).await).await?;
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn an_encrypted_database_is_used_if_its_certificate_is_trusted() {
    let direct = TestApp::spawn().await;
    let front = Front::before(&direct.database_url.parse().expect("an address")).await;
    let (address, certificate) = (front.address.clone(), front.certificate.clone());
    let app = TestApp::spawn_with(|settings| {
        settings.database.database_url = Some(address);
        settings.database.database_ca = Some(certificate);
    })
    .await;
    app.user("ada").await;
    direct.anonymous().get("/v1/players/ada").await.expect(200);
}

/// Returns the connector to a proxy for these words about encryption, with a trusted certificate.
fn connector(address: &str, mode: &str, trusted: &Front) -> Connector {
    let address = format!("{address} sslmode={mode} sslrootcert='{}'", trusted.certificate.display());
    Connector::to(&address).expect("an address")
}

#[tokio::test(flavor = "multi_thread")]
async fn a_database_with_an_untrusted_certificate_is_refused() {
    let direct = TestApp::spawn().await;
    let database = direct.database_url.parse().expect("an address");
    let (front, other) = (Front::before(&database).await, Front::before(&database).await);
    for mode in ["require", "verify-ca", "verify-full"] {
        connector(&front.address, mode, &front).open().await.expect("it is trusted");
        let refused =
            connector(&front.address, mode, &other).open().await.err().expect("another's").to_string();
        assert!(refused.contains("certificate"), "{mode}: {refused}");
    }
    let elsewhere = front.address.replace("127.0.0.1", "localhost");
    for mode in ["require", "verify-full"] {
        let refused =
            connector(&elsewhere, mode, &front).open().await.err().expect("another name").to_string();
        assert!(refused.contains("certificate"), "{mode}: {refused}");
    }
    connector(&elsewhere, "verify-ca", &front).open().await.expect("any name is accepted");
}

#[tokio::test(flavor = "multi_thread")]
async fn over_a_unix_socket_nothing_is_encrypted_as_in_libpq() {
    let app = TestApp::spawn().await;
    if app.database_url.contains("host='/") {
        let address = format!("{} sslmode=verify-full", app.database_url);
        Connector::to(&address).expect("an address").open().await.expect("a connection");
    }
}

#[test]
fn unreadable_certificate_authorities_are_reported() {
    let refused = Connector::to("host=localhost sslrootcert=/nowhere/lapidary.pem").err().expect("no file");
    assert!(refused.to_string().contains("/nowhere/lapidary.pem"), "{refused}");
}
