//! Logging in, staying in, logging out.

use actix_web::http::header;
use actix_web::{HttpResponse, delete, get, post, web};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::me::Me;
use super::refusal::too_soon;
use crate::api::contract::bounded;
use crate::api::extract::{Caller, ClientAddress, Valid};
use crate::api::http::endure::Gone;
use crate::api::{Code, Problem};
use crate::service::access::Client;
use crate::service::sessions::{Credentials, Grant, SessionRefusal};
use crate::service::{Access, Sessions};

/// What to log in with.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct LogIn {
    /// The name, case-insensitive.
    #[schema(pattern = "^[^\\x00]*$", max_length = 64, example = "ada")]
    #[serde(deserialize_with = "bounded::text::<_, 0, 64>")]
    username: String,
    /// The password.
    #[schema(pattern = "^[^\\x00]*$", max_length = 128, format = Password, example = "correct horse battery")]
    #[serde(deserialize_with = "bounded::text::<_, 0, 128>")]
    password: String,
    /// A refresh token of an earlier session of the same account, valid or not, if the client has kept one. It is not
    /// used up. Wrong passwords of others behind the same address then do not delay this login.
    #[schema(
        pattern = "^[A-Za-z0-9_-]*$",
        max_length = 128,
        nullable = true,
        example = "3q2-7wAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
    )]
    #[serde(default)]
    refresh_token: Option<String>,
}

/// A refresh token to be changed into the next.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Refresh {
    /// The token of the last answer.
    #[schema(
        pattern = "^[A-Za-z0-9_-]*$",
        max_length = 128,
        example = "3q2-7wAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
    )]
    #[serde(deserialize_with = "bounded::word::<_, 0, 128>")]
    refresh_token: String,
}

/// What a client needs to stay logged in.
#[derive(Serialize, ToSchema)]
pub struct Session {
    /// For `Authorization: Bearer …`.
    access_token: String,
    /// Seconds until the access token expires.
    #[schema(example = 600)]
    expires_in: u64,
    /// For `POST /v1/sessions/refresh`, once.
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

impl From<SessionRefusal> for Problem {
    fn from(refusal: SessionRefusal) -> Self {
        match refusal {
            SessionRefusal::WrongCredentials => {
                Problem::new(Code::InvalidCredentials, "The username or the password is wrong.")
            }
            SessionRefusal::TooSoon(delay) => too_soon(delay),
            SessionRefusal::BadRefreshToken => Problem::new(
                Code::InvalidRefreshToken,
                "The refresh token is unknown, expired, or was used before.",
            ),
            SessionRefusal::Key(error) => Problem::internal(error),
            SessionRefusal::Randomness(error) => Problem::internal(error),
            SessionRefusal::Hash(error) => error.into(),
            SessionRefusal::Storage(failure) => failure.into(),
        }
    }
}

/// Tokens are stored by nobody on the way.
fn session(grant: Grant) -> HttpResponse {
    HttpResponse::Ok().insert_header((header::CACHE_CONTROL, "no-store")).json(Session::from(grant))
}

/// Log in
///
/// The answer is the same for an unknown name and a wrong password. Wrong passwords are followed by growing delays, for each
/// account and address and for each address. Send an earlier `refresh_token` to be counted apart from others behind the
/// same address; a login from an address from which the account logged in lately is not delayed by failures for other names.
#[utoipa::path(tag = "accounts", request_body = LogIn, responses(
    (status = 200, description = "The session", body = Session)
))]
#[post("/v1/sessions")]
pub async fn log_in(
    sessions: web::Data<Sessions>,
    address: ClientAddress,
    gone: Gone,
    Valid(body): Valid<LogIn>,
) -> Result<HttpResponse, Problem> {
    let LogIn { username, password, refresh_token } = body;
    let client = Client { address: address.0, gone: gone.0 };
    let presented = Credentials { username, password, refresh_token, client };
    Ok(session(sessions.log_in(presented).await?))
}

/// Get a new access token
///
/// The refresh token is changed too; the old one gives the same answer for 30 seconds more, for answers that were
/// lost. Used later it ends its session, because then two parties hold it.
#[utoipa::path(tag = "accounts", request_body = Refresh, responses(
    (status = 200, description = "The session goes on", body = Session)
))]
#[post("/v1/sessions/refresh")]
pub async fn refresh_session(
    sessions: web::Data<Sessions>,
    Valid(body): Valid<Refresh>,
) -> Result<HttpResponse, Problem> {
    Ok(session(sessions.refresh(&body.refresh_token).await?))
}

/// Log out
///
/// Ends the session of the access token. Repeating it changes nothing.
#[utoipa::path(tag = "accounts", responses(
    (status = 204, description = "The session has ended")
))]
#[delete("/v1/sessions/current")]
pub async fn log_out(sessions: web::Data<Sessions>, caller: Caller) -> Result<HttpResponse, Problem> {
    sessions.log_out(&caller).await?;
    Ok(HttpResponse::NoContent().finish())
}

/// Give the keys that verify access tokens
///
/// A JSON Web Key Set (RFC 7517): the key that signs now, and the one that will sign next.
#[utoipa::path(tag = "operations", responses((status = 200, description = "The keys", body = serde_json::Value)))]
#[get("/.well-known/jwks.json")]
pub async fn key_set(access: web::Data<Access>) -> HttpResponse {
    HttpResponse::Ok()
        .insert_header((header::CACHE_CONTROL, "public, max-age=300"))
        .json(access.tokens().key_set())
}
