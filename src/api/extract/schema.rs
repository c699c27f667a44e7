//! The published schemas, read once into types: checking a body needs no look-ups of keywords.
//!
//! It knows the keywords of JSON Schema in the contract, and borrows their values from the document. It
//! checks nothing.

use std::collections::HashMap;

use serde_json::{Number, Value};

use super::patterns::{self, Fits};
use lapidary_model::items::TEXT;

/// The path of schemas in the document.
const PLACE: &str = "#/components/schemas/";
/// The types of JSON in the order of messages.
const TYPES: [&str; 7] = ["null", "boolean", "integer", "number", "string", "array", "object"];
/// The schema of all values.
static ANYTHING: Rules = Rules::NONE;

/// All schemas of a document.
pub struct Schemas {
    schemas: Vec<Schema>,
    positions: Positions,
}

/// The position of each schema by name.
type Positions = HashMap<&'static str, Position>;

/// Which of the schemas of a document it is.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Position(usize);

/// A schema.
pub enum Schema {
    /// No value fits it.
    Nothing,
    /// It refers to a schema with a name.
    Reference(Position),
    Rules(Box<Rules>),
}

/// The keywords of a schema. A missing one allows everything.
pub struct Rules {
    /// `type`.
    pub types: Option<Types>,
    /// `enum`.
    pub options: Option<&'static [Value]>,
    /// `const`.
    pub only: Option<&'static Value>,
    /// `oneOf`.
    pub alternatives: Option<Vec<Schema>>,
    pub minimum: Option<&'static Number>,
    pub maximum: Option<&'static Number>,
    /// Whether it is a text for people to read, by its `format`.
    pub is_text: bool,
    pub min_length: Option<usize>,
    pub max_length: Option<usize>,
    pub pattern: Option<Pattern>,
    pub items: Option<Schema>,
    pub min_items: Option<usize>,
    pub max_items: Option<usize>,
    /// `properties`, in their order.
    pub fields: Vec<(&'static str, Schema)>,
    pub required: Vec<&'static str>,
    /// `additionalProperties`.
    pub others: Others,
}

/// A field that can have only one value, with this value.
pub type Tag = (&'static str, &'static Value);

/// A regular expression, and the function that accepts the same strings.
#[derive(Clone, Copy)]
pub struct Pattern {
    pub pattern: &'static str,
    /// `None` accepts nothing.
    fits: Option<Fits>,
}

/// What an object may have beside the named fields of its schema.
pub enum Others {
    /// Anything.
    Any,
    /// Values of this schema.
    Each(Schema),
    /// Nothing, because the schema has no more fields.
    Closed,
}

/// A set of the types of JSON: bit `n` is the type `n` of [`TYPES`].
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Types(u8);

impl Schemas {
    /// Reads the schemas of this document.
    pub fn of(document: &'static Value) -> Self {
        let named = || document["components"]["schemas"].as_object().into_iter().flatten();
        let numbered = named().enumerate();
        let positions = numbered.map(|(position, (name, _))| (name.as_str(), Position(position))).collect();
        let schemas = named().map(|(_, schema)| Schema::read(schema, &positions)).collect();
        Schemas { schemas, positions }
    }

    /// Returns the position of the schema with this name, if it exists.
    pub fn position(&self, name: &str) -> Option<Position> {
        self.positions.get(name).copied()
    }

    /// Returns the schema with this name. If it is missing, no value matches.
    pub fn named(&self, name: &str) -> Schema {
        self.position(name).map_or(Schema::Nothing, Schema::Reference)
    }

    /// Returns the rules of a schema, or of the schema that it refers to. Every value matches the one that is
    /// `left_out`. `None` if no value matches.
    pub fn rules<'s>(&'s self, schema: &'s Schema, left_out: Option<Position>) -> Option<&'s Rules> {
        match schema {
            Schema::Nothing => None,
            Schema::Rules(rules) => Some(rules),
            Schema::Reference(position) if Some(*position) == left_out => Some(&ANYTHING),
            Schema::Reference(position) => self.rules(self.schemas.get(position.0)?, left_out),
        }
    }
}

impl Schema {
    fn read(schema: &'static Value, positions: &Positions) -> Self {
        if *schema == false {
            return Schema::Nothing;
        }
        match schema["$ref"].as_str().and_then(|reference| reference.strip_prefix(PLACE)) {
            Some(name) => positions.get(name).copied().map_or(Schema::Nothing, Schema::Reference),
            None => Schema::Rules(Box::new(Rules::read(schema, positions))),
        }
    }
}

impl Rules {
    /// The rules of every value.
    const NONE: Self = Rules {
        types: None,
        options: None,
        only: None,
        alternatives: None,
        minimum: None,
        maximum: None,
        is_text: false,
        min_length: None,
        max_length: None,
        pattern: None,
        items: None,
        min_items: None,
        max_items: None,
        fields: Vec::new(),
        required: Vec::new(),
        others: Others::Any,
    };

