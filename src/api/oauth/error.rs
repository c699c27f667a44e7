//! The refusals of OAuth: JSON for programs (RFC 6749, 5.2).

use std::fmt;

use actix_web::http::{StatusCode, header};
use actix_web::{HttpResponse, ResponseError};
use serde::Serialize;
use utoipa::ToSchema;

use crate::Problem;
use crate::contract::describe::{Description, Outcome};
use lapidary_service::oauth::TokenRefusal;

/// Why a request of an app is refused, for programs. Values may be added.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum OAuthErrorCode {
    InvalidRequest,
    InvalidClient,
    InvalidGrant,
    InvalidScope,
    UnsupportedGrantType,
    UnsupportedResponseType,
    AccessDenied,
    TemporarilyUnavailable,
    AuthorizationPending,
    SlowDown,
    ExpiredToken,
}

impl OAuthErrorCode {
    /// Returns the code as clients read it.
    pub const fn name(self) -> &'static str {
        match self {
            OAuthErrorCode::InvalidRequest => "invalid_request",
            OAuthErrorCode::InvalidClient => "invalid_client",
            OAuthErrorCode::InvalidGrant => "invalid_grant",
            OAuthErrorCode::InvalidScope => "invalid_scope",
            OAuthErrorCode::UnsupportedGrantType => "unsupported_grant_type",
            OAuthErrorCode::UnsupportedResponseType => "unsupported_response_type",
            OAuthErrorCode::AccessDenied => "access_denied",
            OAuthErrorCode::TemporarilyUnavailable => "temporarily_unavailable",
            OAuthErrorCode::AuthorizationPending => "authorization_pending",
            OAuthErrorCode::SlowDown => "slow_down",
            OAuthErrorCode::ExpiredToken => "expired_token",
        }
    }
}

/// A refusal in the form of OAuth.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = OAuthError)]
pub struct Body {
    /// Why the request is refused, for programs.
    error: OAuthErrorCode,
    /// The same in a sentence.
    error_description: String,
}

/// A refused request of an app.
#[derive(Debug)]
pub enum OAuthError {
    /// In the form of OAuth, with status 400.
    Refused(OAuthErrorCode, String),
    /// A refusal without an OAuth code, in the form of any other operation.
    Problem(Problem),
}

impl OAuthError {
    /// Returns the refusal of a request with a missing or malformed part.
    pub fn invalid_request(sentence: impl Into<String>) -> OAuthError {
        OAuthError::Refused(OAuthErrorCode::InvalidRequest, sentence.into())
    }
}

impl fmt::Display for OAuthError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OAuthError::Refused(code, sentence) => write!(f, "{}: {sentence}", code.name()),
            OAuthError::Problem(problem) => problem.fmt(f),
        }
    }
}

impl ResponseError for OAuthError {
    fn status_code(&self) -> StatusCode {
        match self {
            OAuthError::Refused(..) => StatusCode::BAD_REQUEST,
            OAuthError::Problem(problem) => problem.status_code(),
        }
    }

    fn error_response(&self) -> HttpResponse {
        match self {
            OAuthError::Problem(problem) => problem.error_response(),
            OAuthError::Refused(error, sentence) => HttpResponse::BadRequest()
                .insert_header((header::CACHE_CONTROL, "no-store"))
                .json(Body { error: *error, error_description: sentence.clone() }),
        }
    }
}

impl Outcome for OAuthError {
    fn describe(description: &mut Description) {
        description.body_response::<Body>("400", &[]);
    }
}

impl From<Problem> for OAuthError {
    fn from(problem: Problem) -> Self {
        OAuthError::Problem(problem)
    }
}

impl From<TokenRefusal> for OAuthError {
    fn from(refusal: TokenRefusal) -> Self {
        use OAuthErrorCode as E;
        let (code, sentence) = match refusal {
            TokenRefusal::InvalidGrant => (
                E::InvalidGrant,
                "The code or token is unknown, expired, used or revoked, or was issued for another request.",
            ),
            TokenRefusal::InvalidScope => {
                (E::InvalidScope, "The grant does not include this scope; a refresh can only narrow it.")
            }
            TokenRefusal::Pending => (E::AuthorizationPending, "The player has not decided yet."),
            TokenRefusal::TooOften => (E::SlowDown, "Wait five seconds longer between two requests."),
            TokenRefusal::ExpiredCode => (E::ExpiredToken, "The device code has expired; ask for a new one."),
            TokenRefusal::Denied => (E::AccessDenied, "The player has denied access."),
            TokenRefusal::Key(error) => return OAuthError::Problem(Problem::internal(error)),
            TokenRefusal::Randomness(error) => return OAuthError::Problem(Problem::internal(error)),
            TokenRefusal::Storage(failure) => return OAuthError::Problem(failure.into()),
        };
        OAuthError::Refused(code, sentence.to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_names_of_codes_are_those_in_json() {
        for code in
            [OAuthErrorCode::InvalidRequest, OAuthErrorCode::UnsupportedGrantType, OAuthErrorCode::SlowDown]
        {
            assert_eq!(serde_json::to_value(code).unwrap(), code.name());
        }
    }
}
