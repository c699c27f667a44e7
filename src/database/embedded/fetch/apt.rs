//! PostgreSQL from Debian's archive, unpacked into a directory instead of installed.
//!
//! This module knows apt and the layout of Debian's packages. It needs no root: apt verifies each package
//! with the signed index of the archive, and writes only in the workshop.
//!
//! This source exists because only it has other major versions, which older data need. It is also the only
//! source in a Debian container without Node and pip.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::super::launch_error::LaunchError;
use super::workshop::{Workshop, unpublished};

/// Packages of the simulated installation that are not needed: setup scripts, and the unused JIT compiler.
const UNNEEDED: [&str; 6] =
    ["libllvm", "postgresql-common", "postgresql-client-common", "ssl-cert", "perl", "locales"];

/// Returns the directory of the programs in the fetched tree.
pub(super) fn bin(tree: &Path) -> Option<PathBuf> {
    let versions = fs::read_dir(tree.join("usr/lib/postgresql")).ok()?;
    versions.flatten().map(|entry| entry.path().join("bin")).next()
}

/// Returns the search path for the fetched libraries.
pub(super) fn libraries(tree: &Path) -> Option<String> {
    let found = ["usr/lib", "lib"].iter().filter_map(|base| fs::read_dir(tree.join(base)).ok());
    let dirs = found.flat_map(|entries| entries.flatten().map(|entry| entry.path()));
    let dirs = dirs.filter(|path| path.to_string_lossy().ends_with("-linux-gnu"));
    let joined = dirs.map(|path| path.to_string_lossy().into_owned()).collect::<Vec<_>>().join(":");
    (!joined.is_empty()).then_some(joined)
}

/// Fetches PostgreSQL and the libraries that this machine lacks.
pub(super) fn fetch(workshop: &Workshop) -> Result<PathBuf, LaunchError> {
    // In containers, the package lists are often empty, or only root may update them.
    fetch_by(workshop, &[]).or_else(|_| {
        let own = own_lists(workshop)?;
        workshop.run(apt("apt-get", &own).arg("update"))?;
        fetch_by(workshop, &own)
    })
}

fn fetch_by(workshop: &Workshop, options: &[String]) -> Result<PathBuf, LaunchError> {
    let major = match workshop.wanted {
        Some(major) => major,
        None => default_major(&workshop.run(apt("apt-cache", options).args(["depends", "postgresql"]))?)
            .ok_or_else(|| unpublished("apt"))?,
    };
    let server = format!("postgresql-{major}");
    let mut simulate = apt("apt-get", options);
    simulate.args(["install", "--simulate", "--no-install-recommends", &server]);
    let mut packages = missing(&workshop.run(&mut simulate)?);
    packages.extend([server, format!("postgresql-client-{major}"), "libpq5".into()]);
    packages.sort();
    packages.dedup();
    workshop.run(apt("apt-get", options).arg("download").args(&packages))?;
    unpack(workshop)
}

fn unpack(workshop: &Workshop) -> Result<PathBuf, LaunchError> {
    let tree = workshop.make("debian")?;
    let entries = fs::read_dir(&workshop.dir).map_err(LaunchError::at("list", &workshop.dir))?;
    for path in entries.flatten().map(|entry| entry.path()) {
        if path.extension().is_some_and(|extension| extension == "deb") {
            workshop.run(Command::new("dpkg-deb").arg("-x").arg(&path).arg(&tree))?;
        }
    }
    Ok(tree)
}

/// Returns options that keep apt's lists in the workshop, where a user without privileges may write them.
fn own_lists(workshop: &Workshop) -> Result<Vec<String>, LaunchError> {
    workshop.make("lists/partial")?;
    workshop.make("cache/archives/partial")?;
    let dir = workshop.dir.display();
    Ok(["Dir::State::Lists", "Dir::Cache"]
        .iter()
        .zip(["lists", "cache"])
        .map(|(option, name)| format!("-o{option}={dir}/{name}"))
        // The user of apt's own sandbox cannot write to the workshop.
        .chain(["-oAPT::Sandbox::User=root".into()])
        .collect())
}

fn apt(program: &str, options: &[String]) -> Command {
    let mut command = Command::new(program);
    command.args(["-q", "-oAPT::Sandbox::User=root"]).args(options).env("DEBIAN_FRONTEND", "noninteractive");
    command
}

/// Parses `Depends: postgresql-15` in the dependencies of the package `postgresql`.
fn default_major(depends: &str) -> Option<u32> {
    depends.lines().find_map(|line| line.trim().strip_prefix("Depends: postgresql-")?.parse().ok())
}

/// Parses the package names in the lines `Inst NAME (…)` of a simulated installation.
fn missing(simulated: &str) -> Vec<String> {
    let names = simulated.lines().filter_map(|line| line.strip_prefix("Inst ")?.split(' ').next());
    let needed = names.filter(|name| !UNNEEDED.iter().any(|unneeded| name.starts_with(unneeded)));
    needed.map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_archive_tells_its_version_and_what_is_missing() {
        assert_eq!(
            default_major("postgresql\n  Depends: postgresql-15\n  Suggests: postgresql-doc\n"),
            Some(15)
        );
        let simulated =
            "Inst libllvm14 (1 Debian)\nInst libpq5 (15.18 Debian [amd64])\nConf libpq5 (15.18)\n";
        assert_eq!(missing(simulated), ["libpq5"]);
    }
}
