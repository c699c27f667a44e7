//! What the signature of a handler says about its operation in the contract. Each argument describes a part
//! of the request, and the result describes the response.

use std::collections::BTreeMap;

use actix_web::dev::Payload;
use actix_web::{HttpRequest, HttpResponse, web};
use serde_json::Value;
use utoipa::openapi::path::{Operation, OperationBuilder, Parameter, ParameterBuilder, ParameterIn, Paths};
use utoipa::openapi::request_body::RequestBodyBuilder;
use utoipa::openapi::{
    Content, ContentBuilder, HeaderBuilder, HttpMethod, OpenApi, PathItem, Ref, RefOr, Required, Response,
    Schema,
};
use utoipa::{IntoParams, PartialSchema, ToSchema};

use crate::Problem;
use crate::operation::Served;

/// Schemas with their names.
pub type NamedSchemas = Vec<(String, RefOr<Schema>)>;

/// Reads the bytes of a JSON body, or refuses them.
pub type Reader = fn(&[u8]) -> Result<(), Problem>;

/// The description of the response without a body if the client already has it.
const NOT_MODIFIED: &str = "Not modified";

/// An operation that describes itself; `#[operation]` implements it.
pub trait Described {
    /// Returns its description.
    fn describe() -> Description;

    /// Extracts the arguments of the handler from a request, one after another, and calls it.
    fn serve(request: HttpRequest, payload: Payload) -> Served;
}

/// An argument of a handler. Most describe nothing, because they are not specific to the operation.
pub trait Argument {
    /// Adds its part of the request.
    fn describe(_: &mut Description) {}
}

/// The result of a handler.
pub trait Outcome {
    /// Adds the responses, and the parts of the request that they need.
    fn describe(description: &mut Description);
}

impl Argument for HttpRequest {}
impl<T: ?Sized> Argument for web::Data<T> {}

impl<T: IntoParams> Argument for web::Query<T> {
    fn describe(description: &mut Description) {
        let parameters = T::into_params(|| Some(ParameterIn::Query));
        parameters.into_iter().for_each(|parameter| description.parameter(parameter));
    }
}

impl<T: Argument, E> Argument for Result<T, E> {
    fn describe(description: &mut Description) {
        T::describe(description);
    }
}

impl<T: ToSchema> Outcome for web::Json<T> {
    fn describe(description: &mut Description) {
        description.body_response::<T>("200", &[]);
    }
}

/// A page, a text or nothing. Only the attribute describes it.
impl Outcome for HttpResponse {
    fn describe(description: &mut Description) {
        if description.word("returns").is_some() {
            description.response("200");
        }
    }
}

/// The table of operations lists the refusals that are problems.
impl Outcome for Problem {
    fn describe(_: &mut Description) {}
}

impl<T: Outcome, E: Outcome> Outcome for Result<T, E> {
    fn describe(description: &mut Description) {
        <(T, E)>::describe(description);
    }
}

/// One of the two.
impl<A: Outcome, B: Outcome> Outcome for (A, B) {
    fn describe(description: &mut Description) {
        A::describe(description);
        B::describe(description);
    }
}

/// The description of an operation.
pub struct Description {
    /// The pattern of its path.
    path: &'static str,
    method: HttpMethod,
    operation: Operation,
    body: Option<(String, Reader)>,
    responses: BTreeMap<String, Response>,
    schemas: NamedSchemas,
    /// The attribute's facts except for method and path.
    words: &'static [(&'static str, &'static str)],
}

impl Description {
    /// Returns the description of an operation with only the attribute and the doc comment.
    pub fn new(
        (method, path): (HttpMethod, &'static str),
        id: &str,
        docs: &str,
        words: &'static [(&'static str, &'static str)],
    ) -> Self {
        let (summary, description) = docs.split_once("\n\n").unwrap_or((docs, ""));
        let operation = OperationBuilder::new()
            .operation_id(Some(id))
            .summary(Some(summary))
            .description(Some(description).filter(|text| !text.is_empty()))
            .build();
        let (responses, schemas) = (BTreeMap::new(), Vec::new());
        let mut description = Description { path, method, operation, body: None, responses, schemas, words };
        description.operation.tags = description.word("tag").map(|tag| vec![tag.to_owned()]);
        for (key, words) in
            words.iter().filter(|(key, _)| key.starts_with(|first: char| first.is_ascii_digit()))
        {
            let (status, media_type) = key.split_once(' ').unwrap_or((*key, ""));
            description.response(status).description = (*words).to_owned();
            if !media_type.is_empty() {
                description.form(status, media_type, text(""));
            }
            if let Some(location) = description.word("location").filter(|_| status == "303") {
                description.headers(status, &[("Location", location)]);
            }
        }
        description
    }

    /// Returns what the attribute says with this key.
    pub fn word(&self, key: &str) -> Option<&'static str> {
        self.words.iter().find(|(known, _)| *known == key).map(|(_, word)| *word)
    }

