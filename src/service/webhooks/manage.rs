//! Creating, listing, changing and deleting webhooks.

use diesel_async::{AsyncConnection, AsyncPgConnection};
use uuid::Uuid;

use super::all::{WebhookRefusal, Webhooks};
use crate::webhook::Target;
use lapidary_model::alerts::KNOWN_WITHIN;
use lapidary_model::auth::{Identity, WebhookSecret};
use lapidary_model::webhook::{Subject, WEBHOOKS_MAX, Webhook, WebhookEvent, WebhookId};
use lapidary_store::{alerts, games, makers, sessions, webhooks};

/// A webhook to create.
pub struct NewWebhook {
    pub url: String,
    pub events: Vec<WebhookEvent>,
    /// Only events of this game or of this tournament.
    pub filter: Subject,
}

/// What to change of a webhook.
pub struct WebhookChange {
    pub enabled: Option<bool>,
    pub events: Option<Vec<WebhookEvent>>,
    pub rotates_secret: bool,
}

/// A webhook with its secret, if it is new.
pub struct WithSecret {
    pub webhook: Webhook,
    pub secret: Option<WebhookSecret>,
}

impl Webhooks {
    /// Creates a webhook.
    ///
    /// # Errors
    /// [`WebhookRefusal::Address`], [`WebhookRefusal::UnknownGame`], [`WebhookRefusal::TooMany`],
    /// [`WebhookRefusal::SessionEnded`]; if the database or the random generator fails.
    pub async fn create(&self, caller: &Identity, new: NewWebhook) -> Result<WithSecret, WebhookRefusal> {
        Target::read(&new.url, self.sender.allowed())?;
        let secret = WebhookSecret::generate()?;
        let mut connection = self.pool.get().await?;
        let webhook = connection
            .transaction(async |connection| {
                held(connection, caller).await?;
                if let Some(game) = new.filter.game {
                    games::load(connection, game, Some(caller)).await?;
                }
                games::lock_account(connection, caller.player).await?;
                if webhooks::count(connection, caller.player).await? >= WEBHOOKS_MAX {
                    return Err(WebhookRefusal::TooMany);
                }
                let row = webhooks::NewWebhook {
                    id: WebhookId(Uuid::now_v7()),
                    player: caller.player,
                    url: &new.url,
                    events: &new.events,
                    filter: new.filter,
                    secret: &secret,
                    session: makers::bound_to(caller),
                };
                webhooks::insert(connection, &row).await?;
                listen(connection, caller, &new.events).await?;
                own(connection, caller, row.id).await
            })
            .await?;
        Ok(WithSecret { webhook, secret: Some(secret) })
    }

    /// Returns the caller's webhooks, the oldest first.
    pub async fn list(&self, caller: &Identity) -> Result<Vec<Webhook>, WebhookRefusal> {
        Ok(webhooks::list(&mut *self.pool.get().await?, caller.player).await?)
    }

    /// Returns one of the caller's webhooks.
    ///
    /// # Errors
    /// [`WebhookRefusal::Unknown`]; if the database fails.
    pub async fn get(&self, caller: &Identity, id: WebhookId) -> Result<Webhook, WebhookRefusal> {
        own(&mut *self.pool.get().await?, caller, id).await
    }

    /// Changes one of the caller's webhooks.
    ///
    /// # Errors
    /// [`WebhookRefusal::Unknown`], [`WebhookRefusal::TooManySecrets`], [`WebhookRefusal::SessionEnded`]; if
    /// the database or the random generator fails.
    pub async fn update(
        &self,
        caller: &Identity,
        id: WebhookId,
        change: WebhookChange,
    ) -> Result<WithSecret, WebhookRefusal> {
        let secret = change.rotates_secret.then(WebhookSecret::generate).transpose()?;
        let mut connection = self.pool.get().await?;
        let webhook = connection
            .transaction(async |connection| {
                held(connection, caller).await?;
                own(connection, caller, id).await?;
                let row = webhooks::WebhookChange {
                    enabled: change.enabled,
                    events: change.events.as_deref(),
                    by: caller,
                };
                webhooks::update(connection, caller.player, id, &row).await?;
                let changed = own(connection, caller, id).await?;
                if changed.enabled {
                    listen(connection, caller, &changed.events).await?;
                }
                if let Some(secret) = &secret
                    && !webhooks::rotate_secret(connection, caller.player, id, secret).await?
                {
                    return Err(WebhookRefusal::TooManySecrets);
                }
                own(connection, caller, id).await
            })
            .await?;
        Ok(WithSecret { webhook, secret })
    }

    /// Deletes one of the caller's webhooks with its messages; one that does not exist changes nothing.
    pub async fn delete(&self, caller: &Identity, id: WebhookId) -> Result<(), WebhookRefusal> {
        Ok(webhooks::delete(&mut *self.pool.get().await?, caller.player, id).await?)
    }
}

/// Notes that the caller is told what waits for them, if these events are about that.
async fn listen(
    connection: &mut AsyncPgConnection,
    caller: &Identity,
    events: &[WebhookEvent],
) -> Result<(), WebhookRefusal> {
    if events.iter().any(|event| WebhookEvent::PERSONAL.contains(event)) {
        alerts::listen(connection, caller.player, KNOWN_WITHIN).await?;
    }
    Ok(())
}

/// Locks the caller's session, so that the account cannot be erased in the meantime.
pub(super) async fn held(
    connection: &mut AsyncPgConnection,
    caller: &Identity,
) -> Result<(), WebhookRefusal> {
    match sessions::lock(connection, caller).await? {
        true => Ok(()),
        false => Err(WebhookRefusal::SessionEnded),
    }
}

/// Returns one of the caller's webhooks.
pub(super) async fn own(
    connection: &mut AsyncPgConnection,
    caller: &Identity,
    id: WebhookId,
) -> Result<Webhook, WebhookRefusal> {
    webhooks::find(connection, caller.player, id).await?.ok_or(WebhookRefusal::Unknown)
}
