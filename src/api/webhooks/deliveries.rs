//! The log of the messages of a webhook, resending them, and test messages.

use actix_web::web;
use chrono::{DateTime, Utc};
use serde::Serialize;
use utoipa::ToSchema;

use super::message::MessageBody;
use crate::Problem;
use crate::extract::{Act, Path};
use crate::http::paging::PageQuery;
use crate::http::paging::{Page, page_items, page_of};
use crate::instant;

use lapidary_model::webhook::{Delivery, DeliveryAttempt, DeliveryStatus, MessageId, WebhookId};
use lapidary_operation::operation;
use lapidary_service::Webhooks;

/// A message with what became of it.
#[derive(Debug, Serialize, ToSchema)]
pub struct WebhookDelivery {
    /// The id of the message, which is also its `webhook-id`.
    id: MessageId,
    message: MessageBody,
    /// What became of it; values may be added. `pending`: it will be sent. `accepted`: the response had a
    /// status from 200 to
    /// 299. `failed`: it is not sent any more.
    status: DeliveryStatus,
    /// The attempts, the oldest first; the newest 20.
    attempts: Vec<DeliveryAttempt>,
    /// When it is sent at the earliest; null unless it is pending.
    #[serde(serialize_with = "instant::serialize_option")]
    next_attempt_at: Option<DateTime<Utc>>,
}

impl From<Delivery> for WebhookDelivery {
    fn from(delivery: Delivery) -> Self {
        let is_pending = delivery.status == DeliveryStatus::Pending;
        WebhookDelivery {
            id: delivery.message.id,
            message: MessageBody::from(&delivery.message),
            status: delivery.status,
            attempts: delivery.attempts,
            next_attempt_at: Some(delivery.due_at).filter(|_| is_pending),
        }
    }
}

page_of!(WebhookDelivery, "WebhookDeliveryPage", "A page of messages.", "The messages, the newest first.");

/// List the messages of a webhook
///
/// Messages are stored for seven days. A message that was not accepted is sent again up to seven times, over
/// about 28 hours.
#[operation(get "/v1/webhooks/{id}/deliveries", tag = "webhooks", returns = "A page of messages")]
pub async fn list_deliveries(
    Act(webhooks, caller, id): Act<Webhooks, WebhookId>,
    query: web::Query<PageQuery>,
) -> Result<Page<WebhookDelivery>, Problem> {
    let limit = page_items(query.limit)?;
    let before = query.cursor.map(MessageId);
    let found = webhooks.deliveries(&caller, id, before, limit + 1).await?;
    Ok(Page::cut(found, limit, |delivery| delivery.message.id.0).converted())
}

/// Send a message again
///
/// The message keeps its id, so that a receiver that has it already recognizes it. It is sent soon, whatever
/// became of it before. If it is about to be sent anyway, nothing changes.
#[operation(post "/v1/webhooks/{id}/deliveries/{delivery_id}/replay", tag = "webhooks",
    returns = "The message")]
pub async fn replay_delivery(
    Act(webhooks, caller, id): Act<Webhooks, WebhookId>,
    Path(delivery): Path<MessageId>,
) -> Result<web::Json<WebhookDelivery>, Problem> {
    let replayed = webhooks.replay(&caller, id, delivery).await?;
    Ok(web::Json(WebhookDelivery::from(replayed)))
}

/// Test a webhook
///
/// Sends a message `webhook.test` once, also if the webhook is disabled; the list of its messages shows the
/// result. While one waits to be sent, there is no second one.
#[operation(post "/v1/webhooks/{id}/test", tag = "webhooks", returns = "The message")]
pub async fn test_webhook(
    Act(webhooks, caller, id): Act<Webhooks, WebhookId>,
) -> Result<web::Json<WebhookDelivery>, Problem> {
    let test = webhooks.test(&caller, id).await?;
    Ok(web::Json(WebhookDelivery::from(test)))
}
