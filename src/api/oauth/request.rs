//! The parameters of an authorization request. The order of the checks never sends a browser to an invalid
//! address.

use super::asked::{Asked, Asker};
use super::error::OAuthErrorCode;
use super::form::Parameters;
use lapidary_model::auth::Scopes;
use lapidary_model::auth::oauth::{Challenge, ClientId, RedirectUri};

/// The maximum length of a `state` in bytes.
const STATE_BYTES_MAX: usize = 2048;

/// Why a request is refused.
pub enum Refused {
    /// The app or its address is unknown, so only the person at the browser is informed.
    Here(String),
    /// The app is told at its address.
    There { redirect_uri: RedirectUri, state: Option<String>, error: OAuthErrorCode, sentence: &'static str },
}

/// Reads the query of an authorization request.
pub fn read(query: &str) -> Result<Asked, Refused> {
    let parameters = Parameters::parse(query.as_bytes()).map_err(|fault| Refused::Here(fault.sentence()))?;
    let client_id = parameters.get("client_id").and_then(ClientId::parse).ok_or_else(|| {
        Refused::Here("`client_id` is missing or is not a short text of ASCII characters.".to_owned())
    })?;
    let redirect_uri = parameters.get("redirect_uri").unwrap_or_default();
    let redirect_uri = RedirectUri::parse(redirect_uri)
        .map_err(|fault| Refused::Here(format!("`redirect_uri` cannot be used: {fault}.")))?;
    let state = parameters.get("state").map(str::to_owned);
    if state.as_ref().is_some_and(|state| state.len() > STATE_BYTES_MAX) {
        let (error, sentence) = (OAuthErrorCode::InvalidRequest, "`state` is too long.");
        return Err(Refused::There { redirect_uri, state: None, error, sentence });
    }
    match read_rest(&parameters) {
        Ok((scopes, challenge)) => {
            Ok(Asked { client_id, scopes, asker: Asker::App { redirect_uri, state, challenge } })
        }
        Err((error, sentence)) => Err(Refused::There { redirect_uri, state, error, sentence }),
    }
}

/// Reads the parameters whose faults the app may hear of.
fn read_rest(parameters: &Parameters) -> Result<(Scopes, Challenge), (OAuthErrorCode, &'static str)> {
    let invalid = |sentence| (OAuthErrorCode::InvalidRequest, sentence);
    match parameters.get("response_type") {
        Some("code") => {}
        None => return Err(invalid("`response_type` is missing.")),
        Some(_) => return Err((OAuthErrorCode::UnsupportedResponseType, "`response_type` must be `code`.")),
    }
    if parameters.get("response_mode").is_some_and(|mode| mode != "query") {
        return Err(invalid("`response_mode` must be `query`."));
    }
    // Without a method, RFC 7636 means `plain`.
    if parameters.get("code_challenge_method") != Some(Challenge::METHOD) {
        return Err(invalid("`code_challenge_method` must be `S256`."));
    }
    let challenge = parameters.get("code_challenge").and_then(Challenge::parse);
    let challenge = challenge.ok_or(invalid("`code_challenge` must be a SHA-256 in base64url."))?;
    Ok((scopes(parameters.get("scope"))?, challenge))
}

/// Reads the scopes that an app asks for.
pub fn scopes(text: Option<&str>) -> Result<Scopes, (OAuthErrorCode, &'static str)> {
    let scopes = text.and_then(|text| text.parse::<Scopes>().ok()).filter(|scopes| !scopes.is_empty());
    scopes.ok_or((
        OAuthErrorCode::InvalidScope,
        "`scope` must be a list of `read`, `play`, `challenge`, `bots`, `tournaments` and `organize`, separated by spaces.",
    ))
}
