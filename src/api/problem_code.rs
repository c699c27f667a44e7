//! The table of error codes: what a client may rely on when a request is refused.

use actix_web::http::StatusCode;
use serde::Serialize;
use utoipa::ToSchema;

/// The stable code of a problem; new ones may be added.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Code {
    Malformed,
    ValidationFailed,
    Unauthenticated,
    InvalidCredentials,
    InvalidRefreshToken,
    Forbidden,
    WrongPassword,
    NotSeated,
    NotFound,
    MethodNotAllowed,
    NotAcceptable,
    RequestTimeout,
    UsernameTaken,
    NotYourTurn,
    VersionConflict,
    GameNotStarted,
    GameFinished,
    GameFrozen,
    GameFull,
    GameStarted,
    IdempotencyInProgress,
    PayloadTooLarge,
    UnsupportedMediaType,
    IllegalAction,
    AfterReveal,
    NotAvailable,
    IdempotencyKeyReused,
    TooManyRequests,
    InternalError,
    Unavailable,
    NotReady,
}

/// One row of the table.
pub struct Row {
    /// The code as clients read it.
    pub name: &'static str,
    /// The status of every answer with this code.
    pub status: StatusCode,
    /// The same words for every occurrence.
    pub title: &'static str,
    /// What happened and what a client can do, for the page.
    pub explanation: &'static str,
}

const fn row(name: &'static str, status: StatusCode, title: &'static str, explanation: &'static str) -> Row {
    Row { name, status, title, explanation }
}

impl Code {
    /// Every code, in the order of the table.
    pub const ALL: [Code; 31] = [
        Code::Malformed,
        Code::ValidationFailed,
        Code::Unauthenticated,
        Code::InvalidCredentials,
        Code::InvalidRefreshToken,
        Code::Forbidden,
        Code::WrongPassword,
        Code::NotSeated,
        Code::NotFound,
        Code::MethodNotAllowed,
        Code::NotAcceptable,
        Code::RequestTimeout,
        Code::UsernameTaken,
        Code::NotYourTurn,
        Code::VersionConflict,
        Code::GameNotStarted,
        Code::GameFinished,
        Code::GameFrozen,
        Code::GameFull,
        Code::GameStarted,
        Code::IdempotencyInProgress,
        Code::PayloadTooLarge,
        Code::UnsupportedMediaType,
        Code::IllegalAction,
        Code::AfterReveal,
        Code::NotAvailable,
        Code::IdempotencyKeyReused,
        Code::TooManyRequests,
        Code::InternalError,
        Code::Unavailable,
        Code::NotReady,
    ];

