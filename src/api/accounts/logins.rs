//! The logins of the caller's account: their list and their ends.

use actix_web::{HttpResponse, delete, web};
use chrono::{DateTime, Utc};
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::extract::{Caller, LiveCaller, hyphenated};
use crate::http::outcome::NoContent;
use crate::http::paging::{Page, whole_list_of};
use crate::instant;
use crate::{Code, Problem};
use lapidary_model::auth::SessionId;
use lapidary_model::login::Login;
use lapidary_operation::operation;
use lapidary_service::Sessions;

whole_list_of!(LoginBody, "Logins", "The open logins of the caller's account.", "The logins, newest first.");

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

impl LoginBody {
    fn of(login: Login, caller: SessionId) -> LoginBody {
        LoginBody {
            id: login.id.0,
            created_at: login.created_at,
            last_used_at: login.last_used_at,
            client: login.client,
            current: login.id == caller,
        }
    }
}

/// List my logins
///
/// Contains every open login of the account: where somebody logged in with the password and has neither
/// logged out nor stayed away for too long. An account has at most 100; one more ends the login that was not
/// used for the longest time. API tokens and apps are not logins.
#[operation(get "/v1/me/sessions", tag = "accounts", returns = "The logins")]
pub async fn list_sessions(
    sessions: web::Data<Sessions>,
    caller: LiveCaller,
) -> Result<web::Json<Page<LoginBody>>, Problem> {
    let logins = sessions.logins(&caller).await?.into_iter();
    Ok(web::Json(Page::whole(logins.map(|login| LoginBody::of(login, caller.session)))))
}

/// End a login
///
/// Its tokens do nothing any more, and its waits end. An id that is not an open login of this account changes
/// nothing and gets the same response. The login of the request can be ended too.
#[utoipa::path(
    tag = "accounts",
    params(("id" = Uuid, description = "The id of the login", example = "0190a000-0000-7000-8000-000000000000")),
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
#[operation(delete "/v1/me/sessions", tag = "accounts", returns = "The account has no other open login")]
pub async fn end_other_sessions(sessions: web::Data<Sessions>, caller: Caller) -> Result<NoContent, Problem> {
    sessions.end_other_logins(&caller).await?;
    Ok(NoContent)
}
