//! Teams: their members, captains and codes.

pub(super) mod lists;
pub(super) mod members;
pub(super) mod refusal;
pub(super) mod team;
