//! The endpoint of a bot in JSON.

use serde::Serialize;
use utoipa::ToSchema;

use lapidary_model::auth::WebhookSecret;
use lapidary_model::bot_endpoint::Endpoint;
use lapidary_operation::body;

/// The endpoint to set.
#[body]
pub struct SetEndpoint {
    /// The address that is asked: `https://` with port 443 or a port from 1024, on the public internet.
    #[schema(format = "text", min_length = 1, max_length = 2048, example = "https://bots.example.org/ada")]
    pub url: String,
    /// Whether the server matches the bot by itself with bots of others, whose games are rated in the ladder
    /// of bots (`splendor.duel.live.endpoint`). With `false`, its present game is still played to its end.
    #[serde(default)]
    #[schema(default = false)]
    pub ladder: bool,
}

/// The endpoint of a bot: the address at which the server asks for its decisions.
#[derive(Debug, Serialize, ToSchema)]
pub struct BotEndpoint {
    #[serde(flatten)]
    endpoint: Endpoint,
    /// The secret that signs the questions; null except in the response that sets the endpoint.
    #[schema(example = "whsec_BwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwc=")]
    secret: Option<String>,
}

impl BotEndpoint {
    /// Returns an endpoint with its secret, if it is new.
    pub fn new(endpoint: Endpoint, secret: Option<&WebhookSecret>) -> BotEndpoint {
        BotEndpoint { endpoint, secret: secret.map(WebhookSecret::to_text) }
    }
}
