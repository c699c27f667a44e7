//! The encryption of messages for browsers (RFC 8291, RFC 8188). The push service cannot read them.
//!
//! The primitives are from `ring`, which also secures connections.

use ring::aead::{AES_128_GCM, Aad, LessSafeKey, Nonce, UnboundKey};
use ring::agreement::{ECDH_P256, EphemeralPrivateKey, UnparsedPublicKey, agree_ephemeral};
use ring::hkdf::{HKDF_SHA256, KeyType, Salt};
use ring::rand::{SecureRandom, SystemRandom};

/// The length of a public key, uncompressed.
pub const PUBLIC_KEY_BYTES: usize = 65;
/// The length of the secret that a browser shares with the server.
pub const AUTH_BYTES: usize = 16;
/// The maximum length before encryption: every push service accepts 4096 bytes after it.
pub const MESSAGE_BYTES_MAX: usize = RECORD_BYTES - HEADER_BYTES - 1 - 16;

/// The size of the record: the whole message.
const RECORD_BYTES: usize = 4_096;
const SALT_BYTES: usize = 16;
/// The salt, the size of the record, the length of the key and the key.
const HEADER_BYTES: usize = SALT_BYTES + 4 + 1 + PUBLIC_KEY_BYTES;
const KEY_BYTES: usize = 16;
const NONCE_BYTES: usize = 12;
/// The end of the last record.
const LAST: u8 = 2;

/// The keys of a browser for one subscription. It has no `Debug`, because one of them is secret.
#[derive(Clone, PartialEq, Eq)]
pub struct BrowserKeys {
    pub public: [u8; PUBLIC_KEY_BYTES],
    pub auth: [u8; AUTH_BYTES],
}

/// Why a message cannot be encrypted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Unsendable {
    #[error("the message is too long")]
    TooLong,
    #[error("the public key is no point of P-256, or the random generator failed")]
    Key,
}

/// The length of a derived key.
struct Bytes(usize);

impl KeyType for Bytes {
    fn len(&self) -> usize {
        self.0
    }
}

/// Encrypts a message for a browser. Fails if the message is longer than [`MESSAGE_BYTES_MAX`], or if the
/// keys are invalid.
pub fn encrypt(message: &[u8], keys: &BrowserKeys) -> Result<Vec<u8>, Unsendable> {
    let random = SystemRandom::new();
    let mut salt = [0; SALT_BYTES];
    random.fill(&mut salt).map_err(|_| Unsendable::Key)?;
    let own = EphemeralPrivateKey::generate(&ECDH_P256, &random).map_err(|_| Unsendable::Key)?;
    let own_public = own.compute_public_key().map_err(|_| Unsendable::Key)?;
    let theirs = UnparsedPublicKey::new(&ECDH_P256, keys.public);
    let sealed =
        agree_ephemeral(own, &theirs, |secret| seal(message, secret, keys, own_public.as_ref(), salt));
    sealed.map_err(|_| Unsendable::Key)?
}

/// Encrypts a message with the secret of both public keys.
fn seal(
    message: &[u8],
    secret: &[u8],
    keys: &BrowserKeys,
    own_public: &[u8],
    salt: [u8; SALT_BYTES],
) -> Result<Vec<u8>, Unsendable> {
    if message.len() > MESSAGE_BYTES_MAX {
        return Err(Unsendable::TooLong);
    }
    let info = [b"WebPush: info\0".as_slice(), &keys.public, own_public];
    let input = derive::<32>(&keys.auth, secret, &info)?;
    let key = derive::<KEY_BYTES>(&salt, &input, &[b"Content-Encoding: aes128gcm\0"])?;
    let nonce = derive::<NONCE_BYTES>(&salt, &input, &[b"Content-Encoding: nonce\0"])?;
    let mut text = [message, &[LAST]].concat();
    let key = UnboundKey::new(&AES_128_GCM, &key).map_err(|_| Unsendable::Key)?;
    // The key is used only once.
    let nonce = Nonce::assume_unique_for_key(nonce);
    LessSafeKey::new(key)
        .seal_in_place_append_tag(nonce, Aad::empty(), &mut text)
        .map_err(|_| Unsendable::Key)?;
    let size = (RECORD_BYTES as u32).to_be_bytes();
    Ok([salt.as_slice(), &size, &[PUBLIC_KEY_BYTES as u8], own_public, &text].concat())
}

/// Derives a key from a salt and an input (RFC 5869).
fn derive<const N: usize>(salt: &[u8], input: &[u8], info: &[&[u8]]) -> Result<[u8; N], Unsendable> {
    let mut key = [0; N];
    Salt::new(HKDF_SHA256, salt)
        .extract(input)
        .expand(info, Bytes(N))
        .and_then(|derived| derived.fill(&mut key))
        .map_err(|_| Unsendable::Key)?;
    Ok(key)
}

#[cfg(test)]
mod tests {
    use base64::Engine;
    use base64::prelude::BASE64_URL_SAFE_NO_PAD;

    use super::*;

    fn bytes<const N: usize>(text: &str) -> [u8; N] {
        BASE64_URL_SAFE_NO_PAD.decode(text).unwrap().try_into().unwrap()
    }

    fn keys() -> BrowserKeys {
        BrowserKeys {
            public: bytes(
                "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
            ),
            auth: bytes("BTBZMqHH6r4Tts7J_aSIgg"),
        }
    }

    /// The example of RFC 8291, appendix A, from the shared secret on.
    #[test]
    fn the_example_of_the_rfc_is_encrypted_as_there() {
        let secret: [u8; 32] = bytes("kyrL1jIIOHEzg3sM2ZWRHDRB62YACZhhSlknJ672kSs");
        let own: [u8; 65] =
            bytes("BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8");
        let message = b"When I grow up, I want to be a watermelon";
        let sealed = seal(message, &secret, &keys(), &own, bytes("DGv6ra1nlYgDCS1FRnbzlw")).unwrap();
        assert_eq!(
            BASE64_URL_SAFE_NO_PAD.encode(sealed),
            "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK\
             6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
        );
    }

    #[test]
    fn no_two_messages_are_equal_and_a_long_one_is_refused() {
        let [first, second] = [(); 2].map(|()| encrypt(b"turn", &keys()).unwrap());
        assert_ne!(first, second);
        assert_eq!(first.len(), HEADER_BYTES + 4 + 1 + 16);
        assert_eq!(encrypt(&[0; MESSAGE_BYTES_MAX], &keys()).unwrap().len(), RECORD_BYTES);
        assert_eq!(encrypt(&[0; MESSAGE_BYTES_MAX + 1], &keys()), Err(Unsendable::TooLong));
    }

    #[test]
    fn keys_that_are_no_point_are_refused() {
        let zero = BrowserKeys { public: [0; PUBLIC_KEY_BYTES], ..keys() };
        let mut bent = keys();
        bent.public[64] ^= 1;
        for keys in [zero, bent] {
            assert_eq!(encrypt(b"turn", &keys), Err(Unsendable::Key));
        }
    }
}
