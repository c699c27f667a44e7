//! What answers look like: recorded ones for each operation, and every refusal under the status that names it.
//!
//! It knows what is shown; that it fits the schemas is for the tests of the contract.

use std::sync::LazyLock;

use serde_json::Value;
use utoipa::openapi::example::ExampleBuilder;
use utoipa::openapi::path::Operation;
use utoipa::openapi::{RefOr, Response};

use super::problem::{self, Fault};
use super::{Code, Problem};

/// Recorded answers by operation; `tests/contract/examples.py` records them.
const ANSWERS: &str = include_str!("examples.json");

/// Shows the answer of an operation and every refusal that it names.
pub fn add(operation: &mut Operation) {
    let answer = operation.operation_id.as_deref().and_then(answer);
    for (status, response) in &mut operation.responses.responses {
        let RefOr::T(response) = response else { continue };
        show_refusals(status, response);
        if let Some(RefOr::T(content)) = response.content.get_mut("application/json") {
            content.example.clone_from(&answer);
        }
    }
}

/// The recorded answer of an operation.
fn answer(operation: &str) -> Option<Value> {
    static RECORDED: LazyLock<Value> = LazyLock::new(|| serde_json::from_str(ANSWERS).unwrap_or_default());
    RECORDED.get(operation).cloned()
}

fn show_refusals(status: &str, response: &mut Response) {
    let codes: Vec<Code> = named(&response.description)
        .filter_map(Code::named)
        .filter(|code| code.row().status.as_str() == status)
        .collect();
    let Some(RefOr::T(content)) = response.content.get_mut(problem::MEDIA_TYPE) else { return };
    for code in codes {
        let example = ExampleBuilder::new().summary(code.row().title).value(refusal(code));
        content.examples.insert(code.row().name.to_owned(), RefOr::T(example.build()));
    }
}

/// The words in a text that stand between backquotes.
fn named(text: &str) -> impl Iterator<Item = &str> {
    text.split('`').skip(1).step_by(2)
}

/// A refusal of this kind, as a client may get it.
fn refusal(code: Code) -> Option<Value> {
    let problem = match code {
        Code::IllegalAction => {
            Problem::new(code, "Two equal tokens need four in the pile.").rule("B6").action_index(0)
        }
        Code::AfterReveal | Code::NotYourTurn => Problem::new(code, code.row().title).action_index(0),
        Code::VersionConflict => Problem::new(code, "The game has version 18.").version(18),
        Code::ValidationFailed => Problem::validation(vec![Fault::at("/seat", "is not a known field")]),
        _ => Problem::new(code, code.row().explanation),
    };
    problem.to_json().ok()
}
