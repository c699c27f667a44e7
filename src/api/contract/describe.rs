//! What the signature of a handler says about its operation in the contract: each argument describes what is
//! sent, and the result what is returned.

use actix_web::{HttpRequest, web};
use serde_json::Value;
use utoipa::openapi::path::{Operation, OperationBuilder, Parameter, ParameterBuilder, ParameterIn, Paths};
use utoipa::openapi::request_body::RequestBodyBuilder;
use utoipa::openapi::{
    Content, ContentBuilder, HeaderBuilder, PathItem, Ref, RefOr, Required, Response, ResponseBuilder, Schema,
};
use utoipa::{IntoParams, PartialSchema, ToSchema};

/// Schemas with their names.
pub type NamedSchemas = Vec<(String, RefOr<Schema>)>;

/// The words of a response that the client already has.
const NOT_MODIFIED: &str = "Not modified";

/// An operation that describes itself; `#[operation]` implements it.
pub trait Described: utoipa::Path {
    /// Returns its description.
    fn describe() -> Description;
}

/// An argument of a handler. Most describe nothing, because they are not sent for this operation alone.
pub trait Argument {
    /// Adds what is sent.
    fn describe(_: &mut Description) {}
}

/// The result of a handler.
pub trait Outcome {
    /// Adds the responses, and what is sent for their sake.
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

impl<T: ToSchema> Outcome for web::Json<T> {
    fn describe(description: &mut Description) {
        description.body_response::<T>("200", &[]);
    }
}

impl<T: Outcome, E> Outcome for Result<T, E> {
    fn describe(description: &mut Description) {
        T::describe(description);
    }
}

/// Returns the path of an operation with the operation.
pub fn paths<D: Described>() -> Paths {
    let add = |paths: Paths, method| {
        let mut paths = paths;
        paths.merge(Paths::builder().path(D::path(), PathItem::new(method, D::operation())).build());
        paths
    };
    D::methods().into_iter().fold(Paths::new(), add)
}

/// The description of an operation.
pub struct Description {
    operation: Operation,
    schemas: NamedSchemas,
    /// What the attribute says beside method and path.
    words: &'static [(&'static str, &'static str)],
}

impl Description {
    /// Returns the description of an operation of which only the attribute and the doc comment are known.
    pub fn new(id: &str, docs: &str, words: &'static [(&'static str, &'static str)]) -> Self {
        let (summary, description) = docs.split_once("\n\n").unwrap_or((docs, ""));
        let operation = OperationBuilder::new()
            .operation_id(Some(id))
            .summary(Some(summary))
            .description(Some(description).filter(|text| !text.is_empty()))
            .build();
        let mut description = Description { operation, schemas: Vec::new(), words };
        description.operation.tags = description.word("tag").map(|tag| vec![tag.to_owned()]);
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

    /// Adds a parameter, with the description that the attribute has for it.
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

    /// Adds the JSON body of the request.
    pub fn request_body<T: ToSchema>(&mut self, required: bool) {
        let content = self.content::<T>();
        let required = if required { Required::True } else { Required::False };
        let body = RequestBodyBuilder::new().content("application/json", content).required(Some(required));
        self.operation.request_body = Some(RefOr::T(body.build()));
    }

    /// Adds a response without a body.
    pub fn response(&mut self, status: &str) {
        let response = ResponseBuilder::new().description(self.returned()).build();
        self.add(status, response);
    }

    /// Adds a response with a JSON body and headers, each with its description.
    pub fn body_response<T: ToSchema>(&mut self, status: &str, headers: &[(&str, &str)]) {
        let content = self.content::<T>();
        let mut response =
            ResponseBuilder::new().description(self.returned()).content("application/json", content).build();
        for (name, description) in headers {
            let header = HeaderBuilder::new().schema(Some(String::schema())).description(Some(*description));
            response.headers.insert((*name).to_owned(), RefOr::T(header.build()));
        }
        self.add(status, response);
    }

    /// Adds another form of the body of a response: text of this media type, with the example that the
    /// attribute has for it.
    pub fn text_form(&mut self, status: &str, media_type: &str) {
        let example = self.word(media_type).map(Value::from);
        let content = ContentBuilder::new().schema(Some(String::schema())).example(example).build();
        if let Some(RefOr::T(response)) = self.operation.responses.responses.get_mut(status) {
            response.content.insert(media_type.to_owned(), RefOr::T(content));
        }
    }

    /// Adds the response to a client that already has the body.
    pub fn not_modified(&mut self) {
        self.header("If-None-Match", "The `ETag` that the client has");
        self.add("304", ResponseBuilder::new().description(NOT_MODIFIED).build());
    }

    /// Returns the operation.
    pub fn operation(self) -> Operation {
        self.operation
    }

    /// Returns the schemas to which the operation refers.
    pub fn schemas(self) -> NamedSchemas {
        self.schemas
    }

    fn add(&mut self, status: &str, response: Response) {
        self.operation.responses.responses.insert(status.to_owned(), RefOr::T(response));
    }

    /// Returns the content of this type, whose schemas are added.
    fn content<T: ToSchema>(&mut self) -> Content {
        self.schemas.push((T::name().into_owned(), T::schema()));
        T::schemas(&mut self.schemas);
        Content::new(Some(Ref::from_schema_name(T::name())))
    }
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
