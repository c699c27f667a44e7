//! Tournaments: settings, entries, teams, rounds and tables, and an event for pairings and standings.

pub mod entry;
pub mod event;
pub mod listing;
pub mod made_game;
pub mod patch;
pub mod round;
pub mod settings;
pub mod shared_deal;
pub mod team;
pub mod team_matches;
