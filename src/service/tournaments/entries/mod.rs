//! Who takes part: entering, leaving, guests, the conditions for entries and the locks on entering.

pub(super) mod conditions;
pub(super) mod enter;
pub(super) mod entry_lock;
pub(super) mod fit;
pub(super) mod for_whom;
pub(super) mod guests;
pub(super) mod refusal;
