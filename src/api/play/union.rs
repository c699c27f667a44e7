//! Schemas of what every game says in words of its own. It knows how such schemas are put together, not which words there are.

use utoipa::openapi::schema::{AdditionalProperties, AnyOfBuilder};
use utoipa::openapi::{Ref, RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};

/// The schema of what fits any of these: games share words, so that one body may fit two of them.
pub fn any_of(schemas: &[&str], description: &str) -> RefOr<Schema> {
    let any = schemas.iter().fold(AnyOfBuilder::new(), |any, name| any.item(Ref::from_schema_name(*name)));
    RefOr::T(Schema::AnyOf(any.description(Some(description)).build()))
}

/// The schema of a tagged union that refuses unknown fields, which the derived one does not say.
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

/// Adds a schema under its name, and those it refers to.
pub fn collect<T: ToSchema>(schema: RefOr<Schema>, schemas: &mut Vec<(String, RefOr<Schema>)>) {
    schemas.push((T::name().into_owned(), schema));
    T::schemas(schemas);
}
