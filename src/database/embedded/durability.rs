//! PostgreSQL's settings, depending on whether the data must survive a crash.
//!
//! This module does not know where the cluster is.

use std::path::Path;

/// Whether the data must survive a crash of the machine.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Durability {
    /// A committed turn survives any crash (P1).
    Durable,
    /// The data are for one test run; only speed matters.
    Throwaway,
}

/// Settings for every cluster: one private socket and no JIT compilation for short queries. The log has no
/// error details, because they would contain stored values.
const COMMON: &str = "\
listen_addresses = ''
port = 5432
unix_socket_permissions = 0700
logging_collector = off
log_destination = 'stderr'
log_error_verbosity = terse
jit = off
";

const DURABLE: &str = "\
fsync = on
full_page_writes = on
synchronous_commit = on
max_connections = 100
";

const THROWAWAY: &str = "\
fsync = off
full_page_writes = off
synchronous_commit = off
wal_level = minimal
max_wal_senders = 0
max_connections = 800
autovacuum = off
";

impl Durability {
    /// Returns the settings file for a cluster whose socket lies in `socket_dir`.
    pub(super) fn settings(self, socket_dir: &Path) -> String {
        let own = match self {
            Self::Durable => DURABLE,
            Self::Throwaway => THROWAWAY,
        };
        // The inner quotes prevent PostgreSQL from splitting the path at a comma.
        format!(
            "# Written by lapidary at each start.\n{COMMON}unix_socket_directories = '\"{}\"'\n{own}",
            socket_dir.display()
        )
    }

    /// Returns the option that stops `initdb` from syncing to disk, for data that may be lost.
    pub(super) fn initdb_option(self) -> Option<&'static str> {
        match self {
            Self::Durable => None,
            Self::Throwaway => Some("--no-sync"),
        }
    }
}
