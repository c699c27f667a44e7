//! The users of a cluster, recorded by file locks. The kernel releases them when a process ends.
//!
//! This module knows lock files. It does not know what they protect.
//!
//! The order of locks: a process first takes `users` as a shared lock for its whole life. Then it takes
//! `lock` as an exclusive lock while it starts the server. To stop the server, it must get `users` as an
//! exclusive lock, so no other process may use the server.

use std::fs::{File, OpenOptions, Permissions, TryLockError};
use std::os::unix::fs::{OpenOptionsExt, PermissionsExt};
use std::path::Path;
use std::time::{Duration, Instant};

use rustix::fs::OFlags;

use super::launch_error::LaunchError;

/// The mode of a lock file: anyone who can open the file can hold the lock.
const OWNER_ONLY: u32 = 0o600;

/// The interval between two attempts to get a lock.
const TRY_EVERY: Duration = Duration::from_millis(10);

/// How long a child may keep a copy of its parent's lock: until the child runs its program.
const COPY_LIFETIME_MAX: Duration = Duration::from_millis(500);

/// The kind of lock.
#[derive(Debug, Clone, Copy)]
pub(super) enum Share {
    /// A shared lock.
    Shared,
    /// An exclusive lock.
    Alone,
}

/// Opens the lock file and acquires its lock. Waits at most `limit`. Fails if the file cannot be opened, or
/// if another process keeps the lock.
pub(super) fn acquire(path: &Path, share: Share, limit: Duration) -> Result<File, LaunchError> {
    acquire_within(path, share, limit)?.ok_or_else(|| LaunchError::Busy(path.into()))
}

/// Acquires the exclusive lock. Returns `None` if another process holds the lock.
pub(super) fn alone_now(path: &Path) -> Result<Option<File>, LaunchError> {
    acquire_within(path, Share::Alone, COPY_LIFETIME_MAX)
}

fn acquire_within(path: &Path, share: Share, limit: Duration) -> Result<Option<File>, LaunchError> {
    let file = open(path)?;
    let until = Instant::now() + limit;
    while !attempt(&file, share, path)? {
        if Instant::now() > until {
            return Ok(None);
        }
        std::thread::sleep(TRY_EVERY);
    }
    Ok(Some(file))
}

/// Opens a lock file for its owner only. Removes the read permission that an earlier version gave to others.
/// Fails if it cannot be opened, or is a link, which another user may have created.
pub(super) fn open(path: &Path) -> Result<File, LaunchError> {
    let mut options = OpenOptions::new();
    options.read(true).write(true).create(true).truncate(false).mode(OWNER_ONLY);
    options.custom_flags(OFlags::NOFOLLOW.bits().cast_signed());
    let file = options.open(path).map_err(LaunchError::at("open", path))?;
    let found = file.metadata().map_err(LaunchError::at("inspect", path))?;
    if found.permissions().mode() & 0o777 != OWNER_ONLY {
        let closed = Permissions::from_mode(OWNER_ONLY);
        file.set_permissions(closed).map_err(LaunchError::at("restrict access to", path))?;
    }
    Ok(file)
}

fn attempt(file: &File, share: Share, path: &Path) -> Result<bool, LaunchError> {
    let answer = match share {
        Share::Shared => file.try_lock_shared(),
        Share::Alone => file.try_lock(),
    };
    match answer {
        Ok(()) => Ok(true),
        Err(TryLockError::WouldBlock) => Ok(false),
        Err(TryLockError::Error(error)) => Err(LaunchError::at("lock", path)(error)),
    }
}
