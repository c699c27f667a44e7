//! Acts of organizers on a whole tournament: making, changing, copying, announcing, closing, deleting.

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
pub(super) mod take_down;
