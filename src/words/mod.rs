//! Enumerations whose values have names. It does not know any of them.

#[cfg(feature = "serde")]
mod json;
#[cfg(feature = "utoipa")]
mod schema;
mod words;

pub use words::Words;

#[cfg(feature = "serde")]
#[doc(hidden)]
pub use {json::read, serde};
#[cfg(feature = "utoipa")]
#[doc(hidden)]
pub use {schema::schema, utoipa};
