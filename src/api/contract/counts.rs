//! Rewrites schemas for the validators that word refusals, so that they count before they look closer.
//!
//! A validator collects every violation: in a list of thousands of wrong items it would find thousands of violations in
//! each alternative of a union. In a rewritten schema, a list with too many items violates only its length, and an object with
//! far too many fields only their number. It accepts the same values.

use serde_json::{Value, json};

/// How many unknown fields of an object are named before only their number is.
const UNKNOWN_FIELDS_MAX: usize = 8;

/// Rewrites a schema and all schemas in it.
pub fn count_first(schema: &mut Value) {
    match schema {
        Value::Array(items) => items.iter_mut().for_each(count_first),
        Value::Object(fields) => {
            fields.values_mut().for_each(count_first);
            let bounds = [items_bound(schema), fields_bound(schema)];
            for (fits, told) in bounds.into_iter().flatten() {
                let whole = schema.take();
                *schema = json!({"if": fits, "then": whole, "else": told});
            }
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

/// A condition, and what a value violates that does not meet it.
type Bound = (Value, Value);

fn items_bound(schema: &Value) -> Option<Bound> {
    let most = schema.get("maxItems")?.as_u64()?;
    schema.get("items")?;
    Some((json!({"maxItems": most}), json!({"maxItems": most})))
}

fn fields_bound(schema: &Value) -> Option<Bound> {
    let known = schema.get("properties")?.as_object()?.len();
    let is_closed = schema.get("additionalProperties") == Some(&json!(false));
    let is_named = schema.get("propertyNames").is_some();
    let told = json!({"maxProperties": known});
    (is_closed || is_named).then(|| (json!({"maxProperties": known + UNKNOWN_FIELDS_MAX}), told))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn violations(schema: &Value, value: &Value) -> usize {
        jsonschema::draft202012::new(schema).expect("it is a schema").iter_errors(value).count()
    }

    #[test]
    fn a_list_that_is_too_long_has_one_violation() {
        let mut schema =
            json!({"properties": {"a": {"type": "array", "maxItems": 2, "items": {"type": "string"}}}});
        let (long, short) = (json!({"a": [0, 0, 0]}), json!({"a": [0, 0]}));
        assert_eq!((violations(&schema, &long), violations(&schema, &short)), (4, 2));
        count_first(&mut schema);
        assert_eq!((violations(&schema, &long), violations(&schema, &short)), (1, 2));
        assert_eq!(violations(&schema, &json!({"a": 0})), 1);
    }

    #[test]
    fn an_object_with_far_too_many_fields_has_one_violation() {
        let mut schema = json!({"properties": {"a": {"type": "string"}}, "additionalProperties": false});
        count_first(&mut schema);
        let fields =
            |count: usize| (0..count).map(|number| (format!("x{number}"), json!(0))).collect::<Value>();
        let (few, many) = (fields(9), fields(10));
        let validator = jsonschema::draft202012::new(&schema).expect("it is a schema");
        assert!(validator.iter_errors(&few).all(|error| error.to_string().contains("x0")));
        assert_eq!(violations(&schema, &many), 1);
    }

    #[test]
    fn fields_that_are_called_like_keywords_are_fields() {
        let mut schema =
            json!({"properties": {"maxItems": {"type": "integer"}, "items": {"type": "integer"}}});
        let before = schema.clone();
        count_first(&mut schema);
        assert_eq!(schema, before);
    }
}
