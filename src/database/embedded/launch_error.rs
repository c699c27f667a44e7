//! The errors of starting the embedded database.
//!
//! The person at the terminal reads the texts. This module does not know how to recover.

use std::io;
use std::path::{Path, PathBuf};

/// Why PostgreSQL is not running.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LaunchError {
    /// The directory contains files that this server did not create.
    #[error("{} is not empty and was not made by lapidary; choose another directory with --data-dir", .0.display())]
    ForeignDirectory(PathBuf),
    /// The path has a character that PostgreSQL's start command does not support.
    #[error(
        "{} has a quote, a backslash, a dollar sign or a control character, which PostgreSQL's programs do not \
         accept; choose another directory with --data-dir",
        .0.display()
    )]
    UnusablePath(PathBuf),
    /// The user who runs PostgreSQL cannot enter the directory or one of its parents.
    #[error(
        "{} cannot be entered by the user {user}, who runs PostgreSQL because it refuses to run as root; choose \
         another directory with --data-dir, or set DATABASE_URL",
        path.display()
    )]
    ClosedDirectory {
        path: PathBuf,
        /// The user who must be able to enter it.
        user: String,
    },
    /// There is no home directory for the default data directory.
    #[error("neither XDG_DATA_HOME nor HOME is set; choose a directory with --data-dir, or set DATABASE_URL")]
    NoHome,
    /// No usable PostgreSQL programs were found or fetched.
    #[error("{}\ntried:\n- {}", advice(*wanted), tried.join("\n- "))]
    NoPrograms {
        /// The major version of the existing data, if any.
        wanted: Option<u32>,
        /// Each attempt with the reason for its failure.
        tried: Vec<String>,
    },
    /// A fetched archive does not have the pinned digest.
    #[error("{} is not the pinned archive: its digest differs", .0.display())]
    WrongDigest(PathBuf),
    /// An external program failed.
    #[error("{program} {how}{}", last_lines(tail))]
    Failed {
        program: String,
        /// How the program ended.
        how: String,
        /// Its last lines of output.
        tail: String,
    },
    /// Another process has held the lock of the data directory for too long.
    #[error("another process has been starting or stopping the database of {} for too long", .0.display())]
    Busy(PathBuf),
    /// A PostgreSQL server uses the data directory and does not respond.
    #[error("a PostgreSQL server uses {} and does not respond; stop it, then start again", .0.display())]
    Silent(PathBuf),
    /// The data of a running server were deleted or moved.
    #[error("{} is gone; restore it, or stop the server and start it with another directory", .0.display())]
    DataGone(PathBuf),
    /// The operating system reported an error.
    #[error("cannot {what}: {source}")]
    Io {
        /// The attempted operation.
        what: String,
        /// The error from the system.
        source: io::Error,
    },
}

impl LaunchError {
    /// Returns a closure that adds the operation and its path to an I/O error.
    pub(super) fn at(what: &'static str, path: &Path) -> impl FnOnce(io::Error) -> Self {
        let what = format!("{what} {}", path.display());
        move |source| Self::Io { what, source }
    }
}

fn advice(wanted: Option<u32>) -> String {
    match wanted {
        Some(major) => format!(
            "the data directory was created by PostgreSQL {major}, whose programs were not found; install them \
             (Debian: apt-get install postgresql-{major}), or set PG_BIN_DIR to their directory, or set \
             DATABASE_URL, or choose a new directory with --data-dir"
        ),
        None => "PostgreSQL was not found and could not be fetched; install it (Debian and Ubuntu: apt-get install \
                 postgresql; Fedora: dnf install postgresql-server; macOS: brew install postgresql), or set \
                 PG_BIN_DIR to the directory of its programs, or set DATABASE_URL"
            .to_owned(),
    }
}

fn last_lines(tail: &str) -> String {
    if tail.is_empty() { String::new() } else { format!("; its last output:\n{tail}") }
}
