//! The printed editions of the pieces, in JSON.

use serde::Serialize;
use utoipa::ToSchema;

use lapidary_engine::edition::EditionOf;
use lapidary_engine::ruleset::Ruleset;

/// The printed edition that the pieces of a ruleset or of a module are from. In other editions some of them
/// differ.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = PrintedEdition)]
pub struct EditionBody {
    /// The module; null for the ruleset without modules.
    #[schema(example = "orient")]
    pub module: Option<&'static str>,
    #[schema(example = "SPACE Cowboys")]
    pub publisher: &'static str,
    /// The year of its rules.
    #[schema(minimum = 2014, example = 2025)]
    pub year: u16,
}

impl EditionBody {
    /// Returns the edition of a ruleset, then those of its modules in play.
    pub fn all_of(ruleset: Ruleset) -> Vec<EditionBody> {
        ruleset.editions().into_iter().map(EditionBody::from).collect()
    }
}

impl From<EditionOf> for EditionBody {
    fn from(of: EditionOf) -> Self {
        EditionBody { module: of.module, publisher: of.edition.publisher, year: of.edition.year }
    }
}
