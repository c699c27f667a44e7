//! Restricts derived deserializers, so that serde reads exactly what the published schema describes.
//!
//! A derived struct also reads an array of its fields, and a derived enumeration an object with one key. A type that is
//! derived with `#[serde(remote = "Self")]` and named here reads only objects, or only strings.

/// Makes the type read only objects.
macro_rules! object_only {
    ($($type:ty),+) => {$(
        impl<'de> serde::Deserialize<'de> for $type {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                struct Fields;
                impl<'de> serde::de::Visitor<'de> for Fields {
                    type Value = $type;

                    fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                        f.write_str("an object")
                    }

                    fn visit_map<A: serde::de::MapAccess<'de>>(self, fields: A) -> Result<$type, A::Error> {
                        <$type>::deserialize(serde::de::value::MapAccessDeserializer::new(fields))
                    }
                }
                deserializer.deserialize_map(Fields)
            }
        }
    )+};
}

/// Makes the enumeration read only strings.
macro_rules! word_only {
    ($($type:ty),+) => {$(
        impl<'de> serde::Deserialize<'de> for $type {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let word = std::borrow::Cow::<'de, str>::deserialize(deserializer)?;
                <$type>::deserialize(serde::de::value::CowStrDeserializer::new(word))
            }
        }
    )+};
}

/// Makes the type serialize as derived, because `remote` turns the derived serializer into a plain function.
macro_rules! written_as_derived {
    ($($type:ty),+) => {$(
        impl serde::Serialize for $type {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                <$type>::serialize(self, serializer)
            }
        }
    )+};
}

pub(crate) use {object_only, word_only, written_as_derived};
