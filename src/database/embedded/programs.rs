//! PostgreSQL's programs in a directory, and whether they are suitable.
//!
//! This module knows how to ask programs for their version. `locate` knows where they may be.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use super::command;
use super::privileges::Runner;

/// The oldest supported major version. Tests need its ability to clone a database by copying files.
const OLDEST_MAJOR: u32 = 15;

/// The programs that a cluster requires.
const NEEDED: [&str; 3] = ["initdb", "pg_ctl", "postgres"];

const VERSION_TIME_MAX: Duration = Duration::from_secs(20);

/// Where to search for PostgreSQL's programs, and which version is required.
#[derive(Debug)]
pub(super) struct Search<'a> {
    /// The configured directory. If set, no other is searched.
    pub(super) bin_dir: Option<&'a Path>,
    /// The directory of fetched programs.
    pub(super) fetched: &'a Path,
    /// The major version of the existing data.
    pub(super) wanted: Option<u32>,
    /// The user who will run them.
    pub(super) runner: &'a Runner,
    pub(super) log: &'a Path,
}

/// A directory with programs of one version that the user can run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Programs {
    bin: PathBuf,
    libraries: Option<String>,
    pub(super) major: u32,
}

impl Programs {
    /// Returns the directory of the programs.
    pub(super) fn bin(&self) -> &Path {
        &self.bin
    }

    /// Returns the directories of the libraries that were fetched with the programs.
    pub(super) fn libraries(&self) -> Option<&str> {
        self.libraries.as_deref()
    }

    /// Returns a command that runs the program.
    pub(super) fn command(&self, name: &str, runner: &Runner) -> Command {
        prepared(&self.bin.join(name), self.libraries.as_deref(), runner)
    }
}

impl Search<'_> {
    /// Returns the programs in the directory, or the reason why they are not suitable.
    pub(super) fn examine(&self, bin: &Path, libraries: Option<String>) -> Result<Programs, String> {
        if let Some(missing) = NEEDED.iter().find(|name| !bin.join(name).exists()) {
            return Err(format!("has no {missing}"));
        }
        let mut version = prepared(&bin.join("postgres"), libraries.as_deref(), self.runner);
        let output = command::run(version.arg("--version"), self.log, VERSION_TIME_MAX);
        let output = output.map_err(|error| error.to_string())?;
        let major = major_of(&output).ok_or_else(|| format!("does not report its version: {output}"))?;
        match self.wanted {
            Some(wanted) if wanted != major => {
                Err(format!("has version {major}, but the data require {wanted}"))
            }
            None if major < OLDEST_MAJOR => {
                Err(format!("has version {major}, but the oldest supported version is {OLDEST_MAJOR}"))
            }
            _ => Ok(Programs { bin: bin.to_owned(), libraries, major }),
        }
    }
}

fn prepared(program: &Path, libraries: Option<&str>, runner: &Runner) -> Command {
    let mut command = Command::new(program);
    if let Some(libraries) = libraries {
        command.env("LD_LIBRARY_PATH", libraries);
    }
    runner.prepare(&mut command);
    command
}

/// Parses the major version in `postgres (PostgreSQL) 15.18 (Debian 15.18-0+deb12u1)`.
fn major_of(output: &str) -> Option<u32> {
    let version = output.split("(PostgreSQL)").nth(1)?.trim_start();
    let digits = version.split(|c: char| !c.is_ascii_digit()).next()?;
    digits.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_version_is_read_with_and_without_a_vendor() {
        assert_eq!(major_of("postgres (PostgreSQL) 15.18 (Debian 15.18-0+deb12u1)\n"), Some(15));
        assert_eq!(major_of("postgres (PostgreSQL) 18.4\n"), Some(18));
        assert_eq!(major_of("postgres (PostgreSQL) 19beta1\n"), Some(19));
        assert_eq!(major_of("bash: postgres: command not found"), None);
    }
}
