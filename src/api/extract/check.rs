//! Checks a value against its published schema and words its faults: each fault names the field that the
//! client has to change.
//!
//! It knows the keywords of JSON Schema that the contract uses, not particular schemas. A message repeats a
//! value only if the schema lists the allowed values, so that no refusal repeats a secret. It counts before
//! it looks closer: a list that is too long and an object with far too many fields have one fault.

use std::borrow::Cow;
use std::cmp::Ordering;

use serde_json::{Map, Number, Value};

use super::patterns;
use super::wording::{FAULTS_MAX, not_one_of, push_child, shown};
use crate::contract::text;
use crate::problems::problem::Fault;

/// How many unknown fields of an object are named before only their number is.
const UNKNOWN_FIELDS_MAX: usize = 8;
/// The path of schemas in the document.
const PLACE: &str = "#/components/schemas/";
/// The types of JSON in the order in which messages name them.
const TYPES: [&str; 7] = ["null", "boolean", "integer", "number", "string", "array", "object"];

/// The schemas of a document, of which a check may leave out one.
#[derive(Clone, Copy)]
pub struct Schemas<'a> {
    document: &'a Value,
    left_out: Option<&'a str>,
}

impl<'a> Schemas<'a> {
    /// The schemas of this document.
    pub fn of(document: &'a Value) -> Self {
        Schemas { document, left_out: None }
    }

    /// The same, but every value fits the schema with this name.
    pub fn without(self, name: &'a str) -> Self {
        Schemas { left_out: Some(name), ..self }
    }

    /// Returns the value as it is read, with its texts trimmed and composed; `place` is the JSON pointer to
    /// it.
    ///
    /// # Errors
    /// The faults of the value.
    pub fn checked<'v>(
        self,
        name: &str,
        value: &'v Value,
        place: &str,
    ) -> Result<Cow<'v, Value>, Vec<Fault>> {
        let mut check = Check::new(self, place);
        check.value(self.named(name), value);
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

    /// Returns the faults of a value, in words, up to the maximum number; `place` is the JSON pointer to it.
    /// Empty if the value matches the schema with this name.
    pub fn faults(self, name: &str, value: &Value, place: &str) -> Vec<Fault> {
        self.checked(name, value, place).err().unwrap_or_default()
    }

    /// Returns the schema with this name. No value fits one that is missing.
    fn named(self, name: &str) -> &'a Value {
        match self.left_out {
            Some(left_out) if left_out == name => &Value::Null,
            _ => self.document["components"]["schemas"].get(name).unwrap_or(&Value::Bool(false)),
        }
    }

    /// Returns the schema that a schema refers to, or the schema itself.
    fn resolved(self, schema: &'a Value) -> &'a Value {
        match schema["$ref"].as_str().and_then(|reference| reference.strip_prefix(PLACE)) {
            Some(name) => self.resolved(self.named(name)),
            None => schema,
        }
    }
}

/// The faults of a value as far as they are found.
struct Check<'a> {
    schemas: Schemas<'a>,
    /// The JSON pointer to the value that is checked.
    place: String,
    faults: Vec<Fault>,
    /// How many rules of the schema are broken. One rule can have several faults.
    violations: usize,
    /// The texts that are read in another form than given, each with the JSON pointer to it.
    texts: Vec<(String, String)>,
}

impl<'a> Check<'a> {
    fn new(schemas: Schemas<'a>, place: &str) -> Self {
        Check { schemas, place: place.to_owned(), faults: Vec::new(), violations: 0, texts: Vec::new() }
    }

