//! The limit on open files, which is also the limit on connections.

use std::io;

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

/// The number of files for everything except client connections: the database, the logs and the listener.
const RESERVED_FILES: u64 = 256;
/// The maximum number of connections of one thread, even if the limit on files is higher.
const CONNECTIONS_PER_WORKER_MAX: u64 = 25_600;

/// Raises the limit on open files of this process and its child processes as far as allowed. Returns the
/// limit.
///
/// Debian allows a process 1,024 at first, and lets it raise the limit itself.
pub fn raise_open_files() -> io::Result<u64> {
    let Rlimit { maximum, current } = getrlimit(Resource::Nofile);
    if current != maximum {
        setrlimit(Resource::Nofile, Rlimit { current: maximum, maximum })?;
    }
    Ok(maximum.unwrap_or(u64::MAX))
}

/// Returns how many connections each of these threads may have. Together they leave enough files for
/// everything else. Further connections wait until one ends.
pub(super) fn connections_per_worker(workers: usize) -> usize {
    let files = getrlimit(Resource::Nofile).current.unwrap_or(u64::MAX);
    let share = files.saturating_sub(RESERVED_FILES) / (workers as u64).max(1);
    share.clamp(1, CONNECTIONS_PER_WORKER_MAX) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_threads_together_leave_files_for_everything_else() {
        let limit = raise_open_files().unwrap();
        assert_eq!(getrlimit(Resource::Nofile).current.unwrap_or(u64::MAX), limit);
        for workers in [1, 3, 64] {
            let connections = (connections_per_worker(workers) * workers) as u64;
            assert!(connections + RESERVED_FILES <= limit, "{workers} workers: {connections} of {limit}");
        }
    }
}
