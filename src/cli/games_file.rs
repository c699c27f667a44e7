//! A file of many games, one per line. It gets its name when it is complete. It does not know where the games
//! come from.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use flate2::Compression;
use flate2::write::GzEncoder;
use ring::digest::{Context, SHA256};

use lapidary_api::export::line::LineFormat;

/// The ending of the names of compressed files.
const GZIP: &str = "gz";
/// The ending of the name of an incomplete file.
const PART: &str = ".part";

/// Reads the name of a form of lines.
pub fn line_format(name: &str) -> Result<LineFormat, String> {
    let known = || format!("there are {}", LineFormat::ALL.map(LineFormat::name).join(" and "));
    LineFormat::named(name).ok_or_else(known)
}

/// A file that is being written.
pub struct GamesFile {
    path: PathBuf,
    part: PathBuf,
    out: Option<Output>,
    games: u64,
}

/// A file that is complete.
pub struct WrittenFile {
    /// How many games it has.
    pub games: u64,
    /// Its SHA-256, in hexadecimal.
    pub sha256: String,
}

/// The output for its lines.
enum Output {
    Plain(BufWriter<Digesting>),
    Gzip(GzEncoder<BufWriter<Digesting>>),
}

/// A file with the digest of its contents.
struct Digesting {
    file: File,
    context: Context,
}

impl Write for Digesting {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.file.write(bytes)?;
        self.context.update(&bytes[..written]);
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

impl GamesFile {
    /// Begins a file, beside an existing one of this name. The same games always give the same bytes.
    pub fn create(path: &Path) -> io::Result<GamesFile> {
        let mut part = path.as_os_str().to_owned();
        part.push(PART);
        let part = PathBuf::from(part);
        let file = File::create(&part).map_err(|error| of_file(&part, error))?;
        let out = BufWriter::new(Digesting { file, context: Context::new(&SHA256) });
        let out = match path.extension().is_some_and(|ending| ending == GZIP) {
            true => Output::Gzip(GzEncoder::new(out, Compression::default())),
            false => Output::Plain(out),
        };
        Ok(GamesFile { path: path.to_owned(), part, out: Some(out), games: 0 })
    }

    /// Adds the lines of so many games.
    pub fn add(&mut self, lines: &[u8], games: u64) -> io::Result<()> {
        self.games += games;
        match &mut self.out {
            Some(Output::Plain(out)) => out.write_all(lines),
            Some(Output::Gzip(out)) => out.write_all(lines),
            None => Ok(()),
        }
        .map_err(|error| of_file(&self.part, error))
    }

    /// How many games it has.
    pub fn games(&self) -> u64 {
        self.games
    }

    /// Gives the file its name, in place of the one that has had it.
    pub fn finish(mut self) -> io::Result<WrittenFile> {
        let sha256 = self.close().map_err(|error| of_file(&self.part, error))?;
        fs::rename(&self.part, &self.path).map_err(|error| of_file(&self.path, error))?;
        Ok(WrittenFile { games: self.games, sha256 })
    }

    fn close(&mut self) -> io::Result<String> {
        let out = match self.out.take() {
            Some(Output::Plain(out)) => out,
            Some(Output::Gzip(out)) => out.finish()?,
            None => return Ok(String::new()),
        };
        let Digesting { file, context } = out.into_inner().map_err(io::IntoInnerError::into_error)?;
        file.sync_all()?;
        Ok(hex::encode(context.finish()))
    }
}

impl Drop for GamesFile {
    fn drop(&mut self) {
        // A finished file has another name now.
        fs::remove_file(&self.part).ok();
    }
}

fn of_file(path: &Path, error: io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("{}: {error}", path.display()))
}
