//! The common form of refusals: problem details (RFC 9457).
//!
//! It knows the format of a problem. Other modules decide when there is one.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::fmt;
use std::time::{Duration, Instant};

use actix_web::http::{StatusCode, header};
use actix_web::{HttpResponse, ResponseError};
use serde::Serialize;
use utoipa::ToSchema;
use utoipa::openapi::extensions::ExtensionsBuilder;
use utoipa::openapi::schema::Type;
use utoipa::openapi::{ObjectBuilder, Schema};

use super::code::{CodeRow, Codes, status};
use super::reason;
use crate::Code;
use crate::request_id::current_request_id;
use crate::words::refusals;
use crate::words::spoken::current_language;
use lapidary_model::account_lock::AccountLock;
use lapidary_model::auth::Scopes;
use lapidary_model::seldom::Seldom;
use lapidary_picture::Language;
use lapidary_service::refusal::{Cause, Explain};

/// The media type of every problem.
pub const MEDIA_TYPE: &str = "application/problem+json";

/// The maximum number of characters of an unknown name in a message.
const NAME_SHOWN_MAX: usize = 64;
/// The `Retry-After` of a server that stops or has no working database.
const AWAY_RETRY: Duration = Duration::from_secs(1);

/// A refused request. The media type is always `application/problem+json`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = Problem)]
pub struct Body {
    /// The address of a page about this kind of problem, relative to the server.
    #[serde(rename = "type")]
    #[schema(format = "uri-reference", example = "/problems/not_found")]
    type_: String,
    /// The kind of problem in a few words, in a language of `Accept-Language` if there is one: English,
    /// German, French or Spanish.
    title: &'static str,
    /// The status of the response.
    #[schema(minimum = 400, maximum = 599)]
    status: u16,
    /// What is wrong with this request. Why the rules forbid an action is told in the same language; other
    /// details are in English. `Content-Language` names the languages.
    detail: Cow<'static, str>,
    /// The kind of problem, for programs. A code never changes its meaning.
    #[schema(value_type = Codes)]
    code: &'static str,
    /// The invalid fields.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    errors: Vec<Fault>,
    /// The rule that forbids an action.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = String, required = false, example = "B6")]
    rule: Option<Cow<'static, str>>,
    /// Why the action is illegal, for programs. Values may be added.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(schema_with = reason_schema, required = false)]
    reason: Option<&'static str>,
    /// The index of the refused action in the request, from 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = u32, required = false)]
    action_index: Option<usize>,
    /// The current version of the game or table.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = u64, required = false)]
    version: Option<u64>,
    /// Why and until when the account is locked.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = AccountLock, required = false)]
    lock: Option<AccountLock>,
    /// The id of the request, as in the header `X-Request-Id` and in the server's log.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = String, required = false, example = "0190a000-0000-7000-8000-000000000000")]
    request_id: Option<String>,
}

/// An invalid field.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct Fault {
    /// The place in the body, as a JSON pointer; the empty pointer is the whole body.
    #[schema(format = "json-pointer", example = "/username")]
    pub pointer: String,
    /// What is wrong with this field.
    pub detail: String,
}

impl Fault {
    /// Returns a fault at the place `pointer`.
    pub fn at(pointer: impl Into<String>, detail: impl Into<String>) -> Self {
        Fault { pointer: pointer.into(), detail: detail.into() }
    }
}

/// Returns the schema of an open enumeration. The contract lists the current values.
fn reason_schema() -> Schema {
    let known = [reason::SPLENDOR, reason::KIDS].concat();
    let unique: BTreeSet<&str> = known.into_iter().chain([reason::OTHER_GAME]).collect();
    let unique: Vec<&str> = unique.into_iter().collect();
    let extensions = ExtensionsBuilder::new().add("x-extensible-enum", unique).build();
    ObjectBuilder::new()
        .schema_type(Type::String)
        .description(Some("Why the action is illegal, for programs. Values may be added."))
        .examples(["pile_below_four"])
        .extensions(Some(extensions))
        .into()
}

/// Returns the message that no player has this name. Long names are cut.
pub fn no_player(name: &str) -> String {
    let shown: String = name.chars().filter(|letter| !letter.is_control()).take(NAME_SHOWN_MAX).collect();
    format!("No player named `{shown}`")
}

/// A refusal to be sent to the client.
#[derive(Debug)]
pub struct Problem {
    code: Code,
    body: Box<Body>,
    retry_after: Option<Duration>,
    allow: Option<String>,
    challenge: Option<TokenFault>,
}

