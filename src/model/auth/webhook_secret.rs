//! The secret of a webhook and its signatures (Standard Webhooks, <https://www.standardwebhooks.com>).

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

/// The number of bytes of a secret.
const LENGTH: usize = 32;
/// The prefix of a secret as text.
const PREFIX: &str = "whsec_";
/// The prefix of a signature: its version.
const VERSION: &str = "v1";

/// The secret of a webhook. It has no `Debug`.
#[derive(Clone, PartialEq, Eq)]
pub struct WebhookSecret([u8; LENGTH]);

impl WebhookSecret {
    /// Returns a new secret.
    pub fn generate() -> Result<WebhookSecret, getrandom::Error> {
        let mut bytes = [0; LENGTH];
        getrandom::fill(&mut bytes)?;
        Ok(WebhookSecret(bytes))
    }

    /// Returns the secret with these bytes.
    pub fn read(bytes: &[u8]) -> Option<WebhookSecret> {
        bytes.try_into().ok().map(WebhookSecret)
    }

    /// Returns its bytes, for the database.
    pub fn as_bytes(&self) -> &[u8] {
        &self.0
    }

    /// Returns it as its owner sees it, once.
    pub fn to_text(&self) -> String {
        format!("{PREFIX}{}", BASE64_STANDARD.encode(self.0))
    }

    /// Signs a message: its id, the time of the attempt in seconds since 1970, and its body.
    pub fn sign(&self, id: &str, timestamp: i64, body: &str) -> String {
        // HMAC pads a shorter key with zeros.
        let mut block = [0; 64];
        block[..LENGTH].copy_from_slice(&self.0);
        let mac = Hmac::<Sha256>::new(&block.into())
            .chain_update(format!("{id}.{timestamp}."))
            .chain_update(body.as_bytes());
        format!("{VERSION},{}", BASE64_STANDARD.encode(mac.finalize().into_bytes()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_signature_is_the_one_of_the_reference_library() {
        // Made with the PyPI package `standardwebhooks`: Webhook(secret).sign(id, timestamp, body).
        let secret = WebhookSecret([7; LENGTH]);
        assert_eq!(secret.to_text(), "whsec_BwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwc=");
        let signature = secret.sign("0190a000-0000-7000-8000-000000000000", 1_800_000_000, r#"{"type":"ä"}"#);
        assert_eq!(signature, "v1,EvlCUL2GL+UtzN/eZ1xLVpzXi8KUHDIB98rd+kpuI4s=");
    }

    #[test]
    fn every_part_of_a_message_is_signed() {
        let secret = WebhookSecret([7; LENGTH]);
        let signature = secret.sign("a", 1, "b");
        for other in [secret.sign("c", 1, "b"), secret.sign("a", 2, "b"), secret.sign("a", 1, "c")] {
            assert_ne!(other, signature);
        }
        assert_ne!(WebhookSecret([8; LENGTH]).sign("a", 1, "b"), signature);
    }
}
