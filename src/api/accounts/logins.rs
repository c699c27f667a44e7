//! The logins of the caller's account: their list and their ends.

use actix_web::{HttpResponse, delete, get, web};
use chrono::{DateTime, Utc};
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::extract::{Caller, LiveCaller, hyphenated};
use crate::instant;
use crate::{Code, Problem};
use lapidary_model::auth::SessionId;
use lapidary_model::login::Login;
use lapidary_service::Sessions;

/// The open logins of the caller's account.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Logins)]
pub struct LoginsBody {
    /// The logins, newest first.
    items: Vec<LoginBody>,
    /// Always null: the list is complete.
    next_cursor: Option<String>,
}

/// An open login.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = OpenLogin)]
pub struct LoginBody {
    /// The id, for ending this login.
    id: Uuid,
    /// When the client logged in.
    #[serde(serialize_with = "instant::serialize")]
    created_at: DateTime<Utc>,
    /// When the client logged in or got its last access token.
    #[serde(serialize_with = "instant::serialize")]
    last_used_at: DateTime<Utc>,
    /// The kind of client, from its `User-Agent` at the login, without versions; null if it named none.
    #[schema(max_length = 64, example = "Firefox on Linux")]
    client: Option<String>,
    /// Whether this is the login of the request.
    current: bool,
}

impl LoginsBody {
    fn of(logins: Vec<Login>, caller: SessionId) -> LoginsBody {
        let item = |login: Login| LoginBody {
            id: login.id.0,
            created_at: login.created_at,
            last_used_at: login.last_used_at,
            client: login.client,
            current: login.id == caller,
        };
        LoginsBody { items: logins.into_iter().map(item).collect(), next_cursor: None }
    }
}

/// List my logins
///
/// Contains every open login of the account: where somebody logged in with the password and has neither
/// logged out nor stayed away for too long. An account has at most 100; one more ends the login that was not
/// used for the longest time. API tokens and apps are not logins.
#[utoipa::path(tag = "accounts", responses(
    (status = 200, description = "The logins", body = LoginsBody)
))]
#[get("/v1/me/sessions")]
pub async fn list_sessions(
    sessions: web::Data<Sessions>,
    caller: LiveCaller,
) -> Result<HttpResponse, Problem> {
    let logins = sessions.logins(&caller).await?;
    Ok(HttpResponse::Ok().json(LoginsBody::of(logins, caller.session)))
}

/// End a login
///
/// Its tokens do nothing any more, and its waits end. An id that is not an open login of this account changes
/// nothing and gets the same response. The login of the request can be ended too.
#[utoipa::path(
    tag = "accounts",
    params(("id" = Uuid, Path, description = "The id of the login", example = "0190a000-0000-7000-8000-000000000000")),
    responses((status = 204, description = "The account has no open login with this id"))
)]
#[delete("/v1/me/sessions/{id}")]
pub async fn end_session(
    sessions: web::Data<Sessions>,
    caller: Caller,
    id: web::Path<String>,
) -> Result<HttpResponse, Problem> {
    let not_an_id = || {
        let form = "0190a000-0000-7000-8000-000000000000";
        Problem::new(Code::Malformed, format!("The id of a login is a UUID of the form {form}."))
    };
    let login = SessionId(hyphenated(&id).ok_or_else(not_an_id)?);
    sessions.end_login(&caller, login).await?;
    Ok(HttpResponse::NoContent().finish())
}

/// End all other logins
///
/// Every login of the account ends except the one of the request. API tokens and apps keep their access.
#[utoipa::path(tag = "accounts", responses(
    (status = 204, description = "The account has no other open login")
))]
#[delete("/v1/me/sessions")]
pub async fn end_other_sessions(
    sessions: web::Data<Sessions>,
    caller: Caller,
) -> Result<HttpResponse, Problem> {
    sessions.end_other_logins(&caller).await?;
    Ok(HttpResponse::NoContent().finish())
}
