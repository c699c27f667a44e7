//! The facts that clients need about this server (RFC 8414).

use actix_web::http::header;
use actix_web::{HttpResponse, web};
use serde::Serialize;
use utoipa::ToSchema;

use crate::http::outcome::As;
use lapidary_model::auth::Scopes;
use lapidary_model::auth::oauth::Challenge;
use lapidary_model::settings::PublicUrl;
use lapidary_operation::operation;

/// The metadata of this authorization server (RFC 8414).
#[derive(Serialize, ToSchema)]
pub struct ServerMetadata {
    /// The name of this server, which is its address.
    #[schema(example = "https://games.example")]
    issuer: String,
    authorization_endpoint: String,
    token_endpoint: String,
    device_authorization_endpoint: String,
    revocation_endpoint: String,
    jwks_uri: String,
    service_documentation: String,
    scopes_supported: Vec<String>,
    response_types_supported: [&'static str; 1],
    response_modes_supported: [&'static str; 1],
    grant_types_supported: [&'static str; 3],
    token_endpoint_auth_methods_supported: [&'static str; 1],
    revocation_endpoint_auth_methods_supported: [&'static str; 1],
    code_challenge_methods_supported: [&'static str; 1],
    /// Whether responses name this server (RFC 9207).
    authorization_response_iss_parameter_supported: bool,
}

/// Describe the authorization server
///
/// Returns the addresses and abilities of this server for OAuth clients (RFC 8414).
#[operation(get "/.well-known/oauth-authorization-server", tag = "access", returns = "The metadata")]
pub async fn get_server_metadata(public_url: web::Data<PublicUrl>) -> As<web::Json<ServerMetadata>> {
    let metadata = ServerMetadata {
        issuer: public_url.as_str().to_owned(),
        authorization_endpoint: public_url.of("/oauth/authorize"),
        token_endpoint: public_url.of("/oauth/token"),
        device_authorization_endpoint: public_url.of("/oauth/device"),
        revocation_endpoint: public_url.of("/oauth/revoke"),
        jwks_uri: public_url.of("/.well-known/jwks.json"),
        service_documentation: public_url.of("/docs/"),
        scopes_supported: Scopes::ALL.iter().map(|scope| scope.to_string()).collect(),
        response_types_supported: ["code"],
        response_modes_supported: ["query"],
        grant_types_supported: [
            "authorization_code",
            "refresh_token",
            "urn:ietf:params:oauth:grant-type:device_code",
        ],
        token_endpoint_auth_methods_supported: ["none"],
        revocation_endpoint_auth_methods_supported: ["none"],
        code_challenge_methods_supported: [Challenge::METHOD],
        authorization_response_iss_parameter_supported: true,
    };
    HttpResponse::Ok().insert_header((header::CACHE_CONTROL, "public, max-age=300")).json(metadata).into()
}
