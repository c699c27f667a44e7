//! The start of an authorization: an app sends the player's browser here.

use actix_web::{HttpRequest, HttpResponse, web};
use serde::Deserialize;
use utoipa::IntoParams;

use super::asked::Asked;
use super::request::{self, Refused};
use super::views;
use crate::Problem;
use lapidary_model::settings::PublicUrl;
use lapidary_operation::operation;
use lapidary_service::Access;

/// What an app asks for.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[expect(dead_code, reason = "only its description is used: the query is read as its parameters")]
pub struct AccessQuery {
    /// Always `code`
    #[param(example = "code")]
    response_type: String,
    /// The name of the app, as the player sees it: 1 to 128 ASCII characters
    #[param(example = "board")]
    client_id: String,
    /// Where the code goes, at most 1024 bytes
    #[param(example = "https://app.example/back")]
    redirect_uri: String,
    /// The scopes, separated by spaces
    #[param(example = "read play")]
    scope: String,
    /// Returned as it is, at most 2048 bytes
    state: Option<String>,
    /// The SHA-256 of the `code_verifier` in base64url (RFC 7636)
    #[param(example = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM")]
    code_challenge: String,
    /// Always `S256`
    #[param(example = "S256")]
    code_challenge_method: String,
    /// Always `query`
    response_mode: Option<String>,
}

/// Ask for access
///
/// An app sends the browser of the player to this address. The page asks for the password, then for consent;
/// after that, the browser goes to `redirect_uri` with `code`, `state` and `iss` (RFC 9207), or with `error`.
/// Apps need no registration: `client_id` is any name, and the player sees the origin of `redirect_uri`. It
/// must be an `https` address in normal form, an `http` address of `127.0.0.1`, `[::1]` or `localhost` with
/// any port, or an address with a scheme that contains a dot, such as `com.example.app:/back`. A request that
/// is not valid is explained on a page, with a link by which the player can tell a valid `redirect_uri`;
/// nobody is redirected before a login. Unknown parameters are ignored.
#[operation(get "/oauth/authorize", tag = "access", returns = "The page on which the player logs in",
    "text/html" = "", "400 text/html" = "The page that explains what is wrong")]
pub async fn authorize(
    request: HttpRequest,
    _: Result<web::Query<AccessQuery>, actix_web::Error>,
    access: web::Data<Access>,
    public_url: web::Data<PublicUrl>,
) -> Result<HttpResponse, Problem> {
    match request::read(request.query_string()) {
        Ok(asked) => login_page(&asked, &access),
        Err(Refused::Here(sentence)) => views::refusal(&sentence, None),
        // Anybody can put an address into a link, so it is not followed automatically (RFC 9700, 4.11.2).
        Err(Refused::There { redirect_uri, state, error, sentence }) => {
            let mut told = vec![("error", error.name()), ("error_description", sentence)];
            told.extend(state.as_deref().map(|state| ("state", state)));
            told.push(("iss", public_url.as_str()));
            let address = redirect_uri.with(&told);
            views::refusal(sentence, Some((&address, redirect_uri.origin())))
        }
    }
}

/// Returns the page on which the player logs in.
pub fn login_page(asked: &Asked, access: &Access) -> Result<HttpResponse, Problem> {
    let sealed = asked.seal(access).map_err(Problem::internal)?;
    views::login(asked, &sealed, None)
}
