//! The logins of the caller's account: listing and ending them.

use actix_web::web;

use crate::extract::{Caller, LiveCaller, Path};
use crate::http::outcome::NoContent;
use crate::http::paging::{Page, whole_list_of};
use crate::{Code, Problem};
use lapidary_model::auth::SessionId;
use lapidary_model::login::Login;
use lapidary_operation::operation;
use lapidary_service::Sessions;

whole_list_of!(Login, "Logins", "The open logins of the caller's account.", "The logins, newest first.");

/// List my logins
///
/// Contains every open login of the account: where somebody logged in with the password and has neither
/// logged out nor stayed away for too long. An account has at most 100; one more ends the login that was not
/// used for the longest time. API tokens and apps are not logins.
#[operation(get "/v1/me/sessions", tag = "accounts", returns = "The logins")]
pub async fn list_sessions(
    sessions: web::Data<Sessions>,
    caller: LiveCaller,
) -> Result<web::Json<Page<Login>>, Problem> {
    Ok(web::Json(Page::whole(sessions.logins(&caller).await?)))
}

/// End a login
///
/// Its tokens do nothing any more, and its waits end. An id that is not an open login of this account changes
/// nothing and gets the same response. The login of the request can be ended too.
#[operation(delete "/v1/me/sessions/{id}", tag = "accounts",
    returns = "The account has no open login with this id", id = "The id of the login")]
pub async fn end_session(
    sessions: web::Data<Sessions>,
    caller: Caller,
    id: Result<Path<SessionId>, Problem>,
) -> Result<NoContent, Problem> {
    let form = "The id of a login is a UUID of the form 0190a000-0000-7000-8000-000000000000.";
    let Path(login) = id.map_err(|_| Problem::new(Code::Malformed, form))?;
    NoContent::after(sessions.end_login(&caller, login)).await
}

/// End all other logins
///
/// Every login of the account ends except the one of the request. API tokens and apps keep their access.
#[operation(delete "/v1/me/sessions", tag = "accounts", returns = "The account has no other open login")]
pub async fn end_other_sessions(sessions: web::Data<Sessions>, caller: Caller) -> Result<NoContent, Problem> {
    NoContent::after(sessions.end_other_logins(&caller)).await
}
