//! Bodies that were held against the published schema before anybody reads them.
//!
//! It knows schemas and JSON; it knows no particular body.

use std::time::Duration;

use actix_web::dev::Payload;
use actix_web::http::header;
use actix_web::web::{Bytes, BytesMut};
use actix_web::{FromRequest, HttpMessage, HttpRequest};
use futures_util::StreamExt;
use futures_util::future::LocalBoxFuture;
use jsonschema::ValidationError;
use jsonschema::error::ValidationErrorKind;
use serde::de::DeserializeOwned;
use serde_json::Value;
use sha2::{Digest, Sha256};
use utoipa::ToSchema;

use crate::api::idempotency::{BodyDigest, IDEMPOTENCY_KEY};
use crate::api::openapi::Contract;
use crate::api::problem::Fault;
use crate::api::{Code, Problem};

/// How large a body may be.
pub const BODY_BYTES_MAX: usize = 16 * 1024;
/// How deeply arrays and objects of a body may stand in each other.
pub const BODY_DEPTH_MAX: usize = 32;
/// How many faults an answer names.
pub const FAULTS_MAX: usize = 50;
/// How long a body may take to arrive.
const BODY_TIMEOUT: Duration = Duration::from_secs(10);

/// A body that fits its published schema.
#[derive(Debug)]
pub struct Valid<T>(pub T);

impl<T: ToSchema + DeserializeOwned + 'static> FromRequest for Valid<T> {
    type Error = Problem;
    type Future = LocalBoxFuture<'static, Result<Self, Problem>>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let head = head_is_acceptable(request);
        let payload = payload.take();
        let keyed = request.headers().contains_key(IDEMPOTENCY_KEY).then(|| request.clone());
        Box::pin(async move {
            head?;
            let bytes = tokio::time::timeout(BODY_TIMEOUT, read(payload))
                .await
                .map_err(|_| Problem::new(Code::RequestTimeout, "The body did not arrive in time."))??;
            if let Some(request) = keyed {
                request.extensions_mut().insert(BodyDigest(Sha256::digest(&bytes).into()));
            }
            parse(&bytes).map(Valid)
        })
    }
}

fn head_is_acceptable(request: &HttpRequest) -> Result<(), Problem> {
    let media_type = request.headers().get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok());
    let essence = media_type.and_then(|media_type| media_type.split(';').next()).unwrap_or_default().trim();
    if !essence.eq_ignore_ascii_case("application/json") {
        return Err(Problem::new(Code::UnsupportedMediaType, "Send the body as `application/json`."));
    }
    let length = request.headers().get(header::CONTENT_LENGTH).and_then(|value| value.to_str().ok());
    match length.and_then(|length| length.parse::<usize>().ok()) {
        Some(length) if length > BODY_BYTES_MAX => Err(too_large()),
        _ => Ok(()),
    }
}

fn too_large() -> Problem {
    Problem::new(Code::PayloadTooLarge, format!("Bodies may have {BODY_BYTES_MAX} bytes."))
}

async fn read(mut payload: Payload) -> Result<Bytes, Problem> {
    let mut bytes = BytesMut::new();
    while let Some(chunk) = payload.next().await {
        let chunk = chunk.map_err(|_| Problem::new(Code::Malformed, "The body broke off."))?;
        if bytes.len() + chunk.len() > BODY_BYTES_MAX {
            return Err(too_large());
        }
        bytes.extend_from_slice(&chunk);
    }
    Ok(bytes.freeze())
}

/// Reads a body in the order in which a client can correct it: JSON, schema, meaning.
fn parse<T: ToSchema + DeserializeOwned>(bytes: &[u8]) -> Result<T, Problem> {
    if depth(bytes) > BODY_DEPTH_MAX {
        return Err(Problem::new(
            Code::Malformed,
            format!("The body is nested deeper than {BODY_DEPTH_MAX}."),
        ));
    }
    let value: Value = serde_json::from_slice(bytes)
        .map_err(|error| Problem::new(Code::Malformed, format!("The body is not JSON: {error}.")))?;
    let faults = faults(&T::name(), &value)?;
    if !faults.is_empty() {
        return Err(Problem::validation(faults));
    }
    serde_path_to_error::deserialize(value).map_err(|error| {
        let pointer = pointer(error.path());
        Problem::validation(vec![Fault::at(pointer, error.into_inner().to_string())])
    })
}

