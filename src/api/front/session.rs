//! The login of the page: a session of this origin, in a cookie that no script can read.
//!
//! With the cookie, each tab requests an access token and keeps it in memory. Browsers never send the cookie
//! for another site, and requests of other origins are refused. Nothing else reads it.
//!
//! A guest plays before choosing a password. A second cookie keeps a generated one until the guest replaces
//! it.

use actix_web::http::header::{self, HeaderValue};
use actix_web::{HttpRequest, HttpResponse, web};
use serde::{Deserialize, Serialize};

use crate::Problem;
use crate::accounts::password::new_password;
use crate::extract::{ClientKind, Form};
use crate::http::queued_client::QueuedClient;
use crate::oauth::OwnOrigin;
use lapidary_model::settings::PublicUrl;
use lapidary_service::access::Presented;
use lapidary_service::sessions::{Credentials, Grant, SessionRefusal};
use lapidary_service::{Access, Accounts, Sessions};

/// The cookie with the refresh token of the session.
const SESSION: &str = "lapidary-session";
/// The cookie with a guest's password.
const GUEST: &str = "lapidary-guest";
/// The prefix of both names if the browser uses HTTPS. Browsers then accept them only from this host, for all
/// of its paths. So no other host of the domain can plant one.
const OF_THIS_HOST: &str = "__Host-";
/// How long browsers keep them, in seconds: the maximum that browsers allow. The server decides when the
/// session expires.
const KEPT_SECONDS: u32 = 400 * 24 * 60 * 60;

/// The form of a login.
#[derive(Deserialize)]
pub struct PageLogin {
    username: String,
    password: String,
    /// Present if the page has generated a guest's password.
    guest: Option<String>,
}

/// The form with which a guest chooses a password.
#[derive(Deserialize)]
pub struct Kept {
    password: String,
}

/// The session as a tab sees it.
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
pub async fn look(
    _: OwnOrigin,
    request: HttpRequest,
    sessions: web::Data<Sessions>,
) -> Result<HttpResponse, Problem> {
    let grant = sessions.resume(&session_of(&request)?).await?;
    let is_guest = cookie(&request, GUEST).is_some();
    Ok(private().json(TabSession::new(grant, is_guest)))
}

/// Logs in. The session that the browser had before ends.
pub async fn begin(
    _: OwnOrigin,
    request: HttpRequest,
    sessions: web::Data<Sessions>,
    QueuedClient(client): QueuedClient,
    ClientKind(client_kind): ClientKind,
    form: Result<Form<PageLogin>, Problem>,
) -> Result<HttpResponse, Problem> {
    let Form(PageLogin { username, password, guest }) = form?;
    let old = cookie(&request, SESSION);
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

/// Replaces a guest's generated password by one that the guest knows.
pub async fn keep(
    _: OwnOrigin,
    request: HttpRequest,
    (sessions, access, accounts): (web::Data<Sessions>, web::Data<Access>, web::Data<Accounts>),
    QueuedClient(client): QueuedClient,
    form: Result<Form<Kept>, Problem>,
) -> Result<HttpResponse, Problem> {
    let new = new_password(form?.0.password, "/password")?;
    let grant = sessions.resume(&session_of(&request)?).await?;
    let Ok(Presented::Valid(guest)) = access.identify(&grant.access_token) else {
        return Err(Problem::internal("a new access token is not valid"));
    };
    let drawn = cookie(&request, GUEST).unwrap_or_default();
    accounts.change_password(&guest, &client, drawn, new).await?;
    let mut response = private();
    response.append_header((header::SET_COOKIE, set(&request, GUEST, None)?));
    Ok(response.json(TabSession::new(grant, false)))
}

/// Logs out, in every tab.
pub async fn end(
    _: OwnOrigin,
    request: HttpRequest,
    sessions: web::Data<Sessions>,
) -> Result<HttpResponse, Problem> {
    if let Some(token) = cookie(&request, SESSION) {
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

/// Whether a cookie can have this value. Every generated password can (RFC 6265, 4.1.1).
fn fits_cookie(value: &str) -> bool {
    value.bytes().all(|byte| byte.is_ascii_graphic() && !matches!(byte, b'"' | b',' | b';' | b'\\'))
}

fn session_of(request: &HttpRequest) -> Result<String, SessionRefusal> {
    cookie(request, SESSION).ok_or(SessionRefusal::BadRefreshToken)
}

/// Returns the value of a cookie. None if there are two, because somebody else may have planted one. Over
/// HTTPS, only this host's cookie counts.
fn cookie(request: &HttpRequest, name: &str) -> Option<String> {
    let named = |name: &str| -> Vec<&str> {
        let values = request.headers().get_all(header::COOKIE).filter_map(|value| value.to_str().ok());
        let pairs = values.flat_map(|value| value.split(';')).filter_map(|pair| pair.trim().split_once('='));
        pairs.filter(|(known, _)| *known == name).map(|(_, value)| value).collect()
    };
    let of_this_host = named(&format!("{OF_THIS_HOST}{name}"));
    let is_open = of_this_host.is_empty() && !is_secure(request);
    match (if is_open { named(name) } else { of_this_host }).as_slice() {
        [value] => Some((*value).to_owned()),
        _ => None,
    }
}

/// Returns the header that sets a cookie, or deletes it.
fn set(request: &HttpRequest, name: &str, value: Option<&str>) -> Result<HeaderValue, Problem> {
    let (of_this_host, reach) = match is_secure(request) {
        true => (OF_THIS_HOST, "Path=/; Secure"),
        false => ("", "Path=/account/session"),
    };
    let age = if value.is_some() { KEPT_SECONDS } else { 0 };
    let value = value.unwrap_or_default();
    let text = format!("{of_this_host}{name}={value}; Max-Age={age}; HttpOnly; SameSite=Strict; {reach}");
    HeaderValue::try_from(text).map_err(Problem::internal)
}

/// Whether the browser uses HTTPS. A proxy may terminate TLS, so the browser's headers come first: `Origin`,
/// or `Referer` without it.
fn is_secure(request: &HttpRequest) -> bool {
    let named = |name| request.headers().get(name).and_then(|value| value.to_str().ok());
    let public_url = request.app_data::<web::Data<PublicUrl>>().map(|url| url.as_str());
    let page = named(header::ORIGIN).or_else(|| named(header::REFERER)).or(public_url);
    page.is_some_and(|page| page.starts_with("https://"))
}
