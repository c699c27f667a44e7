//! The state that authentication needs: keys, the password hasher, and the memory of failed logins.
//!
//! It is built once at the start, and all requests share it.

use std::net::IpAddr;
use std::time::{Duration, Instant};

use chrono::{DateTime, TimeDelta, Utc};
use tokio_util::sync::CancellationToken;

use lapidary_model::auth::hasher::{HashCost, HashError};
use lapidary_model::auth::known_tokens::KnownTokens;
use lapidary_model::auth::refresh::RefreshKey;
use lapidary_model::auth::seal::{SealKey, SealPurpose};
use lapidary_model::auth::secret_token::TokenDigest;
use lapidary_model::auth::throttle::{Lane, Presenter, Throttle, Try};
use lapidary_model::auth::token::{BadKey, BadToken, Seed, Verified};
use lapidary_model::auth::token_cache::{Seen, TokenCache};
use lapidary_model::auth::token_uses::{TokenUse, TokenUses};
use lapidary_model::auth::{
    AccessTokens, ApiToken, Identity, NewPassword, PasswordHasher, PlayerId, SessionId, network,
};
use lapidary_model::fair_queue::Permit;
use lapidary_model::settings::AccessSettings;
use lapidary_store::secrets::{self, Purpose};
use lapidary_store::{Failure, Pool, api_tokens, sessions, stream_tickets};

/// The state that authentication needs.
pub struct Access {
    pool: Pool,
    hasher: PasswordHasher,
    pub(super) tokens: AccessTokens,
    pub(super) refresh_key: RefreshKey,
    pub(super) refresh_lifetime: TimeDelta,
    seals: SealKey,
    throttle: Throttle,
    cache: TokenCache,
    known_tokens: KnownTokens,
    uses: TokenUses,
}

/// The holder of a presented token, as far as this server knows without the database.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Presented {
    /// It is valid.
    Valid(Identity),
    /// It looks like an API token; call [`Access::look_up`] to find out whether it is one.
    Unknown(TokenDigest),
    /// It looks like a ticket; call [`Access::open_ticket`] to find out what it opens.
    Ticket(TokenDigest),
}

/// The client of a request that waits in a fair queue.
#[derive(Clone)]
pub struct Client {
    /// The address that the request comes from.
    pub address: IpAddr,
    /// Cancelled when the client no longer waits for the response.
    pub gone: CancellationToken,
}

