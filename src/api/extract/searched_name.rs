//! The search words for tournaments, clubs and series.

use serde::Deserialize;

use crate::{Code, Problem};

/// The maximum length of the words in characters: that of a name.
const LENGTH_MAX: usize = 80;

/// The query parameter `name` of a list.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(transparent)]
pub struct SearchedName(Option<String>);

impl SearchedName {
    /// Returns the text; none if the list is not searched.
    pub fn text(&self) -> Result<Option<&str>, Problem> {
        match &self.0 {
            Some(name) if name.is_empty() || name.chars().count() > LENGTH_MAX => {
                Err(Problem::new(Code::Malformed, format!("`name` must have 1 to {LENGTH_MAX} characters.")))
            }
            name => Ok(name.as_deref()),
        }
    }
}
