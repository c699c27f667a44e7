//! The remaining processes of a server whose main process, the postmaster, has died.
//!
//! This module knows how to find them on Linux. They keep the shared memory of the dead server, and no new
//! server can start while they live.

use std::ffi::OsStr;
use std::fs;
use std::os::unix::fs::MetadataExt;
use std::path::Path;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};

use super::launch_error::LaunchError;

/// The time for them to end themselves: idle ones notice at once, busy ones after their statement.
const GRACE: Duration = Duration::from_secs(2);

/// The time for killed processes to end.
const END_TIME_MAX: Duration = Duration::from_secs(5);

/// The interval between two checks.
const LOOK_EVERY: Duration = Duration::from_millis(20);

/// Waits until no process of a dead server uses these data, and kills those that remain.
///
/// No committed data are lost: the next server recovers them from its write-ahead log, as after any crash.
/// Call this only with the start lock and after checking that no server is alive. Without `/proc` this does
/// nothing, and PostgreSQL refuses to start while they live.
pub(super) fn end(data: &Path) -> Result<(), LaunchError> {
    let began = Instant::now();
    let mut killed = false;
    loop {
        let left = on(data);
        if left.is_empty() {
            return Ok(());
        }
        let waited = began.elapsed();
        if waited > GRACE + END_TIME_MAX {
            return Err(LaunchError::Silent(data.into()));
        }
        if waited > GRACE && !killed {
            killed = true;
            tracing::debug!(
                processes = left.len(),
                "killing the remaining processes of a dead database server"
            );
            for pid in left {
                // An error is harmless: the process may have ended in the meantime.
                let _ = kill_process(pid, Signal::KILL);
            }
        }
        std::thread::sleep(LOOK_EVERY);
    }
}

/// Returns the PostgreSQL processes with this working directory; all processes of a server share it.
///
/// Paths are not compared: another container may use the same path for another directory.
fn on(data: &Path) -> Vec<Pid> {
    let Some(data) = directory(data) else { return Vec::new() };
    let Ok(entries) = fs::read_dir("/proc") else { return Vec::new() };
    let pid = |name: &OsStr| Pid::from_raw(name.to_str()?.parse().ok()?);
    entries
        .flatten()
        .filter(|entry| directory(&entry.path().join("cwd")) == Some(data))
        .filter(|entry| {
            fs::read_to_string(entry.path().join("comm")).is_ok_and(|name| name.starts_with("postgres"))
        })
        .filter_map(|entry| pid(&entry.file_name()))
        .collect()
}

/// Returns the file system of a directory, and its inode number.
fn directory(path: &Path) -> Option<(u64, u64)> {
    fs::metadata(path).ok().map(|directory| (directory.dev(), directory.ino()))
}
