//! Instants in JSON: RFC 3339 in UTC with exactly three decimals, so that all clients can read and compare
//! them.
//!
//! Exports do not use this module: they keep the stored text, which their reader verifies.

use chrono::{DateTime, SecondsFormat, Utc};
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serializer};

/// Returns an instant as text.
pub fn text(at: &DateTime<Utc>) -> String {
    at.to_rfc3339_opts(SecondsFormat::Millis, true)
}

/// Writes an instant in one piece. Chrono writes each character separately, and each would pass through the
/// escaping of JSON.
pub fn serialize<S: Serializer>(at: &DateTime<Utc>, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(&text(at))
}

/// Writes an instant, or null.
pub fn serialize_option<S: Serializer>(at: &Option<DateTime<Utc>>, serializer: S) -> Result<S::Ok, S::Error> {
    match at {
        Some(at) => serialize(at, serializer),
        None => serializer.serialize_none(),
    }
}

/// Writes a list of instants.
pub fn serialize_all<S: Serializer>(all: &[DateTime<Utc>], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(all.iter().map(text))
}

/// Returns the instant in a text (RFC 3339), in any offset.
pub fn parse(text: &str) -> Option<DateTime<Utc>> {
    DateTime::parse_from_rfc3339(text).ok().map(|at| at.to_utc())
}

/// Reads an instant of a query.
pub fn parameter<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<DateTime<Utc>>, D::Error> {
    let text = String::deserialize(deserializer)?;
    parse(&text).map(Some).ok_or_else(|| D::Error::custom("not an instant"))
}

#[cfg(test)]
mod tests {
    use serde::Serialize;

    use super::*;

    #[derive(Serialize)]
    struct InstantPiece(
        #[serde(serialize_with = "serialize")] DateTime<Utc>,
        #[serde(serialize_with = "serialize_option")] Option<DateTime<Utc>>,
    );

    #[test]
    fn an_instant_has_three_decimals() {
        for (nanoseconds, decimals) in [(0, "000"), (1, "000"), (120_000_000, "120"), (999_999_999, "999")] {
            let at = DateTime::from_timestamp(951_782_400, nanoseconds).unwrap();
            let written = format!("[\"2000-02-29T00:00:00.{decimals}Z\",null]");
            assert_eq!(serde_json::to_string(&InstantPiece(at, None)).unwrap(), written);
            let both = format!("[\"2000-02-29T00:00:00.{decimals}Z\",\"2000-02-29T00:00:00.{decimals}Z\"]");
            assert_eq!(serde_json::to_string(&InstantPiece(at, Some(at))).unwrap(), both);
        }
    }
}
