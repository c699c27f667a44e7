//! The reason of an act of an organizer.

use serde::Deserialize;
use utoipa::ToSchema;

/// An act that needs only a reason.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct GiveReason {
    /// Why. Everybody reads it in the audit.
    #[schema(
        format = "text",
        pattern = "^[^\\x00-\\x1f\\x7f-\\x9f]*$",
        min_length = 1,
        max_length = 200,
        example = "a player fell ill"
    )]
    pub(super) reason: String,
}
