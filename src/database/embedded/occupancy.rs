//! Who uses a cluster, told by locks that the kernel drops with their holders.
//!
//! Knows lock files. Does not know what they guard.
//!
//! Order: first `users`, shared, for life; then `lock`, alone, while starting. Who wants to stop
//! the server takes `users` alone, which nobody gets while another uses it.

use std::fs::{File, OpenOptions, Permissions, TryLockError};
use std::os::unix::fs::{OpenOptionsExt, PermissionsExt};
use std::path::Path;
use std::time::{Duration, Instant};

use rustix::fs::OFlags;

use super::launch_error::LaunchError;

/// Who may open a lock file: whoever can open it can hold it.
const OWNER_ONLY: u32 = 0o600;

/// How often a lock is tried again.
const TRY_EVERY: Duration = Duration::from_millis(10);

/// How a lock is wanted.
#[derive(Debug, Clone, Copy)]
pub(super) enum Share {
    /// Together with others.
    Shared,
    /// Alone.
    Alone,
}

/// Opens the lock file and takes its lock, waiting no longer than `limit`.
///
/// # Errors
///
/// When the file cannot be opened, or another process keeps the lock.
pub(super) fn acquire(path: &Path, share: Share, limit: Duration) -> Result<File, LaunchError> {
    let file = open(path)?;
    let until = Instant::now() + limit;
    while !attempt(&file, share, path)? {
        if Instant::now() > until {
            return Err(LaunchError::Busy(path.into()));
        }
        std::thread::sleep(TRY_EVERY);
    }
    Ok(file)
}

/// Takes the lock alone, or returns nothing when another holds it.
///
/// # Errors
///
/// When the file cannot be opened.
pub(super) fn alone_now(path: &Path) -> Result<Option<File>, LaunchError> {
    let file = open(path)?;
    Ok(attempt(&file, Share::Alone, path)?.then_some(file))
}

/// Opens a lock file that only its owner can open; one from a version that let others read it is closed to them.
///
/// # Errors
///
/// When it cannot be opened, or is a link, which somebody else may have put there.
pub(super) fn open(path: &Path) -> Result<File, LaunchError> {
    let mut options = OpenOptions::new();
    options.read(true).write(true).create(true).truncate(false).mode(OWNER_ONLY);
    options.custom_flags(OFlags::NOFOLLOW.bits().cast_signed());
    let file = options.open(path).map_err(LaunchError::at("open", path))?;
    let found = file.metadata().map_err(LaunchError::at("look at", path))?;
    if found.permissions().mode() & 0o777 != OWNER_ONLY {
        let closed = Permissions::from_mode(OWNER_ONLY);
        file.set_permissions(closed).map_err(LaunchError::at("close to others", path))?;
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
