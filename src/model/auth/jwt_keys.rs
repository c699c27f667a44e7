//! The keys of JWTs: Ed25519 (RFC 8032) for access tokens, P-256 for signing tokens for push services. Other
//! algorithms are refused, and only tokens with Ed25519 are verified.
//!
//! It connects the JWT library with `ring`, which also secures connections.

use jsonwebtoken::crypto::{CryptoProvider, JwtSigner, JwtVerifier, KeyUtils};
use jsonwebtoken::errors::{Error, ErrorKind, new_error};
use jsonwebtoken::jwk::{EllipticCurve, ThumbprintHash};
use jsonwebtoken::{Algorithm, AlgorithmFamily, DecodingKey, EncodingKey};
use ring::digest;
use ring::rand::SystemRandom;
use ring::signature::{
    ECDSA_P256_SHA256_FIXED_SIGNING, ED25519, EcdsaKeyPair, Ed25519KeyPair, KeyPair, UnparsedPublicKey,
};
use signature::{Signer, Verifier};

static PROVIDER: CryptoProvider = CryptoProvider {
    signer_factory: signer,
    verifier_factory: verifier,
    key_utils: KeyUtils {
        rsa_pub_components_from_private_key: |_| unsupported(),
        rsa_pub_components_from_public_key: |_| unsupported(),
        ec_pub_components_from_private_key: |_, _| unsupported(),
        ed_pub_components_from_private_key: public_key,
        compute_digest: |bytes, hash| {
            let hash = match hash {
                ThumbprintHash::SHA256 => &digest::SHA256,
                ThumbprintHash::SHA384 => &digest::SHA384,
                ThumbprintHash::SHA512 => &digest::SHA512,
                _ => return unsupported(),
            };
            Ok(digest::digest(hash, bytes).as_ref().to_vec())
        },
    },
};

/// Makes the JWT library use this module. Repeating it changes nothing.
pub fn install() {
    // An error means that it is already installed.
    let _ = PROVIDER.install_default();
}

fn unsupported<T>() -> Result<T, Error> {
    Err(new_error(ErrorKind::UnsupportedAlgorithm))
}

fn signer(algorithm: &Algorithm, key: &EncodingKey) -> Result<Box<dyn JwtSigner>, Error> {
    match (algorithm, key.family()) {
        (Algorithm::EdDSA, AlgorithmFamily::Ed) => Ok(Box::new(PrivateKey(key_pair(key.as_bytes())?))),
        (Algorithm::ES256, AlgorithmFamily::Ec) => Ok(Box::new(P256Key(p256_pair(key.as_bytes())?))),
        _ => unsupported(),
    }
}

fn verifier(algorithm: &Algorithm, key: &DecodingKey) -> Result<Box<dyn JwtVerifier>, Error> {
    match (algorithm, key.family()) {
        (Algorithm::EdDSA, AlgorithmFamily::Ed) => Ok(Box::new(PublicKey(key.try_get_as_bytes()?.to_vec()))),
        _ => unsupported(),
    }
}

/// Reads a private key in PKCS #8, with or without its public key.
fn key_pair(pkcs8: &[u8]) -> Result<Ed25519KeyPair, Error> {
    Ed25519KeyPair::from_pkcs8_maybe_unchecked(pkcs8).map_err(|_| new_error(ErrorKind::InvalidEddsaKey))
}

fn public_key(pkcs8: &[u8], curve: &EllipticCurve) -> Result<Vec<u8>, Error> {
    match curve {
        EllipticCurve::Ed25519 => Ok(key_pair(pkcs8)?.public_key().as_ref().to_vec()),
        _ => unsupported(),
    }
}

struct PrivateKey(Ed25519KeyPair);

impl Signer<Vec<u8>> for PrivateKey {
    fn try_sign(&self, message: &[u8]) -> Result<Vec<u8>, signature::Error> {
        Ok(self.0.sign(message).as_ref().to_vec())
    }
}

impl JwtSigner for PrivateKey {
    fn algorithm(&self) -> Algorithm {
        Algorithm::EdDSA
    }
}

/// Reads a P-256 key in PKCS #8 with its public key.
pub fn p256_pair(pkcs8: &[u8]) -> Result<EcdsaKeyPair, Error> {
    EcdsaKeyPair::from_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, pkcs8, &SystemRandom::new())
        .map_err(|_| new_error(ErrorKind::InvalidEcdsaKey))
}

struct P256Key(EcdsaKeyPair);

impl Signer<Vec<u8>> for P256Key {
    fn try_sign(&self, message: &[u8]) -> Result<Vec<u8>, signature::Error> {
        let signed = self.0.sign(&SystemRandom::new(), message);
        signed.map(|signature| signature.as_ref().to_vec()).map_err(|_| signature::Error::new())
    }
}

impl JwtSigner for P256Key {
    fn algorithm(&self) -> Algorithm {
        Algorithm::ES256
    }
}

struct PublicKey(Vec<u8>);

impl Verifier<Vec<u8>> for PublicKey {
    fn verify(&self, message: &[u8], signature: &Vec<u8>) -> Result<(), signature::Error> {
        UnparsedPublicKey::new(&ED25519, &self.0)
            .verify(message, signature)
            .map_err(|_| signature::Error::new())
    }
}

impl JwtVerifier for PublicKey {
    fn algorithm(&self) -> Algorithm {
        Algorithm::EdDSA
    }
}
