//! An event as pairings and standings see it: its participants, games, scoring and seed.

pub mod duplicate;
pub mod entry;
pub mod points;
pub mod record;
pub mod round;
pub mod seed;
pub mod team;
pub mod team_match;
pub mod virtual_points;