    /// Returns the description of the response.
    pub fn returned(&self) -> &'static str {
        self.word("returns").unwrap_or_default()
    }

    /// Adds a parameter with the attribute's description for it.
    pub fn parameter(&mut self, mut parameter: Parameter) {
        if let Some(word) = self.word(&parameter.name) {
            parameter.description = Some(word.to_owned());
        }
        self.operation.parameters.get_or_insert_default().push(RefOr::T(parameter));
    }

    /// Adds a header that the client may send.
    pub fn header(&mut self, name: &str, description: &str) {
        self.parameter(string_header(name, description).build());
    }

    /// Adds the JSON body of the request, and what reads it.
    pub fn request_body<T: ToSchema>(&mut self, required: bool, reader: Reader) {
        self.request_form::<T>("application/json", required);
        self.body = Some((T::name().into_owned(), reader));
    }

    /// Adds the body of the request in this form.
    pub fn request_form<T: ToSchema>(&mut self, media_type: &str, required: bool) {
        let content = self.content::<T>();
        let required = if required { Required::True } else { Required::False };
        let body = RequestBodyBuilder::new().content(media_type, content).required(Some(required));
        self.operation.request_body = Some(RefOr::T(body.build()));
    }

    /// Adds a list in CSV, with an example, as another form of the request body.
    pub fn request_csv(&mut self, example: &str) {
        if let Some(RefOr::T(body)) = &mut self.operation.request_body {
            body.content.insert("text/csv".to_owned(), RefOr::T(text(example)));
        }
    }

    /// Returns the response with this status. Adds a missing one without a body.
    pub fn response(&mut self, status: &str) -> &mut Response {
        let words = self.returned();
        self.responses.entry(status.to_owned()).or_insert_with(|| Response::new(words))
    }

    /// Adds a response with a JSON body and headers, each with its description.
    pub fn body_response<T: ToSchema>(&mut self, status: &str, headers: &[(&str, &str)]) {
        let content = self.content::<T>();
        self.form(status, "application/json", content);
        self.headers(status, headers);
    }

    /// Adds a form of the body of a response.
    pub fn form(&mut self, status: &str, media_type: &str, content: Content) {
        self.response(status).content.insert(media_type.to_owned(), RefOr::T(content));
    }

    /// Adds headers of a response with their descriptions, unless the attribute has others.
    pub fn headers(&mut self, status: &str, headers: &[(&str, &str)]) {
        for (name, description) in headers {
            let words = self.word(name).unwrap_or(description);
            let header = HeaderBuilder::new().schema(Some(String::schema())).description(Some(words)).build();
            self.response(status).headers.insert((*name).to_owned(), RefOr::T(header));
        }
    }

    /// Adds both forms of a stream of frames.
    pub fn stream<T: ToSchema>(&mut self) {
        for media_type in ["application/x-ndjson", "text/event-stream"] {
            let content = self.content::<T>();
            self.form("200", media_type, content);
        }
    }

    /// Adds the response to a client that already has the body.
    pub fn not_modified(&mut self) {
        self.header("If-None-Match", "The `ETag` that the client has");
        self.response("304").description = NOT_MODIFIED.to_owned();
    }

    /// Returns what reads the JSON body of the request, if it has one, with the name of its schema.
    pub fn into_body(self) -> Option<(String, Reader)> {
        self.body
    }

    /// Adds the operation to the document, with the schemas to which it refers. The attribute names the other
    /// forms of its response: texts with examples.
    pub fn add_to(mut self, document: &mut OpenApi) {
        for (key, example) in self.words.iter().filter(|(key, _)| key.contains('/') && !key.contains(' ')) {
            self.form("200", key, text(example));
        }
        let responses = self.responses.into_iter().map(|(status, response)| (status, RefOr::T(response)));
        self.operation.responses.responses.extend(responses);
        let path = Paths::builder().path(self.path, PathItem::new(self.method, self.operation));
        document.paths.merge(path.build());
        document.components.get_or_insert_default().schemas.extend(self.schemas);
    }

    /// Returns the content of this type, whose schemas are added.
    pub fn content<T: ToSchema>(&mut self) -> Content {
        // Any JSON: it has no schema.
        if T::name() == "Value" {
            return Content::new(Some(T::schema()));
        }
        self.schemas.push((T::name().into_owned(), T::schema()));
        T::schemas(&mut self.schemas);
        Content::new(Some(Ref::from_schema_name(T::name())))
    }
}

/// Returns the content of a text.
fn text(example: &str) -> Content {
    let example = Some(example).filter(|example| !example.is_empty()).map(Value::from);
    ContentBuilder::new().schema(Some(String::schema())).example(example).build()
}

/// Returns a header of a request whose value is a string.
pub fn string_header(name: &str, description: &str) -> ParameterBuilder {
    ParameterBuilder::new()
        .name(name)
        .parameter_in(ParameterIn::Header)
        .required(Required::False)
        .description(Some(description))
        .schema(Some(String::schema()))
}