    /// The row of this code.
    pub const fn row(self) -> Row {
        use StatusCode as S;
        match self {
            Code::Malformed => row(
                "malformed",
                S::BAD_REQUEST,
                "The request cannot be read",
                "The body is not JSON, is nested too deeply, or the path or the query does not have the documented form. Nothing was changed. Correct the request; repeating it as it is gives the same answer.",
            ),
            Code::ValidationFailed => row(
                "validation_failed",
                S::UNPROCESSABLE_ENTITY,
                "The body does not fit its schema",
                "The body is JSON, but not what the OpenAPI document describes. `errors` names each field at fault by a JSON pointer. Fields that the schema does not know are refused too, so that a typo is never ignored.",
            ),
            Code::Unauthenticated => row(
                "unauthenticated",
                S::UNAUTHORIZED,
                "A valid access token is needed",
                "The request carries no access token where one is needed, or one that is malformed, expired or revoked. A bad token is refused everywhere, also where none would be needed. Refresh the token or log in again.",
            ),
            Code::InvalidCredentials => row(
                "invalid_credentials",
                S::UNAUTHORIZED,
                "Username or password is wrong",
                "There is no account with this username and this password. The answer does not tell which of the two is wrong.",
            ),
            Code::InvalidRefreshToken => row(
                "invalid_refresh_token",
                S::UNAUTHORIZED,
                "The refresh token is not valid",
                "The refresh token is unknown, expired, or was used before. A token that is used again some time after its first use ends its session, because then two parties hold it. Log in again.",
            ),
            Code::Forbidden => row(
                "forbidden",
                S::FORBIDDEN,
                "This caller may not do this",
                "The token is valid, but its owner or its scope does not allow the request.",
            ),
            Code::WrongPassword => row(
                "wrong_password",
                S::FORBIDDEN,
                "The current password is wrong",
                "A new password is set only for whoever knows the present one. Nothing was changed.",
            ),
            Code::NotSeated => row(
                "not_seated",
                S::FORBIDDEN,
                "The caller has no seat in this game",
                "Only a player who holds a seat of this game can do this.",
            ),
            Code::NotFound => row(
                "not_found",
                S::NOT_FOUND,
                "There is nothing here",
                "The path does not exist, or names something that does not exist or that the caller may not know of. The answer does not tell which.",
            ),
            Code::MethodNotAllowed => row(
                "method_not_allowed",
                S::METHOD_NOT_ALLOWED,
                "The path does not know this method",
                "The header `Allow` names the methods that this path answers.",
            ),
            Code::NotAcceptable => row(
                "not_acceptable",
                S::NOT_ACCEPTABLE,
                "The answer has no such form",
                "None of the media types in the header `Accept` is one that this path can give.",
            ),
            Code::RequestTimeout => row(
                "request_timeout",
                S::REQUEST_TIMEOUT,
                "The request did not arrive in time",
                "The body took too long to arrive. Nothing was changed; send the request again.",
            ),
            Code::UsernameTaken => row(
                "username_taken",
                S::CONFLICT,
                "The username is taken",
                "Another account has this username, perhaps spelled with other letters large and small, or it is reserved.",
            ),
            Code::NotYourTurn => row(
                "not_your_turn",
                S::CONFLICT,
                "Another seat is asked",
                "The game waits for a decision of another seat. `to_act` of the view tells whose.",
            ),
            Code::VersionConflict => row(
                "version_conflict",
                S::CONFLICT,
                "The game has moved on",
                "The request was made for another version of the game. `version` is the present one: fetch the view and decide anew.",
            ),
            Code::GameNotStarted => row(
                "game_not_started",
                S::CONFLICT,
                "The game has not started",
                "The game still waits for players.",
            ),
            Code::GameFinished => row(
                "game_finished",
                S::CONFLICT,
                "The game is over",
                "The game has ended and takes no more actions.",
            ),
            Code::GameFrozen => row(
                "game_frozen",
                S::CONFLICT,
                "The game is frozen",
                "The server found that the game and its log disagree and has stopped it until somebody has looked at it.",
            ),
            Code::GameFull => {
                row("game_full", S::CONFLICT, "Every seat is taken", "The game has no free seat left.")
            }
            Code::GameStarted => row(
                "game_started",
                S::CONFLICT,
                "The game has already started",
                "This can be done only while the game waits for players, or before every seat has made its first action.",
            ),
            Code::IdempotencyInProgress => row(
                "idempotency_in_progress",
                S::CONFLICT,
                "The same request is under way",
                "A request with this `Idempotency-Key` is being answered. Repeat it in a moment to get its answer.",
            ),
            Code::PayloadTooLarge => row(
                "payload_too_large",
                S::PAYLOAD_TOO_LARGE,
                "The body is too large",
                "Bodies may have 16 KiB.",
            ),
            Code::UnsupportedMediaType => row(
                "unsupported_media_type",
                S::UNSUPPORTED_MEDIA_TYPE,
                "The body is not sent as JSON",
                "Bodies are sent with `Content-Type: application/json`.",
            ),
            Code::IllegalAction => row(
                "illegal_action",
                S::UNPROCESSABLE_ENTITY,
                "The rules forbid this action",
                "`rule` names the ruling, which stands below under its number, and `action_index` the action in the list of the request. None of the actions was applied.",
            ),
            Code::AfterReveal => row(
                "after_reveal",
                S::UNPROCESSABLE_ENTITY,
                "The action may not follow in the same list",
                "An earlier action of the list uncovers something. What follows it, except `return`, `choose_noble` and `choose_post`, has to be decided in a request of its own, after having seen it. `action_index` names the action; it was not judged, and nothing was applied.",
            ),
            Code::NotAvailable => row(
                "not_available",
                S::UNPROCESSABLE_ENTITY,
                "This server does not offer that",
                "The request is well-formed, but asks for a ruleset, module, option, clock or opponent that is not offered, or for a combination that cannot be played.",
            ),
            Code::IdempotencyKeyReused => row(
                "idempotency_key_reused",
                S::UNPROCESSABLE_ENTITY,
                "The idempotency key belongs to another request",
                "A request with this `Idempotency-Key` and another body was answered during the last 24 hours. Use a new key for a new request.",
            ),
            Code::TooManyRequests => row(
                "too_many_requests",
                S::TOO_MANY_REQUESTS,
                "Too many requests",
                "The header `Retry-After` tells how many seconds to wait, `RateLimit-Policy` and `RateLimit` what is allowed.",
            ),
            Code::InternalError => row(
                "internal_error",
                S::INTERNAL_SERVER_ERROR,
                "The server has made an error",
                "The fault is on our side. The header `X-Request-Id` helps to find it in the server's log.",
            ),
            Code::Unavailable => row(
                "unavailable",
                S::SERVICE_UNAVAILABLE,
                "The server cannot answer now",
                "The database is away or overloaded, or the server is stopping. Repeat the request after the seconds in `Retry-After`; a turn may be repeated safely.",
            ),
            Code::NotReady => row(
                "not_ready",
                S::SERVICE_UNAVAILABLE,
                "The server is not ready",
                "The database cannot be reached, or its migrations have not been run, or the server is stopping.",
            ),
        }
    }

    /// The code with this name.
    pub fn named(name: &str) -> Option<Code> {
        Code::ALL.into_iter().find(|code| code.row().name == name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_code_has_its_own_name_which_is_the_one_in_json() {
        for code in Code::ALL {
            assert_eq!(serde_json::to_value(code).unwrap(), code.row().name);
            assert_eq!(Code::named(code.row().name), Some(code));
        }
    }
}
