//! The operations of webhooks.

use actix_web::http::header;
use actix_web::{HttpResponse, delete, get, patch, post, web};

use super::body::{CreateWebhook, UpdateWebhook, WebhookBody, WebhooksBody};
use crate::Problem;
use crate::extract::{LiveCaller, Valid, WebhookPath};
use lapidary_model::webhook::WebhookId;
use lapidary_service::Webhooks;

/// Create a webhook
///
/// The server sends a message to this address for each event, signed by the rules of
/// [Standard Webhooks](https://www.standardwebhooks.com). The secret is shown once, in this response.
/// Messages may arrive more than once and in another order: `webhook-id` is the same in each attempt. A
/// webhook without a filter is told of the games in which the caller has a seat and of those that the caller
/// created. A webhook for one game is told of it as soon as anybody may see it: those without a seat learn of
/// an end after the spectator delay. A webhook made with an API token or by an app ends with the token or the
/// grant; one made with a login stays.
#[utoipa::path(tag = "webhooks", request_body = CreateWebhook, responses(
    (status = 201, description = "The webhook with its secret", body = WebhookBody,
        headers(("Location" = String, description = "The webhook")))
))]
#[post("/v1/webhooks")]
pub async fn create_webhook(
    webhooks: web::Data<Webhooks>,
    caller: LiveCaller,
    Valid(body): Valid<CreateWebhook>,
) -> Result<HttpResponse, Problem> {
    let created = webhooks.create(&caller, body.into()).await?;
    let location = format!("/v1/webhooks/{}", created.webhook.id);
    Ok(HttpResponse::Created()
        .insert_header((header::LOCATION, location))
        .insert_header((header::CACHE_CONTROL, "no-store"))
        .json(WebhookBody::from(created)))
}

/// List my webhooks
///
/// Their secrets are not shown again.
#[utoipa::path(tag = "webhooks", responses(
    (status = 200, description = "The webhooks", body = WebhooksBody)
))]
#[get("/v1/webhooks")]
pub async fn list_webhooks(
    webhooks: web::Data<Webhooks>,
    caller: LiveCaller,
) -> Result<HttpResponse, Problem> {
    let items = webhooks.list(&caller).await?.into_iter().map(WebhookBody::from).collect();
    Ok(HttpResponse::Ok().json(WebhooksBody { items, next_cursor: None }))
}

/// Get a webhook
///
/// Shows whether it is enabled, and when its address last accepted a message.
#[utoipa::path(tag = "webhooks",
    params(("id" = Uuid, Path, description = "The webhook")), responses(
    (status = 200, description = "The webhook", body = WebhookBody)
))]
#[get("/v1/webhooks/{id}")]
pub async fn get_webhook(
    webhooks: web::Data<Webhooks>,
    caller: LiveCaller,
    id: WebhookPath,
) -> Result<HttpResponse, Problem> {
    Ok(HttpResponse::Ok().json(WebhookBody::from(webhooks.get(&caller, WebhookId(*id)).await?)))
}

/// Change a webhook
///
/// A webhook that was disabled because its messages failed, or because what made it has ended, is enabled
/// again with `"enabled": true`.
#[utoipa::path(tag = "webhooks", request_body = UpdateWebhook,
    params(("id" = Uuid, Path, description = "The webhook")), responses(
    (status = 200, description = "The webhook, with its secret if there is a new one", body = WebhookBody)
))]
#[patch("/v1/webhooks/{id}")]
pub async fn update_webhook(
    webhooks: web::Data<Webhooks>,
    caller: LiveCaller,
    id: WebhookPath,
    Valid(body): Valid<UpdateWebhook>,
) -> Result<HttpResponse, Problem> {
    let changed = webhooks.update(&caller, WebhookId(*id), body.into()).await?;
    Ok(HttpResponse::Ok().insert_header((header::CACHE_CONTROL, "no-store")).json(WebhookBody::from(changed)))
}

/// Delete a webhook
///
/// Messages that were not accepted yet are not sent any more. Deleting it again changes nothing.
#[utoipa::path(tag = "webhooks",
    params(("id" = Uuid, Path, description = "The webhook")), responses(
    (status = 204, description = "The webhook is deleted, or the account has no such webhook")
))]
#[delete("/v1/webhooks/{id}")]
pub async fn delete_webhook(
    webhooks: web::Data<Webhooks>,
    caller: LiveCaller,
    id: WebhookPath,
) -> Result<HttpResponse, Problem> {
    webhooks.delete(&caller, WebhookId(*id)).await?;
    Ok(HttpResponse::NoContent().finish())
}
