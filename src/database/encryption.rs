//! Whether connections are encrypted, and which certificate the database must present.
//!
//! This module knows libpq's parameters for this, and certificates. It opens no connections.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use rustls::client::WebPkiServerVerifier;
use rustls::client::danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier};
use rustls::pki_types::pem::{self, PemObject};
use rustls::pki_types::{CertificateDer, ServerName, UnixTime};
use rustls::{CertificateError, ClientConfig, DigitallySignedStruct, RootCertStore, SignatureScheme};

/// The value of `sslrootcert` for the authorities of the machine.
const SYSTEM: &str = "system";

/// How connections to a database are encrypted. Unix sockets never are.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Encryption {
    /// They are not, and nobody has said that they need not be.
    Unasked,
    /// They are not: the network is trusted.
    Off,
    /// They are, and the certificate of the database must be trusted.
    Verified {
        /// The file with the certificates of the trusted authorities, instead of those of the machine.
        authorities: Option<PathBuf>,
        /// Which hosts the certificate may name.
        hosts: Hosts,
    },
}

/// Which hosts a certificate may be for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Hosts {
    /// The one in the address.
    Named,
    /// Any: whoever has a certificate of the authority is trusted.
    Any,
}

/// Why the words about encryption cannot be followed.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub enum UnusableEncryption {
    /// The mode promises nothing.
    #[error(
        "sslmode={0} would send everything in clear text whenever the database or somebody in between wants it: set \
         sslmode=verify-full to encrypt, or sslmode=disable if the network is trusted"
    )]
    Weak(String),
    /// The mode is not one of libpq.
    #[error("sslmode={0} does not exist: set one of verify-full, verify-ca, require, disable")]
    Unknown(String),
    /// A file of authorities is set, but encryption is off.
    #[error(
        "sslmode=disable contradicts the certificate authorities in {0}, which LAPIDARY_DATABASE_CA or sslrootcert \
         names: leave out one of the two"
    )]
    NothingToVerify(PathBuf),
    /// Any certificate of any authority would be trusted.
    #[error(
        "sslmode=verify-ca accepts a certificate for any host, so it needs the authority of your database in \
         LAPIDARY_DATABASE_CA or sslrootcert; with the authorities of the machine, set sslmode=verify-full"
    )]
    AnyHostOfAnyAuthority,
}

