//! A whole game: its identity, the inputs of its deal, its log and its result.

use serde::Serialize;
use utoipa::ToSchema;

use super::ancestor::AncestorBody;
use super::event::EventBody;
use super::game::{DealBody, ExportedGameBody, ResultBody};

/// The name of the format.
pub const FORMAT: &str = "lapidary-export-1";

/// The name of the format of a fork, which adds `ancestors`.
pub const FORMAT_OF_FORKS: &str = "lapidary-export-2";

/// A whole game.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[schema(as = Export)]
pub struct ExportBody {
    #[schema(value_type = String, example = "lapidary-export-1")]
    pub format: &'static str,
    pub game: ExportedGameBody,
    pub deal: DealBody,
    /// Only in a fork: the games from which it descends, the first one first.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub ancestors: Option<Vec<AncestorBody>>,
    /// The log, as the viewer may see it.
    pub events: Vec<EventBody>,
    /// The result; null while the game runs, and for an aborted game.
    pub result: Option<ResultBody>,
}
