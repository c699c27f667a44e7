//! Processes of a server whose first process, the postmaster, has died.
//!
//! Knows how Linux shows them. They hold the shared memory of the dead server, and no new one starts while they live.

use std::ffi::OsStr;
use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};

use super::launch_error::LaunchError;

/// How long they may take to end by themselves: idle ones notice at once, busy ones at the end of their statement.
const GRACE: Duration = Duration::from_secs(2);

/// How long they may take to go after they were killed.
const END_TIME_MAX: Duration = Duration::from_secs(5);

/// How often they are looked for.
const LOOK_EVERY: Duration = Duration::from_millis(20);

/// Waits until no process of a dead server is left on these data, and kills those that stay.
///
/// Nothing is lost: the next server recovers from the log of what was committed, as after any crash. Only for who has
/// the turn to start a server and knows that none lives. Where there is no `/proc`, PostgreSQL itself refuses to start
/// beside them.
///
/// # Errors
///
/// When one survives.
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
            tracing::debug!(processes = left.len(), "processes of a dead database are killed");
            for pid in left {
                // One that has ended meanwhile refuses, which is as good.
                let _ = kill_process(pid, Signal::KILL);
            }
        }
        std::thread::sleep(LOOK_EVERY);
    }
}

/// Returns the processes of PostgreSQL that work in this directory, as all processes of its server do.
fn on(data: &Path) -> Vec<Pid> {
    let Ok(entries) = fs::read_dir("/proc") else { return Vec::new() };
    let pid = |name: &OsStr| Pid::from_raw(name.to_str()?.parse().ok()?);
    entries
        .flatten()
        .filter(|entry| fs::read_link(entry.path().join("cwd")).is_ok_and(|cwd| cwd == data))
        .filter(|entry| {
            fs::read_to_string(entry.path().join("comm")).is_ok_and(|name| name.starts_with("postgres"))
        })
        .filter_map(|entry| pid(&entry.file_name()))
        .collect()
}