/// Why encryption cannot be set up.
#[derive(Debug, thiserror::Error)]
pub enum TrustError {
    /// The certificates of the authorities cannot be read.
    #[error("cannot read certificates in PEM form from {path}: {cause}")]
    Authorities {
        path: PathBuf,
        /// The error from the system.
        cause: pem::Error,
    },
    /// A certificate in the file is not a valid certificate of an authority.
    #[error("{path} contains an invalid certificate: {cause}")]
    Authority {
        path: PathBuf,
        /// The error from the TLS library.
        cause: rustls::Error,
    },
    /// No authority is trusted, so no certificate can be verified.
    #[error("no authority is trusted: the machine has none and LAPIDARY_DATABASE_CA is not set")]
    NoAuthorities,
    /// TLS cannot be set up.
    #[error("TLS cannot be set up: {0}")]
    Tls(#[from] rustls::Error),
    /// No certificate can be verified.
    #[error("certificates cannot be verified: {0}")]
    Verifier(#[from] rustls::client::VerifierBuilderError),
}

impl Encryption {
    /// Returns the meaning of `sslmode` with a file of authorities, which requires verification. Fails if
    /// they contradict each other, or if the mode guarantees nothing.
    pub fn new(mode: Option<&str>, authorities: Option<PathBuf>) -> Result<Encryption, UnusableEncryption> {
        let is_system = authorities.as_deref() == Some(Path::new(SYSTEM));
        let file = authorities.clone().filter(|_| !is_system);
        let verified = |hosts| Ok(Encryption::Verified { authorities: file.clone(), hosts });
        match (mode, authorities) {
            (None, None) => Ok(Encryption::Unasked),
            (None | Some("require" | "verify-full"), _) => verified(Hosts::Named),
            (Some("verify-ca"), _) if file.is_none() => Err(UnusableEncryption::AnyHostOfAnyAuthority),
            (Some("verify-ca"), _) => verified(Hosts::Any),
            (Some("disable"), None) => Ok(Encryption::Off),
            (Some("disable"), Some(file)) => Err(UnusableEncryption::NothingToVerify(file)),
            (Some(weak @ ("allow" | "prefer")), _) => Err(UnusableEncryption::Weak(weak.to_owned())),
            (Some(other), _) => Err(UnusableEncryption::Unknown(other.to_owned())),
        }
    }

    /// Returns the settings of TLS; `None` if connections are not encrypted.
    pub fn client(&self) -> Result<Option<ClientConfig>, TrustError> {
        let Encryption::Verified { authorities, hosts } = self else { return Ok(None) };
        let provider = Arc::new(rustls::crypto::ring::default_provider());
        let roots = Arc::new(roots(authorities.as_deref())?);
        let verifier =
            WebPkiServerVerifier::builder_with_provider(roots.clone(), provider.clone()).build()?;
        let versions = ClientConfig::builder_with_provider(provider).with_safe_default_protocol_versions()?;
        let trusting = match hosts {
            Hosts::Named => versions.with_root_certificates(roots),
            Hosts::Any => versions.dangerous().with_custom_certificate_verifier(Arc::new(AnyHost(verifier))),
        };
        Ok(Some(trusting.with_no_client_auth()))
    }
}

/// The trusted certificates: those in this file, or those of the machine.
fn roots(authorities: Option<&Path>) -> Result<RootCertStore, TrustError> {
    let mut roots = RootCertStore::empty();
    match authorities {
        None => {
            roots.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
        }
        Some(path) => {
            let unreadable = |cause| TrustError::Authorities { path: path.to_owned(), cause };
            for certificate in CertificateDer::pem_file_iter(path).map_err(unreadable)? {
                let added = roots.add(certificate.map_err(unreadable)?);
                added.map_err(|cause| TrustError::Authority { path: path.to_owned(), cause })?;
            }
        }
    }
    if roots.is_empty() { Err(TrustError::NoAuthorities) } else { Ok(roots) }
}

/// Verifies a certificate except for its name, which the inner verifier checks last.
#[derive(Debug)]
struct AnyHost(Arc<WebPkiServerVerifier>);

impl ServerCertVerifier for AnyHost {
    fn verify_server_cert(
        &self,
        certificate: &CertificateDer<'_>,
        intermediates: &[CertificateDer<'_>],
        name: &ServerName<'_>,
        status: &[u8],
        now: UnixTime,
    ) -> Result<ServerCertVerified, rustls::Error> {
        match self.0.verify_server_cert(certificate, intermediates, name, status, now) {
            Err(rustls::Error::InvalidCertificate(
                CertificateError::NotValidForName | CertificateError::NotValidForNameContext { .. },
            )) => Ok(ServerCertVerified::assertion()),
            verified => verified,
        }
    }

    fn verify_tls12_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signature: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, rustls::Error> {
        self.0.verify_tls12_signature(message, certificate, signature)
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signature: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, rustls::Error> {
        self.0.verify_tls13_signature(message, certificate, signature)
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        self.0.supported_verify_schemes()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_mode_of_libpq_is_followed_or_refused_with_the_reason() {
        let file = || Some(PathBuf::from("/ca.pem"));
        let verified = |hosts, authorities| Ok(Encryption::Verified { authorities, hosts });
        for (mode, authorities, expected) in [
            (None, None, Ok(Encryption::Unasked)),
            (None, file(), verified(Hosts::Named, file())),
            (None, Some("system".into()), verified(Hosts::Named, None)),
            (Some("require"), None, verified(Hosts::Named, None)),
            (Some("verify-full"), file(), verified(Hosts::Named, file())),
            (Some("verify-ca"), file(), verified(Hosts::Any, file())),
            (Some("verify-ca"), None, Err(UnusableEncryption::AnyHostOfAnyAuthority)),
            (Some("verify-ca"), Some("system".into()), Err(UnusableEncryption::AnyHostOfAnyAuthority)),
            (Some("disable"), None, Ok(Encryption::Off)),
            (Some("disable"), file(), Err(UnusableEncryption::NothingToVerify("/ca.pem".into()))),
            (Some("prefer"), None, Err(UnusableEncryption::Weak("prefer".to_owned()))),
            (Some("allow"), file(), Err(UnusableEncryption::Weak("allow".to_owned()))),
            (Some("yes"), None, Err(UnusableEncryption::Unknown("yes".to_owned()))),
        ] {
            assert_eq!(Encryption::new(mode, authorities.clone()), expected, "{mode:?}, {authorities:?}");
        }
    }
}
