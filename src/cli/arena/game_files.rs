//! Keeps the exports of games in a directory, one file for each.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// The digits of the number of a game in the name of its file.
const DIGITS: usize = 6;

/// A directory for the exports of a match.
pub struct GameFiles {
    directory: PathBuf,
}

impl GameFiles {
    /// Makes the directory, if it does not exist.
    pub fn in_directory(directory: &Path) -> io::Result<GameFiles> {
        fs::create_dir_all(directory)?;
        Ok(GameFiles { directory: directory.to_owned() })
    }

    /// Writes the export of the game with this index; the first one is `game-000001.json`.
    pub fn keep(&self, index: u64, export: &[u8]) -> io::Result<()> {
        let file = self.directory.join(format!("game-{:0DIGITS$}.json", index + 1));
        fs::write(&file, export).map_err(|error| {
            io::Error::new(error.kind(), format!("cannot write {}: {error}", file.display()))
        })
    }
}
