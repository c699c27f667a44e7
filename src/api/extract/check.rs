//! Checks a value against its published schema and describes its faults. Each fault names the field that the
//! client must change.
//!
//! It knows the keywords that [`schema`](super::schema) reads, not particular schemas. A message repeats a
//! value only if the schema lists the allowed values, so no refusal repeats a secret. Counting comes first: a
//! list that is too long, or an object with far too many fields, has only one fault.

use std::borrow::Cow;
use std::cmp::Ordering;

use serde_json::{Map, Number, Value};

use super::schema::{Others, Position, Rules, Schema, Schemas, Tag, Types};
use super::wording::{FAULTS_MAX, not_one_of, push_child, shown};
use crate::problems::problem::Fault;
use lapidary_model::text;

/// The maximum number of named unknown fields of an object. Beyond it, only their number is given.
const UNKNOWN_FIELDS_MAX: usize = 8;

/// Checks a value against the schema with this name. Every value matches the schema `left_out`. Returns the
/// value with trimmed and composed texts. `place` is the JSON pointer to it.
pub fn checked<'v>(
    schemas: &Schemas,
    left_out: Option<Position>,
    name: &str,
    value: &'v Value,
    place: &str,
) -> Result<Cow<'v, Value>, Vec<Fault>> {
    let schema = schemas.named(name);
    let mut check = Check::new(schemas, left_out, place);
    check.value(&schema, value);
    if !check.faults.is_empty() {
        return Err(check.faults);
    }
    let mut read = Cow::Borrowed(value);
    for (pointer, text) in check.texts {
        if let Some(given) = read.to_mut().pointer_mut(&pointer[place.len()..]) {
            *given = text.into();
        }
    }
    Ok(read)
}

/// The faults of a value found so far.
struct Check<'s> {
    schemas: &'s Schemas,
    left_out: Option<Position>,
    /// The JSON pointer to the value that is checked.
    place: String,
    faults: Vec<Fault>,
    /// The number of broken rules of the schema. One rule can have several faults.
    violations: usize,
    /// The texts that are read in another form than sent, with their JSON pointers.
    texts: Vec<(String, String)>,
}

impl<'s> Check<'s> {
    fn new(schemas: &'s Schemas, left_out: Option<Position>, place: &str) -> Self {
        let place = place.to_owned();
        Check { schemas, left_out, place, faults: Vec::new(), violations: 0, texts: Vec::new() }
    }

    fn value(&mut self, schema: &'s Schema, value: &Value) {
        if self.faults.len() >= FAULTS_MAX {
            return;
        }
        let Some(rules) = self.rules(schema) else {
            return self.broken("does not match its schema".to_owned());
        };
        // A value of a wrong type has no other fault.
        if let Some(types) = rules.types.filter(|types| !types.has(value)) {
            return self.broken(format!("must be {}", types.words()));
        }
        if let Some(options) = rules.options.filter(|options| !options.contains(value)) {
            self.broken(not_one_of(&shown(value), options.iter().filter_map(Value::as_str)));
        }
        if let Some(only) = rules.only.filter(|only| *only != value) {
            self.broken(format!("must be {}", shown(only)));
        }
        if let Some(alternatives) = &rules.alternatives {
            self.union(alternatives, value);
        }
        match value {
            Value::Number(number) => self.number(rules, number),
            Value::String(given) if rules.is_text => match text::read(given) {
                Ok(text) => {
                    self.string(rules, &text);
                    if text != *given {
                        self.texts.push((self.place.clone(), text));
                    }
                }
                Err(fault) => self.broken(fault.to_string()),
            },
            Value::String(given) => self.string(rules, given),
            Value::Array(items) => self.array(rules, items),
            Value::Object(fields) => self.object(rules, fields),
            Value::Null | Value::Bool(_) => {}
        }
    }

