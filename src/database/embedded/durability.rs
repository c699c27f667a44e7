//! What PostgreSQL is told about the worth of its data.
//!
//! Knows PostgreSQL's settings. Does not know where the cluster lies.

use std::path::Path;

/// Whether the data must survive a crash of the machine.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Durability {
    /// A committed turn survives any crash (P1).
    Durable,
    /// The data serve one run of the tests; speed is all.
    Throwaway,
}

/// What holds for every cluster: one private socket, no compiling of short queries, and no stored values in the log, which
/// the details of an error would show.
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
max_connections = 300
autovacuum = off
";

impl Durability {
    /// Returns the settings file for a cluster whose socket lies in `socket_dir`.
    pub(super) fn settings(self, socket_dir: &Path) -> String {
        let own = match self {
            Self::Durable => DURABLE,
            Self::Throwaway => THROWAWAY,
        };
        // The inner quotes keep a comma in the path from being taken for a list.
        format!(
            "# Written by lapidary at each start.\n{COMMON}unix_socket_directories = '\"{}\"'\n{own}",
            socket_dir.display()
        )
    }

    /// Returns the option that spares `initdb` from waiting for the disk, where that is safe.
    pub(super) fn initdb_option(self) -> Option<&'static str> {
        match self {
            Self::Durable => None,
            Self::Throwaway => Some("--no-sync"),
        }
    }
}
