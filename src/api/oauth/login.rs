//! The player logs in, to decide about the access of an app. This makes no session.

use std::time::Duration;

use actix_web::http::{StatusCode, header};
use actix_web::{HttpResponse, post, web};
use utoipa::ToSchema;

use super::asked::Asked;
use super::error::OAuthError;
use super::form::Parameters;
use super::own_origin::OwnOrigin;
use super::views::{self, LoginProblem};
use crate::Problem;
use crate::http::password_client::PasswordClient;
use lapidary_service::access::Client;
use lapidary_service::sessions::{Credentials, SessionRefusal};
use lapidary_service::{Access, OAuth};

/// What a page says when its field has expired or was changed.
pub const OUTDATED: &str = "This page has expired. Go back to the app and start again.";
/// The maximum number of characters of a name, and of a password, as everywhere else.
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
#[utoipa::path(tag = "access",
    request_body(content = LoginForm, content_type = "application/x-www-form-urlencoded"),
    responses(
        (status = 200, description = "The page on which the player decides", content_type = "text/html", body = String),
        (status = 400, description = "The page says that it has expired; `invalid_request` if it is no form",
            content((String = "text/html"), (super::error::Body = "application/json"))),
        (status = 403, description = "The page with what was wrong", content_type = "text/html", body = String),
        (status = 429, description = "The page says when the next password may be tried", content_type = "text/html", body = String)
    )
)]
#[post("/oauth/login")]
pub async fn log_in_to_decide(
    _: OwnOrigin,
    oauth: web::Data<OAuth>,
    access: web::Data<Access>,
    PasswordClient(client): PasswordClient,
    form: Parameters,
) -> Result<HttpResponse, OAuthError> {
    let sealed = form.get("request").unwrap_or_default();
    let Some(asked) = Asked::open(&access, sealed) else {
        return views::refusal(OUTDATED, None).map_err(OAuthError::Problem);
    };
    let username = form.get("username").unwrap_or_default();
    let proven = match credentials(&form, client) {
        Some(presented) => oauth.prove(presented).await,
        None => Err(SessionRefusal::WrongCredentials),
    };
    let answer = match proven {
        Ok(proven) => asked
            .seal_consent(&access, &proven)
            .map_err(Problem::internal)
            .and_then(|sealed| views::consent(&asked, &sealed, username)),
        Err(refusal) => again(&asked, sealed, username, refusal),
    };
    answer.map_err(OAuthError::Problem)
}

/// Returns the credentials of a form, if an account could have them.
pub(super) fn credentials(form: &Parameters, client: Client) -> Option<Credentials> {
    let fits = |text: &str, most: usize| text.chars().count() <= most;
    let username = form.get("username").filter(|text| fits(text, USERNAME_MAX))?.to_owned();
    let password = form.get("password").filter(|text| fits(text, PASSWORD_MAX))?.to_owned();
    Some(Credentials { username, password, refresh_token: None, client, client_kind: None })
}

/// Returns the page on which the player logs in once more.
fn again(
    asked: &Asked,
    sealed: &str,
    username: &str,
    refusal: SessionRefusal,
) -> Result<HttpResponse, Problem> {
    let wrong = wrong(refusal)?;
    let problem = LoginProblem { status: wrong.status, sentence: &wrong.sentence, username };
    Ok(wrong.with_wait(views::login(asked, sealed, Some(&problem))?))
}

/// What was wrong with a login, for the page on which the player tries again.
pub(super) struct Wrong {
    pub status: StatusCode,
    pub sentence: String,
    /// After how many seconds the next password may be tried.
    wait: Option<u64>,
}

/// Returns what was wrong with a login.
///
/// # Errors
/// What no other password would mend.
pub(super) fn wrong(refusal: SessionRefusal) -> Result<Wrong, Problem> {
    match refusal {
        SessionRefusal::WrongCredentials => Ok(Wrong {
            status: StatusCode::FORBIDDEN,
            sentence: "The username or the password is wrong.".to_owned(),
            wait: None,
        }),
        SessionRefusal::TooSoon(delay) => {
            let seconds = whole_seconds(delay);
            let sentence = format!("Too many wrong passwords. Wait {seconds} seconds before the next try.");
            Ok(Wrong { status: StatusCode::TOO_MANY_REQUESTS, sentence, wait: Some(seconds) })
        }
        other => Err(other.into()),
    }
}

impl Wrong {
    /// Tells the browser too how long to wait.
    pub(super) fn with_wait(&self, mut page: HttpResponse) -> HttpResponse {
        if let Some(seconds) = self.wait {
            page.headers_mut().insert(header::RETRY_AFTER, seconds.into());
        }
        page
    }
}

fn whole_seconds(wait: Duration) -> u64 {
    wait.as_millis().div_ceil(1000).max(1) as u64
}
