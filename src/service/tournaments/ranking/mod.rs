//! The ranking: matches of a knock-out, standings, cuts and places. These are functions of an event, and
//! nothing else.

pub(super) mod cut;
pub(super) mod final_order;
pub(super) mod matches;
pub(super) mod ratings;
pub(super) mod standings;
