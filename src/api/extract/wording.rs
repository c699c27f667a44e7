//! Words the faults of a body: each fault names the field that the client has to change.
//!
//! It knows violations of schemas, not particular schemas. A message repeats a value only if the schema lists the
//! allowed values, so that no refusal repeats a secret.

use std::collections::HashSet;

use jsonschema::error::{TypeKind, ValidationErrorKind};
use jsonschema::{ValidationError, Validator};
use serde_json::Value;

use crate::contract::text;
use crate::problems::problem::Fault;

/// The maximum number of faults in a refusal: no more are looked for.
pub const FAULTS_MAX: usize = 20;
/// The maximum number of characters of a wrong value or name that a fault repeats.
const VALUE_SHOWN_MAX: usize = 64;

/// Returns the faults of a body, in words; `place` points to the body. Empty if the schema accepts it.
pub fn faults(validator: &Validator, value: &Value, place: &str) -> Vec<Fault> {
    let mut faults = Vec::new();
    tell_all(validator.iter_errors(value).collect::<Vec<_>>().iter(), place, &mut faults);
    faults
}

/// Whether a string of the body has the character NUL, which PostgreSQL cannot store.
pub fn has_nul(value: &Value) -> bool {
    match value {
        Value::String(text) => text.contains('\0'),
        Value::Array(items) => items.iter().any(has_nul),
        Value::Object(fields) => fields.values().any(has_nul),
        _ => false,
    }
}

/// Returns a fault for each string with the character NUL, up to the maximum number of faults.
pub fn nul_faults(value: &Value) -> Vec<Fault> {
    let mut faults = Vec::new();
    add_nul_faults(value, &mut String::new(), &mut faults);
    faults
}

/// Adds the faults of a value at this place, which is the same again afterwards.
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

fn push_child(place: &mut String, name: &str) {
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

type Violation<'a> = ValidationError<'a>;

/// Words the violations of one schema, up to the maximum number of faults. For a value of the wrong type, and for a text with
/// wrong characters, all other faults are left out.
fn tell_all<'a, 'v: 'a>(
    violations: impl Iterator<Item = &'a Violation<'v>> + Clone,
    root: &str,
    faults: &mut Vec<Fault>,
) {
    let mistyped: HashSet<String> = violations.clone().filter(|one| is_whole(one)).map(place_of).collect();
    for violation in violations {
        if faults.len() >= FAULTS_MAX {
            return;
        }
        if is_whole(violation) || !mistyped.contains(&place_of(violation)) {
            tell(violation, root, faults);
        }
    }
}

fn place_of(violation: &Violation<'_>) -> String {
    violation.instance_path().to_string()
}

fn is_whole(violation: &Violation<'_>) -> bool {
    matches!(violation.kind(), ValidationErrorKind::Type { .. } | ValidationErrorKind::Format { .. })
}

/// Turns one violation into faults, each at the place that the client has to change.
fn tell(violation: &Violation<'_>, root: &str, faults: &mut Vec<Fault>) {
    let place = format!("{root}{}", violation.instance_path());
    let room = FAULTS_MAX.saturating_sub(faults.len());
    let mut unknown = |name: &str| faults.push(Fault::at(child(&place, name), "is not a known field"));
    match violation.kind() {
        ValidationErrorKind::Required { property: Value::String(name) } => {
            faults.push(Fault::at(child(&place, name), "is missing"));
        }
        ValidationErrorKind::AdditionalProperties { unexpected }
        | ValidationErrorKind::UnevaluatedProperties { unexpected } => {
            unexpected.iter().take(room).for_each(|name| unknown(name));
        }
        ValidationErrorKind::PropertyNames { error } => {
            unknown(error.instance().as_str().unwrap_or_default());
        }
        ValidationErrorKind::OneOfNotValid { context } | ValidationErrorKind::AnyOf { context } => {
            tell_union(violation, context, root, faults);
        }
        _ => faults.push(Fault::at(place, words(violation))),
    }
}

