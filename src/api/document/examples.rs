//! Example responses: a recorded one for each operation and each refusal.
//!
//! The contract tests check that the examples match the schemas.

use std::sync::LazyLock;

use serde_json::Value;
use utoipa::openapi::RefOr;
use utoipa::openapi::path::Operation;

use crate::problems::code::CodeRow;
use crate::problems::problem::Fault;
use crate::{Code, Problem};

/// Recorded responses by operation; `tests/contract/examples.py` records them.
const ANSWERS: &str = include_str!("examples.json");

/// The name of a recorded refusal of OAuth.
const OAUTH_ERROR: &str = "oauth_error";

/// Adds the recorded response to an operation of the document.
pub fn add(operation: &mut Operation) {
    let answer = operation.operation_id.as_deref().and_then(answer);
    for (status, response) in &mut operation.responses.responses {
        let RefOr::T(response) = response else { continue };
        if let Some(RefOr::T(content)) = response.content.get_mut("application/json") {
            // An operation with several responses has an example for each.
            let own =
                operation.operation_id.as_deref().and_then(|id| self::answer(&format!("{id} {status}")));
            // A JSON refusal that is not a problem is one of OAuth.
            content.example = match status.starts_with('4') {
                true => self::answer(OAUTH_ERROR),
                false => own.or_else(|| answer.clone()),
            };
        }
    }
}

/// Returns the recorded response of an operation.
fn answer(operation: &str) -> Option<Value> {
    static RECORDED: LazyLock<Value> = LazyLock::new(|| serde_json::from_str(ANSWERS).unwrap_or_default());
    RECORDED.get(operation).cloned()
}

/// Returns a refusal with this code, as a client may get it.
pub fn refusal(code: Code) -> Option<Value> {
    let problem = match code {
        Code::IllegalAction => Problem::new(code, "Two equal tokens need four in the pile.")
            .rule("B6")
            .reason("pile_below_four")
            .action_index(0),
        Code::AfterReveal | Code::NotYourTurn => Problem::new(code, CodeRow::of(code).title).action_index(0),
        Code::TableChanged => {
            Problem::new(code, "The table has version 3: it is `done` with the places 2, 1, set by an organizer. Look again before you decide.").version(3)
        }
        Code::VersionConflict => Problem::new(code, "The game has version 18.").version(18),
        Code::ValidationFailed => Problem::validation(vec![Fault::at("/seat", "is not a known field")]),
        _ => Problem::new(code, CodeRow::of(code).explanation.replace('\n', " ")),
    };
    problem.to_json().ok()
}
