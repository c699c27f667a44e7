//! The operations of webhooks.

use actix_web::web;

use super::body::{CreateWebhook, WebhookBody};
use crate::Problem;
use crate::extract::{Act, LiveCaller, Valid};
use crate::http::outcome::{CreatedAt, NoContent, NoStore};
use crate::http::paging::Page;
use lapidary_model::webhook::WebhookId;
use lapidary_operation::operation;
use lapidary_service::Webhooks;
use lapidary_service::webhooks::UpdateWebhook;

/// Create a webhook
///
/// The server sends a message to this address for each event, signed by the rules of
/// [Standard Webhooks](https://www.standardwebhooks.com). The secret is shown once, in this response.
/// Messages may arrive more than once and in another order: `webhook-id` is the same in each attempt. A
/// webhook without a filter is told of the games in which the caller has a seat and of those that the caller
/// created. A webhook for one game is told of it as soon as anybody may see it: those without a seat learn of
/// an end after the spectator delay. A webhook made with an API token or by an app ends with the token or the
/// grant; one made with a login stays.
#[operation(post "/v1/webhooks", tag = "webhooks",
    returns = "The webhook with its secret", location = "The webhook")]
pub async fn create_webhook(
    webhooks: web::Data<Webhooks>,
    caller: LiveCaller,
    Valid(body): Valid<CreateWebhook>,
) -> Result<NoStore<CreatedAt<WebhookBody>>, Problem> {
    let created = webhooks.create(&caller, body.into()).await?;
    let location = format!("/v1/webhooks/{}", created.webhook.id);
    Ok(NoStore(CreatedAt(location, WebhookBody::from(created))))
}

/// List my webhooks
///
/// Their secrets are not shown again.
#[operation(get "/v1/webhooks", tag = "webhooks", returns = "The webhooks")]
pub async fn list_webhooks(
    webhooks: web::Data<Webhooks>,
    caller: LiveCaller,
) -> Result<web::Json<Page<WebhookBody>>, Problem> {
    Ok(web::Json(Page::whole(webhooks.list(&caller).await?)))
}

/// Get a webhook
///
/// Shows whether it is enabled, and when its address last accepted a message.
#[operation(get "/v1/webhooks/{id}", tag = "webhooks", returns = "The webhook")]
pub async fn get_webhook(
    Act(webhooks, caller, id): Act<Webhooks, WebhookId>,
) -> Result<web::Json<WebhookBody>, Problem> {
    Ok(web::Json(WebhookBody::from(webhooks.get(&caller, id).await?)))
}

/// Change a webhook
///
/// A webhook that was disabled because its messages failed, or because what made it has ended, is enabled
/// again with `"enabled": true`.
#[operation(patch "/v1/webhooks/{id}", tag = "webhooks",
    returns = "The webhook, with its secret if there is a new one")]
pub async fn update_webhook(
    Act(webhooks, caller, id): Act<Webhooks, WebhookId>,
    Valid(body): Valid<UpdateWebhook>,
) -> Result<NoStore<web::Json<WebhookBody>>, Problem> {
    let changed = webhooks.update(&caller, id, body).await?;
    Ok(NoStore(web::Json(WebhookBody::from(changed))))
}

/// Delete a webhook
///
/// Messages that were not accepted yet are not sent any more. Deleting it again changes nothing.
#[operation(delete "/v1/webhooks/{id}", tag = "webhooks",
    returns = "The webhook is deleted, or the account has no such webhook")]
pub async fn delete_webhook(
    Act(webhooks, caller, id): Act<Webhooks, WebhookId>,
) -> Result<NoContent, Problem> {
    NoContent::after(webhooks.delete(&caller, id)).await
}
