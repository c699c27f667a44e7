//! The login of the page: a session of this origin, in a cookie that no script can read.
//!
//! With the cookie, each tab asks for an access token of its own and keeps it in memory. Browsers send the
//! cookie to this path alone, and never for another site; besides, requests of other origins are refused.
//!
//! A guest plays before choosing a password: a second cookie keeps the one that was drawn, until the guest
//! replaces it.

use actix_web::http::header::{self, HeaderMap, HeaderValue};
use actix_web::{HttpRequest, HttpResponse, web};
use serde::{Deserialize, Serialize};

use crate::Problem;
use crate::accounts::password::new_password;
use crate::extract::{ClientKind, Form};
use crate::http::password_client::PasswordClient;
use crate::oauth::OwnOrigin;
use lapidary_model::settings::PublicUrl;
use lapidary_service::access::Presented;
use lapidary_service::sessions::{Credentials, Grant, SessionRefusal};
use lapidary_service::{Access, Accounts, Sessions};

/// The cookie with the refresh token of the session.
const SESSION: &str = "lapidary-session";
/// The cookie with the password of a guest.
const GUEST: &str = "lapidary-guest";
/// What both cookies have in common.
const GUARDED: &str = "Path=/account/session; HttpOnly; SameSite=Strict";
/// How long browsers keep them, in seconds: the longest time that they allow. The server decides when the
/// session has expired.
const KEPT_SECONDS: u32 = 400 * 24 * 60 * 60;

/// The form of a login.
#[derive(Deserialize)]
pub struct PageLogin {
    username: String,
    password: String,
    /// Present if the page has drawn the password for a guest.
    guest: Option<String>,
}

/// The form with which a guest chooses a password.
#[derive(Deserialize)]
pub struct Kept {
    password: String,
}

/// What a tab learns about its session.
#[derive(Serialize)]
struct TabSession {
    access_token: String,
    /// Seconds until the access token expires.
    expires_in: u64,
    username: Option<String>,
    is_guest: bool,
}

impl TabSession {
    fn new(grant: Grant, is_guest: bool) -> TabSession {
        TabSession {
            access_token: grant.access_token,
            expires_in: grant.expires_in.as_secs(),
            username: grant.player.username,
            is_guest,
        }
    }
}

/// Returns an access token for a tab.
///
/// # Errors
/// `invalid_refresh_token` if nobody is logged in, or not any more; `forbidden` for another origin.
pub async fn look(
    _: OwnOrigin,
    request: HttpRequest,
    sessions: web::Data<Sessions>,
) -> Result<HttpResponse, Problem> {
    let grant = sessions.resume(&session_of(&request)?).await?;
    let is_guest = cookie(request.headers(), GUEST).is_some();
    Ok(private().json(TabSession::new(grant, is_guest)))
}

/// Logs in. The session that the browser had before ends.
///
/// # Errors
/// As `POST /v1/sessions`; `forbidden` for another origin.
pub async fn begin(
    _: OwnOrigin,
    request: HttpRequest,
    sessions: web::Data<Sessions>,
    PasswordClient(client): PasswordClient,
    ClientKind(client_kind): ClientKind,
    form: Result<Form<PageLogin>, Problem>,
) -> Result<HttpResponse, Problem> {
    let Form(PageLogin { username, password, guest }) = form?;
    let old = cookie(request.headers(), SESSION);
    let drawn = guest.map(|_| password.clone()).filter(|drawn| fits_cookie(drawn));
    let refresh_token = old.clone();
    let grant =
        sessions.log_in(Credentials { username, password, refresh_token, client, client_kind }).await?;
    if let Some(old) = old {
        sessions.end(&old).await?;
    }
    let mut response = private();
    response.append_header((header::SET_COOKIE, set(&request, SESSION, Some(&grant.refresh_token))?));
    response.append_header((header::SET_COOKIE, set(&request, GUEST, drawn.as_deref())?));
    Ok(response.json(TabSession::new(grant, drawn.is_some())))
}

/// Replaces the drawn password of a guest by one that the guest knows.
///
/// # Errors
/// `validation_failed` if it is not allowed; `invalid_refresh_token` if nobody is logged in; `wrong_password`
/// if the player is not a guest; `forbidden` for another origin.
pub async fn keep(
    _: OwnOrigin,
    request: HttpRequest,
    (sessions, access, accounts): (web::Data<Sessions>, web::Data<Access>, web::Data<Accounts>),
    PasswordClient(client): PasswordClient,
    form: Result<Form<Kept>, Problem>,
) -> Result<HttpResponse, Problem> {
    let new = new_password(form?.0.password, "/password")?;
    let grant = sessions.resume(&session_of(&request)?).await?;
    let Ok(Presented::Valid(guest)) = access.identify(&grant.access_token) else {
        return Err(Problem::internal("a new access token is not valid"));
    };
    let drawn = cookie(request.headers(), GUEST).unwrap_or_default();
    accounts.change_password(&guest, &client, drawn, new).await?;
    let mut response = private();
    response.append_header((header::SET_COOKIE, set(&request, GUEST, None)?));
    Ok(response.json(TabSession::new(grant, false)))
}

/// Logs out, in every tab.
///
/// # Errors
/// `forbidden` for another origin.
pub async fn end(
    _: OwnOrigin,
    request: HttpRequest,
    sessions: web::Data<Sessions>,
) -> Result<HttpResponse, Problem> {
    if let Some(token) = cookie(request.headers(), SESSION) {
        sessions.end(&token).await?;
    }
    let mut response = HttpResponse::NoContent();
    for name in [SESSION, GUEST] {
        response.append_header((header::SET_COOKIE, set(&request, name, None)?));
    }
    Ok(response.finish())
}

fn private() -> actix_web::HttpResponseBuilder {
    let mut response = HttpResponse::Ok();
    response.insert_header((header::CACHE_CONTROL, "no-store"));
    response
}

/// Whether a cookie can have this value, as every password can that the page draws (RFC 6265, 4.1.1).
fn fits_cookie(value: &str) -> bool {
    value.bytes().all(|byte| byte.is_ascii_graphic() && !matches!(byte, b'"' | b',' | b';' | b'\\'))
}

fn session_of(request: &HttpRequest) -> Result<String, SessionRefusal> {
    cookie(request.headers(), SESSION).ok_or(SessionRefusal::BadRefreshToken)
}

/// Returns the value of a cookie.
fn cookie(headers: &HeaderMap, name: &str) -> Option<String> {
    let values = headers.get_all(header::COOKIE).filter_map(|value| value.to_str().ok());
    let mut pairs = values.flat_map(|value| value.split(';')).filter_map(|pair| pair.trim().split_once('='));
    pairs.find(|(known, _)| *known == name).map(|(_, value)| value.to_owned())
}

/// Returns the header that sets a cookie, or deletes it.
fn set(request: &HttpRequest, name: &str, value: Option<&str>) -> Result<HeaderValue, Problem> {
    // A proxy may terminate TLS: the browser tells how it reaches the page.
    let origin = request.headers().get(header::ORIGIN).and_then(|origin| origin.to_str().ok());
    let public_url = request.app_data::<web::Data<PublicUrl>>().map(|url| url.as_str());
    let is_secure = origin.or(public_url).is_some_and(|origin| origin.starts_with("https://"));
    let secure = if is_secure { "; Secure" } else { "" };
    let age = if value.is_some() { KEPT_SECONDS } else { 0 };
    let text = format!("{name}={}; Max-Age={age}; {GUARDED}{secure}", value.unwrap_or_default());
    HeaderValue::try_from(text).map_err(Problem::internal)
}
