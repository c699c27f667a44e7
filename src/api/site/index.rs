//! The entry point of the API: links for a client that knows only this address.

use actix_web::web;
use serde::Serialize;
use utoipa::ToSchema;

use crate::http::outcome::Public;
use lapidary_model::settings::PublicUrls;
use lapidary_operation::operation;

/// The entry point: paths on this server, and the addresses of the service.
#[derive(Debug, Serialize, ToSchema)]
pub struct Index {
    /// The documentation, for people.
    #[schema(format = "uri-reference", example = "/docs/")]
    docs: &'static str,
    /// The contract: this API as an OpenAPI document.
    #[schema(format = "uri-reference", example = "/openapi.json")]
    openapi: &'static str,
    /// The rulesets that can be played.
    #[schema(format = "uri-reference", example = "/v1/rulesets")]
    rulesets: &'static str,
    /// The public games.
    #[schema(format = "uri-reference", example = "/v1/games")]
    games: &'static str,
    /// The explanation of every error code, for people.
    #[schema(format = "uri-reference", example = "/problems/")]
    problems: &'static str,
    /// The addresses of this service, the preferred one first; empty if the operator names none. If one of
    /// them does not respond, repeat the request at another one: games, accounts and tokens are the same at
    /// each.
    #[schema(max_items = 16, example = json!(["https://games.example", "https://games-2.example"]))]
    servers: Vec<String>,
}

/// Get the entry point
///
/// Returns links to the documentation, the contract, the rulesets, the games and the explanations of error
/// codes, and the addresses of the service.
#[operation(get "/v1", tag = "operations", returns = "The links")]
pub async fn get_index(servers: web::Data<PublicUrls>) -> Public<Index> {
    Public(Index {
        docs: "/docs/",
        openapi: "/openapi.json",
        rulesets: "/v1/rulesets",
        games: "/v1/games",
        problems: "/problems/",
        servers: servers.0.iter().map(|server| server.as_str().to_owned()).collect(),
    })
}
