//! The exchange of codes and refresh tokens for tokens.

use actix_web::http::header;
use actix_web::{HttpResponse, web};
use serde::Serialize;
use utoipa::ToSchema;

use super::device::client_id;
use super::error::{OAuthError, OAuthErrorCode};
use super::form::Parameters;
use super::request;
use crate::http::outcome::As;
use lapidary_operation::operation;
use lapidary_service::OAuth;
use lapidary_service::oauth::{CodeExchange, Renewal, Tokens};

/// What an app presents for tokens. Unknown parameters are ignored.
#[derive(ToSchema)]
#[expect(dead_code, reason = "only its schema is used: forms are read as their parameters")]
pub struct TokenForm {
    /// `authorization_code`, `refresh_token` or `urn:ietf:params:oauth:grant-type:device_code`.
    #[schema(example = "authorization_code")]
    grant_type: String,
    /// The name of the app, as in the first request.
    #[schema(example = "board")]
    client_id: String,
    /// For `authorization_code`: the code. It is valid for 60 seconds and can be used once.
    #[schema(value_type = String, required = false)]
    code: Option<String>,
    /// For `authorization_code`: the same `redirect_uri` as before, if it is sent. OAuth 2.1 needs none;
    /// clients of OAuth 2.0 send it.
    #[schema(value_type = String, required = false, example = "https://app.example/back")]
    redirect_uri: Option<String>,
    /// For `authorization_code`: the secret of the `code_challenge`.
    #[schema(value_type = String, required = false)]
    code_verifier: Option<String>,
    /// For `refresh_token`: the refresh token of the last response.
    #[schema(value_type = String, required = false)]
    refresh_token: Option<String>,
    /// For `refresh_token`: fewer scopes for the next access token, if fewer are wanted.
    #[schema(value_type = String, required = false, example = "read")]
    scope: Option<String>,
    /// For `urn:ietf:params:oauth:grant-type:device_code`: the device code.
    #[schema(value_type = String, required = false)]
    device_code: Option<String>,
}

/// The tokens of a grant.
#[derive(Serialize, ToSchema)]
pub struct TokenAnswer {
    /// The access token, for `Authorization: Bearer …`.
    access_token: String,
    /// Always `Bearer`.
    #[schema(example = "Bearer")]
    token_type: &'static str,
    /// Seconds until the access token expires.
    #[schema(example = 600)]
    expires_in: u64,
    /// The refresh token, to be used once. If the response is lost, the old one returns the same for 30
    /// seconds, and later as long as neither of the new tokens was used; reuse after that ends the grant,
    /// because the token may have been stolen.
    refresh_token: String,
    /// What the access token allows.
    #[schema(example = "read play")]
    scope: String,
}

impl From<Tokens> for TokenAnswer {
    fn from(tokens: Tokens) -> Self {
        TokenAnswer {
            access_token: tokens.access_token,
            token_type: "Bearer",
            expires_in: tokens.expires_in.as_secs(),
            refresh_token: tokens.refresh_token,
            scope: tokens.scopes.to_string(),
        }
    }
}

/// Get tokens
///
/// For apps: exchanges an authorization code, a refresh token or a device code. A code that is used twice
/// ends the grant that was made from it.
#[operation(post "/oauth/token", tag = "access", returns = "The tokens",
    "400" = "Refused, as in RFC 6749 (5.2) and RFC 8628 (3.5)")]
pub async fn issue_tokens(
    oauth: web::Data<OAuth>,
    form: Parameters<TokenForm>,
) -> Result<As<web::Json<TokenAnswer>>, OAuthError> {
    let grant_type = form.need("grant_type")?;
    let client_id = client_id(&form)?;
    let tokens = match grant_type {
        "authorization_code" => {
            let exchange = CodeExchange {
                code: form.need("code")?.to_owned(),
                client_id,
                redirect_uri: form.get("redirect_uri").map(str::to_owned),
                verifier: form.need("code_verifier")?.to_owned(),
            };
            oauth.exchange(&exchange).await?
        }
        "refresh_token" => {
            let refused = |(code, text): (OAuthErrorCode, &str)| OAuthError::Refused(code, text.to_owned());
            let wanted = form.get("scope").map(|text| request::scopes(Some(text))).transpose();
            let wanted = wanted.map_err(refused)?;
            let refresh_token = form.need("refresh_token")?.to_owned();
            oauth.renew(Renewal { refresh_token, client_id, wanted }).await?
        }
        "urn:ietf:params:oauth:grant-type:device_code" => {
            oauth.exchange_device(form.need("device_code")?, &client_id).await?
        }
        _ => {
            let sentence = "`grant_type` must be `authorization_code`, `refresh_token` or \
                            `urn:ietf:params:oauth:grant-type:device_code`.";
            return Err(OAuthError::Refused(OAuthErrorCode::UnsupportedGrantType, sentence.to_owned()));
        }
    };
    Ok(HttpResponse::Ok()
        .insert_header((header::CACHE_CONTROL, "no-store"))
        .insert_header((header::PRAGMA, "no-cache"))
        .json(TokenAnswer::from(tokens))
        .into())
}
