//! Series: several events in one table. Leagues: their groups exchange players between seasons.

pub mod promotion;
pub mod table;
pub mod tie_break;
