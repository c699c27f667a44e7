//! The file in which a running PostgreSQL server says who and where it is.
//!
//! Knows `postmaster.pid` line by line. Does not start or stop anything.

use std::fs;
use std::os::unix::net::UnixStream;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use rustix::io::Errno;
use rustix::process::{Pid, test_kill_process};

use super::launch_error::LaunchError;

/// How often a starting server is looked at.
const LOOK_EVERY: Duration = Duration::from_millis(10);

/// What the file says.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Postmaster {
    pid: u32,
    socket_dir: PathBuf,
    ready: bool,
}

/// Reads the file, if a server has left or keeps one.
pub(super) fn read(data: &Path) -> Option<Postmaster> {
    let text = fs::read_to_string(data.join("postmaster.pid")).ok()?;
    let lines: Vec<&str> = text.lines().collect();
    let pid = lines.first()?.trim().parse().ok()?;
    let socket_dir = lines.get(4).copied().unwrap_or_default().into();
    let ready = lines.get(7).is_some_and(|status| status.trim() == "ready");
    Some(Postmaster { pid, socket_dir, ready })
}

/// Tells whether the server of these data lives, without asking it.
pub(super) fn lives(data: &Path) -> bool {
    read(data).is_some_and(|found| found.has_process(data))
}

/// Returns the directory of the socket of a running server, once it is ready.
///
/// # Errors
///
/// When a server runs and does not become ready.
pub(super) fn join(data: &Path, limit: Duration) -> Result<Option<PathBuf>, LaunchError> {
    let until = Instant::now() + limit;
    while let Some(found) = read(data).filter(|found| found.lives(data)) {
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

/// Removes what a server left behind that lives no more.
///
/// PostgreSQL does so itself unless another process has got the same number since, as happens
/// when a container is started again.
pub(super) fn clear(data: &Path, socket_dir: &Path) {
    for left in [data.join("postmaster.pid"), socket_dir.join(".s.PGSQL.5432.lock")] {
        let _ = fs::remove_file(left);
    }
}

impl Postmaster {
    /// Tells whether the server lives: it answers, or its number is that of a process of its name on these data.
    fn lives(&self, data: &Path) -> bool {
        self.answers() || self.has_process(data)
    }

    /// Tells whether its number is that of a server on these data.
    ///
    /// A process that has ended and waits for its parent is none, as in a container without an init process; nor is a
    /// server elsewhere that got the number since.
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
    fn a_number_that_another_program_has_got_is_no_server() {
        let other = Postmaster { pid: std::process::id(), socket_dir: "/nowhere".into(), ready: true };
        assert!(!other.lives(Path::new("/nowhere")));
    }
}
