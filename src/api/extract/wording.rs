//! The common words of faults in bodies, and a fault without a schema: the character NUL.

use serde_json::Value;

use crate::problems::problem::Fault;

/// The maximum number of faults in a refusal. The search then stops.
pub const FAULTS_MAX: usize = 20;
/// The maximum number of characters of a wrong value or name in a fault.
const VALUE_SHOWN_MAX: usize = 64;

/// Whether a string of the body contains NUL, which PostgreSQL cannot store.
pub fn has_nul(value: &Value) -> bool {
    match value {
        Value::String(text) => text.contains('\0'),
        Value::Array(items) => items.iter().any(has_nul),
        Value::Object(fields) => fields.values().any(has_nul),
        _ => false,
    }
}

/// Returns a fault for each string with NUL, up to the maximum number of faults.
pub fn nul_faults(value: &Value) -> Vec<Fault> {
    let mut faults = Vec::new();
    add_nul_faults(value, &mut String::new(), &mut faults);
    faults
}

/// Adds the faults of a value at this place. Restores `place` afterwards.
fn add_nul_faults(value: &Value, place: &mut String, faults: &mut Vec<Fault>) {
    let length = place.len();
    match value {
        _ if faults.len() >= FAULTS_MAX => {}
        Value::String(text) if text.contains('\0') => {
            faults.push(Fault::at(place.clone(), "contains the character NUL"));
        }
        Value::Array(items) => {
            for (index, item) in items.iter().enumerate() {
                push_child(place, &index.to_string());
                add_nul_faults(item, place, faults);
                place.truncate(length);
            }
        }
        Value::Object(fields) => {
            for (name, field) in fields {
                push_child(place, name);
                add_nul_faults(field, place, faults);
                place.truncate(length);
            }
        }
        _ => {}
    }
}

/// Returns the pointer to a field, escaped by RFC 6901.
pub fn child(place: &str, name: &str) -> String {
    let mut pointer = place.to_owned();
    push_child(&mut pointer, name);
    pointer
}

/// Extends a pointer by the name of a field, escaped by RFC 6901.
pub fn push_child(place: &mut String, name: &str) {
    place.push('/');
    for letter in name.chars() {
        match letter {
            '~' => place.push_str("~0"),
            '/' => place.push_str("~1"),
            other => place.push(other),
        }
    }
}

/// Returns a message such as `"purple" is not one of white, blue, green`.
pub fn not_one_of<'a>(given: &str, known: impl IntoIterator<Item = &'a str>) -> String {
    format!("{given} is not one of {}", known.into_iter().collect::<Vec<_>>().join(", "))
}

/// Returns a value for a message, cut if it is long.
pub fn shown(value: &Value) -> String {
    let text = value.to_string();
    if text.chars().count() <= VALUE_SHOWN_MAX {
        return text;
    }
    text.chars().take(VALUE_SHOWN_MAX).chain(['…']).collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn pointers_are_escaped() {
        assert_eq!(child("/a", "b/c~d"), "/a/b~1c~0d");
    }

    #[test]
    fn a_long_value_is_cut() {
        assert_eq!(shown(&json!("purple")), "\"purple\"");
        assert_eq!(shown(&json!("p".repeat(1000))).chars().count(), VALUE_SHOWN_MAX + 1);
    }
}
