//! Reading a tournament: its views, standings, exports and reports, and its stream.

pub(super) mod export;
pub(super) mod feed;
pub(super) mod look;
pub(super) mod rank;
pub(super) mod report;
pub(super) mod team_standings;
