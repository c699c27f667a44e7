//! Finds PostgreSQL's programs: in the configured directory, in the usual directories, or by fetching them.

use std::env;
use std::ffi::OsStr;
use std::fs;
use std::path::PathBuf;

use super::fetch;
use super::launch_error::LaunchError;
use super::programs::{Programs, Search};

/// Returns the first suitable programs. Fetches them if there are none. The error lists all attempts.
pub(super) fn find(search: &Search) -> Result<Programs, LaunchError> {
    let mut tried = Vec::new();
    let places = search.bin_dir.map_or_else(places, |named| vec![named.into()]);
    for bin in places {
        match search.examine(&bin, None) {
            Ok(programs) => return Ok(programs),
            Err(reason) => tried.push(format!("{}: {reason}", bin.display())),
        }
    }
    if search.bin_dir.is_none() {
        match fetch::obtain(search, &mut tried) {
            Some(programs) => return Ok(programs),
            None if tried.is_empty() => tried.push("the usual directories: no programs found".into()),
            None => {}
        }
    }
    Err(LaunchError::NoPrograms { wanted: search.wanted, tried })
}

/// Returns the machine's directories with the programs, newest first.
fn places() -> Vec<PathBuf> {
    let mut places = numbered("/usr/lib/postgresql", "");
    places.extend(numbered("/usr", "pgsql-"));
    for cellar in ["/opt/homebrew/opt", "/usr/local/opt"] {
        places.extend(numbered(cellar, "postgresql@"));
    }
    let on_path = env::var_os("PATH").unwrap_or_default();
    // The PATH may contain only a link to a program. The directory of its target has all programs.
    places
        .extend(env::split_paths(&on_path).filter_map(|directory| {
            Some(directory.join("initdb").canonicalize().ok()?.parent()?.to_owned())
        }));
    places.retain(|bin| bin.join("initdb").exists());
    let mut seen = Vec::new();
    places.retain(|bin| {
        !seen.contains(bin) && {
            seen.push(bin.clone());
            true
        }
    });
    places
}

/// Returns `base/<prefix>N/bin` for each existing number, highest first.
fn numbered(base: &str, prefix: &str) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(base) else { return Vec::new() };
    let number = |name: &OsStr| name.to_str()?.strip_prefix(prefix)?.parse::<u32>().ok();
    let mut found: Vec<(u32, PathBuf)> = entries
        .flatten()
        .filter_map(|entry| Some((number(&entry.file_name())?, entry.path().join("bin"))))
        .collect();
    found.sort_by(|one, other| other.cmp(one));
    found.into_iter().map(|(_, bin)| bin).collect()
}
