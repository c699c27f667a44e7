//! Devices without a way to log in: they request a code, and the player types it here (RFC 8628).

use actix_web::{HttpRequest, HttpResponse, web};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::asked::{Asked, Asker};
use super::authorize::login_page;
use super::error::OAuthError;
use super::form::Parameters;
use super::{request, views};
use crate::Problem;
use crate::http::outcome::NoStore;
use lapidary_model::auth::UserCode;
use lapidary_model::auth::oauth::ClientId;
use lapidary_model::settings::PublicUrl;
use lapidary_operation::operation;
use lapidary_service::oauth::{DeviceRequest, NewDevice};
use lapidary_service::{Access, OAuth};

/// The maximum number of characters of a typed code that the page repeats.
const TYPED_SHOWN_MAX: usize = 32;
const UNKNOWN: &str = "No device waits for this code. Check it, or start again on your device.";

/// What a device asks for.
#[derive(ToSchema)]
#[expect(dead_code, reason = "only its schema is used: forms are read as their parameters")]
pub struct DeviceForm {
    /// The name of the app, as the player sees it: 1 to 128 ASCII characters.
    #[schema(example = "terminal")]
    client_id: String,
    /// The scopes, separated by spaces.
    #[schema(example = "read play")]
    scope: String,
}

/// The codes of a device.
#[derive(Serialize, ToSchema)]
pub struct DeviceCodes {
    /// For `POST /oauth/token`. It is a secret.
    device_code: String,
    /// What the device shows and the player types.
    #[schema(example = "WDJB-MJHT")]
    user_code: String,
    /// Where the player types it.
    #[schema(example = "https://games.example/oauth/device")]
    verification_uri: String,
    /// The same with the code, for a link or a QR code.
    #[schema(example = "https://games.example/oauth/device?user_code=WDJB-MJHT")]
    verification_uri_complete: String,
    /// Seconds until the codes expire.
    #[schema(example = 600)]
    expires_in: u64,
    /// Seconds to wait between two requests for tokens.
    #[schema(example = 5)]
    interval: u64,
}

/// Get the codes of a device
///
/// For terminals and other devices on which the player cannot log in (RFC 8628). Show `user_code` and
/// `verification_uri`, then ask `POST /oauth/token` every `interval` seconds.
#[operation(post "/oauth/device", tag = "access", returns = "The codes", "400" = "`invalid_request` or `invalid_scope`")]
pub async fn authorize_device(
    oauth: web::Data<OAuth>,
    public_url: web::Data<PublicUrl>,
    form: Parameters<DeviceForm>,
) -> Result<NoStore<web::Json<DeviceCodes>>, OAuthError> {
    let request = DeviceRequest { client_id: client_id(&form)?, scopes: scopes(&form)? };
    let NewDevice { device_code, user_code, expires_in, interval } = oauth.begin_device(&request).await?;
    let verification_uri = public_url.of("/oauth/device");
    let codes = DeviceCodes {
        device_code,
        verification_uri_complete: format!("{verification_uri}?user_code={user_code}"),
        user_code: user_code.to_string(),
        verification_uri,
        expires_in: expires_in.as_secs(),
        interval: interval.as_secs(),
    };
    Ok(NoStore(web::Json(codes)))
}

/// Reads the name of the app.
pub fn client_id(form: &Parameters<impl Sized>) -> Result<ClientId, OAuthError> {
    let text = form.need("client_id")?;
    let fault = "`client_id` must have 1 to 128 ASCII characters.";
    ClientId::parse(text).ok_or_else(|| OAuthError::invalid_request(fault))
}

fn scopes(form: &Parameters<impl Sized>) -> Result<lapidary_model::auth::Scopes, OAuthError> {
    request::scopes(form.get("scope")).map_err(|(code, text)| OAuthError::Refused(code, text.to_owned()))
}

/// The code that a link brings with it.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[expect(dead_code, reason = "only its description is used: the query is read as its parameters")]
pub struct CodeQuery {
    /// The code, if the player has it already
    user_code: Option<String>,
}

/// Type the code of a device
///
/// The page on which a player types the code that a device shows, logs in and decides.
#[operation(get "/oauth/device", tag = "access", returns = "The page for the code, or for the login",
    "text/html" = "", "400 text/html" = "The page says that no device waits for this code")]
pub async fn enter_user_code(
    request: HttpRequest,
    _: Result<web::Query<CodeQuery>, actix_web::Error>,
    oauth: web::Data<OAuth>,
    access: web::Data<Access>,
) -> Result<HttpResponse, Problem> {
    let parameters = Parameters::parse(request.query_string().as_bytes());
    let Some(typed) = parameters.as_ref().ok().and_then(|parameters| parameters.get("user_code")) else {
        return views::device("", None);
    };
    let waiting = match UserCode::parse(typed) {
        Some(user_code) => oauth.waiting_device(&user_code).await?.map(|device| (user_code, device)),
        None => None,
    };
    match waiting {
        Some((user_code, DeviceRequest { client_id, scopes })) => {
            login_page(&Asked { client_id, scopes, asker: Asker::Device { user_code } }, &access)
        }
        None => {
            let shown: String = typed.chars().take(TYPED_SHOWN_MAX).collect();
            views::device(&shown, Some(UNKNOWN))
        }
    }
}
