//! The enumerations as schemas of the contract: strings with a list of the names.

use utoipa::openapi::RefOr;
use utoipa::openapi::schema::{ObjectBuilder, Schema, Type};

use crate::Words;

/// Implements the traits of utoipa. The name of the schema distinguishes enumerations that share a name by
/// their modules; the contract gives those that clients send a name of its own, and writes out the others.
#[doc(hidden)]
#[macro_export]
macro_rules! words_for_utoipa {
    ($name:ident) => {
        impl $crate::utoipa::PartialSchema for $name {
            fn schema() -> $crate::utoipa::openapi::RefOr<$crate::utoipa::openapi::schema::Schema> {
                $crate::schema::<$name>()
            }
        }

        impl $crate::utoipa::ToSchema for $name {
            fn name() -> std::borrow::Cow<'static, str> {
                concat!(module_path!(), "::", stringify!($name)).into()
            }
        }
    };
}

/// Returns the schema of an enumeration.
pub fn schema<T: Words>() -> RefOr<Schema> {
    let (about, names) = (T::ABOUT.trim_start(), T::NAMES.iter().copied());
    ObjectBuilder::new().schema_type(Type::String).description(Some(about)).enum_values(Some(names)).into()
}
