//! Webhooks in JSON.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use crate::http::paging::whole_list_of;
use crate::instant;
use lapidary_model::game::GameId;
use lapidary_model::tournament::TournamentId;
use lapidary_model::webhook::{DisabledReason, Subject, Webhook, WebhookEvent};
use lapidary_service::webhooks::{NewWebhook, WebhookChange, WithSecret};

/// A webhook to create.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct CreateWebhook {
    /// The address that receives the messages: `https://` with port 443 or a port from 1024, on the public
    /// internet.
    #[schema(
        format = "text",
        pattern = "^[^\\x00-\\x1f\\x7f-\\x9f]*$",
        min_length = 1,
        max_length = 2048,
        example = "https://hooks.example.org/lapidary"
    )]
    url: String,
    /// The events to be told of.
    #[schema(min_items = 1, max_items = 16, example = json!(["game.started", "game.finished", "game.aborted"]))]
    events: Vec<EventName>,
    /// Only events of one game or of one tournament. Without it, or with null: events of all games in which
    /// the caller has a seat or which the caller created, and of all tournaments that the caller organizes.
    #[serde(default)]
    filter: Option<NewFilter>,
}

/// What to change; a field that is left out keeps its value.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct UpdateWebhook {
    /// Whether messages are sent. Enabling it again also sends the messages that were not accepted yet. With
    /// the access token of a login, `true` also makes the webhook independent of the grant or the API token
    /// that made it; with another token, a webhook whose maker has ended depends on this token.
    #[schema(nullable = false)]
    enabled: Option<bool>,
    /// The events to be told of.
    #[schema(min_items = 1, max_items = 16, nullable = false, example = json!(["game.finished"]))]
    events: Option<Vec<EventName>>,
    /// `true`: makes a new secret, which only this response has. For 24 hours, messages are signed with the
    /// old secret too. If two earlier secrets still sign, there is no new one yet.
    #[schema(nullable = false)]
    rotate_secret: Option<bool>,
}

/// An event that a webhook can be told of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, ToSchema)]
#[schema(as = WebhookEvent)]
pub enum EventName {
    /// A game was dealt.
    #[serde(rename = "game.started")]
    GameStarted,
    /// A game was played to its end.
    #[serde(rename = "game.finished")]
    GameFinished,
    /// A game was aborted.
    #[serde(rename = "game.aborted")]
    GameAborted,
    /// The tables of a round are known.
    #[serde(rename = "tournament.round_paired")]
    RoundPaired,
    /// The game of a table was made.
    #[serde(rename = "tournament.table_ready")]
    TableReady,
    /// A table has a result.
    #[serde(rename = "tournament.table_finished")]
    TableFinished,
    /// All tables of a round have results.
    #[serde(rename = "tournament.round_closed")]
    RoundClosed,
    /// An organizer of a tournament announces something. Its players and organizers are told.
    #[serde(rename = "tournament.announced")]
    Announced,
    /// A game waits for a decision of the caller. This and the following ones are only about the caller, who
    /// is told while no stream of theirs is open.
    #[serde(rename = "game.turn")]
    GameTurn,
    /// Somebody challenges the caller.
    #[serde(rename = "challenge")]
    Challenge,
    /// Somebody invites the caller to a game.
    #[serde(rename = "invitation")]
    Invitation,
    /// The players of a game that is over offer the caller another one.
    #[serde(rename = "rematch")]
    Rematch,
    /// The caller has a table in a tournament.
    #[serde(rename = "pairing")]
    Pairing,
    /// The analysis of a game that the caller has asked for is there.
    #[serde(rename = "analysis.done")]
    AnalysisDone,
}

impl From<EventName> for WebhookEvent {
    fn from(name: EventName) -> Self {
        match name {
            EventName::GameStarted => WebhookEvent::GameStarted,
            EventName::GameFinished => WebhookEvent::GameFinished,
            EventName::GameAborted => WebhookEvent::GameAborted,
            EventName::RoundPaired => WebhookEvent::RoundPaired,
            EventName::TableReady => WebhookEvent::TableReady,
            EventName::TableFinished => WebhookEvent::TableFinished,
            EventName::RoundClosed => WebhookEvent::RoundClosed,
            EventName::Announced => WebhookEvent::Announced,
            EventName::GameTurn => WebhookEvent::GameTurn,
            EventName::Challenge => WebhookEvent::Challenge,
            EventName::Invitation => WebhookEvent::Invitation,
            EventName::Rematch => WebhookEvent::Rematch,
            EventName::Pairing => WebhookEvent::Pairing,
            EventName::AnalysisDone => WebhookEvent::AnalysisDone,
        }
    }
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
        NewWebhook { url: body.url, events: distinct(body.events), filter: filter.unwrap_or_default() }
    }
}

impl From<UpdateWebhook> for WebhookChange {
    fn from(body: UpdateWebhook) -> Self {
        WebhookChange {
            enabled: body.enabled,
            events: body.events.map(distinct),
            rotates_secret: body.rotate_secret == Some(true),
        }
    }
}

/// Returns the events in their usual order, each once.
fn distinct(names: Vec<EventName>) -> Vec<WebhookEvent> {
    let named: Vec<WebhookEvent> = names.into_iter().map(WebhookEvent::from).collect();
    WebhookEvent::SUBSCRIBABLE.into_iter().filter(|event| named.contains(event)).collect()
}

/// A webhook.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Webhook)]
pub struct WebhookBody {
    id: Uuid,
    /// The address that receives the messages.
    #[schema(example = "https://hooks.example.org/lapidary")]
    url: String,
    /// The events to be told of.
    #[schema(example = json!(["game.finished"]))]
    events: Vec<&'static str>,
    /// The only game whose events are told; null for any game.
    game: Option<Uuid>,
    /// The only tournament whose events are told; null for any tournament.
    tournament: Option<Uuid>,
    /// Whether messages are sent.
    enabled: bool,
    /// Why no messages are sent; null if they are. `gone`: the address returned 410. `failing`: all attempts
    /// of a message failed, and no other message was accepted in the meantime. `session_ended`: the grant or
    /// the API token that made it has ended.
    disabled_reason: Option<DisabledReason>,
    #[serde(serialize_with = "instant::serialize")]
    created_at: DateTime<Utc>,
    /// When the address last accepted a message; null if it never did.
    #[serde(serialize_with = "instant::serialize_option")]
    last_accepted_at: Option<DateTime<Utc>>,
    /// The secret that signs the messages; null except in the response that creates it.
    #[schema(example = "whsec_BwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwc=")]
    secret: Option<String>,
}

impl From<WithSecret> for WebhookBody {
    fn from(with: WithSecret) -> Self {
        let secret = with.secret.map(|secret| secret.to_text());
        WebhookBody { secret, ..with.webhook.into() }
    }
}

impl From<Webhook> for WebhookBody {
    fn from(webhook: Webhook) -> Self {
        WebhookBody {
            id: webhook.id.0,
            url: webhook.url,
            events: webhook.events.iter().map(|event| event.name()).collect(),
            game: webhook.filter.game.map(|game| game.0),
            tournament: webhook.filter.tournament.map(|tournament| tournament.0),
            enabled: webhook.enabled,
            disabled_reason: webhook.disabled_reason,
            created_at: webhook.created_at,
            last_accepted_at: webhook.accepted_at,
            secret: None,
        }
    }
}

whole_list_of!(WebhookBody, "Webhooks", "Webhooks.", "The webhooks, the oldest first.");
