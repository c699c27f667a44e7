//! Where the API begins: links to all that a client needs first, for one that knows the address alone.

use actix_web::{HttpRequest, HttpResponse, get};
use serde::Serialize;
use utoipa::ToSchema;

use crate::api::Problem;
use crate::api::http::tag;

/// Where to begin: paths on this server.
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
    /// The games that everybody may see.
    #[schema(format = "uri-reference", example = "/v1/games")]
    games: &'static str,
    /// Every code of a refusal with its explanation, for people.
    #[schema(format = "uri-reference", example = "/problems/")]
    problems: &'static str,
}

const INDEX: Index = Index {
    docs: "/docs/",
    openapi: "/openapi.json",
    rulesets: "/v1/rulesets",
    games: "/v1/games",
    problems: "/problems/",
};

/// Show where to begin
///
/// Links to the documentation, the contract, the rulesets, the games and the explanations of refusals.
#[utoipa::path(tag = "operations", responses((status = 200, description = "The links", body = Index)))]
#[get("/v1")]
pub async fn get_index(request: HttpRequest) -> Result<HttpResponse, Problem> {
    let json = serde_json::to_vec(&INDEX).map_err(Problem::internal)?;
    Ok(tag::tagged_bytes(&request, tag::ASK_AGAIN, "application/json", json))
}