    fn value(&mut self, schema: &'a Value, value: &Value) {
        let schema = self.schemas.resolved(schema);
        if self.faults.len() >= FAULTS_MAX {
            return;
        }
        if *schema == false {
            return self.broken("does not match its schema".to_owned());
        }
        // A value of another type has no other fault.
        if schema.get("type").is_some_and(|types| !has_type(value, types)) {
            return self.broken(format!("must be {}", type_words(&schema["type"])));
        }
        if let Some(options) = schema["enum"].as_array()
            && !options.contains(value)
        {
            self.broken(not_one_of(&shown(value), options.iter().filter_map(Value::as_str)));
        }
        if let Some(only) = schema.get("const").filter(|only| *only != value) {
            self.broken(format!("must be {}", shown(only)));
        }
        if let Some(alternatives) = alternatives(schema) {
            self.union(alternatives, value);
        }
        match value {
            Value::Number(number) => self.number(schema, number),
            Value::String(given) if schema["format"] == text::FORMAT => match text::read(given) {
                Ok(text) => {
                    self.length(schema, &text);
                    if text != *given {
                        self.texts.push((self.place.clone(), text));
                    }
                }
                Err(fault) => self.broken(fault.to_string()),
            },
            Value::String(given) => self.string(schema, given),
            Value::Array(items) => self.array(schema, items),
            Value::Object(fields) => self.object(schema, fields),
            Value::Null | Value::Bool(_) => {}
        }
    }

    /// Adds a fault of the value itself.
    fn broken(&mut self, detail: String) {
        self.violations += 1;
        if self.faults.len() < FAULTS_MAX {
            self.faults.push(Fault::at(self.place.clone(), detail));
        }
    }

    /// Checks what is in the value under this name, or adds faults there.
    fn inside(&mut self, name: &str, check: impl FnOnce(&mut Self)) {
        let length = self.place.len();
        push_child(&mut self.place, name);
        check(self);
        self.place.truncate(length);
    }

    fn number(&mut self, schema: &Value, number: &Number) {
        if let Some(most) = schema["maximum"].as_number().filter(|most| order(number, most).is_gt()) {
            self.broken(format!("must be at most {most}"));
        }
        if let Some(least) = schema["minimum"].as_number().filter(|least| order(number, least).is_lt()) {
            self.broken(format!("must be at least {least}"));
        }
    }

    fn string(&mut self, schema: &Value, given: &str) {
        self.length(schema, given);
        if let Some(pattern) = schema["pattern"].as_str().filter(|pattern| !patterns::fits(pattern, given)) {
            self.broken(format!("does not match the pattern {pattern}"));
        }
    }

    fn length(&mut self, schema: &Value, given: &str) {
        if let Some(most) = limit(schema, "maxLength").filter(|most| given.chars().count() > *most) {
            self.broken(format!("must have at most {}", counted(most, "character")));
        }
        if let Some(least) = limit(schema, "minLength").filter(|least| given.chars().count() < *least) {
            self.broken(format!("must have at least {}", counted(least, "character")));
        }
    }

    fn array(&mut self, schema: &'a Value, items: &[Value]) {
        if let Some(most) = limit(schema, "maxItems").filter(|most| items.len() > *most) {
            return self.broken(format!("must have at most {}", counted(most, "item")));
        }
        if let Some(rule) = schema.get("items") {
            for (place, item) in items.iter().enumerate() {
                self.inside(&place.to_string(), |check| check.value(rule, item));
            }
        }
        if let Some(least) = limit(schema, "minItems").filter(|least| items.len() < *least) {
            self.broken(format!("must have at least {}", counted(least, "item")));
        }
    }

