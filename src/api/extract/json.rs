//! A strict JSON reader: no duplicate keys, no deep nesting, and our own message for each mistake.
//!
//! It knows JSON (RFC 8259) and the position of a mistake. It knows no particular body.

use std::cell::{Cell, RefCell};
use std::fmt;

use serde::de::{self, DeserializeSeed, Deserializer, MapAccess, SeqAccess, Visitor};
use serde_json::error::Category;
use serde_json::{Map, Number, Value};

/// The maximum nesting depth of arrays and objects in a body.
pub const BODY_DEPTH_MAX: usize = 32;
/// The maximum number of values in a body, including arrays and objects. Every schema allows fewer.
pub const BODY_VALUES_MAX: usize = 2_048;
/// The limit up to which a 64-bit float represents every integer: 2^53.
const EXACT_INTEGER_MAX: f64 = 9_007_199_254_740_992.0;
/// The maximum number of characters of a key in a message.
const KEY_SHOWN_MAX: usize = 64;

/// Reads a document with at most this many values. A number without a fraction, such as `2.0`, becomes an
/// integer, as in JSON Schema.
pub fn read(bytes: &[u8], values_max: usize) -> Result<Value, String> {
    if bytes.iter().all(u8::is_ascii_whitespace) {
        return Err("The body is empty; send a JSON object.".to_owned());
    }
    if depth(bytes) > BODY_DEPTH_MAX {
        return Err(format!("Arrays and objects are nested deeper than {BODY_DEPTH_MAX} levels."));
    }
    let progress = JsonProgress { values_max, ..JsonProgress::default() };
    let mut reader = serde_json::Deserializer::from_slice(bytes);
    let read = Strict(&progress).deserialize(&mut reader);
    let value = read.and_then(|value| reader.end().map(|()| value));
    value.map_err(|error| sentence(&error, &progress))
}

/// Returns the same document with the keys of every object in alphabetical order and without whitespace.
pub fn canonical(value: &Value) -> String {
    let mut sorted = value.clone();
    sorted.sort_all_objects();
    sorted.to_string()
}

fn sentence(error: &serde_json::Error, progress: &JsonProgress) -> String {
    let place = format!("line {}, column {}", error.line(), error.column());
    match (progress.twice.take(), error.classify()) {
        _ if progress.values.get() > progress.values_max => {
            format!("The body has more than {} values.", progress.values_max)
        }
        (Some(key), _) => format!("The key `{key}` appears twice in one object, at {place}."),
        (None, Category::Eof) => format!("The body is incomplete JSON: it ends at {place}."),
        (None, _) if error.to_string().starts_with("number out of range") => {
            format!("The body has a number that is too large, at {place}.")
        }
        (None, _) => format!("The body is not valid JSON at {place}."),
    }
}

/// Returns the nesting depth of arrays and objects, ignoring brackets in strings.
fn depth(json: &[u8]) -> usize {
    let (mut depth, mut deepest, mut in_string, mut escaped) = (0_usize, 0, false, false);
    for byte in json {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if in_string => escaped = true,
            b'"' => in_string = !in_string,
            b'[' | b'{' if !in_string => depth += 1,
            b']' | b'}' if !in_string => depth = depth.saturating_sub(1),
            _ => {}
        }
        deepest = deepest.max(depth);
    }
    deepest
}

/// The state of reading a document.
#[derive(Default)]
struct JsonProgress {
    /// The maximum number of values.
    values_max: usize,
    /// The number of values so far.
    values: Cell<usize>,
    /// The first duplicate key of an object.
    twice: RefCell<Option<String>>,
}

/// Builds a value, counts values, and records the first duplicate key.
#[derive(Clone, Copy)]
struct Strict<'a>(&'a JsonProgress);

impl<'de> DeserializeSeed<'de> for Strict<'_> {
    type Value = Value;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
        self.0.values.set(self.0.values.get() + 1);
        match self.0.values.get() > self.0.values_max {
            true => Err(de::Error::custom("too many values")),
            false => deserializer.deserialize_any(self),
        }
    }
}

