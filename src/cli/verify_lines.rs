//! Checks a file of any number of games: one export, or a game on each line. Reads line by line. It does not
//! know how to check a game.

use std::error::Error;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;

use flate2::bufread::MultiGzDecoder;

use lapidary_exported::{Difference, GAME_BYTES_MAX};

/// The first bytes of a file in gzip.
const GZIP: [u8; 2] = [0x1f, 0x8b];
/// The maximum number of bytes read of a game: one more than allowed, so that a longer game is noticed.
const READ_BYTES_MAX: u64 = GAME_BYTES_MAX as u64 + 1;

/// Checks a file, or standard input for `-`. Returns a list of what was confirmed.
pub fn check_file(
    file: &Path,
    check: impl Fn(&str) -> Result<Vec<String>, Difference>,
) -> Result<Vec<String>, Box<dyn Error + Send + Sync>> {
    let name = file.display().to_string();
    let lines = open(file).and_then(|lines| check_lines(lines, &name, check));
    lines.map_err(|error| format!("{name}: {error}"))?.map_err(Into::into)
}

/// Opens a file, which may be compressed.
fn open(file: &Path) -> io::Result<Box<dyn BufRead>> {
    let mut plain: Box<dyn BufRead> = match file.to_str() {
        Some("-") => Box::new(io::stdin().lock()),
        _ => Box::new(BufReader::new(File::open(file)?)),
    };
    let is_compressed = plain.fill_buf()?.starts_with(&GZIP);
    Ok(if is_compressed { Box::new(BufReader::new(MultiGzDecoder::new(plain))) } else { plain })
}

fn check_lines(
    mut lines: Box<dyn BufRead>,
    name: &str,
    check: impl Fn(&str) -> Result<Vec<String>, Difference>,
) -> io::Result<Result<Vec<String>, String>> {
    let mut line = next_line(&mut lines)?;
    if !is_whole_game(&line) {
        let game = rest(lines, line)?;
        return Ok(check(&game).map_err(|difference| difference.of_file(name)));
    }
    let (mut games, mut findings) = (0_u64, Vec::new());
    while !line.is_empty() {
        games += 1;
        let of_line = |difference: Difference| difference.of_file(&format!("{name}, line {games}"));
        findings = match check(&line).map_err(of_line) {
            Ok(findings) => findings,
            Err(wrong) => return Ok(Err(wrong)),
        };
        line = next_line(&mut lines)
            .map_err(|error| io::Error::other(format!("line {}: {error}", games + 1)))?;
    }
    Ok(Ok(if games == 1 { findings } else { vec![format!("{games} games, each on a line")] }))
}

/// Reads a file of one game, or standard input for `-`.
pub fn read_game(file: &Path) -> io::Result<String> {
    rest(open(file)?, String::new())
}

fn next_line(lines: &mut dyn BufRead) -> io::Result<String> {
    let mut line = Vec::new();
    lines.take(READ_BYTES_MAX).read_until(b'\n', &mut line)?;
    game(line)
}

/// Returns the beginning of a game with its rest.
fn rest(lines: Box<dyn BufRead>, read: String) -> io::Result<String> {
    let mut bytes = read.into_bytes();
    lines.take(READ_BYTES_MAX.saturating_sub(bytes.len() as u64)).read_to_end(&mut bytes)?;
    game(bytes)
}

/// Returns the text of a game, unless it is larger than a game can be.
fn game(bytes: Vec<u8>) -> io::Result<String> {
    if bytes.len() > GAME_BYTES_MAX {
        return Err(io::Error::other(format!("a game is limited to {} MiB", GAME_BYTES_MAX >> 20)));
    }
    String::from_utf8(bytes).map_err(|_| io::Error::other("a game is text in UTF-8"))
}

/// Whether a line is a whole game, so that each further line must be one too.
fn is_whole_game(line: &str) -> bool {
    line.contains('\t') || (line.starts_with('{') && line.trim_end().ends_with('}'))
}