/// How deeply arrays and objects stand in each other, brackets in strings left out.
fn depth(json: &[u8]) -> usize {
    let (mut depth, mut deepest, mut in_string, mut escaped) = (0_usize, 0, false, false);
    for byte in json {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if in_string => escaped = true,
            b'"' => in_string = !in_string,
            b'[' | b'{' if !in_string => depth += 1,
            b']' | b'}' if !in_string => depth = depth.saturating_sub(1),
            _ => {}
        }
        deepest = deepest.max(depth);
    }
    deepest
}

fn faults(schema: &str, value: &Value) -> Result<Vec<Fault>, Problem> {
    let validator = Contract::shared()
        .body(schema)
        .ok_or_else(|| Problem::internal(format!("no body has the schema {schema}")))?;
    let mut faults = Vec::new();
    if !validator.is_valid(value) {
        validator.iter_errors(value).for_each(|error| tell(&error, &mut faults));
    }
    if faults.is_empty() {
        nul_faults(value, String::new(), &mut faults);
    }
    faults.truncate(FAULTS_MAX);
    Ok(faults)
}

/// Turns one violation into faults, each at the place a client has to change.
fn tell(error: &ValidationError<'_>, faults: &mut Vec<Fault>) {
    let place = error.instance_path().to_string();
    match error.kind() {
        ValidationErrorKind::Required { property: Value::String(name) } => {
            faults.push(Fault::at(child(&place, name), "is missing"));
        }
        ValidationErrorKind::AdditionalProperties { unexpected }
        | ValidationErrorKind::UnevaluatedProperties { unexpected } => {
            faults
                .extend(unexpected.iter().map(|name| Fault::at(child(&place, name), "is not a known field")));
        }
        ValidationErrorKind::PropertyNames { error } => {
            let name = error.instance().as_str().unwrap_or_default().to_owned();
            faults.push(Fault::at(child(&place, &name), "is not a known field"));
        }
        ValidationErrorKind::OneOfNotValid { context } | ValidationErrorKind::AnyOf { context } => {
            match meant(&place, context) {
                Some(errors) => errors.iter().for_each(|error| tell(error, faults)),
                None => faults.push(Fault::at(place, "has none of the documented forms")),
            }
        }
        _ => faults.push(Fault::at(place, error.masked_with("the value").to_string())),
    }
}

/// Of the alternatives of a tagged union the one whose `type` (or `kind`, `bot`) fits: its violations are what matters.
fn meant<'a>(
    place: &str,
    alternatives: &'a [Vec<ValidationError<'static>>],
) -> Option<&'a Vec<ValidationError<'static>>> {
    let tags = ["type", "kind"].map(|tag| child(place, tag));
    let wrong_tag = |errors: &Vec<ValidationError<'static>>| {
        errors.iter().any(|error| {
            let here = error.instance_path().to_string();
            tags.contains(&here)
                || (here == place && matches!(error.kind(), ValidationErrorKind::Type { .. }))
        })
    };
    let mut fitting = alternatives.iter().filter(|errors| !wrong_tag(errors));
    match (fitting.next(), fitting.next()) {
        (Some(only), None) => Some(only),
        _ => None,
    }
}

/// PostgreSQL cannot store the character NUL, and nobody means it.
fn nul_faults(value: &Value, place: String, faults: &mut Vec<Fault>) {
    match value {
        Value::String(text) if text.contains('\0') => {
            faults.push(Fault::at(place, "contains the character NUL"))
        }
        Value::Array(items) => {
            items.iter().enumerate().for_each(|(i, item)| nul_faults(item, format!("{place}/{i}"), faults));
        }
        Value::Object(fields) => {
            fields.iter().for_each(|(name, field)| nul_faults(field, child(&place, name), faults))
        }
        _ => {}
    }
}

/// The pointer to a field, escaped as RFC 6901 asks.
fn child(place: &str, name: &str) -> String {
    format!("{place}/{}", name.replace('~', "~0").replace('/', "~1"))
}

fn pointer(path: &serde_path_to_error::Path) -> String {
    use serde_path_to_error::Segment;
    path.iter().fold(String::new(), |place, segment| match segment {
        Segment::Seq { index } => format!("{place}/{index}"),
        Segment::Map { key } => child(&place, key),
        Segment::Enum { .. } | Segment::Unknown => place,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn brackets_in_strings_do_not_nest() {
        assert_eq!(depth(br#"{"a": "[[[\"[[", "b": [1, {"c": []}]}"#), 4);
        assert_eq!(depth(b"]]]"), 0);
    }

    #[test]
    fn pointers_are_escaped() {
        assert_eq!(child("/a", "b/c~d"), "/a/b~1c~0d");
    }
}
