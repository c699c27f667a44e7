//! Standings: points, ordered tie-breaks, those of teams, and the sole winner for a knock-out.

pub mod fractions;
pub mod games;
pub mod knock_out;
pub mod order;
pub mod teams;
pub mod tie_break;
pub mod value;
