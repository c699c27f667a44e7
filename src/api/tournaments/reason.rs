//! The reason of an organizer's act.

use lapidary_operation::body;

/// An act that needs only a reason.
#[body]
pub struct GiveReason {
    /// Why. Everybody reads it in the audit.
    #[schema(format = "text", min_length = 1, max_length = 200, example = "a player fell ill")]
    pub(super) reason: String,
}
