//! The page on which a player sees and ends access to the account. It makes no session.

use actix_web::http::StatusCode;
use actix_web::{HttpResponse, web};
use askama::Template;
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::error::OAuthError;
use super::form::Parameters;
use super::login::{OUTDATED, once_more, prove};
use super::own_origin::OwnOrigin;
use super::views;
use crate::Problem;
use crate::http::queued_client::QueuedClient;
use crate::pages::{FormTargets, page};
use crate::words::said;
use lapidary_model::auth::seal::SealPurpose;
use lapidary_model::auth::{PlayerId, SessionId};
use lapidary_service::oauth::{AccountAccess, ConsentRefusal, Ended, Proven};
use lapidary_service::{Access, OAuth};

#[derive(Template)]
#[template(path = "account_login.html")]
struct AccountLoginPage<'a> {
    username: &'a str,
    problem: Option<&'a str>,
}

#[derive(Template)]
#[template(path = "account_access.html")]
struct AccessPage<'a> {
    request: &'a str,
    parts: [AccessPart; 3],
    has_ended: bool,
}

/// One kind of access.
struct AccessPart {
    title: &'static str,
    items: Vec<Item>,
}

/// Something that has access: what it is, since when, until when it was used, and what it may do.
struct Item {
    name: String,
    /// The app's own name for itself.
    client_id: Option<String>,
    since: String,
    used: Option<String>,
    may: Option<String>,
    /// The value of the button that ends it.
    end: String,
}

/// The player in a sealed field of the page.
#[derive(Serialize, Deserialize)]
struct WrittenPlayer {
    player: Uuid,
    mark: String,
}

/// Shows the form of a login.
pub async fn ask() -> Result<HttpResponse, Problem> {
    page(StatusCode::OK, &AccountLoginPage { username: "", problem: None }, &FormTargets::Here)
}

/// Shows the access after a login, or ends one of it and shows the rest.
pub async fn show(
    _: OwnOrigin,
    oauth: web::Data<OAuth>,
    access: web::Data<Access>,
    QueuedClient(client): QueuedClient,
    form: Parameters,
) -> Result<HttpResponse, OAuthError> {
    let answer = match form.get("request") {
        Some(sealed) => end(&oauth, &access, sealed, form.get("end").and_then(read_ended)).await,
        None => match prove(&oauth, &form, client).await {
            Ok(proven) => list(&oauth, &access, &proven, false).await,
            Err(refusal) => once_more(refusal, |status, sentence| {
                let username = form.get("username").unwrap_or_default();
                page(status, &AccountLoginPage { username, problem: Some(sentence) }, &FormTargets::Here)
            }),
        },
    };
    Ok(answer?)
}

async fn end(
    oauth: &OAuth,
    access: &Access,
    sealed: &str,
    ended: Option<Ended>,
) -> Result<HttpResponse, Problem> {
    let opened = access.open_seal(SealPurpose::Account, sealed);
    let written: Option<WrittenPlayer> = opened.and_then(|text| serde_json::from_str(&text).ok());
    let Some(WrittenPlayer { player, mark }) = written else { return outdated() };
    let proven = Proven { player: PlayerId(player), mark };
    if let Some(ended) = ended
        && let Err(refusal) = oauth.end_access(&proven, ended).await
    {
        return refused(refusal);
    }
    list(oauth, access, &proven, ended.is_some()).await
}

async fn list(
    oauth: &OAuth,
    access: &Access,
    proven: &Proven,
    has_ended: bool,
) -> Result<HttpResponse, Problem> {
    let found = match oauth.access_to(proven).await {
        Ok(found) => found,
        Err(refusal) => return refused(refusal),
    };
    let written = WrittenPlayer { player: proven.player.0, mark: proven.mark.clone() };
    let written = serde_json::to_string(&written).map_err(Problem::internal)?;
    let request = access.seal(SealPurpose::Account, &written);
    let content = AccessPage { request: &request, parts: parts(found), has_ended };
    page(StatusCode::OK, &content, &FormTargets::Here)
}

fn refused(refusal: ConsentRefusal) -> Result<HttpResponse, Problem> {
    match refusal {
        ConsentRefusal::Outdated | ConsentRefusal::UnknownCode | ConsentRefusal::TooManyCodes => outdated(),
        ConsentRefusal::Randomness(cause) => Err(Problem::internal(cause)),
        ConsentRefusal::Storage(failure) => Err(failure.into()),
    }
}

fn outdated() -> Result<HttpResponse, Problem> {
    views::refusal(OUTDATED, Some(("/account/access", "the login")))
}

fn parts(found: AccountAccess) -> [AccessPart; 3] {
    let day = |at: DateTime<Utc>| at.format("%Y-%m-%d").to_string();
    let logins = found.logins.into_iter().map(|login| Item {
        name: login.client.unwrap_or_else(|| said("unknown client").to_owned()),
        client_id: None,
        since: day(login.created_at),
        used: Some(day(login.last_used_at)),
        may: None,
        end: format!("login:{}", login.id.0),
    });
    let apps = found.grants.into_iter().map(|grant| Item {
        name: grant.origin.unwrap_or_else(|| said("a device").to_owned()),
        client_id: Some(grant.client_id),
        since: day(grant.created_at),
        used: grant.last_used_at.map(day),
        may: Some(grant.scopes.to_string()),
        end: format!("app:{}", grant.id.0),
    });
    let tokens = found.tokens.into_iter().map(|token| Item {
        name: format!("“{}”", token.name),
        client_id: None,
        since: day(token.created_at),
        used: token.last_used_at.map(day),
        may: Some(token.scopes.to_string()),
        end: format!("token:{}", token.id.0),
    });
    [
        AccessPart { title: "Logins", items: logins.collect() },
        AccessPart { title: "Apps", items: apps.collect() },
        AccessPart { title: "API tokens", items: tokens.collect() },
    ]
}

/// Reads the value of a button.
fn read_ended(value: &str) -> Option<Ended> {
    let (kind, id) = value.split_once(':')?;
    let id = SessionId(Uuid::try_parse(id).ok()?);
    match kind {
        "login" => Some(Ended::Login(id)),
        "app" => Some(Ended::Grant(id)),
        "token" => Some(Ended::Token(id)),
        _ => None,
    }
}
