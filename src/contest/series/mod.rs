//! Series: several events in one table, and leagues, whose groups exchange players between seasons.

pub mod promotion;
pub mod table;
pub mod tie_break;
