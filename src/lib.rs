//! Lapidary, an open game server for Splendor and its family.
//!
//! Imports point one way: `api → service → store → model → engine`; `engine` and `auth` name nobody else here; `boards` names the engine alone.

pub mod api;
pub mod auth;
pub mod boards;
pub mod cli;
pub mod counters;
pub mod database;
pub mod engine;
pub mod jobs;
pub mod model;
pub mod service;
pub mod settings;
pub mod startup;
pub mod store;
pub mod stream;
pub mod telemetry;
