//! Devices without a login page: they show a code and poll until a player has decided (RFC 8628).

use std::time::Duration;

use chrono::{TimeDelta, Utc};
use diesel_async::AsyncConnection;

use super::OAuth;
use super::tokens::{Presented, TokenRefusal, Tokens};
use lapidary_model::auth::oauth::ClientId;
use lapidary_model::auth::{Scopes, SecretToken, UserCode};
use lapidary_store::device_codes::{self, Decision, DeviceTerms, StoredDevice};
use lapidary_store::{Failure, Postgres, accounts, sessions};

/// How long a player may take to type the code and decide.
const LIFETIME: Duration = Duration::from_secs(600);
/// How long a device must wait between polls, in seconds. Each poll that comes too early adds as much.
const POLL_SECONDS: i32 = 5;
/// The maximum number of waiting devices. It keeps the chance to guess a code low. No network can use up this
/// limit, because the codes of each network are limited before (`Class::Devices`).
const PENDING_MAX: i64 = 10_000;
/// How many times a code is made anew while it is already in use.
const TRIES_MAX: usize = 8;

/// A device that waits for a player.
pub struct NewDevice {
    pub device_code: String,
    pub user_code: UserCode,
    pub expires_in: Duration,
    pub interval: Duration,
}

/// The request of a device.
pub struct DeviceRequest {
    pub client_id: ClientId,
    pub scopes: Scopes,
}

#[boxed]
impl OAuth {
    /// Makes the codes for a device.
    pub async fn begin_device(&self, request: &DeviceRequest) -> Result<NewDevice, TokenRefusal> {
        let terms = DeviceTerms { client_id: request.client_id.as_str().to_owned(), scopes: request.scopes };
        let mut connection = self.pool.get().await?;
        device_codes::clear_old(&mut connection).await?;
        if device_codes::pending(&mut connection, PENDING_MAX).await? >= PENDING_MAX {
            return Err(Failure::Contended("too many devices wait for a player".to_owned()).into());
        }
        let expires_at = Utc::now() + TimeDelta::from_std(LIFETIME).unwrap_or_default();
        for _ in 0..TRIES_MAX {
            let (code, user_code) = (SecretToken::generate()?, UserCode::generate()?);
            let digest = code.digest();
            let added =
                device_codes::insert(&mut connection, &digest, &user_code, &terms, expires_at, POLL_SECONDS);
            if added.await? {
                let interval = Duration::from_secs(POLL_SECONDS.unsigned_abs().into());
                let device_code = code.to_text();
                return Ok(NewDevice { device_code, user_code, expires_in: LIFETIME, interval });
            }
        }
        Err(Failure::Contended("every new code of a device is in use".to_owned()).into())
    }

    /// Returns the request of the device that shows this code, if it waits for a player.
    pub async fn waiting_device(&self, user_code: &UserCode) -> Result<Option<DeviceRequest>, Failure> {
        let terms = device_codes::undecided(&mut *self.pool.get().await?, user_code).await?;
        Ok(terms.and_then(|terms| {
            Some(DeviceRequest { client_id: ClientId::parse(&terms.client_id)?, scopes: terms.scopes })
        }))
    }

    /// Exchanges a device code for the first tokens of a grant, once a player has allowed it. Reuse ends the
    /// grant.
    pub async fn exchange_device(
        &self,
        device_code: &str,
        client_id: &ClientId,
    ) -> Result<Tokens, TokenRefusal> {
        let digest = SecretToken::parse(device_code).ok_or(TokenRefusal::InvalidGrant)?.digest();
        let mut connection = self.pool.get().await?;
        // The writes must be committed, so a refusal is not an error of the transaction.
        let presented = connection
            .transaction(async |connection| self.present_device(connection, &digest, client_id).await)
            .await?;
        drop(connection);
        self.answer(presented)
    }

    async fn present_device(
        &self,
        connection: &mut Postgres,
        digest: &[u8; 32],
        client_id: &ClientId,
    ) -> Result<Presented, TokenRefusal> {
        let refused = |refusal| Ok(Presented::Refused(refusal));
        let Some(owner) = device_codes::owner(connection, digest).await? else {
            return refused(TokenRefusal::InvalidGrant);
        };
        // The player is locked before the code, because every transaction on an account locks in this order.
        if let Some(owner) = owner
            && accounts::lock(connection, owner).await?.is_none()
        {
            return refused(TokenRefusal::InvalidGrant);
        }
        let Some(stored) = device_codes::lock(connection, digest).await? else {
            return refused(TokenRefusal::InvalidGrant);
        };
        if stored.terms.client_id != client_id.as_str() {
            return refused(TokenRefusal::InvalidGrant);
        }
        if let Some((player, grant)) = stored.player.zip(stored.session) {
            tracing::warn!(session = %grant.0, "a device code was reused: its grant ends");
            sessions::revoke(connection, player, grant).await?;
            return Ok(Presented::Reused(player));
        }
        match (stored.decision, owner) {
            _ if stored.expires_at <= stored.now => refused(TokenRefusal::ExpiredCode),
            (Decision::Denied, _) => refused(TokenRefusal::Denied),
            (Decision::Allowed, Some(player)) => {
                let DeviceTerms { client_id, scopes } = stored.terms;
                let begun = self.begin(connection, player, client_id, scopes, None).await?;
                device_codes::mark_used(connection, digest, begun.session).await?;
                Ok(Presented::Grant(begun))
            }
            // A decision made after the owner was read takes effect at the next poll.
            (Decision::Pending | Decision::Allowed, _) => refused(wait(connection, digest, &stored).await?),
        }
    }
}

/// Records that a device has polled before the decision, and returns its refusal.
async fn wait(
    connection: &mut Postgres,
    digest: &[u8; 32],
    stored: &StoredDevice,
) -> Result<TokenRefusal, Failure> {
    let between = TimeDelta::seconds(stored.poll_seconds.into());
    let is_too_soon = stored.polled_at.is_some_and(|polled_at| stored.now - polled_at < between);
    let (refusal, seconds) = match is_too_soon {
        true => (TokenRefusal::TooOften, stored.poll_seconds.saturating_add(POLL_SECONDS)),
        false => (TokenRefusal::Pending, stored.poll_seconds),
    };
    device_codes::mark_polled(connection, digest, stored.now, seconds).await?;
    Ok(refusal)
}
