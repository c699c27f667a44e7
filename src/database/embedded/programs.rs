//! Finds PostgreSQL's programs.
//!
//! This module knows where operating systems install them and how to ask for their version. It does not know clusters.

use std::env;
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use super::command;
use super::fetch;
use super::launch_error::LaunchError;
use super::privileges::Runner;

/// The oldest supported major version. It can clone a database by copying files, which the tests need.
const OLDEST_MAJOR: u32 = 15;

/// The programs that a cluster requires.
const NEEDED: [&str; 3] = ["initdb", "pg_ctl", "postgres"];

const VERSION_TIME_MAX: Duration = Duration::from_secs(20);

/// Where to search for PostgreSQL's programs, and which version is required.
#[derive(Debug)]
pub(super) struct Search<'a> {
    /// The directory configured by the operator; if set, no other is searched.
    pub(super) bin_dir: Option<&'a Path>,
    /// The directory of fetched programs.
    pub(super) fetched: &'a Path,
    /// The major version that existing data require.
    pub(super) wanted: Option<u32>,
    /// The user who will run them.
    pub(super) runner: &'a Runner,
    /// The file for their output.
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
    /// Returns the first suitable programs; fetches them if there are none.
    ///
    /// # Errors
    /// Lists everything that was tried.
    pub(super) fn find(&self) -> Result<Programs, LaunchError> {
        let mut tried = Vec::new();
        let places = self.bin_dir.map_or_else(|| self.places(), |named| vec![named.into()]);
        for bin in places {
            match self.examine(&bin, None) {
                Ok(programs) => return Ok(programs),
                Err(reason) => tried.push(format!("{}: {reason}", bin.display())),
            }
        }
        if self.bin_dir.is_none() {
            match fetch::obtain(self, &mut tried) {
                Some(programs) => return Ok(programs),
                None if tried.is_empty() => tried.push("the usual directories: no programs found".into()),
                None => {}
            }
        }
        Err(LaunchError::NoPrograms { wanted: self.wanted, tried })
    }

    /// Returns the directories of the machine that contain the programs, newest first.
    fn places(&self) -> Vec<PathBuf> {
        let mut places = numbered("/usr/lib/postgresql", "");
        places.extend(numbered("/usr", "pgsql-"));
        for cellar in ["/opt/homebrew/opt", "/usr/local/opt"] {
            places.extend(numbered(cellar, "postgresql@"));
        }
        let on_path = env::var_os("PATH").unwrap_or_default();
        // The PATH may contain only a link to a program; its target is in the directory of all programs.
        places.extend(env::split_paths(&on_path).filter_map(|directory| {
            Some(directory.join("initdb").canonicalize().ok()?.parent()?.to_owned())
        }));
        places.retain(|bin| bin.join("initdb").exists());
        let mut seen = Vec::new();
        places.retain(|bin| {
            !seen.contains(bin) && {
                seen.push(bin.clone());
                true
            }
        });
        places
    }

    /// Returns the programs in the directory, or the reason why they are not suitable.
    ///
    /// # Errors
    /// The reason, as text for the operator.
    pub(super) fn examine(&self, bin: &Path, libraries: Option<String>) -> Result<Programs, String> {
        if let Some(missing) = NEEDED.iter().find(|name| !bin.join(name).exists()) {
            return Err(format!("has no {missing}"));
        }
        let mut version = prepared(&bin.join("postgres"), libraries.as_deref(), self.runner);
        let said = command::run(version.arg("--version"), self.log, VERSION_TIME_MAX);
        let said = said.map_err(|error| error.to_string())?;
        let major = major_of(&said).ok_or_else(|| format!("does not report its version: {said}"))?;
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

/// Returns `base/<prefix>N/bin` for each existing number, highest first.
fn numbered(base: &str, prefix: &str) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(base) else { return Vec::new() };
    let number = |name: &OsStr| name.to_str()?.strip_prefix(prefix)?.parse::<u32>().ok();
    let mut found: Vec<(u32, PathBuf)> = entries
        .flatten()
        .filter_map(|entry| Some((number(&entry.file_name())?, entry.path().join("bin"))))
        .collect();
    found.sort_by(|one, other| other.cmp(one));
    found.into_iter().map(|(_, bin)| bin).collect()
}

/// Parses the major version in `postgres (PostgreSQL) 15.18 (Debian 15.18-0+deb12u1)`.
fn major_of(said: &str) -> Option<u32> {
    let version = said.split("(PostgreSQL)").nth(1)?.trim_start();
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
