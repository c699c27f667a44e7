//! The games of tournaments, in the transactions of tournaments: starting and dealing them, stopping their
//! clocks, and ending them.
//!
//! It knows no pairings and no standings: the tournament decides what happens to which game.

pub(super) mod end_tables;
pub(super) mod seated;
pub(super) mod shared_deal;
pub(super) mod table_acts;
pub(super) mod tournament_games;
