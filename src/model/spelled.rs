//! How values are written in stored documents, for serde's `with`: times in milliseconds.
//!
//! It knows shapes, not meanings. Reading fails if writing cannot produce the text.

/// A time in milliseconds.
pub mod ms {
    use std::time::Duration;

    use serde::{Deserialize, Deserializer, Serialize, Serializer, ser};

    /// Writes the milliseconds.
    pub fn serialize<S: Serializer>(time: &Duration, serializer: S) -> Result<S::Ok, S::Error> {
        u64::try_from(time.as_millis()).map_err(ser::Error::custom)?.serialize(serializer)
    }

    /// Reads the milliseconds.
    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Duration, D::Error> {
        u64::deserialize(deserializer).map(Duration::from_millis)
    }
}

/// A time in milliseconds that can be missing.
pub mod ms_if_any {
    use std::time::Duration;

    use serde::{Deserialize, Deserializer, Serialize, Serializer, ser};

    /// Writes the milliseconds, or null.
    pub fn serialize<S: Serializer>(time: &Option<Duration>, serializer: S) -> Result<S::Ok, S::Error> {
        let ms = time.map(|time| u64::try_from(time.as_millis())).transpose();
        ms.map_err(ser::Error::custom)?.serialize(serializer)
    }

    /// Reads the milliseconds, or null.
    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Duration>, D::Error> {
        Ok(Option::<u64>::deserialize(deserializer)?.map(Duration::from_millis))
    }
}
