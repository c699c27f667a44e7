//! The requirements of an operation on its requests: a sufficient token, known query parameters, and no
//! unexpected body.

use std::collections::HashSet;
use std::time::Duration;

use actix_web::dev::Payload;
use actix_web::http::Method;
use actix_web::web::Query;
use futures_util::StreamExt;

use super::parameters::{PARAMETERS_MAX, parameters_in};
use super::{Operation, Permission, Protocol};
use crate::{Code, Problem};
use lapidary_model::auth::{Identity, Scope, Scopes};

/// The maximum size of an empty object with whitespace, in bytes.
const EMPTY_OBJECT_BYTES_MAX: usize = 64;
/// How long an operation without a body waits for the end of the request.
const NO_BODY_TIMEOUT: Duration = Duration::from_secs(10);

/// The maximum number of characters of an unknown name in a message.
const NAME_SHOWN_MAX: usize = 64;

/// Checks that the caller may call the operation.
pub fn permit(operation: &Operation, identity: Option<&Identity>) -> Result<(), Problem> {
    let permission = operation.permission();
    match (permission, identity) {
        (Permission::Outside | Permission::Public, _) | (Permission::PublicOr(_), None) => Ok(()),
        (_, None) => {
            Err(Problem::new(Code::Unauthenticated, "Send an access token as `Authorization: Bearer …`."))
        }
        (Permission::Session, Some(identity)) if identity.has_logged_in() => Ok(()),
        (Permission::Session, Some(_)) => Err(Problem::insufficient_scope(
            Scopes::default(),
            "This needs the access token of a login. API tokens and apps cannot administer an account.",
        )),
        (_, Some(identity)) => has(identity.scopes, permission.scopes()),
    }
}

fn has(scopes: Scopes, needed: Scopes) -> Result<(), Problem> {
    let missing: Vec<&str> = needed.without(scopes).iter().map(Scope::name).collect();
    let (word, missing) = match missing.as_slice() {
        [] => return Ok(()),
        [one] => ("scope", (*one).to_owned()),
        several => ("scopes", several.join("`, `")),
    };
    Err(Problem::insufficient_scope(needed, format!("The access token lacks the {word} `{missing}`.")))
}

/// Refuses too many, unknown and duplicate query parameters, and values with NUL. Operations of OAuth read
/// their queries themselves.
pub fn accept_query(operation: &Operation, query: &str) -> Result<(), Problem> {
    if operation.protocol() != Protocol::Api {
        return Ok(());
    }
    if parameters_in(query.as_bytes()) > PARAMETERS_MAX {
        let detail = format!("A query is limited to {PARAMETERS_MAX} parameters.");
        return Err(Problem::new(Code::Malformed, detail));
    }
    let unreadable = |_| Problem::new(Code::Malformed, "The query is not a list of `name=value` pairs.");
    let pairs = Query::<Vec<(String, String)>>::from_query(query).map_err(unreadable)?;
    let mut seen: HashSet<&str> = HashSet::new();
    for (name, value) in pairs.iter() {
        if !operation.query().contains(name) {
            let shown: String = name.chars().take(NAME_SHOWN_MAX).collect();
            let detail = format!("The query parameter {shown:?} is unknown; {}.", known(operation.query()));
            return Err(Problem::new(Code::Malformed, detail));
        }
        if !seen.insert(name) {
            let detail = format!("The query parameter `{name}` is given more than once.");
            return Err(Problem::new(Code::Malformed, detail));
        }
        if value.contains('\0') {
            let detail = format!("The query parameter `{name}` contains the character NUL.");
            return Err(Problem::new(Code::Malformed, detail));
        }
    }
    Ok(())
}

fn known(names: &[String]) -> String {
    match names {
        [] => "this operation has none".to_owned(),
        names => format!("this operation knows `{}`", names.join("`, `")),
    }
}

/// Refuses an unexpected body. An empty body counts as none, whatever the headers say. A request that may
/// change something may have the empty object or null, which many clients always send.
pub async fn accept_no_body(method: &Method, mut payload: Payload) -> Result<(), Problem> {
    let mut text = Vec::new();
    let whole = async {
        while let Some(chunk) = payload.next().await {
            text.extend_from_slice(&chunk.map_err(drop)?);
            if text.len() > EMPTY_OBJECT_BYTES_MAX {
                return Err(());
            }
        }
        Ok(())
    };
    let arrived = matches!(tokio::time::timeout(NO_BODY_TIMEOUT, whole).await, Ok(Ok(())));
    let text: Vec<u8> = text.into_iter().filter(|byte| !byte.is_ascii_whitespace()).collect();
    match text.as_slice() {
        [] if arrived => Ok(()),
        b"{}" | b"null" if arrived && !method.is_safe() => Ok(()),
        _ => {
            Err(Problem::new(Code::Malformed, "This operation takes no body; send the request without one."))
        }
    }
}
