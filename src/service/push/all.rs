//! The type `Push`, with everything that its use cases need, and their refusals.

use std::path::PathBuf;
use std::sync::Mutex;
use std::time::Instant;

use rustls::pki_types::PrivatePkcs8KeyDer;
use rustls::pki_types::pem::PemObject;

use crate::outbox::{Post, Refused, Sender};
use crate::refusal::refusals;
use lapidary_model::auth::vapid::{BadVapidKey, VapidKey};
use lapidary_model::push::SUBSCRIPTIONS_MAX;
use lapidary_model::settings::PushSettings;
use lapidary_store::{Failure, Pool, push};

/// The use cases of Web Push, with everything that they need.
pub struct Push {
    pub(super) post: Post,
    pub(super) key: VapidKey,
    /// How push services can contact the operator.
    pub(super) contact: Option<String>,
    /// When a refusal by a push service was last logged.
    pub(super) refusal_logged_at: Mutex<Option<Instant>>,
}

/// Why the settings for Web Push cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum UnusablePush {
    /// The file has no usable key.
    #[error("the key of {path} cannot be used: {cause}")]
    File {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        cause: String,
    },
    /// The stored key, or a new one, cannot be used.
    #[error("the key for push services cannot be used: {0}")]
    Key(#[from] BadVapidKey),
    /// The database failed.
    #[error(transparent)]
    Storage(#[from] Failure),
}

#[boxed]
impl Push {
    /// Returns Web Push with the operator's key, or with the key in the database, which the first server
    /// generates. Without a contact, push services get the public address.
    pub async fn open(
        pool: Pool,
        sender: Sender,
        settings: &PushSettings,
        public_url: Option<String>,
    ) -> Result<Push, UnusablePush> {
        let key = match &settings.push_key {
            Some(path) => {
                let unusable = |cause: String| UnusablePush::File { path: path.clone(), cause };
                let pem =
                    PrivatePkcs8KeyDer::from_pem_file(path).map_err(|cause| unusable(cause.to_string()))?;
                VapidKey::read(pem.secret_pkcs8_der()).map_err(|cause| unusable(cause.to_string()))?
            }
            None => {
                let fresh = VapidKey::generate()?;
                VapidKey::read(&push::key_or_insert(&mut *pool.get().await?, &fresh).await?)?
            }
        };
        let contact = settings.push_contact.clone().or(public_url);
        Ok(Push { post: Post::new(pool, sender), key, contact, refusal_logged_at: Mutex::default() })
    }

    /// Returns the public key in URL-safe Base64, which browsers need to subscribe.
    pub fn public_key(&self) -> &str {
        self.key.public()
    }
}

refusals! {
    /// Why a request about push subscriptions is refused.
    pub enum PushRefusal {
        TooMany = TooManyPushSubscriptions,
            "You have {SUBSCRIPTIONS_MAX} push subscriptions, the most. Delete one first.";
        Address(refused: Refused) = ValidationFailed at "/endpoint", "{refused}";
        Key = ValidationFailed at "/keys/p256dh", "is not a public key of P-256";
    } from sessions { SessionEnded } contains {
        Storage(Failure),
    } through Failure: diesel::result::Error;
}

impl From<Refused> for PushRefusal {
    fn from(refused: Refused) -> Self {
        PushRefusal::Address(refused)
    }
}