    fn read(schema: &'static Value, positions: &Positions) -> Self {
        let read = |schema| Schema::read(schema, positions);
        let limit = |keyword: &str| schema[keyword].as_u64().and_then(|limit| usize::try_from(limit).ok());
        let alternatives = schema["oneOf"].as_array();
        let fields = schema["properties"].as_object().into_iter().flatten();
        let required = schema["required"].as_array().into_iter().flatten();
        Rules {
            types: schema.get("type").map(Types::read),
            options: schema["enum"].as_array().map(Vec::as_slice),
            only: schema.get("const"),
            alternatives: alternatives.map(|alternatives| alternatives.iter().map(read).collect()),
            minimum: schema["minimum"].as_number(),
            maximum: schema["maximum"].as_number(),
            is_text: schema["format"] == TEXT,
            min_length: limit("minLength"),
            max_length: limit("maxLength"),
            pattern: schema["pattern"].as_str().map(Pattern::named),
            items: schema.get("items").map(read),
            min_items: limit("minItems"),
            max_items: limit("maxItems"),
            fields: fields.map(|(name, field)| (name.as_str(), read(field))).collect(),
            required: required.filter_map(Value::as_str).collect(),
            others: match &schema["additionalProperties"] {
                Value::Bool(false) => Others::Closed,
                each @ Value::Object(_) => Others::Each(read(each)),
                _ => Others::Any,
            },
        }
    }

    /// Returns the schema of a field, if it is known.
    pub fn field(&self, name: &str) -> Option<&Schema> {
        self.fields.iter().find(|(known, _)| *known == name).map(|(_, field)| field)
    }

    /// Returns the fields that can have only one value.
    pub fn tags(&self) -> impl Iterator<Item = Tag> {
        self.fields.iter().filter_map(|(name, field)| match field {
            Schema::Rules(rules) => Some((*name, rules.only?)),
            Schema::Nothing | Schema::Reference(_) => None,
        })
    }
}

impl Pattern {
    fn named(pattern: &'static str) -> Self {
        Pattern { pattern, fits: patterns::function(pattern) }
    }

    /// Whether the string fits the pattern.
    pub fn fits(self, given: &str) -> bool {
        self.fits.is_some_and(|fits| fits(given))
    }
}

impl Types {
    fn read(types: &Value) -> Self {
        let is_named = |name: &&str| match types {
            Value::Array(types) => types.iter().any(|one| one == name),
            only => only == name,
        };
        let bits = (0..).zip(TYPES).filter(|(_, name)| is_named(name)).map(|(bit, _)| 1 << bit);
        Types(bits.fold(0, |set, bit| set | bit))
    }

    /// Whether the value has one of the types.
    pub fn has(self, value: &Value) -> bool {
        let has = |bit: u8| self.0 & 1 << bit != 0;
        match value {
            Value::Null => has(0),
            Value::Bool(_) => has(1),
            Value::Number(number) => has(3) || has(2) && is_whole(number),
            Value::String(_) => has(4),
            Value::Array(_) => has(5),
            Value::Object(_) => has(6),
        }
    }

    /// Returns the types in words, such as `a string or null`.
    pub fn words(self) -> String {
        let named = (0..).zip(TYPES).filter(|(bit, _)| self.0 & 1 << bit != 0);
        let words = named.map(|(_, name)| match name {
            "null" => "null".to_owned(),
            "integer" | "array" | "object" => format!("an {name}"),
            _ => format!("a {name}"),
        });
        words.collect::<Vec<_>>().join(" or ")
    }
}

fn is_whole(number: &Number) -> bool {
    !number.is_f64() || number.as_f64().is_some_and(|number| number.fract() == 0.0)
}
