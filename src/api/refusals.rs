//! The refusals that operations have in common, so that the document names them everywhere. It knows when they apply, not who makes them.

use utoipa::openapi::path::Operation;
use utoipa::openapi::schema::Type;
use utoipa::openapi::{
    Content, ContentBuilder, HeaderBuilder, ObjectBuilder, Ref, RefOr, Response, ResponseBuilder,
};

use super::{Code, problem};

/// Adds to an operation the refusals that its path and its body bring with them.
pub fn add(path: &str, operation: &mut Operation) {
    if path.starts_with("/v1/") {
        refuse(operation, Code::Unauthenticated);
        refuse(operation, Code::TooManyRequests);
    }
    // Rulesets are part of the program: they are told without a question to the database.
    if path.starts_with("/v1/") && !path.starts_with("/v1/rulesets") {
        refuse(operation, Code::Unavailable);
    }
    if operation.request_body.is_some() {
        let unread =
            [Code::Malformed, Code::RequestTimeout, Code::PayloadTooLarge, Code::UnsupportedMediaType];
        unread.into_iter().for_each(|code| refuse(operation, code));
    }
    let others = "Any other refusal: a problem, whose `code` tells which, such as `internal_error`";
    operation.responses.responses.insert("default".to_owned(), RefOr::T(a_problem(others).build()));
}

/// Names a refusal, beside others of the same status.
fn refuse(operation: &mut Operation, code: Code) {
    let row = code.row();
    let name = format!("`{}`", row.name);
    let responses = &mut operation.responses.responses;
    match responses.get_mut(row.status.as_str()) {
        Some(RefOr::T(response)) if !response.description.contains(&name) => {
            response.description = format!("{name}; {}", response.description);
        }
        Some(_) => {}
        None => drop(responses.insert(row.status.as_str().to_owned(), RefOr::T(a_problem(&name).build()))),
    }
    if let (Code::TooManyRequests | Code::Unavailable, Some(RefOr::T(response))) =
        (code, responses.get_mut(row.status.as_str()))
    {
        tell_when(response);
    }
}

fn a_problem(description: &str) -> ResponseBuilder {
    ResponseBuilder::new().description(description).content(problem::MEDIA_TYPE, content())
}

fn content() -> Content {
    ContentBuilder::new().schema(Some(Ref::from_schema_name("Problem"))).build()
}

/// Says that the answer tells when to come back.
fn tell_when(response: &mut Response) {
    let seconds = ObjectBuilder::new().schema_type(Type::Integer).minimum(Some(0));
    let header =
        HeaderBuilder::new().schema(Some(seconds)).description(Some("After how many seconds to ask again"));
    response.headers.insert("Retry-After".to_owned(), RefOr::T(header.build()));
}
