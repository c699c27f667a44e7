//! The place of one fetch and the programs that run in it.
//!
//! This module knows how long a program may take. It does not know any registry.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use super::super::command;
use super::super::launch_error::LaunchError;

/// The maximum time for one program of a fetch.
pub(super) const FETCH_TIME_MAX: Duration = Duration::from_secs(180);

/// The temporary directory of one fetch.
pub(super) struct Workshop {
    /// The directory. It is removed afterwards.
    pub(super) dir: PathBuf,
    /// The major version of the existing data.
    pub(super) wanted: Option<u32>,
}

impl Workshop {
    /// Runs one program of the fetch in the workshop.
    pub(super) fn run(&self, program: &mut Command) -> Result<String, LaunchError> {
        // The client of a registry keeps caches in the home directory, and a service user may have none.
        let program = program.current_dir(&self.dir).env("HOME", home_or(&self.dir));
        command::run(program, &self.dir.join("fetch.log"), FETCH_TIME_MAX)
    }

    /// Creates an empty directory in the workshop.
    pub(super) fn make(&self, name: &str) -> Result<PathBuf, LaunchError> {
        let path = self.dir.join(name);
        fs::create_dir_all(&path).map_err(LaunchError::at("create", &path))?;
        Ok(path)
    }
}

fn home_or(fallback: &Path) -> PathBuf {
    std::env::var_os("HOME")
        .map(PathBuf::from)
        .filter(|home| home.is_dir())
        .unwrap_or_else(|| fallback.into())
}

/// Returns the error for a registry without a build for this machine.
pub(super) fn unpublished(registry: &'static str) -> LaunchError {
    let (os, arch) = (std::env::consts::OS, std::env::consts::ARCH);
    let nothing = std::io::Error::other(format!("{registry} has no build for {os} on {arch}"));
    LaunchError::Io { what: "fetch PostgreSQL".into(), source: nothing }
}
