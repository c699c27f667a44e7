//! Accepted turns over HTTP beside PostgreSQL's own pace: the real server, a cluster of its own, and `pgbench`.
//!
//! It measures a server from outside, as its clients do; what a turn is made of it does not know.

mod clients;
mod connection;
mod floor;
mod logins;
mod rows;
mod server;
mod tables;

pub use logins::measure as measure_logins;
pub use rows::measure;
