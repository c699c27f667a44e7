//! What can be played, and with which pieces.

use std::collections::BTreeMap;

use serde::Serialize;
use utoipa::ToSchema;

use crate::engine::ruleset::Ruleset;

/// What is played: a ruleset with its modules and options.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = Played)]
pub struct PlayedBody {
    #[schema(example = "splendor")]
    pub ruleset: &'static str,
    /// The modules in play, in their fixed order.
    #[schema(example = json!(["orient"]))]
    pub modules: Vec<&'static str>,
    /// The options, defaults included.
    #[schema(example = json!({}))]
    pub options: BTreeMap<&'static str, &'static str>,
}

impl From<Ruleset> for PlayedBody {
    fn from(ruleset: Ruleset) -> Self {
        PlayedBody {
            ruleset: ruleset.id(),
            modules: ruleset.modules(),
            options: ruleset.options().into_iter().collect(),
        }
    }
}
