//! Schemas that differ between rulesets. It knows how to combine schemas. It does not know their contents.

use utoipa::openapi::schema::{AdditionalProperties, AnyOfBuilder};
use utoipa::openapi::{Ref, RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};

/// Returns the schema of a value that matches any of these unions. The document merges them
/// (`contract/unions.rs`).
pub fn any_of(schemas: &[&str], description: &str) -> RefOr<Schema> {
    let any = schemas.iter().fold(AnyOfBuilder::new(), |any, name| any.item(Ref::from_schema_name(*name)));
    RefOr::T(Schema::AnyOf(any.description(Some(description)).build()))
}

/// Returns the schema of a tagged union that refuses unknown fields, which the derived schema allows.
pub fn closed<T: PartialSchema>() -> RefOr<Schema> {
    let mut schema = T::schema();
    if let RefOr::T(Schema::OneOf(union)) = &mut schema {
        union.items.iter_mut().for_each(close);
    }
    schema
}

fn close(schema: &mut RefOr<Schema>) {
    if let RefOr::T(Schema::Object(object)) = schema {
        object.additional_properties = Some(Box::new(AdditionalProperties::FreeForm(false)));
    }
}

/// Adds a schema by its name, and the schemas that it refers to.
pub fn collect<T: ToSchema>(schema: RefOr<Schema>, schemas: &mut Vec<(String, RefOr<Schema>)>) {
    schemas.push((T::name().into_owned(), schema));
    T::schemas(schemas);
}
