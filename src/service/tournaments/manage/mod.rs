//! What organizers do with a tournament as a whole: they make, change, copy, announce, close and delete it.

pub(super) mod announce;
pub(super) mod change;
pub(super) mod close;
pub(super) mod copy;
pub(super) mod create;
pub(super) mod delete;
pub(super) mod fairness;
pub(super) mod in_series;
pub(super) mod invite;
pub(super) mod organizers;
pub(super) mod refusal;
