//! The push subscriptions of the caller, and the messages that they receive.

use actix_web::web;
use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::Problem;
use crate::extract::{LiveCaller, Path, Valid};
use crate::http::outcome::{Created, NoContent};
use crate::problems::problem::Fault;
use crate::webhooks::message::MessageBody;
use lapidary_model::alerts::Summary;
use lapidary_model::auth::PlayerId;
use lapidary_model::auth::push_encryption::BrowserKeys;
use lapidary_model::push::{Subscription, SubscriptionId};
use lapidary_operation::{body, operation};
use lapidary_service::Push;
use lapidary_service::push::NewSubscription;

/// A push subscription, as `JSON.stringify` writes a `PushSubscription` of a browser.
#[body]
pub struct CreatePush {
    /// The address at the browser's push service: `https://` with port 443 or a port from 1024, on the public
    /// internet.
    #[schema(
        format = "text",
        min_length = 1,
        max_length = 2048,
        example = "https://push.example.org/send/c29tZSBicm93c2Vy"
    )]
    endpoint: String,
    /// When the subscription ends, in milliseconds since 1970, or null. Browsers send it; the server does not
    /// use it, because a push service says when a subscription has ended.
    #[serde(default, rename = "expirationTime")]
    #[schema(minimum = 0, maximum = 9_007_199_254_740_991_u64, example = json!(null))]
    expiration_time: Option<u64>,
    keys: PushKeys,
}

/// The keys of a push subscription.
#[body]
pub struct PushKeys {
    /// The browser's public key: an uncompressed point of P-256, in Base64 for URLs.
    #[schema(
        pattern = "^[A-Za-z0-9_-]*$",
        min_length = 87,
        max_length = 87,
        example = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
    )]
    p256dh: String,
    /// A secret of 16 bytes that the browser shares with the server, in Base64 for URLs.
    #[schema(
        pattern = "^[A-Za-z0-9_-]*$",
        min_length = 22,
        max_length = 22,
        example = "BTBZMqHH6r4Tts7J_aSIgg"
    )]
    auth: String,
}

/// Push subscriptions, and the key that browsers need for another one.
#[derive(Debug, Serialize, ToSchema)]
pub struct Pushes {
    /// The public key of the server (VAPID), as `pushManager.subscribe` takes it for `applicationServerKey`.
    #[schema(
        pattern = "^[A-Za-z0-9_-]{87}$",
        example = "BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8"
    )]
    application_server_key: String,
    /// The subscriptions, the oldest first.
    items: Vec<Subscription>,
    /// Always null: the list is complete.
    next_cursor: Option<String>,
}

/// What a service worker receives: everything that has come to wait for the player since the last message.
#[derive(Debug, Serialize, ToSchema)]
pub struct PushMessage {
    /// The id of the player for whom it waits.
    player: Uuid,
    /// What waits, turns first, at most 8. Read `GET /v1/me/events` for all of it.
    items: Vec<MessageBody>,
}

/// Returns the text of a push message, which is then encrypted and sent.
pub fn text(player: PlayerId, summaries: &[Summary]) -> String {
    let items = summaries.iter().map(MessageBody::from).collect();
    let message = PushMessage { player: player.0, items };
    // A struct of words, numbers and times contains only values that JSON supports.
    serde_json::to_string(&message).unwrap_or_default()
}

/// Reads Base64 for URLs without padding.
fn bytes<const N: usize>(text: &str) -> Option<[u8; N]> {
    BASE64_URL_SAFE_NO_PAD.decode(text).ok()?.try_into().ok()
}

impl CreatePush {
    fn read(self) -> Result<NewSubscription, Problem> {
        let fault = |pointer| Problem::validation(vec![Fault::at(pointer, "is not the Base64 of a key")]);
        let public = bytes(&self.keys.p256dh).ok_or_else(|| fault("/keys/p256dh"))?;
        let auth = bytes(&self.keys.auth).ok_or_else(|| fault("/keys/auth"))?;
        let _ = self.expiration_time;
        Ok(NewSubscription { endpoint: self.endpoint, keys: BrowserKeys { public, auth } })
    }
}

/// Subscribe a browser to push messages
///
/// Send what `pushManager.subscribe` returns; its `applicationServerKey` is that of `GET /v1/me/push`. While
/// the caller has no stream open, the browser is told what comes to wait for them: turns, challenges,
/// invitations, rematches, tables of tournaments; one message for all that has come within some seconds, and
/// none in their quiet hours. The message is encrypted; `docs/alerts.md` describes its content. Repeating it
/// replaces the keys. The subscription ends with the session, the token or the grant that made it, and when
/// the push service says that it has ended.
#[operation(post "/v1/me/push", tag = "alerts", returns = "The subscription")]
pub async fn create_push(
    push: web::Data<Push>,
    caller: LiveCaller,
    Valid(body): Valid<CreatePush>,
) -> Result<Created<Subscription>, Problem> {
    let subscription = push.subscribe(&caller, body.read()?).await?;
    Ok(Created(subscription))
}

/// List my push subscriptions
///
/// Also returns the key that a browser needs to subscribe.
#[operation(get "/v1/me/push", tag = "alerts", returns = "The subscriptions")]
pub async fn list_push(push: web::Data<Push>, caller: LiveCaller) -> Result<web::Json<Pushes>, Problem> {
    let items = push.subscriptions(&caller).await?;
    let application_server_key = push.public_key().to_owned();
    Ok(web::Json(Pushes { application_server_key, items, next_cursor: None }))
}

/// Delete the push subscriptions of this session
///
/// Those that other sessions of the account have made stay.
#[operation(delete "/v1/me/push", tag = "alerts", returns = "The session has no subscription")]
pub async fn delete_session_push(push: web::Data<Push>, caller: LiveCaller) -> Result<NoContent, Problem> {
    NoContent::after(push.unsubscribe_session(&caller)).await
}

/// Delete a push subscription
///
/// Deleting it again changes nothing.
#[operation(delete "/v1/me/push/{id}", tag = "alerts",
    returns = "The subscription is deleted, or the account has no such subscription")]
pub async fn delete_push(
    push: web::Data<Push>,
    caller: LiveCaller,
    Path(id): Path<SubscriptionId>,
) -> Result<NoContent, Problem> {
    NoContent::after(push.unsubscribe(&caller, id)).await
}
