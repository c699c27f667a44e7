//! The changes by an act, field by field.

use serde::Serialize;
use sha2::{Digest, Sha256};
use utoipa::ToSchema;

/// A field that an act has changed, of a result or of settings.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = AuditChange)]
pub struct FieldChange {
    /// The name of the field, in the settings or in the result of a table.
    #[schema(example = "places")]
    pub field: String,
    /// Its value before, as text; null without one.
    #[schema(example = "1, 2")]
    pub before: Option<String>,
    /// Its value after, as text; null without one.
    #[schema(example = "2, 1")]
    pub after: Option<String>,
}

impl FieldChange {
    /// Returns the differences between two lists of the same fields.
    pub fn between<F: Into<String>>(
        before: impl IntoIterator<Item = (F, Option<String>)>,
        after: impl IntoIterator<Item = (F, Option<String>)>,
    ) -> Vec<FieldChange> {
        let both = before.into_iter().zip(after).filter(|(before, after)| before.1 != after.1);
        both.map(|((field, before), (_, after))| FieldChange { field: field.into(), before, after }).collect()
    }
}

/// Settings that organizers change field by field.
pub trait Fields {
    /// Returns the fields with their values as text. None for a missing value.
    fn fields(&self) -> Vec<(&'static str, Option<String>)>;

    /// Returns the fields that differ after a change.
    fn differences(&self, after: &Self) -> Vec<FieldChange> {
        FieldChange::between(self.fields(), after.fields())
    }

    /// Returns a number for the values. A change gives another number.
    fn version(&self) -> u32 {
        let digest = Sha256::digest(format!("{:?}", self.fields()));
        let number = digest.first_chunk().copied().map_or(0, u32::from_be_bytes);
        // It fits the integers of every client.
        number >> 1
    }
}
