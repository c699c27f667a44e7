//! Standings: points, ordered tie-breaks, those of teams, and the sole winner that a knock-out needs.

pub mod fractions;
pub mod games;
pub mod knock_out;
pub mod order;
pub mod teams;
pub mod tie_break;
pub mod value;
