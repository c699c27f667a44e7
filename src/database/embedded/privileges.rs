//! The user who runs PostgreSQL's programs, because they refuse to run as root.
//!
//! This module knows users, owners and modes. It does not know which programs run.

use std::fs;
use std::os::unix::fs::{MetadataExt, PermissionsExt, chown};
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::Command;

use super::launch_error::LaunchError;

/// The users that replace root, in the order of preference.
const UNPRIVILEGED_USERS: [&str; 2] = ["postgres", "nobody"];

/// The user id that replaces root if none of these users exists, as in minimal containers.
const UNPRIVILEGED_ID: u32 = 65534;

/// The user who runs PostgreSQL's programs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Runner {
    /// The user of this process.
    Own { uid: u32 },
    /// Another user, because this process runs as root.
    Dropped { uid: u32, gid: u32, name: String },
}

impl Runner {
    /// Returns the user who runs PostgreSQL for the data in `data`. If this process runs as root, that is the
    /// owner of existing data.
    pub(super) fn choose(data: &Path) -> Self {
        let uid = own_uid();
        if uid != 0 {
            return Self::Own { uid };
        }
        match fs::metadata(data) {
            Ok(owner) if owner.uid() != 0 => Self::dropped(owner.uid(), owner.gid()),
            _ => UNPRIVILEGED_USERS
                .iter()
                .find_map(|name| Self::named(name))
                .unwrap_or_else(|| Self::dropped(UNPRIVILEGED_ID, UNPRIVILEGED_ID)),
        }
    }

    fn dropped(uid: u32, gid: u32) -> Self {
        Self::Dropped { uid, gid, name: format!("with id {uid}") }
    }

    fn named(name: &str) -> Option<Self> {
        let users = fs::read_to_string("/etc/passwd").ok()?;
        let fields: Vec<&str> =
            users.lines().map(|line| line.split(':').collect::<Vec<_>>()).find(|fields| fields[0] == name)?;
        let (uid, gid) = (fields.get(2)?.parse().ok()?, fields.get(3)?.parse().ok()?);
        Some(Self::Dropped { uid, gid, name: name.to_owned() })
    }

    /// Makes the command run as this user, in a directory that every user can enter.
    pub(super) fn prepare<'a>(&self, command: &'a mut Command) -> &'a mut Command {
        command.current_dir("/");
        if let Self::Dropped { uid, gid, .. } = self {
            command.uid(*uid).gid(*gid);
        }
        command
    }

    /// Creates a missing directory, makes this user its owner, and denies access to all others.
    pub(super) fn own(&self, path: &Path) -> Result<(), LaunchError> {
        match fs::create_dir(path) {
            Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => {}
            made => made.map_err(LaunchError::at("create", path))?,
        }
        if let Self::Dropped { uid, gid, .. } = self {
            chown(path, Some(*uid), Some(*gid)).map_err(LaunchError::at("change the owner of", path))?;
        }
        let closed = fs::Permissions::from_mode(0o700);
        fs::set_permissions(path, closed).map_err(LaunchError::at("restrict access to", path))
    }

    /// Checks that this user can enter the directory and all its parents. The error names the first one that
    /// they cannot enter.
    pub(super) fn can_enter(&self, path: &Path) -> Result<(), LaunchError> {
        let Self::Dropped { uid, gid, name } = self else { return Ok(()) };
        let mut above: Vec<&Path> = path.ancestors().collect();
        above.reverse();
        for directory in above {
            let found = fs::metadata(directory).map_err(LaunchError::at("inspect", directory))?;
            if !may_enter(&found, *uid, *gid) {
                return Err(LaunchError::ClosedDirectory { path: directory.into(), user: name.clone() });
            }
        }
        Ok(())
    }
}

fn may_enter(directory: &fs::Metadata, uid: u32, gid: u32) -> bool {
    let bit = if directory.uid() == uid {
        0o100
    } else if directory.gid() == gid {
        0o010
    } else {
        0o001
    };
    directory.mode() & bit != 0
}

/// Returns the user of this process: the owner of its entry in `/proc`, or the output of `id`.
pub(super) fn own_uid() -> u32 {
    if let Ok(entry) = fs::metadata("/proc/self") {
        return entry.uid();
    }
    let output = Command::new("id").arg("-u").output();
    output
        .ok()
        .and_then(|output| String::from_utf8_lossy(&output.stdout).trim().parse().ok())
        .unwrap_or(UNPRIVILEGED_ID)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_closed_directory_is_named() {
        let base = std::env::temp_dir().join(format!("lapidary-closed-{}", std::process::id()));
        let inner = base.join("inner");
        fs::create_dir_all(&inner).unwrap();
        fs::set_permissions(&base, fs::Permissions::from_mode(0o700)).unwrap();
        let other = Runner::Dropped { uid: own_uid() + 1, gid: UNPRIVILEGED_ID, name: "ada".into() };
        let refusal = other.can_enter(&inner).unwrap_err().to_string();
        assert!(
            refusal.contains(&format!("{} cannot be entered by the user ada", base.display())),
            "{refusal}"
        );
        assert!(Runner::Own { uid: own_uid() }.can_enter(&inner).is_ok());
        fs::remove_dir_all(base).unwrap();
    }
}