/// The fault of a received token, for `WWW-Authenticate` (RFC 6750, 3.1).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum TokenFault {
    /// It is malformed, expired or revoked.
    InvalidToken,
    /// It allows too little: it needs these scopes. Without scopes, it is of the wrong kind.
    InsufficientScope(Scopes),
}

/// Returns the value of `WWW-Authenticate`. A missing token gets no error, as RFC 6750 requires.
fn www_authenticate(challenge: Option<TokenFault>) -> String {
    let error = match challenge {
        None => String::new(),
        Some(TokenFault::InvalidToken) => ", error=\"invalid_token\"".to_owned(),
        Some(TokenFault::InsufficientScope(needed)) if needed.is_empty() => {
            ", error=\"insufficient_scope\"".to_owned()
        }
        Some(TokenFault::InsufficientScope(needed)) => {
            format!(", error=\"insufficient_scope\", scope=\"{needed}\"")
        }
    };
    format!("Bearer realm=\"lapidary\"{error}")
}

impl Problem {
    /// Returns a problem with this code and a sentence about this occurrence.
    pub fn new(code: Code, detail: impl Into<Cow<'static, str>>) -> Self {
        let row = CodeRow::of(code);
        let body = Body {
            type_: format!("/problems/{}", row.name),
            title: row.title,
            status: row.status.as_u16(),
            detail: detail.into(),
            code: row.name,
            errors: Vec::new(),
            rule: None,
            reason: None,
            request_id: None,
            action_index: None,
            version: None,
            lock: None,
        };
        // Every 503 is temporary, so it says when to retry.
        let retry_after = (row.status == StatusCode::SERVICE_UNAVAILABLE).then_some(AWAY_RETRY);
        Problem { code, body: Box::new(body), retry_after, allow: None, challenge: None }
    }

    /// Returns the refusal of an invalid token.
    pub fn invalid_token(detail: impl Into<Cow<'static, str>>) -> Self {
        let problem = Problem::new(Code::Unauthenticated, detail);
        Problem { challenge: Some(TokenFault::InvalidToken), ..problem }
    }

    /// Returns the refusal of a valid token that lacks some of these scopes. Without scopes, no scope would
    /// be enough.
    pub fn insufficient_scope(needed: Scopes, detail: impl Into<Cow<'static, str>>) -> Self {
        let problem = Problem::new(Code::Forbidden, detail);
        Problem { challenge: Some(TokenFault::InsufficientScope(needed)), ..problem }
    }

    /// Returns the refusal of a body, with every invalid field.
    pub fn validation(errors: Vec<Fault>) -> Self {
        let mut problem = Problem::new(Code::ValidationFailed, "The body does not match its schema.");
        problem.body.errors = errors;
        problem
    }

    /// Returns what is wrong with this request.
    pub fn detail(&self) -> &str {
        &self.body.detail
    }

    /// Returns the invalid fields.
    pub fn faults(&self) -> &[Fault] {
        &self.body.errors
    }

    /// Replaces the place `from` by `to` in the invalid fields.
    pub fn moved(mut self, from: &str, to: &str) -> Self {
        for fault in self.body.errors.iter_mut().filter(|fault| fault.pointer == from) {
            fault.pointer = to.to_owned();
        }
        self
    }

    /// Returns the refusal of a path or thing that is missing or hidden from the caller.
    pub fn not_found() -> Self {
        Problem::new(Code::NotFound, "There is nothing at this address.")
    }

    /// Returns the refusal of a name that no player has.
    pub fn no_player(name: &str) -> Self {
        Problem::new(Code::NotFound, format!("{}.", no_player(name)))
    }

    /// Returns an internal error. The cause goes to the log, not to the client.
    pub fn internal(cause: impl fmt::Display) -> Self {
        tracing::error!(%cause, "a request failed");
        Problem::new(Code::InternalError, "Internal server error.")
    }

    /// Sets the rule that forbids an action.
    pub fn rule(mut self, rule: impl Into<Cow<'static, str>>) -> Self {
        self.body.rule = Some(rule.into());
        self
    }

    /// Sets the reason why an action is illegal, for programs.
    pub fn reason(mut self, reason: &'static str) -> Self {
        self.body.reason = Some(reason);
        self
    }

    /// Sets the index of the refused action, from 0.
    pub fn action_index(mut self, index: usize) -> Self {
        self.body.action_index = Some(index);
        self
    }

