//! Use cases of series and leagues: making and changing them, their events, their tables, and seasons.
//!
//! Each use case locks the accounts that are concerned, then tournaments in the order of ids, then the row of
//! its series.
//!
//! A table is computed at each request, so a correction needs no update. `series_events` says to which series
//! a tournament belongs; its settings do not know it. A season of a league makes its tournaments with the
//! usual use case.

mod access;
mod all;
mod events;
mod groups;
mod look;
mod manage;
mod refusal;
mod season;
mod season_end;
mod start;
mod table;

pub use all::Series;
pub use groups::{CameFrom, GroupMember, LeftLeague, SeasonGroupView, SeasonView};
pub use look::SeriesView;
pub use manage::UpdateSeries;
pub use refusal::SeriesRefusal;
pub use season::NextLeagueSeason;
pub use start::FirstSeason;
pub use table::{SeriesContestant, SeriesTable};