impl<'de> Visitor<'de> for Strict<'_> {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("JSON")
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_i64<E>(self, value: i64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_u64<E>(self, value: u64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_f64<E>(self, value: f64) -> Result<Value, E> {
        let whole = value.fract() == 0.0 && value.abs() <= EXACT_INTEGER_MAX;
        Ok(if whole { Value::from(value as i64) } else { Number::from_f64(value).into() })
    }

    fn visit_str<E>(self, value: &str) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_string<E>(self, value: String) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Value, A::Error> {
        let mut list = Vec::new();
        while let Some(item) = items.next_element_seed(self)? {
            list.push(item);
        }
        Ok(list.into())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut fields: A) -> Result<Value, A::Error> {
        let mut object = Map::new();
        while let Some(key) = fields.next_key::<String>()? {
            if object.contains_key(&key) {
                self.0.twice.replace(Some(key.chars().take(KEY_SHOWN_MAX).collect()));
                return Err(de::Error::custom("a key appears twice"));
            }
            let value = fields.next_value_seed(self)?;
            object.insert(key, value);
        }
        Ok(object.into())
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn read(bytes: &[u8]) -> Result<Value, String> {
        super::read(bytes, BODY_VALUES_MAX)
    }

    #[test]
    fn brackets_in_strings_do_not_nest() {
        assert_eq!(depth(br#"{"a": "[[[\"[[", "b": [1, {"c": []}]}"#), 4);
        assert_eq!(depth(b"]]]"), 0);
    }

    #[test]
    fn whole_numbers_are_integers_however_they_are_written() {
        let read = read(b"[2.0, -0.0, 1e2, 2.5, 7, -7, 1e300, 18446744073709551615]").unwrap();
        assert_eq!(read, json!([2, 0, 100, 2.5, 7, -7, 1e300, 18_446_744_073_709_551_615_u64]));
    }

    #[test]
    fn a_key_twice_is_named_with_its_place() {
        for twice in [r#"{"a": 1, "a": 1}"#, r#"{"b": [{"a": 1, "\u0061": null}]}"#] {
            let refused = read(twice.as_bytes()).unwrap_err();
            assert!(
                refused.starts_with("The key `a` appears twice in one object, at line 1, column"),
                "{refused}"
            );
        }
        assert!(read(br#"[{"a": 1}, {"a": 1}]"#).is_ok());
    }

    #[test]
    fn a_body_has_a_limited_number_of_values() {
        let zeros = |count: usize| format!("[{}]", vec!["0"; count].join(","));
        assert!(read(zeros(BODY_VALUES_MAX - 1).as_bytes()).is_ok());
        let refused = read(zeros(BODY_VALUES_MAX).as_bytes()).unwrap_err();
        assert_eq!(refused, "The body has more than 2048 values.");
    }

    #[test]
    fn each_mistake_has_a_sentence_with_its_place() {
        let cases = [
            ("", "The body is empty; send a JSON object."),
            ("{\n", "The body is incomplete JSON: it ends at line 2, column 0."),
            ("{\n  'a': 1}", "The body is not valid JSON at line 2, column 3."),
            ("{} {}", "The body is not valid JSON at line 1, column 4."),
            ("[1e999]", "The body has a number that is too large, at line 1, column 6."),
        ];
        for (body, sentence) in cases {
            assert_eq!(read(body.as_bytes()), Err(sentence.to_owned()), "{body}");
        }
    }

    #[test]
    fn the_canonical_form_knows_no_order_and_no_whitespace() {
        let [one, other] = [r#"{"b": {"d": 1, "c": [2.0]}, "a": ""}"#, r#" {"a":"","b":{"c":[2],"d":1}}"#];
        assert_eq!(canonical(&read(one.as_bytes()).unwrap()), r#"{"a":"","b":{"c":[2],"d":1}}"#);
        assert_eq!(canonical(&read(one.as_bytes()).unwrap()), canonical(&read(other.as_bytes()).unwrap()));
    }
}
