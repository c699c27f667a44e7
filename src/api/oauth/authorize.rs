//! The start of an authorization: an app sends the player's browser here.

use actix_web::{HttpRequest, HttpResponse, get, web};

use super::asked::Asked;
use super::request::{self, Refused};
use super::views;
use crate::Problem;
use lapidary_model::settings::PublicUrl;
use lapidary_service::Access;

/// Ask for access
///
/// An app sends the browser of the player to this address. The page asks for the password, then for consent;
/// after that, the browser goes to `redirect_uri` with `code`, `state` and `iss` (RFC 9207), or with `error`.
/// Apps need no registration: `client_id` is any name, and the player sees the origin of `redirect_uri`. It
/// must be an `https` address in normal form, an `http` address of `127.0.0.1`, `[::1]` or `localhost` with
/// any port, or an address with a scheme that contains a dot, such as `com.example.app:/back`. A request that
/// is not valid is explained on a page, with a link by which the player can tell a valid `redirect_uri`;
/// nobody is redirected before a login. Unknown parameters are ignored.
#[utoipa::path(tag = "access",
    params(
        ("response_type" = String, Query, description = "Always `code`", example = "code"),
        ("client_id" = String, Query, description = "The name of the app, as the player sees it: 1 to 128 ASCII characters", example = "board"),
        ("redirect_uri" = String, Query, description = "Where the code goes, at most 1024 bytes", example = "https://app.example/back"),
        ("scope" = String, Query, description = "The scopes, separated by spaces", example = "read play"),
        ("state" = Option<String>, Query, description = "Returned as it is, at most 2048 bytes"),
        ("code_challenge" = String, Query, description = "The SHA-256 of the `code_verifier` in base64url (RFC 7636)", example = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"),
        ("code_challenge_method" = String, Query, description = "Always `S256`", example = "S256"),
        ("response_mode" = Option<String>, Query, description = "Always `query`"),
    ),
    responses(
        (status = 200, description = "The page on which the player logs in", content_type = "text/html", body = String),
        (status = 400, description = "The page that explains what is wrong", content_type = "text/html", body = String)
    )
)]
#[get("/oauth/authorize")]
pub async fn authorize(
    request: HttpRequest,
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
