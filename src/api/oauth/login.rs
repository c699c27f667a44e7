//! The player's login for deciding about the access of an app. It makes no session.

use std::time::Duration;

use actix_web::http::{StatusCode, header};
use actix_web::{HttpResponse, web};
use utoipa::ToSchema;

use super::asked::Asked;
use super::error::OAuthError;
use super::form::Parameters;
use super::own_origin::OwnOrigin;
use super::views::{self, LoginProblem};
use crate::Problem;
use crate::http::queued_client::QueuedClient;
use crate::words::said;
use lapidary_operation::operation;
use lapidary_service::access::Client;
use lapidary_service::oauth::Proven;
use lapidary_service::refusal::Explain;
use lapidary_service::sessions::{Credentials, SessionRefusal};
use lapidary_service::{Access, OAuth};

/// What a page says when its field has expired or was changed.
pub const OUTDATED: &str = "This page has expired. Go back to the app and start again.";
/// The maximum number of characters of a name, and of a password, as everywhere.
const USERNAME_MAX: usize = 64;
const PASSWORD_MAX: usize = 128;

/// The form of the page on which a player logs in.
#[derive(ToSchema)]
#[expect(dead_code, reason = "only its schema is used: forms are read as their parameters")]
pub struct LoginForm {
    /// The request of the app, as the page has it.
    request: String,
    /// The name, case-insensitive.
    username: String,
    /// The password.
    #[schema(format = Password)]
    password: String,
}

/// Log in to decide about access
///
/// The form of the page `GET /oauth/authorize`. Apps do not call it. A right password leads to the page on
/// which the player allows or denies access; it makes no session.
#[operation(post "/oauth/login", tag = "access", returns = "The page on which the player decides",
    "text/html" = "",
    "400 text/html" = "The page says that it has expired; `invalid_request` if it is no form",
    "403 text/html" = "The page with what was wrong",
    "429 text/html" = "The page says when the next password may be tried")]
pub async fn log_in_to_decide(
    _: OwnOrigin,
    oauth: web::Data<OAuth>,
    access: web::Data<Access>,
    QueuedClient(client): QueuedClient,
    form: Parameters<LoginForm>,
) -> Result<HttpResponse, OAuthError> {
    let sealed = form.get("request").unwrap_or_default();
    let Some(asked) = Asked::open(&access, sealed) else { return Ok(views::refusal(OUTDATED, None)?) };
    let username = form.get("username").unwrap_or_default();
    let page = match prove(&oauth, &form, client).await {
        Ok(proven) => consent_page(&asked, &access, &proven, username),
        Err(refusal) => once_more(refusal, |status, sentence| {
            views::login(&asked, sealed, Some(&LoginProblem { status, sentence, username }))
        }),
    };
    Ok(page?)
}

/// Verifies the password of a form, if its name and password are possible.
pub(super) async fn prove(
    oauth: &OAuth,
    form: &Parameters<impl Sized>,
    client: Client,
) -> Result<Proven, SessionRefusal> {
    let short = |name, most| form.get(name).filter(|text| text.chars().count() <= most).map(str::to_owned);
    match (short("username", USERNAME_MAX), short("password", PASSWORD_MAX)) {
        (Some(username), Some(password)) => {
            let presented =
                Credentials { username, password, refresh_token: None, client, client_kind: None };
            oauth.prove(presented).await
        }
        _ => Err(SessionRefusal::WrongCredentials),
    }
}

/// Returns the page on which a logged-in player decides.
pub(super) fn consent_page(
    asked: &Asked,
    access: &Access,
    proven: &Proven,
    username: &str,
) -> Result<HttpResponse, Problem> {
    let sealed = asked.seal_consent(access, proven).map_err(Problem::internal)?;
    views::consent(asked, &sealed, username)
}

/// Returns the page for another login, with its status and a sentence about the fault. Its headers also
/// tell the browser how long to wait.
pub(super) fn once_more(
    refusal: SessionRefusal,
    page: impl FnOnce(StatusCode, &str) -> Result<HttpResponse, Problem>,
) -> Result<HttpResponse, Problem> {
    match refusal {
        SessionRefusal::WrongCredentials => {
            page(StatusCode::FORBIDDEN, said("The username or the password is wrong."))
        }
        SessionRefusal::Locked(lock) => page(StatusCode::FORBIDDEN, &lock.explain().detail),
        SessionRefusal::TooSoon(delay) => {
            let seconds = whole_seconds(delay);
            let sentence = said("Too many wrong passwords. Wait {seconds} seconds before the next try.")
                .replace("{seconds}", &seconds.to_string());
            let mut page = page(StatusCode::TOO_MANY_REQUESTS, &sentence)?;
            page.headers_mut().insert(header::RETRY_AFTER, seconds.into());
            Ok(page)
        }
        other => Err(other.into()),
    }
}

fn whole_seconds(wait: Duration) -> u64 {
    wait.as_millis().div_ceil(1000).max(1) as u64
}
