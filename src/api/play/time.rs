//! Times in JSON, for the bodies that are sent most.

use chrono::{DateTime, SecondsFormat, Utc};
use serde::Serializer;

/// Writes a time as chrono does, in one piece. Chrono writes each character by itself, and each passes through the escaping of JSON.
///
/// # Errors
/// Those of the serializer.
pub fn serialize<S: Serializer>(at: &DateTime<Utc>, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(&at.to_rfc3339_opts(SecondsFormat::AutoSi, true))
}

#[cfg(test)]
mod tests {
    use serde::Serialize;

    use super::*;

    #[derive(Serialize)]
    struct Piece(#[serde(serialize_with = "serialize")] DateTime<Utc>);

    #[test]
    fn a_time_is_written_as_chrono_writes_it() {
        for nanoseconds in [0, 1, 1_000, 120_000_000, 123_456_000, 999_999_999] {
            for seconds in [0, 951_782_400, 1_800_000_000, 253_402_300_799] {
                let at = DateTime::from_timestamp(seconds, nanoseconds).unwrap();
                assert_eq!(serde_json::to_string(&Piece(at)).unwrap(), serde_json::to_string(&at).unwrap());
            }
        }
    }
}