    /// Sets the current version of the game.
    pub fn version(mut self, version: u64) -> Self {
        self.body.version = Some(version);
        self
    }

    /// Sets the time after which the request may be repeated.
    pub fn retry_after(mut self, wait: Duration) -> Self {
        self.retry_after = Some(wait);
        self
    }

    /// Sets the methods that the path allows.
    pub fn allow(mut self, methods: String) -> Self {
        self.allow = Some(methods);
        self
    }

    /// Returns the body as JSON.
    pub fn to_json(&self) -> serde_json::Result<serde_json::Value> {
        serde_json::to_value(&self.body)
    }

    /// Returns the code of this problem.
    pub fn code(&self) -> Code {
        self.code
    }
}

impl Problem {
    /// Returns the body in a language as far as possible, and the languages of its texts.
    fn spoken(&self, language: Language) -> (Body, String) {
        let mut body = self.body.as_ref().clone();
        let (english, code) = (Language::English.name(), language.name());
        if language == Language::English {
            return (body, english.to_owned());
        }
        let title = refusals::title(self.code, language);
        let detail = refusals::detail(&body.detail, language);
        let languages = match (title, detail) {
            (Some(_), Some(_)) => code.to_owned(),
            (None, None) => english.to_owned(),
            _ => format!("{code}, {english}"),
        };
        body.title = title.unwrap_or(body.title);
        body.detail = detail.map_or(body.detail, Cow::Borrowed);
        (body, languages)
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.code.name(), self.body.detail)
    }
}

impl ResponseError for Problem {
    fn status_code(&self) -> StatusCode {
        status(self.code)
    }

    fn error_response(&self) -> HttpResponse {
        static UNAVAILABLE: Seldom = Seldom::new();
        if self.status_code() == StatusCode::SERVICE_UNAVAILABLE
            && let Some(left_out) = UNAVAILABLE.due(Instant::now())
        {
            tracing::warn!(detail = &*self.body.detail, left_out, "a request is answered with 503");
        }
        let mut response = HttpResponse::build(self.status_code());
        response.insert_header((header::CONTENT_TYPE, MEDIA_TYPE));
        response.insert_header((header::CACHE_CONTROL, "no-store"));
        if let Some(wait) = self.retry_after {
            response.insert_header((header::RETRY_AFTER, whole_seconds(wait).to_string()));
        }
        if let Some(methods) = &self.allow {
            response.insert_header((header::ALLOW, methods.as_str()));
        }
        if self.status_code() == StatusCode::UNAUTHORIZED || self.challenge.is_some() {
            response.insert_header((header::WWW_AUTHENTICATE, www_authenticate(self.challenge)));
        }
        let language = current_language();
        let (body, languages) = self.spoken(language);
        response.insert_header((header::CONTENT_LANGUAGE, languages));
        let body = Body { request_id: current_request_id(), ..body };
        match serde_json::to_vec(&body) {
            Ok(json) => response.body(json),
            Err(_) => response.finish(),
        }
    }
}

/// Rounds up to seconds, because a client that retries a moment too early is refused again.
fn whole_seconds(wait: Duration) -> u64 {
    wait.as_millis().div_ceil(1000).max(1) as u64
}

impl<R: Explain> From<R> for Problem {
    fn from(refusal: R) -> Self {
        let told = refusal.explain();
        match told.cause {
            Some(Cause::Away(failure)) => failure.report(),
            Some(Cause::Broken(cause)) => tracing::error!(%cause, "a request failed"),
            None => {}
        }
        let mut problem = match told.pointer {
            None if !told.faults.is_empty() => {
                let faults = told.faults.into_iter();
                Problem::validation(faults.map(|(pointer, fault)| Fault::at(pointer, fault)).collect())
            }
            Some(pointer) => Problem::validation(vec![Fault::at(pointer, told.detail)]),
            // A refusal reveals only one fact about a token: that its session has ended.
            None if told.code == Code::Unauthenticated => Problem::invalid_token(told.detail),
            None => Problem::new(told.code, told.detail),
        };
        if let Some(refusal) = told.illegal {
            problem = problem.rule(refusal.rule()).reason(reason::reason(refusal));
        }
        problem.body.action_index = told.action_index;
        problem.body.version = told.version.map(|version| version.0.into());
        problem.body.lock = told.lock.cloned();
        problem.retry_after = told.retry_after.or(problem.retry_after);
        problem
    }
}
