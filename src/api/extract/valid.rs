//! Bodies that match their published schema. Only the schema defines their bounds: a body is checked against
//! it, then serde reads it.
//!
//! It knows how bodies arrive, and that actions are checked when the ruleset of the game is known. It knows
//! no other body.

use std::sync::LazyLock;
use std::time::Duration;

use actix_web::dev::Payload;
use actix_web::http::header;
use actix_web::mime::{self, Mime};
use actix_web::web::{Bytes, BytesMut};
use actix_web::{FromRequest, HttpMessage, HttpRequest};
use futures_util::StreamExt;
use futures_util::future::LocalBoxFuture;
use serde::de::DeserializeOwned;
use serde_json::Value;
use sha2::{Digest, Sha256};
use utoipa::ToSchema;

use super::check::checked;
use super::schema::Schemas;
use super::{json, wording};
use crate::contract::describe::{Argument, Description};
use crate::contract::openapi::Contract;
use crate::http::idempotency::{BodyDigest, IDEMPOTENCY_KEY};
use crate::problems::problem::Fault;
use crate::{Code, Problem};

/// The maximum size of a body in bytes.
pub const BODY_BYTES_MAX: usize = 16 * 1024;
/// The name of the schema of actions, which are checked once the ruleset of the game is known.
pub const READ_LATER: &str = "Action";
/// The schemas of the contract.
static SCHEMAS: LazyLock<Schemas> = LazyLock::new(|| Schemas::of(Contract::shared().document()));
/// The maximum time for receiving a body.
const BODY_TIMEOUT: Duration = Duration::from_secs(10);

/// A body that matches its published schema.
#[derive(Debug)]
pub struct Valid<T>(pub T);

impl<T: ToSchema + DeserializeOwned + 'static> FromRequest for Valid<T> {
    type Error = Problem;
    type Future = LocalBoxFuture<'static, Result<Self, Problem>>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let head = head_is_acceptable(request, BODY_BYTES_MAX);
        let payload = payload.take();
        let keyed = request.headers().contains_key(IDEMPOTENCY_KEY).then(|| request.clone());
        Box::pin(async move {
            head?;
            let bytes = arrived(payload).await?;
            let (body, digest) = read_body(&bytes, keyed.is_some())?;
            if let Some((request, digest)) = keyed.zip(digest) {
                request.extensions_mut().insert(digest);
            }
            Ok(Valid(body))
        })
    }
}

impl<T: ToSchema + DeserializeOwned> Argument for Valid<T> {
    fn describe(description: &mut Description) {
        description.request_body::<T>(true, refuse::<T>);
    }
}

/// Reads a body with a key as [`Valid`] does, only to refuse it.
pub fn refuse<T: ToSchema + DeserializeOwned>(bytes: &[u8]) -> Result<(), Problem> {
    read_body::<T>(bytes, true).map(drop)
}

/// Reads a received body, and computes its digest if the request has a key.
pub fn read_body<T: ToSchema + DeserializeOwned>(
    bytes: &[u8],
    keyed: bool,
) -> Result<(T, Option<BodyDigest>), Problem> {
    let value = read_json(bytes, json::BODY_VALUES_MAX)?;
    let digest = keyed.then(|| BodyDigest(Sha256::digest(json::canonical(&value)).into()));
    accept(value).map(|body| (body, digest))
}

/// Reads a body with another maximum number of values.
pub fn read_list<T: ToSchema + DeserializeOwned>(bytes: &[u8], values_max: usize) -> Result<T, Problem> {
    accept(read_json(bytes, values_max)?)
}

fn read_json(bytes: &[u8], values_max: usize) -> Result<Value, Problem> {
    json::read(bytes, values_max).map_err(|sentence| Problem::new(Code::Malformed, sentence))
}

/// Refuses bodies of other types than JSON, and those with a declared size above the limit.
pub fn head_is_acceptable(request: &HttpRequest, bytes_max: usize) -> Result<(), Problem> {
    if request.headers().contains_key(header::CONTENT_ENCODING) {
        return Err(Problem::new(Code::UnsupportedMediaType, "Send the body without `Content-Encoding`."));
    }
    if !is_json(request) {
        return Err(Problem::new(
            Code::UnsupportedMediaType,
            "Send the body with `Content-Type: application/json`, encoded as UTF-8.",
        ));
    }
    match declared_bytes(request) {
        Some(length) if length > bytes_max => Err(too_large(bytes_max)),
        _ => Ok(()),
    }
}

/// Returns the declared size of a body.
pub fn declared_bytes(request: &HttpRequest) -> Option<usize> {
    request.headers().get(header::CONTENT_LENGTH)?.to_str().ok()?.parse().ok()
}

/// Returns whether the body is declared as JSON in UTF-8, its only encoding between systems (RFC 8259, 8.1).
fn is_json(request: &HttpRequest) -> bool {
    let declared = request.headers().get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok());
    let Some(media) = declared.and_then(|declared| declared.parse::<Mime>().ok()) else { return false };
    let charset = media.get_param(mime::CHARSET);
    media.essence_str() == "application/json"
        && charset.is_none_or(|charset| charset.as_str().eq_ignore_ascii_case("utf-8"))
}

fn too_large(bytes_max: usize) -> Problem {
    let limit = bytes_max / 1024;
    Problem::new(Code::PayloadTooLarge, format!("Bodies are limited to {limit} KiB."))
}

/// Returns a body of any kind when it has arrived.
pub async fn arrived(payload: Payload) -> Result<Bytes, Problem> {
    arrived_within(payload, BODY_BYTES_MAX).await
}

/// Returns a received body of an operation with its own limit. The connection must allow the size:
/// `AHEAD_BYTES_MAX`, or the room that the handler requests.
pub async fn arrived_within(payload: Payload, bytes_max: usize) -> Result<Bytes, Problem> {
    let read = tokio::time::timeout(BODY_TIMEOUT, collected(payload, bytes_max)).await;
    read.map_err(|_| Problem::new(Code::RequestTimeout, "The body did not arrive in time."))?
}

async fn collected(mut payload: Payload, bytes_max: usize) -> Result<Bytes, Problem> {
    let mut bytes = BytesMut::new();
    while let Some(chunk) = payload.next().await {
        let chunk = chunk.map_err(|_| Problem::new(Code::Malformed, "The body ended early."))?;
        if bytes.len() + chunk.len() > bytes_max {
            return Err(too_large(bytes_max));
        }
        bytes.extend_from_slice(&chunk);
    }
    Ok(bytes.freeze())
}

/// Reads a body, or returns a refusal with its faults.
fn accept<T: ToSchema + DeserializeOwned>(value: Value) -> Result<T, Problem> {
    if wording::has_nul(&value) {
        return Err(Problem::validation(wording::nul_faults(&value)));
    }
    read_value(&value, "").map_err(Problem::validation)
}

/// Reads a value that matches its published schema. `place` is the JSON pointer to it.
pub fn read_value<T: ToSchema + DeserializeOwned>(value: &Value, place: &str) -> Result<T, Vec<Fault>> {
    let name = T::name();
    let left_out = SCHEMAS.position(READ_LATER);
    let read = checked(&SCHEMAS, left_out, &name, value, place).map_err(|faults| {
        // A refusal includes the faults of the actions.
        checked(&SCHEMAS, None, &name, value, place).err().unwrap_or(faults)
    })?;
    T::deserialize(read.as_ref()).map_err(|error| {
        tracing::error!(schema = %name, %error, "serde refuses a value that its schema accepts");
        vec![Fault::at(place, "does not match its schema")]
    })
}
