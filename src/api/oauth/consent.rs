//! The player's decision about the access of an app.

use actix_web::http::header;
use actix_web::{HttpResponse, web};
use utoipa::ToSchema;

use super::asked::{Asked, Asker};
use super::error::{OAuthError, OAuthErrorCode};
use super::form::Parameters;
use super::login::OUTDATED;
use super::own_origin::OwnOrigin;
use super::views;
use crate::Problem;
use lapidary_model::auth::UserCode;
use lapidary_model::settings::PublicUrl;
use lapidary_operation::operation;
use lapidary_service::oauth::{CodeRequest, ConsentRefusal, Proven};
use lapidary_service::{Access, OAuth};

/// The form of the page on which a player decides.
#[derive(ToSchema)]
#[expect(dead_code, reason = "only its schema is used: forms are read as their parameters")]
pub struct ConsentForm {
    /// The request of the app and the player, as the page has it.
    request: String,
    /// `allow` or `deny`.
    #[schema(example = "allow")]
    decision: String,
}

/// Allow or deny access
///
/// The form of the page after a login. Apps do not call it. It can be sent for five minutes after the login.
/// The browser goes to the `redirect_uri` of the app; for a device, a page says that the player can return to
/// it.
#[operation(post "/oauth/consent", tag = "access", returns = "The page after a decision about a device",
    "text/html" = "",
    "303" = "To the app, with `code` or `error`, `state` and `iss`",
    location = "The `redirect_uri` with these parameters",
    "400 text/html" = "The page says that it has expired; `invalid_request` if it is no form")]
pub async fn decide_access(
    _: OwnOrigin,
    oauth: web::Data<OAuth>,
    access: web::Data<Access>,
    public_url: web::Data<PublicUrl>,
    form: Parameters<ConsentForm>,
) -> Result<HttpResponse, OAuthError> {
    let opened = Asked::open_consent(&access, form.get("request").unwrap_or_default());
    let is_allowed = match form.get("decision") {
        Some("allow") => true,
        Some("deny") => false,
        _ => return Err(OAuthError::invalid_request("`decision` must be `allow` or `deny`.")),
    };
    let Some((Asked { client_id, scopes, asker }, proven)) = opened else {
        return Ok(views::refusal(OUTDATED, None)?);
    };
    let answer = match asker {
        Asker::Device { user_code } => decide_device(&oauth, &proven, &user_code, is_allowed).await,
        Asker::App { redirect_uri, state, challenge } => {
            let target = redirect_uri.clone();
            let request = CodeRequest { client_id, redirect_uri, scopes, challenge };
            let made = match is_allowed {
                true => oauth.allow(&proven, request).await.map(Some),
                false => Ok(None),
            };
            told(made).map(|told| match told {
                None => views::refusal(OUTDATED, None),
                Some((name, value)) => {
                    let mut told = vec![(name, value.as_str())];
                    told.extend(state.as_deref().map(|state| ("state", state)));
                    told.push(("iss", public_url.as_str()));
                    Ok(redirect(&target.with(&told)))
                }
            })?
        }
    };
    Ok(answer?)
}

/// Returns the parameter with which the player's browser goes to the app. None if the page has expired.
fn told(made: Result<Option<String>, ConsentRefusal>) -> Result<Option<(&'static str, String)>, Problem> {
    let error = |code: OAuthErrorCode| Ok(Some(("error", code.name().to_owned())));
    match made {
        Ok(Some(code)) => Ok(Some(("code", code))),
        Ok(None) => error(OAuthErrorCode::AccessDenied),
        Err(ConsentRefusal::TooManyCodes) => error(OAuthErrorCode::TemporarilyUnavailable),
        Err(ConsentRefusal::Outdated | ConsentRefusal::UnknownCode) => Ok(None),
        Err(ConsentRefusal::Randomness(cause)) => Err(Problem::internal(cause)),
        Err(ConsentRefusal::Storage(failure)) => Err(failure.into()),
    }
}

fn redirect(address: &str) -> HttpResponse {
    HttpResponse::SeeOther()
        .insert_header((header::LOCATION, address))
        .insert_header((header::CACHE_CONTROL, "no-store"))
        .insert_header((header::REFERRER_POLICY, "no-referrer"))
        .finish()
}

async fn decide_device(
    oauth: &OAuth,
    proven: &Proven,
    user_code: &UserCode,
    is_allowed: bool,
) -> Result<HttpResponse, Problem> {
    match oauth.decide(proven, user_code, is_allowed).await {
        Ok(()) if is_allowed => {
            views::message("Your device is connected", "You can close this page and return to your device.")
        }
        Ok(()) => views::message("Access is denied", "Your device gets no access. You can close this page."),
        Err(ConsentRefusal::Randomness(cause)) => Err(Problem::internal(cause)),
        Err(ConsentRefusal::Storage(failure)) => Err(failure.into()),
        Err(ConsentRefusal::Outdated | ConsentRefusal::UnknownCode | ConsentRefusal::TooManyCodes) => {
            views::refusal("The code has expired. Start again on your device.", None)
        }
    }
}
