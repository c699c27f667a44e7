//! The data directory: its files, and the check that it belongs to this server.
//!
//! This module knows the paths and the marker file. It starts nothing.

use std::env;
use std::fs;
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};

use super::launch_error::LaunchError;
use super::privileges::{Runner, own_uid};

/// The file that marks a directory as a data directory of this server.
const MARK: &str = "lapidary.txt";

/// The list of erased accounts. Operators copy it to a new machine before the first start there.
const ERASED: &str = "erased.txt";

/// The directory of fetched programs.
const PROGRAMS: &str = "programs";

const MARK_TEXT: &str = "\
This directory belongs to lapidary.
data      the games and accounts, as a PostgreSQL cluster; docs/database.md describes backups
programs  PostgreSQL programs that were fetched; safe to delete while the server is stopped
log       the log of PostgreSQL
erased.txt  ids of erased accounts; keep it when you restore a backup
run       the socket
lock      held by the server that starts PostgreSQL
users     held by the servers that use it
";

/// The maximum length of the socket's directory. The kernel allows 108 bytes for the whole path.
const SOCKET_DIR_BYTES_MAX: usize = 90;

/// The directory of this server, with everything that the embedded database needs.
#[derive(Debug, Clone)]
pub(super) struct DataDir {
    root: PathBuf,
}

/// Returns the default data directory.
pub fn default_data_dir() -> Result<PathBuf, LaunchError> {
    if own_uid() == 0 {
        return Ok("/var/lib/lapidary".into());
    }
    let home = |name: &str| env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    let base = home("XDG_DATA_HOME").or_else(|| home("HOME").map(|home| home.join(".local/share")));
    base.map(|base| base.join("lapidary")).ok_or(LaunchError::NoHome)
}

impl DataDir {
    /// Creates the directory, or accepts one that is empty or belongs to this server. Fails if it contains
    /// other files, its path cannot be used, or the user who runs PostgreSQL cannot enter it.
    pub(super) fn claim(path: &Path, runner: &Runner) -> Result<Self, LaunchError> {
        let path = std::path::absolute(path).map_err(LaunchError::at("find", path))?;
        if path.to_str().is_none_or(|text| text.contains(|c: char| c.is_control() || "'\"\\$`".contains(c))) {
            return Err(LaunchError::UnusablePath(path));
        }
        runner.can_enter(path.ancestors().find(|above| above.exists()).unwrap_or(&path))?;
        make_open(&path)?;
        let root = path.canonicalize().map_err(LaunchError::at("find", &path))?;
        runner.can_enter(&root)?;
        let claimed = Self { root };
        claimed.mark()?;
        Ok(claimed)
    }

    fn mark(&self) -> Result<(), LaunchError> {
        let mark = self.root.join(MARK);
        if mark.exists() {
            return Ok(());
        }
        let found = fs::read_dir(&self.root).map_err(LaunchError::at("list", &self.root))?;
        // Tests may have fetched programs into it earlier.
        let foreign =
            found.flatten().any(|entry| ![PROGRAMS, ERASED].iter().any(|own| entry.file_name() == *own));
        // Another process may have created the marker file in the meantime.
        if foreign && !mark.exists() {
            return Err(LaunchError::ForeignDirectory(self.root.clone()));
        }
        fs::write(&mark, MARK_TEXT).map_err(LaunchError::at("write", &mark))
    }

    pub(super) fn data(&self) -> PathBuf {
        self.root.join("data")
    }

    /// Returns the directory of a cluster that is not complete yet.
    pub(super) fn unfinished_data(&self) -> PathBuf {
        self.root.join("data.new")
    }

    pub(super) fn settings(&self) -> PathBuf {
        self.root.join("lapidary.conf")
    }

    pub(super) fn programs(&self) -> PathBuf {
        self.root.join(PROGRAMS)
    }