/// Why authentication cannot be set up.
#[derive(Debug, thiserror::Error)]
pub enum AccessError {
    #[error(transparent)]
    Storage(#[from] Failure),
    #[error(transparent)]
    Key(#[from] BadKey),
    #[error(transparent)]
    Hash(#[from] HashError),
    #[error("the random generator failed: {0}")]
    Randomness(#[from] getrandom::Error),
}

#[boxed]
impl Access {
    /// Loads the keys. Generates those that are neither in the settings nor in the database.
    pub async fn open(pool: &Pool, settings: &AccessSettings) -> Result<Self, AccessError> {
        let current =
            key(pool, Purpose::AccessCurrent, settings.signing_key.or(settings.signing_key_file)).await?;
        let next =
            key(pool, Purpose::AccessNext, settings.next_signing_key.or(settings.next_signing_key_file))
                .await?;
        let refresh = key(pool, Purpose::Refresh, None).await?;
        let cost = HashCost { memory_kib: settings.password_memory_kib, passes: settings.password_passes };
        Ok(Access {
            pool: pool.clone(),
            hasher: PasswordHasher::new(cost, settings.password_hashes_at_once)?,
            tokens: AccessTokens::new(&settings.issuer, settings.access_lifetime, &current, &next)?,
            seals: SealKey::derived_from(&RefreshKey(refresh)),
            refresh_key: RefreshKey(refresh),
            refresh_lifetime: TimeDelta::from_std(settings.refresh_lifetime).unwrap_or(TimeDelta::MAX),
            throttle: Throttle::new(settings.password_delay),
            cache: TokenCache::default(),
            known_tokens: KnownTokens::default(),
            uses: TokenUses::default(),
        })
    }

    /// Identifies the holder of a token, without a database query.
    pub fn identify(&self, token: &str) -> Result<Presented, BadToken> {
        let now = Utc::now();
        if !ApiToken::is_meant_by(token) {
            let Seen { verified, is_first } = self.cache.verify(&self.tokens, token, now)?;
            if is_first {
                self.note_use(&verified, now);
            }
            return Ok(Presented::Valid(verified.identity));
        }
        let digest = ApiToken::parse(token).ok_or(BadToken)?.digest();
        let known = self.known_tokens.get(&digest, now);
        Ok(known.map_or(Presented::Unknown(digest), Presented::Valid))
    }

    fn note_use(&self, verified: &Verified, now: DateTime<Utc>) {
        let issued_at = DateTime::from_timestamp(verified.issued_at, 0).unwrap_or(now);
        self.uses.note(TokenUse { session: verified.identity.session, issued_at, used_at: now });
    }

    /// Stores the uses of access tokens noted since the last call. Uses that cannot be stored now are kept.
    pub async fn record_uses(&self) -> Result<(), Failure> {
        let uses = self.uses.take();
        if uses.is_empty() {
            return Ok(());
        }
        let stored = match self.pool.get().await {
            Ok(mut connection) => sessions::record_uses(&mut connection, &uses).await,
            Err(failure) => Err(failure),
        };
        let is_stored = |used: &TokenUse| stored.as_ref().is_ok_and(|stored| stored.contains(&used.session));
        self.uses.put_back(uses.into_iter().filter(|used| !is_stored(used)), Utc::now());
        stored.map(drop)
    }

    /// Returns the identity of an API token's holder from the database, and remembers it for a while. Returns
    /// none if the token is not valid.
    pub async fn look_up(&self, token: &TokenDigest) -> Result<Option<Identity>, Failure> {
        let (now, before) = (Utc::now(), self.known_tokens.before());
        let accepted = api_tokens::accept(&mut *self.pool.get().await?, token).await?;
        if let Some(accepted) = &accepted {
            self.known_tokens.insert(*token, accepted, before, now);
        }
        Ok(accepted.map(|accepted| accepted.identity))
    }

    /// Returns who may read this path with a ticket, and notes that the ticket was used. Returns none if the
    /// ticket is not valid for the path.
    pub async fn open_ticket(&self, ticket: &TokenDigest, path: &str) -> Result<Option<Identity>, Failure> {
        stream_tickets::open(&mut *self.pool.get().await?, ticket, path).await
    }

    /// Forgets a revoked API token. Call it after the commit.
    pub(super) fn forget(&self, token: SessionId) {
        self.known_tokens.forget(token);
    }

    /// Forgets all API tokens of an erased player. Call it after the commit.
    pub(super) fn forget_all_of(&self, player: PlayerId) {
        self.known_tokens.forget_all_of(player);
    }

    /// Seals a text that a page passes on in its form.
    pub fn seal(&self, purpose: SealPurpose, text: &str) -> String {
        self.seals.seal(purpose, text, Utc::now())
    }

    /// Returns the sealed text, if this server made the seal for this purpose and it has not expired.
    pub fn open_seal(&self, purpose: SealPurpose, sealed: &str) -> Option<String> {
        self.seals.open(purpose, sealed, Utc::now())
    }

    /// Returns a mark by which a seal can tell that a password has changed.
    pub(super) fn mark(&self, password_hash: &str) -> String {
        self.seals.mark(password_hash)
    }

    /// Returns the digest that identifies a repeated request.
    pub fn request_digest(&self, path: &str, body: &[u8; 32]) -> [u8; 32] {
        self.seals.request_digest(path, body)
    }

    /// Returns the keys of access tokens.
    pub fn tokens(&self) -> &AccessTokens {
        &self.tokens
    }

    /// Returns who presents a password; `device` is the session of a token that the client has proved to
    /// hold.
    pub(super) fn presenter(&self, address: IpAddr, name: &str, device: Option<SessionId>) -> Presenter {
        self.throttle.presenter(address, name, device, Instant::now())
    }

    /// Waits for the turn of a presenter and counts the attempt, before anything is hashed. Gives up if the
    /// client disconnects.
    pub(super) async fn attempt(
        &self,
        presenter: Presenter,
        gone: &CancellationToken,
    ) -> Result<Attempt<'_>, AttemptRefusal> {
        if let Some(delay) = self.throttle.delay(&presenter, Instant::now()) {
            return Err(AttemptRefusal::TooSoon(delay));
        }
        let turn = self.turn(presenter.network(), presenter.lane(), gone).await?;
        let tried = self.throttle.begin(presenter, Instant::now()).map_err(AttemptRefusal::TooSoon)?;
        Ok(Attempt { hasher: &self.hasher, turn, tried })
    }

    /// Returns the hash of the password of a new account, after waiting in the queue of its network. Gives up
    /// if the client disconnects.
    pub(super) async fn hash_new(&self, client: &Client, password: NewPassword) -> Result<String, HashError> {
        let network = network::of(client.address);
        let turn = self.turn(network, Lane::Strangers, &client.gone).await?;
        self.hasher.hash(&turn, password).await
    }

    /// Waits for a turn as long as the client is connected, so that nobody waits behind disconnected clients.
    async fn turn(&self, network: IpAddr, lane: Lane, gone: &CancellationToken) -> Result<Permit, HashError> {
        let turn = gone.run_until_cancelled(self.hasher.turn(network, lane)).await;
        turn.ok_or(HashError::Abandoned)?
    }

    /// Returns the hash of a new password, in the same turn in which the current password was verified.
    pub(super) async fn hash_next(&self, turn: &Permit, password: NewPassword) -> Result<String, HashError> {
        self.hasher.hash(turn, password).await
    }
}

/// A password attempt whose turn has come. It counts as failed until it succeeds.
pub(super) struct Attempt<'a> {
    hasher: &'a PasswordHasher,
    turn: Permit,
    tried: Try<'a>,
}

/// Why a password is not verified.
#[derive(Debug, thiserror::Error)]
pub(super) enum AttemptRefusal {
    #[error("too many wrong passwords; the next may be tried in {0:?}")]
    TooSoon(Duration),
    #[error(transparent)]
    Hash(#[from] HashError),
}

impl Attempt<'_> {
    /// Verifies a password against a hash, and returns the turn if it matches. Without a hash it never
    /// matches, but takes the same time.
    pub(super) async fn verify(
        self,
        hash: Option<String>,
        presented: String,
    ) -> Result<Option<Permit>, HashError> {
        match self.hasher.verify(&self.turn, hash, presented).await {
            Ok(true) => {
                self.tried.succeeded();
                Ok(Some(self.turn))
            }
            Ok(false) => Ok(None),
            Err(error) => {
                self.tried.unjudged();
                Err(error)
            }
        }
    }
}

async fn key(pool: &Pool, purpose: Purpose, given: Option<Seed>) -> Result<Seed, AccessError> {
    if let Some(given) = given {
        return Ok(given);
    }
    let mut fresh = [0; 32];
    getrandom::fill(&mut fresh)?;
    Ok(secrets::get_or_insert(&mut *pool.get().await?, purpose, fresh).await?)
}
