//! What can go wrong between asking for a database and having one.
//!
//! Knows how to say it to the person at the terminal. Does not know how to recover.

use std::io;
use std::path::{Path, PathBuf};

/// Why there is no running PostgreSQL.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LaunchError {
    /// The directory holds something that this server did not put there.
    #[error("{} is not empty and was not made by lapidary; choose another directory with --data-dir", .0.display())]
    ForeignDirectory(PathBuf),
    /// The path has a character that PostgreSQL's start-up command cannot carry.
    #[error(
        "{} has a quote, a backslash, a dollar sign or a control character, which PostgreSQL's programs cannot \
         take; choose another directory with --data-dir",
        .0.display()
    )]
    UnusablePath(PathBuf),
    /// The directory, or one above it, is closed to the user who runs PostgreSQL.
    #[error(
        "{} cannot be entered by the user {user}, who runs PostgreSQL because it refuses to run as root; choose \
         another directory with --data-dir, or set DATABASE_URL",
        path.display()
    )]
    ClosedDirectory {
        /// The directory that cannot be entered.
        path: PathBuf,
        /// The user who must enter it.
        user: String,
    },
    /// There is no home directory to put a data directory into.
    #[error("neither XDG_DATA_HOME nor HOME is set; name a directory with --data-dir, or set DATABASE_URL")]
    NoHome,
    /// No usable PostgreSQL programs were found or could be fetched.
    #[error("{}\ntried:\n- {}", advice(*wanted), tried.join("\n- "))]
    NoPrograms {
        /// The major version that the existing data need, if there are data.
        wanted: Option<u32>,
        /// What was tried, and why it did not do.
        tried: Vec<String>,
    },
    /// A fetched archive is not the one that was pinned.
    #[error("{} is not the pinned archive: its digest differs", .0.display())]
    WrongDigest(PathBuf),
    /// An external program failed.
    #[error("{program} {how}{}", last_words(tail))]
    Failed {
        /// The program.
        program: String,
        /// How it ended.
        how: String,
        /// The last lines it wrote.
        tail: String,
    },
    /// Another process holds the data directory for too long.
    #[error("another process has been starting or stopping the database of {} for too long", .0.display())]
    Busy(PathBuf),
    /// A PostgreSQL server holds the data directory and does not answer.
    #[error("a PostgreSQL server holds {} and does not answer; stop it, then start again", .0.display())]
    Silent(PathBuf),
    /// The data of a running server are gone.
    #[error("{} is gone; bring it back, or stop the server and start it with another directory", .0.display())]
    DataGone(PathBuf),
    /// The operating system refused.
    #[error("cannot {what}: {source}")]
    Io {
        /// What was attempted.
        what: String,
        /// The refusal.
        source: io::Error,
    },
}

impl LaunchError {
    /// Returns a closure that wraps an I/O error with what was attempted at which path.
    pub(super) fn at(what: &'static str, path: &Path) -> impl FnOnce(io::Error) -> Self {
        let what = format!("{what} {}", path.display());
        move |source| Self::Io { what, source }
    }
}

fn advice(wanted: Option<u32>) -> String {
    match wanted {
        Some(major) => format!(
            "the data directory was made by PostgreSQL {major}, whose programs were not found; install them \
             (Debian: apt-get install postgresql-{major}), or name their directory in PG_BIN_DIR, or set \
             DATABASE_URL, or choose a new directory with --data-dir"
        ),
        None => "no PostgreSQL was found or could be fetched; install it (Debian and Ubuntu: apt-get install \
                 postgresql; Fedora: dnf install postgresql-server; macOS: brew install postgresql), or name the \
                 directory of its programs in PG_BIN_DIR, or set DATABASE_URL"
            .to_owned(),
    }
}

fn last_words(tail: &str) -> String {
    if tail.is_empty() { String::new() } else { format!("; its last words:\n{tail}") }
}