    pub(super) fn erased(&self) -> PathBuf {
        self.root.join(ERASED)
    }

    pub(super) fn log(&self) -> PathBuf {
        self.root.join("log")
    }

    /// Returns the lock of the process that starts the server.
    pub(super) fn lock(&self) -> PathBuf {
        self.root.join("lock")
    }

    /// Returns the lock of the processes that use the server.
    pub(super) fn users(&self) -> PathBuf {
        self.root.join("users")
    }

    /// Returns the major version of the cluster, if there is one.
    pub(super) fn major(&self) -> Option<u32> {
        fs::read_to_string(self.data().join("PG_VERSION")).ok()?.trim().parse().ok()
    }

    /// Returns the directory of the socket: inside this directory, or a short path derived from it.
    pub(super) fn socket_dir(&self) -> PathBuf {
        let inside = self.root.join("run");
        if inside.as_os_str().len() <= SOCKET_DIR_BYTES_MAX {
            return inside;
        }
        let digest = hex::encode(Sha256::digest(self.root.as_os_str().as_encoded_bytes()));
        short_runtime_dir().join(format!("lapidary-{}", &digest[..16]))
    }

    /// Creates the private directory of the socket; refuses a directory that another user created.
    pub(super) fn make_socket_dir(&self, runner: &Runner) -> Result<PathBuf, LaunchError> {
        let path = self.socket_dir();
        if let Ok(found) = fs::symlink_metadata(&path) {
            let (Runner::Own { uid } | Runner::Dropped { uid, .. }) = runner;
            if !found.is_dir() || ![own_uid(), *uid].contains(&found.uid()) {
                return Err(LaunchError::ForeignDirectory(path));
            }
        }
        runner.own(&path)?;
        Ok(path)
    }
}

/// Creates a missing directory. The user who runs PostgreSQL can enter it under any umask.
///
/// Private files in it have their own modes.
pub(super) fn make_open(path: &Path) -> Result<(), LaunchError> {
    if path.is_dir() {
        return Ok(());
    }
    fs::create_dir_all(path).map_err(LaunchError::at("create", path))?;
    let open = fs::Permissions::from_mode(0o755);
    fs::set_permissions(path, open).map_err(LaunchError::at("allow access to", path))
}

fn short_runtime_dir() -> PathBuf {
    if own_uid() == 0 && Path::new("/run").is_dir() {
        return "/run".into();
    }
    let own = env::var_os("XDG_RUNTIME_DIR").map(PathBuf::from);
    own.filter(|path| own_uid() != 0 && path.is_dir()).unwrap_or_else(|| "/tmp".into())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn own() -> Runner {
        Runner::Own { uid: own_uid() }
    }

    fn scratch(name: &str) -> PathBuf {
        env::temp_dir().join(format!("lapidary-dir-{}-{name}", std::process::id()))
    }

    #[test]
    fn a_directory_with_other_files_is_refused_and_not_changed() {
        let path = scratch("foreign");
        fs::create_dir_all(&path).unwrap();
        fs::write(path.join("thesis.txt"), "years of work").unwrap();
        assert!(matches!(DataDir::claim(&path, &own()), Err(LaunchError::ForeignDirectory(_))));
        assert_eq!(fs::read_dir(&path).unwrap().count(), 1);
        fs::remove_dir_all(path).unwrap();
    }

    #[test]
    fn a_path_that_a_shell_would_expand_is_refused() {
        assert!(matches!(DataDir::claim(Path::new("/tmp/$HOME"), &own()), Err(LaunchError::UnusablePath(_))));
    }

    #[test]
    fn a_long_path_gets_a_short_socket() {
        let path = scratch(&"long".repeat(30));
        let claimed = DataDir::claim(&path, &own()).unwrap();
        assert!(claimed.socket_dir().as_os_str().len() <= SOCKET_DIR_BYTES_MAX);
        fs::remove_dir_all(path).unwrap();
    }
}
