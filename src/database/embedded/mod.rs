//! The embedded PostgreSQL for operators without another database.
//!
//! This module knows programs, processes, directories and locks. It does not know the contents of the tables.

mod cluster;
mod command;
mod data_dir;
mod durability;
mod fetch;
mod launch_error;
mod locate;
mod occupancy;
mod orphans;
mod postmaster;
mod privileges;
mod programs;
mod watch;

pub use cluster::{Cluster, ClusterRequest, Departure, Origin, PORT, SUPERUSER};
pub use data_dir::default_data_dir;
pub use durability::Durability;
pub use launch_error::LaunchError;
pub use watch::Watch;
