//! The key that identifies the server to push services (VAPID, RFC 8292).

use std::time::Duration;

use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use chrono::{DateTime, Utc};
use jsonwebtoken::errors::Error;
use jsonwebtoken::{Algorithm, EncodingKey, Header};
use ring::rand::SystemRandom;
use ring::signature::{ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair, KeyPair};
use serde::Serialize;

use super::jwt_keys::{self, p256_pair};

/// The lifetime of a token. A day is the maximum.
const LIFETIME: Duration = Duration::from_secs(12 * 60 * 60);

/// A P-256 key that signs tokens for push services. It has no `Debug`, because it is a secret.
#[derive(Clone)]
pub struct VapidKey {
    private: EncodingKey,
    public: String,
}

/// Why a key cannot be used.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum BadVapidKey {
    #[error("it is not a P-256 key in PKCS #8 with its public key")]
    Form,
    #[error("the random generator failed")]
    Randomness,
}

/// The claims of a token.
#[derive(Serialize)]
struct VapidClaims<'a> {
    /// The origin of the push service.
    aud: &'a str,
    exp: i64,
    /// How to contact the operator.
    #[serde(skip_serializing_if = "Option::is_none")]
    sub: Option<&'a str>,
}

impl VapidKey {
    /// Returns a new key in PKCS #8.
    pub fn generate() -> Result<Vec<u8>, BadVapidKey> {
        let made = EcdsaKeyPair::generate_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, &SystemRandom::new());
        made.map(|key| key.as_ref().to_vec()).map_err(|_| BadVapidKey::Randomness)
    }

    /// Reads a key in PKCS #8.
    pub fn read(pkcs8: &[u8]) -> Result<VapidKey, BadVapidKey> {
        jwt_keys::install();
        let pair = p256_pair(pkcs8).map_err(|_| BadVapidKey::Form)?;
        let public = BASE64_URL_SAFE_NO_PAD.encode(pair.public_key());
        Ok(VapidKey { private: EncodingKey::from_ec_der(pkcs8), public })
    }

    /// Returns the public key in Base64 for URLs, the form of `applicationServerKey` in browsers.
    pub fn public(&self) -> &str {
        &self.public
    }

    /// Returns the value of the header `Authorization` for a push service with this origin.
    pub fn authorization(
        &self,
        origin: &str,
        contact: Option<&str>,
        now: DateTime<Utc>,
    ) -> Result<String, Error> {
        let claims = VapidClaims { aud: origin, exp: (now + LIFETIME).timestamp(), sub: contact };
        let token = jsonwebtoken::encode(&Header::new(Algorithm::ES256), &claims, &self.private)?;
        Ok(format!("vapid t={token}, k={}", self.public))
    }
}

#[cfg(test)]
mod tests {
    use ring::signature::{ECDSA_P256_SHA256_FIXED, UnparsedPublicKey};

    use super::*;

    #[test]
    fn a_token_is_signed_for_one_push_service_and_half_a_day() {
        let key = VapidKey::read(&VapidKey::generate().unwrap()).unwrap();
        let contact = Some("mailto:games@games.example");
        let header = key.authorization("https://push.example", contact, DateTime::UNIX_EPOCH).unwrap();
        let (token, public) = header.strip_prefix("vapid t=").unwrap().split_once(", k=").unwrap();
        assert_eq!(public, key.public());
        let (signed, signature) = token.rsplit_once('.').unwrap();
        let decode = |text: &str| BASE64_URL_SAFE_NO_PAD.decode(text).unwrap();
        let public = UnparsedPublicKey::new(&ECDSA_P256_SHA256_FIXED, decode(public));
        assert!(public.verify(signed.as_bytes(), &decode(signature)).is_ok());
        let (head, claims) = signed.split_once('.').unwrap();
        assert_eq!(decode(head), br#"{"typ":"JWT","alg":"ES256"}"#);
        let expected = br#"{"aud":"https://push.example","exp":43200,"sub":"mailto:games@games.example"}"#;
        assert_eq!(decode(claims), expected);
    }

    #[test]
    fn other_keys_are_refused() {
        assert_eq!(VapidKey::read(b"").err(), Some(BadVapidKey::Form));
        let other = ring::signature::Ed25519KeyPair::generate_pkcs8(&SystemRandom::new()).unwrap();
        assert_eq!(VapidKey::read(other.as_ref()).err(), Some(BadVapidKey::Form));
    }
}
