//! Webhooks in JSON.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use crate::http::paging::whole_list_of;
use lapidary_model::game::GameId;
use lapidary_model::tournament::TournamentId;
use lapidary_model::webhook::{Subject, Webhook, WebhookEvent};
use lapidary_operation::body;
use lapidary_service::webhooks::{NewWebhook, WithSecret};

/// A webhook to create.
#[body]
pub struct CreateWebhook {
    /// The address that receives the messages: `https://` with port 443 or a port from 1024, on the public
    /// internet.
    #[schema(
        format = "text",
        min_length = 1,
        max_length = 2048,
        example = "https://hooks.example.org/lapidary"
    )]
    url: String,
    /// The events to be told of.
    #[schema(min_items = 1, max_items = 16, example = json!(["game.started", "game.finished", "game.aborted"]))]
    events: Vec<WebhookEvent>,
    /// Only events of one game or of one tournament. Without it, or with null: events of all games in which
    /// the caller has a seat or which the caller created, and of all tournaments that the caller organizes.
    #[serde(default)]
    filter: Option<NewFilter>,
}

/// One game, or one tournament.
#[derive(Debug, Clone, Copy, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewFilter {
    /// The game, which the caller may see.
    #[schema(value_type = Option<Uuid>, min_length = 36, max_length = 36,
        pattern = "^[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}$")]
    game: Option<Uuid>,
    /// The tournament.
    #[schema(value_type = Option<Uuid>, min_length = 36, max_length = 36,
        pattern = "^[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}$")]
    tournament: Option<Uuid>,
}

impl From<CreateWebhook> for NewWebhook {
    fn from(body: CreateWebhook) -> Self {
        let filter = body.filter.map(|filter| Subject {
            game: filter.game.map(GameId),
            tournament: filter.tournament.map(TournamentId),
            ..Subject::default()
        });
        NewWebhook {
            url: body.url,
            events: WebhookEvent::distinct(body.events),
            filter: filter.unwrap_or_default(),
        }
    }
}

/// A webhook.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Webhook)]
pub struct WebhookBody {
    #[serde(flatten)]
    webhook: Webhook,
    /// The secret that signs the messages; null except in the response that creates it.
    #[schema(example = "whsec_BwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwc=")]
    secret: Option<String>,
}

impl From<WithSecret> for WebhookBody {
    fn from(with: WithSecret) -> Self {
        WebhookBody { secret: with.secret.map(|secret| secret.to_text()), webhook: with.webhook }
    }
}

impl From<Webhook> for WebhookBody {
    fn from(webhook: Webhook) -> Self {
        WebhookBody { webhook, secret: None }
    }
}

whole_list_of!(WebhookBody, "Webhooks", "Webhooks.", "The webhooks, the oldest first.");
