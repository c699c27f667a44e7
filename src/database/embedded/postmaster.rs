//! The file `postmaster.pid`: a running PostgreSQL server stores its process id and location in it.
//!
//! This module parses the file. It does not start or stop anything.

use std::fs;
use std::os::unix::net::UnixStream;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use rustix::io::Errno;
use rustix::process::{Pid, test_kill_process};

use super::launch_error::LaunchError;

/// The interval between two checks of a starting server.
const LOOK_EVERY: Duration = Duration::from_millis(10);

/// The content of the file.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Postmaster {
    pid: u32,
    socket_dir: PathBuf,
    ready: bool,
}

/// Reads the file, if it exists. A dead server may have left it.
pub(super) fn read(data: &Path) -> Option<Postmaster> {
    let text = fs::read_to_string(data.join("postmaster.pid")).ok()?;
    let lines: Vec<&str> = text.lines().collect();
    let pid = lines.first()?.trim().parse().ok()?;
    let socket_dir = lines.get(4).copied().unwrap_or_default().into();
    let ready = lines.get(7).is_some_and(|status| status.trim() == "ready");
    Some(Postmaster { pid, socket_dir, ready })
}

/// Returns whether the server of these data is alive, without a connection to it.
pub(super) fn is_running(data: &Path) -> bool {
    read(data).is_some_and(|found| found.has_process(data))
}

/// Returns the directory of the socket once the server is ready. Returns `None` if no server is running.
pub(super) fn join(data: &Path, limit: Duration) -> Result<Option<PathBuf>, LaunchError> {
    let until = Instant::now() + limit;
    while let Some(found) = read(data).filter(|found| found.is_running(data)) {
        if found.ready && found.answers() {
            return Ok(Some(found.socket_dir));
        }
        if Instant::now() > until {
            return Err(LaunchError::Silent(data.into()));
        }
        std::thread::sleep(LOOK_EVERY);
    }
    Ok(None)
}

/// Removes the files that a dead server left.
///
/// PostgreSQL does so itself, unless another process has the same process id now, as after the restart of a
/// container.
pub(super) fn clear(data: &Path, socket_dir: &Path) {
    for left in [data.join("postmaster.pid"), socket_dir.join(".s.PGSQL.5432.lock")] {
        let _ = fs::remove_file(left);
    }
}

impl Postmaster {
    /// Returns whether the server is alive: it accepts a connection, or its process id is a PostgreSQL on
    /// these data.
    fn is_running(&self, data: &Path) -> bool {
        self.answers() || self.has_process(data)
    }

    /// Returns whether its process id belongs to a server on these data.
    ///
    /// Zombie processes do not count; they occur in a container without an init process. A server on other
    /// data with the same process id does not count either.
    fn has_process(&self, data: &Path) -> bool {
        let process = PathBuf::from(format!("/proc/{}", self.pid));
        if !Path::new("/proc/self").exists() {
            let pid = i32::try_from(self.pid).ok().and_then(Pid::from_raw);
            return pid.is_some_and(|pid| test_kill_process(pid) != Err(Errno::SRCH));
        }
        let stat = fs::read_to_string(process.join("stat")).unwrap_or_default();
        let state = stat.rsplit(") ").next().and_then(|rest| rest.chars().next());
        let elsewhere = fs::read_link(process.join("cwd")).is_ok_and(|cwd| cwd != data);
        stat.contains("(postgres") && !matches!(state, None | Some('Z' | 'X')) && !elsewhere
    }

    fn answers(&self) -> bool {
        UnixStream::connect(self.socket_dir.join(".s.PGSQL.5432")).is_ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_ready_server_is_read() {
        let data = std::env::temp_dir().join(format!("lapidary-postmaster-{}", std::process::id()));
        fs::create_dir_all(&data).unwrap();
        assert_eq!(read(&data), None);
        let lines = "4242\n/d\n1700000000\n5432\n/run/x\n\n  5432001  3\nready   \n";
        fs::write(data.join("postmaster.pid"), lines).unwrap();
        assert_eq!(read(&data), Some(Postmaster { pid: 4242, socket_dir: "/run/x".into(), ready: true }));
        fs::remove_dir_all(data).unwrap();
    }

    #[test]
    fn a_process_id_that_another_program_uses_is_not_the_server() {
        let other = Postmaster { pid: std::process::id(), socket_dir: "/nowhere".into(), ready: true };
        assert!(!other.is_running(Path::new("/nowhere")));
    }
}
