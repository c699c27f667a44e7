//! Checks archives against their known digests.
//!
//! This module does not know where an archive comes from.

use std::fs;
use std::path::Path;

use sha2::{Digest, Sha256, Sha512};

use super::super::launch_error::LaunchError;

/// The digest that an archive must have.
#[derive(Debug, Clone, Copy)]
pub(super) enum Pin {
    /// SHA-256 in hexadecimal, as published by PyPI.
    Sha256(&'static str),
    /// SHA-512 in hexadecimal, as published by npm.
    Sha512(&'static str),
}

impl Pin {
    /// Checks that the file has this digest.
    pub(super) fn check(self, archive: &Path) -> Result<(), LaunchError> {
        let bytes = fs::read(archive).map_err(LaunchError::at("read", archive))?;
        let same = match self {
            Self::Sha256(pin) => hex::encode(Sha256::digest(&bytes)) == pin,
            Self::Sha512(pin) => hex::encode(Sha512::digest(&bytes)) == pin,
        };
        same.then_some(()).ok_or_else(|| LaunchError::WrongDigest(archive.into()))
    }
}

/// Returns the only file in the directory with this extension.
pub(super) fn only_file(dir: &Path, ending: &str) -> Result<std::path::PathBuf, LaunchError> {
    let entries = fs::read_dir(dir).map_err(LaunchError::at("list", dir))?;
    let found =
        entries.flatten().map(|entry| entry.path()).find(|path| path.to_string_lossy().ends_with(ending));
    let missing = std::io::Error::from(std::io::ErrorKind::NotFound);
    found.ok_or_else(|| LaunchError::at("find the archive in", dir)(missing))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_archive_with_another_digest_is_refused() {
        let path = std::env::temp_dir().join(format!("lapidary-pin-{}", std::process::id()));
        fs::write(&path, "abc").unwrap();
        let of_abc = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        assert!(Pin::Sha256(of_abc).check(&path).is_ok());
        fs::write(&path, "abd").unwrap();
        assert!(matches!(Pin::Sha256(of_abc).check(&path), Err(LaunchError::WrongDigest(_))));
        assert!(matches!(Pin::Sha512(of_abc).check(&path), Err(LaunchError::WrongDigest(_))));
        fs::remove_file(path).unwrap();
    }
}
