//! The enumerations for serde: a value is its name.

use std::fmt;
use std::marker::PhantomData;

use serde::de::{Deserializer, Error, Visitor};

use crate::Words;

/// Implements the traits of serde.
#[doc(hidden)]
#[macro_export]
macro_rules! words_for_serde {
    ($name:ident) => {
        impl $crate::serde::Serialize for $name {
            fn serialize<S: $crate::serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(self.name())
            }
        }

        impl<'de> $crate::serde::Deserialize<'de> for $name {
            fn deserialize<D: $crate::serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                $crate::read(deserializer)
            }
        }
    };
}

struct Name<T>(PhantomData<T>);

impl<T: Words> Visitor<'_> for Name<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a name")
    }

    fn visit_str<E: Error>(self, name: &str) -> Result<T, E> {
        T::from_word(name).ok_or_else(|| E::unknown_variant(name, T::NAMES))
    }
}

/// Reads a value by its name.
pub fn read<'de, T: Words, D: Deserializer<'de>>(deserializer: D) -> Result<T, D::Error> {
    deserializer.deserialize_str(Name(PhantomData))
}
