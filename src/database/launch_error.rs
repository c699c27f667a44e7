//! What can go wrong between asking for a database and having one.
//!
//! Knows how to say it to the person at the terminal. Does not know how to recover.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

/// Why there is no running PostgreSQL.
#[derive(Debug)]
#[non_exhaustive]
pub enum LaunchError {
    /// The directory holds something that this server did not put there.
    ForeignDirectory(PathBuf),
    /// The path has a character that PostgreSQL's start-up command cannot carry.
    UnusablePath(PathBuf),
    /// The directory, or one above it, is closed to the user who runs PostgreSQL.
    ClosedDirectory {
        /// The directory that cannot be entered.
        path: PathBuf,
        /// The user who must enter it.
        user: String,
    },
    /// There is no home directory to put a data directory into.
    NoHome,
    /// No usable PostgreSQL programs were found or could be fetched.
    NoPrograms {
        /// The major version that the existing data need, if there are data.
        wanted: Option<u32>,
        /// What was tried, and why it did not do.
        tried: Vec<String>,
    },
    /// A fetched archive is not the one that was pinned.
    WrongDigest(PathBuf),
    /// An external program failed.
    Failed {
        /// The program.
        program: String,
        /// How it ended.
        how: String,
        /// The last lines it wrote.
        tail: String,
    },
    /// Another process holds the data directory for too long.
    Busy(PathBuf),
    /// A PostgreSQL server holds the data directory and does not answer.
    Silent(PathBuf),
    /// The operating system refused.
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

impl fmt::Display for LaunchError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::ForeignDirectory(path) => write!(
                f,
                "{} is not empty and was not made by lapidary; choose another directory with --data-dir",
                path.display()
            ),
            Self::UnusablePath(path) => write!(
                f,
                "{} has a quote, a backslash, a dollar sign or a control character, which PostgreSQL's \
                 programs cannot take; choose another directory with --data-dir",
                path.display()
            ),
            Self::ClosedDirectory { path, user } => write!(
                f,
                "{} cannot be entered by the user {user}, who runs PostgreSQL because it refuses to run as \
                 root; choose another directory with --data-dir, or set DATABASE_URL",
                path.display()
            ),
            Self::NoHome => {
                write!(f, "neither XDG_DATA_HOME nor HOME is set; name a directory with --data-dir")
            }
            Self::NoPrograms { wanted, tried } => no_programs(f, *wanted, tried),
            Self::WrongDigest(path) => {
                write!(f, "{} is not the pinned archive: its digest differs", path.display())
            }
            Self::Failed { program, how, tail } if tail.is_empty() => write!(f, "{program} {how}"),
            Self::Failed { program, how, tail } => write!(f, "{program} {how}; its last words:\n{tail}"),
            Self::Busy(path) => write!(
                f,
                "another process has been starting or stopping the database in {} for too long",
                path.display()
            ),
            Self::Silent(path) => write!(
                f,
                "a PostgreSQL server holds {} and does not answer; stop it, then start again",
                path.display()
            ),
            Self::Io { what, source } => write!(f, "cannot {what}: {source}"),
        }
    }
}

fn no_programs(f: &mut fmt::Formatter<'_>, wanted: Option<u32>, tried: &[String]) -> fmt::Result {
    match wanted {
        Some(major) => write!(
            f,
            "the data directory was made by PostgreSQL {major}, whose programs were not found; install them \
             (Debian: apt-get install postgresql-{major}), or name their directory in PG_BIN_DIR, or set \
             DATABASE_URL, or choose a new directory with --data-dir"
        )?,
        None => write!(
            f,
            "no PostgreSQL was found or could be fetched; install it (Debian and Ubuntu: apt-get install \
             postgresql; Fedora: dnf install postgresql-server; macOS: brew install postgresql), or name \
             the directory of its programs in PG_BIN_DIR, or set DATABASE_URL"
        )?,
    }
    write!(f, "\ntried:")?;
    tried.iter().try_for_each(|attempt| write!(f, "\n- {attempt}"))
}

impl std::error::Error for LaunchError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Io { source, .. } => Some(source),
            _ => None,
        }
    }
}
