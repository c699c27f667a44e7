//! Accepted turns over HTTP, compared with PostgreSQL alone: the real server, its own cluster, and `pgbench`.
//!
//! It measures a server from outside, as its clients do, and does not know how the server handles a turn.

mod against;
mod beside;
mod catalog;
mod clients;
mod cluster;
mod connection;
mod disk;
mod fill;
mod floor;
mod growth;
mod logins;
mod month;
mod node;
mod players;
mod rated;
mod rows;
mod server;
mod streams;
mod tables;
mod whole_games;

pub use against::measure as measure_against;
pub use beside::{OtherWork, measure as measure_beside};
pub use cluster::measure as measure_cluster;
pub use disk::{DiskPlan, SAMPLES_MAX, measure as measure_disk};
pub use growth::{GrowthPlan, Sizes, measure as measure_growth};
pub use logins::measure as measure_logins;
pub use month::MonthPlan;
pub use rated::measure as measure_rated;
pub use rows::{Plan, measure};
pub use streams::{Numbers, measure as measure_streams};
pub use tables::TokenKind;
pub use whole_games::{GamesPlan, measure as measure_games};