/// Words the violations of the alternative of a tagged union that the client means, or lists the tags if none matches.
fn tell_union(
    violation: &Violation<'_>,
    alternatives: &[Vec<Violation<'static>>],
    root: &str,
    faults: &mut Vec<Fault>,
) {
    let at = place_of(violation);
    let meant = alternatives.iter().filter(|one| !is_other_tag(&at, one)).min_by_key(|one| one.len());
    if let Some(meant) = meant {
        return tell_all(meant.iter(), root, faults);
    }
    let mut tags: Vec<&str> = Vec::new();
    let mut tag_at = None;
    alternatives.iter().for_each(|one| collect_tags(&at, one, &mut tags, &mut tag_at));
    let place = format!("{root}{at}");
    match tag_at {
        Some(name) => {
            let given = violation.instance().get(&name).map(shown).unwrap_or_default();
            faults.push(Fault::at(child(&place, &name), not_one_of(&given, tags)));
        }
        None => faults.push(Fault::at(place, union_words(&at, alternatives))),
    }
}

/// Returns what a value must be whose type is that of no alternative, or which has no tag.
fn union_words(at: &str, alternatives: &[Vec<Violation<'static>>]) -> String {
    let mut types: Vec<String> = Vec::new();
    for one in alternatives.iter().flatten().filter(|one| place_of(one) == at) {
        if let ValidationErrorKind::Type { kind } = one.kind() {
            types.push(type_words(kind));
        }
    }
    types.dedup();
    match types.iter().all(|kind| kind == "an object") {
        true => "must be an object of one of the documented forms".to_owned(),
        false => format!("must be {}", types.join(" or ")),
    }
}

/// Returns whether the alternative has another tag than the value, or accepts another type of value.
fn is_other_tag(at: &str, alternative: &[Violation<'static>]) -> bool {
    alternative.iter().any(|one| match one.kind() {
        ValidationErrorKind::Constant { .. } => is_child(at, &place_of(one)),
        ValidationErrorKind::Type { .. } => place_of(one) == at,
        ValidationErrorKind::OneOfNotValid { context } | ValidationErrorKind::AnyOf { context } => {
            place_of(one) == at && context.iter().all(|inner| is_other_tag(at, inner))
        }
        _ => false,
    })
}

/// Collects the tags of the alternatives and the name of the tag field.
fn collect_tags<'a>(
    at: &str,
    alternative: &'a [Violation<'static>],
    tags: &mut Vec<&'a str>,
    name: &mut Option<String>,
) {
    for one in alternative {
        match one.kind() {
            ValidationErrorKind::Constant { expected_value } if is_child(at, &place_of(one)) => {
                let field = place_of(one)[at.len() + 1..].to_owned();
                name.get_or_insert(field);
                tags.extend(expected_value.as_str().filter(|tag| !tags.contains(tag)));
            }
            ValidationErrorKind::OneOfNotValid { context } | ValidationErrorKind::AnyOf { context } => {
                context.iter().for_each(|inner| collect_tags(at, inner, tags, name));
            }
            _ => {}
        }
    }
}

fn is_child(at: &str, place: &str) -> bool {
    place.strip_prefix(at).and_then(|rest| rest.strip_prefix('/')).is_some_and(|rest| !rest.contains('/'))
}

/// Returns what is wrong with a value, as a predicate without a subject.
fn words(violation: &Violation<'_>) -> String {
    use ValidationErrorKind as Kind;
    let given = violation.instance();
    match violation.kind() {
        Kind::Type { kind } => format!("must be {}", type_words(kind)),
        Kind::Enum { options } => {
            let known = options.as_array().into_iter().flatten().filter_map(Value::as_str);
            not_one_of(&shown(given), known)
        }
        Kind::Constant { expected_value } => format!("must be {}", shown(expected_value)),
        Kind::Minimum { limit } => format!("must be at least {limit}"),
        Kind::Maximum { limit } => format!("must be at most {limit}"),
        Kind::MinItems { limit } => format!("must have at least {}", counted(*limit, "item")),
        Kind::MaxItems { limit } => format!("must have at most {}", counted(*limit, "item")),
        Kind::MaxProperties { limit } => format!("must have at most {}", counted(*limit, "field")),
        Kind::MinLength { limit } => format!("must have at least {}", counted(*limit, "character")),
        Kind::MaxLength { limit } => format!("must have at most {}", counted(*limit, "character")),
        Kind::Pattern { pattern } => format!("does not match the pattern {pattern}"),
        Kind::Format { format } if format == text::FORMAT => {
            let fault = given.as_str().and_then(|given| text::read(given).err());
            fault.map(|fault| fault.to_string()).unwrap_or_default()
        }
        _ => "does not match its schema".to_owned(),
    }
}

fn counted(count: u64, what: &str) -> String {
    if count == 1 { format!("{count} {what}") } else { format!("{count} {what}s") }
}

fn type_words(kind: &TypeKind) -> String {
    let name = |name: &str| match name {
        "null" => "null".to_owned(),
        vowel if vowel.starts_with(['a', 'i', 'o']) => format!("an {vowel}"),
        other => format!("a {other}"),
    };
    match kind {
        TypeKind::Single(one) => name(one.as_str()),
        TypeKind::Multiple(some) => {
            some.iter().map(|one| name(one.as_str())).collect::<Vec<_>>().join(" or ")
        }
    }
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