    fn rules(&self, schema: &'s Schema) -> Option<&'s Rules> {
        self.schemas.rules(schema, self.left_out)
    }

    /// Adds a fault of the value itself.
    fn broken(&mut self, detail: String) {
        self.violations += 1;
        if self.faults.len() < FAULTS_MAX {
            self.faults.push(Fault::at(self.place.clone(), detail));
        }
    }

    /// Checks the part of the value under this name, or adds faults there.
    fn inside(&mut self, name: &str, check: impl FnOnce(&mut Self)) {
        let length = self.place.len();
        push_child(&mut self.place, name);
        check(self);
        self.place.truncate(length);
    }

    fn number(&mut self, rules: &Rules, number: &Number) {
        if let Some(most) = rules.maximum.filter(|most| order(number, most).is_gt()) {
            self.broken(format!("must be at most {most}"));
        }
        if let Some(least) = rules.minimum.filter(|least| order(number, least).is_lt()) {
            self.broken(format!("must be at least {least}"));
        }
    }

    fn string(&mut self, rules: &Rules, given: &str) {
        self.length(rules, given);
        if let Some(pattern) = rules.pattern.filter(|pattern| !pattern.fits(given)) {
            self.broken(format!("does not match the pattern {}", pattern.pattern));
        }
    }

    fn length(&mut self, rules: &Rules, given: &str) {
        if let Some(most) = rules.max_length.filter(|most| given.chars().count() > *most) {
            self.broken(format!("must have at most {}", counted(most, "character")));
        }
        if let Some(least) = rules.min_length.filter(|least| given.chars().count() < *least) {
            self.broken(format!("must have at least {}", counted(least, "character")));
        }
    }

    fn array(&mut self, rules: &'s Rules, items: &[Value]) {
        if let Some(most) = rules.max_items.filter(|most| items.len() > *most) {
            return self.broken(format!("must have at most {}", counted(most, "item")));
        }
        if let Some(schema) = &rules.items {
            for (place, item) in items.iter().enumerate() {
                self.inside(&place.to_string(), |check| check.value(schema, item));
            }
        }
        if let Some(least) = rules.min_items.filter(|least| items.len() < *least) {
            self.broken(format!("must have at least {}", counted(least, "item")));
        }
    }

    fn object(&mut self, rules: &'s Rules, fields: &Map<String, Value>) {
        let count = rules.fields.len();
        let is_closed = matches!(rules.others, Others::Closed);
        if is_closed && fields.len() > count + UNKNOWN_FIELDS_MAX {
            return self.broken(format!("must have at most {}", counted(count, "field")));
        }
        for name in rules.required.iter().filter(|name| !fields.contains_key(**name)) {
            self.inside(name, |check| check.broken("is missing".to_owned()));
        }
        for (name, schema) in &rules.fields {
            if let Some(field) = fields.get(*name) {
                self.inside(name, |check| check.value(schema, field));
            }
        }
        let before = self.violations;
        for (name, field) in fields.iter().filter(|(name, _)| rules.field(name).is_none()) {
            self.inside(name, |check| match &rules.others {
                Others::Closed => check.broken("is not a known field".to_owned()),
                Others::Each(schema) => check.value(schema, field),
                Others::Any => {}
            });
        }
        if is_closed {
            self.violations = self.violations.min(before + 1);
        }
    }

    /// Checks a value against the alternatives that the client may mean, and describes the faults of the
    /// nearest one. If there is none, lists their tags or types.
    fn union(&mut self, alternatives: &'s [Schema], value: &Value) {
        let meant = alternatives.iter().filter(|one| !self.is_other(one, value));
        let checked = meant.map(|one| {
            let mut check = Check::new(self.schemas, self.left_out, &self.place);
            check.value(one, value);
            check
        });
        match checked.min_by_key(|check| check.violations) {
            Some(nearest) => {
                self.violations += nearest.violations.min(1);
                self.faults.extend(nearest.faults);
                self.faults.truncate(FAULTS_MAX);
                self.texts.extend(nearest.texts);
            }
            None => self.no_alternative(alternatives, value),
        }
    }

    /// Whether the alternative has another tag or type than the value.
    fn is_other(&self, alternative: &'s Schema, value: &Value) -> bool {
        let Some(rules) = self.rules(alternative) else { return false };
        let has_type = rules.types.is_none_or(|types| types.has(value));
        let inner = rules.alternatives.as_ref().filter(|inner| !inner.is_empty());
        !has_type
            || rules.tags().any(|(name, tag)| value.get(name).is_some_and(|given| given != tag))
            || inner.is_some_and(|inner| inner.iter().all(|one| self.is_other(one, value)))
    }

    fn no_alternative(&mut self, alternatives: &'s [Schema], value: &Value) {
        let mut known = Vec::new();
        self.collect_tags(alternatives, value, &mut known);
        let Some((name, _)) = known.first() else {
            return self.broken(self.union_words(alternatives, value));
        };
        let given = value.get(name).map(shown).unwrap_or_default();
        let mut words: Vec<&str> = Vec::new();
        for tag in known.iter().filter_map(|(_, tag)| tag.as_str()) {
            if !words.contains(&tag) {
                words.push(tag);
            }
        }
        self.inside(name, |check| check.broken(not_one_of(&given, words)));
    }

    /// Collects the tags of alternatives that differ from the value's.
    fn collect_tags(&self, alternatives: &'s [Schema], value: &Value, found: &mut Vec<Tag>) {
        for rules in alternatives.iter().filter_map(|one| self.rules(one)) {
            found.extend(
                rules.tags().filter(|(name, tag)| value.get(name).is_some_and(|given| given != *tag)),
            );
            self.collect_tags(rules.alternatives.as_deref().unwrap_or_default(), value, found);
        }
    }

    /// Returns the allowed forms for a value whose type no alternative has.
    fn union_words(&self, alternatives: &'s [Schema], value: &Value) -> String {
        let types = alternatives.iter().filter_map(|one| self.rules(one)?.types);
        let mut types: Vec<String> = types.filter(|types| !types.has(value)).map(Types::words).collect();
        types.dedup();
        match types.iter().all(|kind| kind == "an object") {
            true => "must be an object of one of the documented forms".to_owned(),
            false => format!("must be {}", types.join(" or ")),
        }
    }
}

fn order(one: &Number, other: &Number) -> Ordering {
    let exact = |number: &Number| number.as_i128();
    match exact(one).zip(exact(other)) {
        Some((one, other)) => one.cmp(&other),
        None => one.as_f64().partial_cmp(&other.as_f64()).unwrap_or(Ordering::Equal),
    }
}

fn counted(count: usize, what: &str) -> String {
    if count == 1 { format!("{count} {what}") } else { format!("{count} {what}s") }
}
