//! The refusals and the security requirements of each operation in the contract, from the table of
//! operations. Each refusal is in the document once.

use std::collections::BTreeMap;

use utoipa::openapi::example::{Example, ExampleBuilder};
use utoipa::openapi::path::Operation;
use utoipa::openapi::schema::Type;
use utoipa::openapi::security::SecurityRequirement;
use utoipa::openapi::{
    Components, Content, ContentBuilder, HeaderBuilder, ObjectBuilder, Ref, RefOr, Response, ResponseBuilder,
};

use super::examples;
use crate::Code;
use crate::operation::{Permission, Row};
use crate::problems::code::{CodeRow, status};
use crate::problems::problem;
use lapidary_model::auth::Scopes;

/// The name of the security scheme of access tokens.
pub const BEARER: &str = "bearer";

/// The name of the security scheme of the access tokens of apps.
pub const OAUTH: &str = "oauth2";

/// The description of all other refusals.
const OTHERS: &str = "Any other refusal, such as `internal_error`: a problem with its `code`";
/// The response name of [`OTHERS`].
const PROBLEM: &str = "problem";

/// The responses and examples that operations share. An operation refers to refusals by the names of their
/// codes. A refusal refers to its examples in the same way.
#[derive(Default)]
pub struct Shared {
    responses: BTreeMap<String, RefOr<Response>>,
    examples: BTreeMap<String, RefOr<Example>>,
}

impl Shared {
    /// Adds the content of its row to an operation of the contract.
    pub fn refuse(&mut self, row: &Row, operation: &mut Operation) {
        let mut by_status: BTreeMap<String, Vec<Code>> = BTreeMap::new();
        for code in row.codes(operation.request_body.is_some()) {
            by_status.entry(status(code).as_str().to_owned()).or_default().push(code);
        }
        let responses = &mut operation.responses.responses;
        for (status, codes) in by_status {
            // A page for people or a refusal of OAuth may have the same status.
            if let Some(RefOr::T(own)) = responses.get_mut(&status) {
                let refusal = self.refusal(&codes);
                own.description = format!("{}; or a problem: {}", own.description, refusal.description);
                own.content.extend(refusal.content);
                own.headers.extend(refusal.headers);
            } else {
                let name = codes.iter().map(|code| code.name()).collect::<Vec<_>>().join("-");
                if !self.responses.contains_key(&name) {
                    let refusal = self.refusal(&codes);
                    self.responses.insert(name.clone(), RefOr::T(refusal));
                }
                responses.insert(status, RefOr::Ref(Ref::from_response_name(name)));
            }
        }
        responses.insert("default".to_owned(), RefOr::Ref(Ref::from_response_name(PROBLEM)));
        operation.security = Some(security(row.permission));
    }

    /// Returns the response with one of these codes of the same status.
    fn refusal(&mut self, codes: &[Code]) -> Response {
        let named: Vec<String> =
            codes.iter().map(|code| format!("`{}`: {}", code.name(), CodeRow::of(*code).title)).collect();
        let mut content = content();
        for code in codes {
            let name = code.name().to_owned();
            let example =
                ExampleBuilder::new().summary(CodeRow::of(*code).title).value(examples::refusal(*code));
            self.examples.entry(name.clone()).or_insert_with(|| RefOr::T(example.build()));
            let reference = Ref::new(format!("#/components/examples/{name}"));
            content.examples.insert(name, RefOr::Ref(reference));
        }
        let mut response = ResponseBuilder::new()
            .description(named.join("; "))
            .content(problem::MEDIA_TYPE, content)
            .build();
        if codes.iter().any(|code| matches!(code, Code::TooManyRequests | Code::Unavailable)) {
            add_retry_after(&mut response);
        }
        response
    }

    /// Adds everything that is referred to.
    pub fn add_to(mut self, components: &mut Components) {
        let other = ResponseBuilder::new().description(OTHERS).content(problem::MEDIA_TYPE, content());
        self.responses.insert(PROBLEM.to_owned(), RefOr::T(other.build()));
        components.responses.extend(self.responses);
        components.examples.extend(self.examples);
    }
}

fn content() -> Content {
    ContentBuilder::new().schema(Some(Ref::from_schema_name("Problem"))).build()
}

/// Adds the header `Retry-After` to a response.
fn add_retry_after(response: &mut Response) {
    let seconds = ObjectBuilder::new().schema_type(Type::Integer).minimum(Some(0));
    let header = HeaderBuilder::new()
        .schema(Some(seconds))
        .description(Some("Seconds to wait before the next request"));
    response.headers.insert("Retry-After".to_owned(), RefOr::T(header.build()));
}

/// Returns the security requirements of the operation, each with its scopes. The empty one means that no
/// token is needed.
fn security(permission: Permission) -> Vec<SecurityRequirement> {
    let token = |scheme: &str, scopes: Scopes| {
        SecurityRequirement::new(scheme, scopes.iter().map(|scope| scope.to_string()))
    };
    let either = || [BEARER, OAUTH].map(|scheme| token(scheme, permission.scopes()));
    match permission {
        Permission::Outside | Permission::Public => Vec::new(),
        Permission::PublicOr(_) => [SecurityRequirement::default()].into_iter().chain(either()).collect(),
        Permission::Needs(_) => either().into(),
        // No app may administer an account.
        Permission::Session => vec![token(BEARER, permission.scopes())],
    }
}
