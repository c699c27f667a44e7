//! Checks a file of any number of games: one export, or a game on each line. It reads a line at a time, and
//! does not know how a game is checked.

use std::error::Error;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;

use flate2::bufread::MultiGzDecoder;

use lapidary_exported::Difference;

/// The first bytes of a file in gzip.
const GZIP: [u8; 2] = [0x1f, 0x8b];
/// The maximum number of bytes of a line. The longest game that can be played is far shorter.
const LINE_BYTES_MAX: u64 = 64 << 20;

/// Checks a file, or standard input for `-`. Returns a list of what was confirmed.
///
/// # Errors
/// If it cannot be read; the first error of the first game with one, and the number of its line.
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
    let mut line = String::new();
    lines.by_ref().take(LINE_BYTES_MAX).read_line(&mut line)?;
    if !is_whole_game(&line) {
        lines.read_to_string(&mut line)?;
        return Ok(check(&line).map_err(|difference| difference.of_file(name)));
    }
    let (mut games, mut findings) = (0_u64, Vec::new());
    while !line.is_empty() {
        games += 1;
        let of_line = |difference: Difference| difference.of_file(&format!("{name}, line {games}"));
        findings = match check(&line).map_err(of_line) {
            Ok(findings) => findings,
            Err(wrong) => return Ok(Err(wrong)),
        };
        line.clear();
        lines.by_ref().take(LINE_BYTES_MAX).read_line(&mut line)?;
    }
    Ok(Ok(if games == 1 { findings } else { vec![format!("{games} games, each on a line")] }))
}

/// Whether a line is a whole game, so that each further line is one too.
fn is_whole_game(line: &str) -> bool {
    line.contains('\t') || (line.starts_with('{') && line.trim_end().ends_with('}'))
}
