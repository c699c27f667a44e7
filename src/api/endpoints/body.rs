//! The endpoint of a bot in JSON.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::instant;
use lapidary_model::auth::WebhookSecret;
use lapidary_model::bot_endpoint::{Endpoint, EndpointEnd, EndpointFault};

/// The endpoint to set.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SetEndpoint {
    /// The address that is asked: `https://` with port 443 or a port from 1024, on the public internet.
    #[schema(
        format = "text",
        pattern = "^[^\\x00-\\x1f\\x7f-\\x9f]*$",
        min_length = 1,
        max_length = 2048,
        example = "https://bots.example.org/ada"
    )]
    pub url: String,
}

/// The endpoint of a bot: the address at which the server asks for its decisions.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = BotEndpoint)]
pub struct EndpointBody {
    /// The address.
    #[schema(example = "https://bots.example.org/ada")]
    url: String,
    /// Whether the bot is asked. Set the endpoint again to enable it.
    enabled: bool,
    /// Why it is not enabled; null if it is. Values may be added.
    disabled_reason: Option<EndpointEnd>,
    #[serde(serialize_with = "instant::serialize")]
    created_at: DateTime<Utc>,
    /// When the bot last gave an answer that was played, accurate to a minute; null if it never has.
    #[serde(serialize_with = "instant::serialize_option")]
    last_answered_at: Option<DateTime<Utc>>,
    /// The last fault; null if there was none. Later answers do not delete it.
    last_fault: Option<EndpointFaultBody>,
    /// The secret that signs the questions; null except in the response that sets the endpoint.
    #[schema(example = "whsec_BwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwc=")]
    secret: Option<String>,
}

/// What was wrong with an answer.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = BotEndpointFault)]
pub struct EndpointFaultBody {
    /// The kind; values may be added.
    #[schema(example = "illegal_action")]
    kind: String,
    /// A sentence for people.
    detail: String,
    #[serde(serialize_with = "instant::serialize")]
    at: DateTime<Utc>,
}

impl From<EndpointFault> for EndpointFaultBody {
    fn from(fault: EndpointFault) -> Self {
        EndpointFaultBody { kind: fault.kind, detail: fault.detail.into(), at: fault.at }
    }
}

impl EndpointBody {
    /// Returns an endpoint with its secret, if it is new.
    pub fn new(endpoint: Endpoint, secret: Option<&WebhookSecret>) -> EndpointBody {
        EndpointBody {
            url: endpoint.url,
            enabled: endpoint.ended.is_none(),
            disabled_reason: endpoint.ended,
            created_at: endpoint.created_at,
            last_answered_at: endpoint.answered_at,
            last_fault: endpoint.fault.map(EndpointFaultBody::from),
            secret: secret.map(WebhookSecret::to_text),
        }
    }
}
