//! Logging in, refreshing tokens, logging out.

use actix_web::http::header;
use actix_web::{HttpResponse, web};
use serde::Serialize;
use serde_json::Value;
use utoipa::ToSchema;

use super::me::Me;
use crate::Problem;
use crate::extract::{Caller, ClientKind, Valid};
use crate::http::outcome::{As, NoContent, NoStore};
use crate::http::queued_client::QueuedClient;
use lapidary_operation::{body, operation};
use lapidary_service::sessions::{Credentials, Grant};
use lapidary_service::{Access, Sessions};

/// The credentials of a login.
#[body]
pub struct LogIn {
    /// The name, case-insensitive.
    #[schema(pattern = "^[^\\x00]*$", max_length = 64, example = "ada")]
    username: String,
    /// The password.
    #[schema(pattern = "^[^\\x00]*$", max_length = 128, format = Password, example = "correct horse battery")]
    password: String,
    /// A refresh token of an earlier session of the same account, valid or not, if the client still has one.
    /// The login does not use it up. With it, wrong passwords of other clients behind the same address do not
    /// delay this login.
    #[schema(
        pattern = "^[A-Za-z0-9_-]*$",
        max_length = 128,
        nullable = true,
        example = "3q2-7wAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
    )]
    refresh_token: Option<String>,
}

/// A refresh token to be exchanged for the next one.
#[body]
pub struct Refresh {
    /// The refresh token of the last response.
    #[schema(
        pattern = "^[A-Za-z0-9_-]*$",
        max_length = 128,
        example = "3q2-7wAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
    )]
    refresh_token: String,
}

/// The tokens of a session.
#[derive(Serialize, ToSchema)]
pub struct Session {
    /// The access token, for `Authorization: Bearer …`.
    access_token: String,
    /// Seconds until the access token expires.
    #[schema(example = 600)]
    expires_in: u64,
    /// The refresh token, to be used once with `POST /v1/sessions/refresh`.
    refresh_token: String,
    player: Me,
}

impl From<Grant> for Session {
    fn from(grant: Grant) -> Self {
        Session {
            access_token: grant.access_token,
            expires_in: grant.expires_in.as_secs(),
            refresh_token: grant.refresh_token,
            player: grant.player.into(),
        }
    }
}

/// Log in
///
/// The response is the same for an unknown name and for a wrong password. Wrong passwords cause growing
/// delays, for the account at this address and for the address. Send an earlier `refresh_token` to be counted
/// separately from other clients behind the same address. If the account logged in from this address
/// recently, failures for other names do not delay its login.
#[operation(post "/v1/sessions", tag = "accounts", returns = "The session")]
pub async fn log_in(
    sessions: web::Data<Sessions>,
    QueuedClient(client): QueuedClient,
    ClientKind(client_kind): ClientKind,
    Valid(body): Valid<LogIn>,
) -> Result<NoStore<web::Json<Session>>, Problem> {
    let LogIn { username, password, refresh_token } = body;
    let presented = Credentials { username, password, refresh_token, client, client_kind };
    Ok(NoStore(web::Json(sessions.log_in(presented).await?.into())))
}

/// Get a new access token
///
/// Returns a new access token and a new refresh token. If the response is lost, repeat the request: the old
/// refresh token returns the same new refresh token for 30 seconds, and later as long as neither of the new
/// tokens was used. Reuse after that ends the session, because the token may have been stolen.
#[operation(post "/v1/sessions/refresh", tag = "accounts", returns = "The new tokens")]
pub async fn refresh_session(
    sessions: web::Data<Sessions>,
    Valid(body): Valid<Refresh>,
) -> Result<NoStore<web::Json<Session>>, Problem> {
    Ok(NoStore(web::Json(sessions.refresh(&body.refresh_token).await?.into())))
}

/// Log out
///
/// Ends the session of the access token. Repeating it changes nothing.
#[operation(delete "/v1/sessions/current", tag = "accounts", returns = "The session has ended")]
pub async fn log_out(sessions: web::Data<Sessions>, caller: Caller) -> Result<NoContent, Problem> {
    NoContent::after(sessions.log_out(&caller)).await
}

/// Get the public keys of access tokens
///
/// Returns a JSON Web Key Set (RFC 7517): the current signing key and the next one.
#[operation(get "/.well-known/jwks.json", tag = "operations", returns = "The keys")]
pub async fn key_set(access: web::Data<Access>) -> As<web::Json<Value>> {
    HttpResponse::Ok()
        .insert_header((header::CACHE_CONTROL, "public, max-age=300"))
        .json(access.tokens().key_set())
        .into()
}
