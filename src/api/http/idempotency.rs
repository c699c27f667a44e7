//! `Idempotency-Key`: a POST that creates something takes effect once, however often it is sent.
//!
//! Only successful responses are stored, in the transaction of their work. A refused request has changed
//! nothing and may be sent again. After a crash, a response is stored exactly if its work is.

use std::future::{Ready, ready};

use actix_web::dev::Payload;
use actix_web::http::StatusCode;
use actix_web::http::header::{self, HeaderName, HeaderValue};
use actix_web::{FromRequest, HttpMessage, HttpRequest, HttpResponse, web};
use serde::Serialize;
use utoipa::openapi::schema::{ObjectBuilder, Type};

use super::admit;
use crate::contract::describe::{Argument, Description, string_header};
use crate::{Code, Problem};
use lapidary_model::auth::Identity;
use lapidary_model::idempotency::{Claim, KeptAnswer};
use lapidary_service::Access;
use lapidary_service::idempotency::Done;

/// The header that carries the key.
pub const IDEMPOTENCY_KEY: HeaderName = HeaderName::from_static("idempotency-key");

/// The header that marks a response as a stored one.
pub const REPLAYED: HeaderName = HeaderName::from_static("idempotency-replayed");

/// The maximum length of a key in characters.
const KEY_LENGTH_MAX: usize = 128;

/// The digest of a body in canonical form. [`Valid`](crate::extract::Valid) stores it in a request with a
/// key.
#[derive(Debug, Clone, Copy)]
pub struct BodyDigest(pub [u8; 32]);

/// Returns the response 201 with this body. If the new thing has a path, that is its `Location`.
pub fn created(location: impl Into<Option<String>>, body: &impl Serialize) -> Result<KeptAnswer, Problem> {
    let body = serde_json::to_string(body).map_err(Problem::internal)?;
    let status = StatusCode::CREATED.as_u16().cast_signed();
    Ok(KeptAnswer { status, location: location.into(), body })
}

/// Returns the response to a request with a key: a new one, or the stored one.
pub fn answered(done: Done) -> HttpResponse {
    let Done { answer, replayed } = done;
    let status = StatusCode::from_u16(answer.status.cast_unsigned()).unwrap_or(StatusCode::OK);
    let mut response = HttpResponse::build(status);
    if let Some(location) = answer.location {
        response.insert_header((header::LOCATION, location));
    }
    if replayed {
        response.insert_header((REPLAYED, HeaderValue::from_static("true")));
    }
    response.content_type("application/json").body(answer.body)
}

/// The key of a request, if it has one.
///
/// A handler that creates something extracts it before the body, and claims it for its work.
pub struct Idempotency {
    request: HttpRequest,
    key: Option<String>,
}

impl FromRequest for Idempotency {
    type Error = Problem;
    type Future = Ready<Result<Self, Problem>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        ready(Idempotency::of(request))
    }
}

impl Argument for Idempotency {
    fn describe(description: &mut Description) {
        let once = description.word("once").unwrap_or_default();
        let words = format!("Makes the request safe to repeat: {once}");
        let text = ObjectBuilder::new()
            .schema_type(Type::String)
            .max_length(Some(KEY_LENGTH_MAX))
            .pattern(Some("^[!-~]([ -~]*[!-~])?$"));
        description.parameter(string_header("Idempotency-Key", &words).schema(Some(text)).build());
    }
}

impl Idempotency {
    fn of(request: &HttpRequest) -> Result<Self, Problem> {
        let key = request.headers().get(IDEMPOTENCY_KEY).map(|value| {
            let key = value.to_str().ok().filter(|key| (1..=KEY_LENGTH_MAX).contains(&key.len()));
            key.map(str::to_owned).ok_or_else(|| {
                let detail = format!("`Idempotency-Key` must have 1 to {KEY_LENGTH_MAX} ASCII characters.");
                Problem::new(Code::Malformed, detail)
            })
        });
        Ok(Idempotency { request: request.clone(), key: key.transpose()? })
    }

    /// Returns the claim that locks out other requests with the same key. None without a key.
    pub fn claim(&self) -> Result<Option<Claim>, Problem> {
        let Some(key) = &self.key else { return Ok(None) };
        let extensions = self.request.extensions();
        let identity =
            extensions.get::<Identity>().ok_or_else(|| Problem::internal("a key without a caller"))?;
        let digest =
            extensions.get::<BodyDigest>().ok_or_else(|| Problem::internal("a key without a body"))?;
        let access = self.request.app_data::<web::Data<Access>>();
        let access = access.ok_or_else(|| Problem::internal("`Access` is not registered"))?;
        let pattern = admit::pattern(&self.request);
        Ok(Some(Claim {
            player: identity.player,
            route: format!("{} {pattern}", self.request.method()),
            key: key.clone(),
            digest: access.request_digest(self.request.path(), &digest.0),
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::contract;

    /// Requests that create something without a key, with the reason why a repetition does no harm.
    const WITHOUT_KEY: [(&str, &str); 20] = [
        ("create_account", "the name is taken then"),
        ("request_password_reset", "a newer link replaces the first one"),
        ("create_bot", "the name is taken then"),
        ("create_team", "the name is taken then"),
        ("add_entries", "the names are taken then"),
        ("create_token", "its response has a secret, which is never stored"),
        ("create_bot_token", "its response has a secret, which is never stored"),
        ("create_stream_ticket", "its response has a secret, which is never stored"),
        ("create_webhook", "its response has a secret, which is never stored"),
        ("create_join_code", "the code replaces the first one"),
        ("create_entry_code", "the code replaces the first one"),
        ("create_claim_code", "the code replaces the first one"),
        ("create_team_code", "the code replaces the first one"),
        ("create_push", "the address of the browser is subscribed then"),
        ("send_report", "the open report of the same is returned then"),
        ("analyze_game", "the analysis is there then"),
        ("start_season", "a season runs then"),
        ("start_league_season", "a season runs then"),
        ("start_next_league_season", "a season runs then"),
        ("pair_next_round", "a round is played then"),
    ];

    #[test]
    fn what_creates_something_takes_a_key_unless_a_second_request_does_no_harm() {
        let document = serde_json::to_value(contract().document()).unwrap();
        let exempt = |id: &str| WITHOUT_KEY.iter().any(|(known, _)| *known == id);
        let mut creating = Vec::new();
        for post in document["paths"].as_object().unwrap().values().map(|item| &item["post"]) {
            let id = post["operationId"].as_str().unwrap_or_default();
            let creates = ["201", "202"].iter().any(|status| !post["responses"][status].is_null());
            let parameters = post["parameters"].as_array().into_iter().flatten();
            let is_key = |parameter: &serde_json::Value| {
                parameter["name"]
                    .as_str()
                    .is_some_and(|name| name.eq_ignore_ascii_case(IDEMPOTENCY_KEY.as_str()))
            };
            let takes_key = parameters.into_iter().any(is_key);
            assert!(!creates || takes_key != exempt(id), "{id}: a key, or a reason why it needs none");
            creating.extend(creates.then_some(id));
        }
        let idle: Vec<&str> =
            WITHOUT_KEY.iter().map(|(id, _)| *id).filter(|id| !creating.contains(id)).collect();
        assert_eq!(idle, [""; 0], "they create nothing");
    }
}