    fn object(&mut self, schema: &'a Value, fields: &Map<String, Value>) {
        let known = schema["properties"].as_object();
        let is_known = |name: &str| known.is_some_and(|known| known.contains_key(name));
        let others = &schema["additionalProperties"];
        let names = schema["propertyNames"]["enum"].as_array();
        let count = known.map_or(0, Map::len);
        let is_closed = *others == false || names.is_some();
        if is_closed && fields.len() > count + UNKNOWN_FIELDS_MAX {
            return self.broken(format!("must have at most {}", counted(count, "field")));
        }
        let required = schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str);
        for name in required.filter(|name| !fields.contains_key(*name)) {
            self.inside(name, |check| check.broken("is missing".to_owned()));
        }
        for (name, rule) in known.into_iter().flatten() {
            if let Some(field) = fields.get(name) {
                self.inside(name, |check| check.value(rule, field));
            }
        }
        let unknown = fields.iter().filter(|(name, _)| !is_known(name));
        let before = self.violations;
        for (name, field) in unknown {
            self.inside(name, |check| match is_closed {
                true => check.broken("is not a known field".to_owned()),
                false if others.is_object() => check.value(others, field),
                false => {}
            });
        }
        if *others == false {
            self.violations = self.violations.min(before + 1);
        }
    }

    /// Checks a value against the alternatives that the client can mean, and words the faults of the nearest
    /// one. If there is none, lists their tags or types.
    fn union(&mut self, alternatives: &'a [Value], value: &Value) {
        let meant = alternatives.iter().filter(|one| !self.is_other(one, value));
        let checked = meant.map(|one| {
            let mut check = Check::new(self.schemas, &self.place);
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

    /// Whether the alternative has another tag than the value, or another type.
    fn is_other(&self, alternative: &'a Value, value: &Value) -> bool {
        let schema = self.schemas.resolved(alternative);
        let has_type = schema.get("type").is_none_or(|types| has_type(value, types));
        let inner = self::alternatives(schema).filter(|inner| !inner.is_empty());
        !has_type
            || tags(schema).any(|(name, tag)| value.get(name).is_some_and(|given| given != tag))
            || inner.is_some_and(|inner| inner.iter().all(|one| self.is_other(one, value)))
    }

    fn no_alternative(&mut self, alternatives: &'a [Value], value: &Value) {
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

    /// Collects the tags of the alternatives that are not those of the value.
    fn collect_tags(&self, alternatives: &'a [Value], value: &Value, found: &mut Vec<(&'a str, &'a Value)>) {
        for alternative in alternatives {
            let schema = self.schemas.resolved(alternative);
            found.extend(
                tags(schema).filter(|(name, tag)| value.get(name).is_some_and(|given| given != *tag)),
            );
            self.collect_tags(self::alternatives(schema).unwrap_or_default(), value, found);
        }
    }

    /// Returns what a value must be whose type is that of no alternative.
    fn union_words(&self, alternatives: &'a [Value], value: &Value) -> String {
        let types = alternatives.iter().map(|one| &self.schemas.resolved(one)["type"]);
        let mut types: Vec<String> =
            types.filter(|types| !types.is_null() && !has_type(value, types)).map(type_words).collect();
        types.dedup();
        match types.iter().all(|kind| kind == "an object") {
            true => "must be an object of one of the documented forms".to_owned(),
            false => format!("must be {}", types.join(" or ")),
        }
    }
}

fn alternatives(schema: &Value) -> Option<&[Value]> {
    ["oneOf", "anyOf"].into_iter().find_map(|key| schema.get(key)?.as_array()).map(Vec::as_slice)
}

/// Returns the fields of a schema that can have only one value.
fn tags(schema: &Value) -> impl Iterator<Item = (&str, &Value)> {
    let fields = schema["properties"].as_object().into_iter().flatten();
    fields.filter_map(|(name, field)| Some((name.as_str(), field.get("const")?)))
}

fn limit(schema: &Value, keyword: &str) -> Option<usize> {
    schema[keyword].as_u64().and_then(|limit| usize::try_from(limit).ok())
}

fn has_type(value: &Value, types: &Value) -> bool {
    let is = |name: &str| match value {
        Value::Null => name == "null",
        Value::Bool(_) => name == "boolean",
        Value::Number(number) => name == "number" || name == "integer" && is_whole(number),
        Value::String(_) => name == "string",
        Value::Array(_) => name == "array",
        Value::Object(_) => name == "object",
    };
    match types {
        Value::Array(types) => types.iter().filter_map(Value::as_str).any(is),
        only => only.as_str().is_some_and(is),
    }
}

fn is_whole(number: &Number) -> bool {
    !number.is_f64() || number.as_f64().is_some_and(|number| number.fract() == 0.0)
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

fn type_words(types: &Value) -> String {
    let is_named = |name: &&str| match types {
        Value::Array(types) => types.iter().any(|one| one == name),
        only => only == name,
    };
    let words = TYPES.into_iter().filter(is_named).map(|name| match name {
        "null" => "null".to_owned(),
        "integer" | "array" | "object" => format!("an {name}"),
        _ => format!("a {name}"),
    });
    words.collect::<Vec<_>>().join(" or ")
}
