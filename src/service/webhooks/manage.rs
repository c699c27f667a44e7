//! Creating, listing, changing and deleting webhooks.

use serde::Deserialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::all::{WebhookRefusal, Webhooks};
use crate::outbox::Target;
use crate::transaction::act;
use lapidary_model::alerts::KNOWN_WITHIN;
use lapidary_model::auth::{Identity, WebhookSecret};
use lapidary_model::webhook::{Subject, WEBHOOKS_MAX, Webhook, WebhookEvent, WebhookId};
use lapidary_store::Postgres;
use lapidary_store::{alerts, games, makers, webhooks};

/// A webhook to create.
pub struct NewWebhook {
    pub url: String,
    pub events: Vec<WebhookEvent>,
    /// Only events of this game or of this tournament.
    pub filter: Subject,
}

/// What to change; a field that is left out keeps its value.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct UpdateWebhook {
    /// Whether messages are sent. Enabling it again also sends the messages that were not accepted yet. With
    /// the access token of a login, `true` also makes the webhook independent of the grant or the API token
    /// that made it; with another token, a webhook whose maker has ended depends on this token.
    #[schema(nullable = false)]
    pub enabled: Option<bool>,
    /// The events to be told of.
    #[schema(min_items = 1, max_items = 16, nullable = false, example = json!(["game.finished"]))]
    pub events: Option<Vec<WebhookEvent>>,
    /// `true`: makes a new secret, which only this response has. For 24 hours, messages are signed with the
    /// old secret too. If two earlier secrets still sign, there is no new one yet.
    #[schema(nullable = false)]
    pub rotate_secret: Option<bool>,
}

/// A webhook with its secret, if it is new.
pub struct WithSecret {
    pub webhook: Webhook,
    pub secret: Option<WebhookSecret>,
}

#[boxed]
impl Webhooks {
    /// Creates a webhook.
    pub async fn create(&self, caller: &Identity, new: NewWebhook) -> Result<WithSecret, WebhookRefusal> {
        Target::read(&new.url, self.post.sender.allowed())?;
        let secret = WebhookSecret::generate()?;
        let webhook = act!(self.post.pool, caller, async |connection| {
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
        })?;
        Ok(WithSecret { webhook, secret: Some(secret) })
    }

    /// Returns the caller's webhooks, the oldest first.
    pub async fn list(&self, caller: &Identity) -> Result<Vec<Webhook>, WebhookRefusal> {
        Ok(webhooks::list(&mut *self.post.pool.get().await?, caller.player).await?)
    }

    /// Returns one of the caller's webhooks.
    pub async fn get(&self, caller: &Identity, id: WebhookId) -> Result<Webhook, WebhookRefusal> {
        own(&mut *self.post.pool.get().await?, caller, id).await
    }

    /// Changes one of the caller's webhooks.
    pub async fn update(
        &self,
        caller: &Identity,
        id: WebhookId,
        change: UpdateWebhook,
    ) -> Result<WithSecret, WebhookRefusal> {
        let secret = (change.rotate_secret == Some(true)).then(WebhookSecret::generate).transpose()?;
        let events = change.events.map(WebhookEvent::distinct);
        let webhook = act!(self.post.pool, caller, async |connection| {
            own(connection, caller, id).await?;
            let row =
                webhooks::WebhookChange { enabled: change.enabled, events: events.as_deref(), by: caller };
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
        })?;
        Ok(WithSecret { webhook, secret })
    }

    /// Deletes one of the caller's webhooks with its messages. An unknown one changes nothing.
    pub async fn delete(&self, caller: &Identity, id: WebhookId) -> Result<(), WebhookRefusal> {
        Ok(webhooks::delete(&mut *self.post.pool.get().await?, caller.player, id).await?)
    }
}

/// Notes that the caller gets alerts, if these events are alerts.
async fn listen(
    connection: &mut Postgres,
    caller: &Identity,
    events: &[WebhookEvent],
) -> Result<(), WebhookRefusal> {
    if events.iter().any(|event| WebhookEvent::PERSONAL.contains(event)) {
        alerts::listen(connection, caller.player, KNOWN_WITHIN).await?;
    }
    Ok(())
}

/// Returns one of the caller's webhooks.
pub(super) async fn own(
    connection: &mut Postgres,
    caller: &Identity,
    id: WebhookId,
) -> Result<Webhook, WebhookRefusal> {
    webhooks::find(connection, caller.player, id).await?.ok_or(WebhookRefusal::Unknown)
}
