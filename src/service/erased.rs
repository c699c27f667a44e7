//! The list of erased accounts, a file outside of the database: a restored backup has the accounts that were
//! erased after it, and a server that starts with the list erases them again.
//!
//! A line is the id of an account and the instant of its erasure, which say nothing about a person. Lines are
//! only added. This room knows the file; `accounts` erases.

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use chrono::{DateTime, SecondsFormat, Utc};

use lapidary_model::auth::PlayerId;

/// The list in a file. Each server has its own, or shares that of its machine.
#[derive(Debug, Clone)]
pub struct ErasedList {
    path: PathBuf,
}

/// Why the list of erased accounts cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum ErasedListError {
    /// The file cannot be read or written.
    #[error("the list of erased accounts {} cannot be used: {cause}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        cause: io::Error,
    },
    /// A line is not one of this file.
    #[error(
        "line {line} of the list of erased accounts {} is not an id and an instant: restore the file, or remove the line",
        path.display()
    )]
    Line {
        /// The file.
        path: PathBuf,
        /// The number of the line, from 1.
        line: usize,
    },
}

impl ErasedList {
    /// The list in this file.
    pub fn new(path: PathBuf) -> ErasedList {
        ErasedList { path }
    }

    /// Returns the accounts of the list; none if there is no file.
    pub fn read(&self) -> Result<BTreeSet<PlayerId>, ErasedListError> {
        let text = match fs::read(&self.path) {
            Err(cause) if cause.kind() == io::ErrorKind::NotFound => return Ok(BTreeSet::new()),
            read => read.map_err(|cause| self.failed(cause))?,
        };
        // The server was killed while it wrote a line that has no end. Its database has the erasure.
        let whole = text.iter().rposition(|byte| *byte == b'\n').map_or(&[][..], |end| &text[..end]);
        let lines = whole.split(|byte| *byte == b'\n').enumerate().filter(|_| !whole.is_empty());
        lines
            .map(|(index, line)| {
                let bad = || ErasedListError::Line { path: self.path.clone(), line: index + 1 };
                let line = std::str::from_utf8(line.trim_ascii()).map_err(|_| bad())?;
                let (id, at) = line.split_once(' ').ok_or_else(bad)?;
                DateTime::parse_from_rfc3339(at).map_err(|_| bad())?;
                Ok(PlayerId(id.parse().map_err(|_| bad())?))
            })
            .collect()
    }

    /// Adds accounts, and returns when they are on the disk.
    pub fn add(&self, erased: &[(PlayerId, DateTime<Utc>)]) -> Result<(), ErasedListError> {
        append(&self.path, erased).map_err(|cause| self.failed(cause))
    }

    fn failed(&self, cause: io::Error) -> ErasedListError {
        ErasedListError::File { path: self.path.clone(), cause }
    }
}

fn append(path: &Path, erased: &[(PlayerId, DateTime<Utc>)]) -> io::Result<()> {
    let mut file = File::options().create(true).read(true).append(true).open(path)?;
    // Other servers of the machine may share the file. Closing it gives the lock back.
    file.lock()?;
    let mut bytes = Vec::new();
    file.read_to_end(&mut bytes)?;
    // What a killed server has begun to write; `read` has left it out.
    let whole = bytes.iter().rposition(|byte| *byte == b'\n').map_or(0, |end| end + 1);
    if whole < bytes.len() {
        file.set_len(whole as u64)?;
    }
    let line = |(id, at): &(PlayerId, DateTime<Utc>)| {
        format!("{} {}\n", id.0, at.to_rfc3339_opts(SecondsFormat::Secs, true))
    };
    file.write_all(erased.iter().map(line).collect::<String>().as_bytes())?;
    file.sync_all()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_keeps_every_whole_line_and_names_a_wrong_one() {
        let path = std::env::temp_dir().join(format!("lapidary-erased-{}", std::process::id()));
        let list = ErasedList::new(path.clone());
        assert_eq!(list.read().unwrap(), BTreeSet::new());
        let [ada, bob, eve] = [(); 3].map(|()| PlayerId::generate());
        list.add(&[(ada, Utc::now())]).unwrap();
        list.add(&[(bob, Utc::now()), (ada, Utc::now())]).unwrap();
        assert_eq!(list.read().unwrap(), BTreeSet::from([ada, bob]));
        // A killed server.
        let whole = fs::read_to_string(&path).unwrap();
        fs::write(&path, whole.replace('\n', "\r\n")).unwrap();
        assert_eq!(list.read().unwrap(), BTreeSet::from([ada, bob]), "saved by an editor");
        fs::write(&path, format!("{whole}{}", &eve.0.to_string()[..20])).unwrap();
        assert_eq!(list.read().unwrap(), BTreeSet::from([ada, bob]));
        list.add(&[(eve, Utc::now())]).unwrap();
        assert_eq!(list.read().unwrap(), BTreeSet::from([ada, bob, eve]));
        // Servers that share the file, after one was killed.
        fs::write(&path, format!("{whole}{}", &eve.0.to_string()[..20])).unwrap();
        let others = [(); 8].map(|()| PlayerId::generate());
        let list = &list;
        std::thread::scope(|scope| {
            for other in others {
                scope.spawn(move || list.add(&[(other, Utc::now())]).unwrap());
            }
        });
        assert_eq!(list.read().unwrap(), BTreeSet::from_iter([ada, bob].into_iter().chain(others)));
        fs::write(&path, format!("{whole}ada\n{whole}")).unwrap();
        let refusal = list.read().unwrap_err().to_string();
        assert!(refusal.contains("line 4 of") && refusal.contains(&path.display().to_string()), "{refusal}");
        fs::remove_file(path).unwrap();
    }
}
