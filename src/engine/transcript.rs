//! A whole game as text: a header of `name: value` lines, an empty line, then one line for each turn. It does
//! not know what the names in the header mean, nor the rules: see `replay`.
//!
//! A turn is `<number> <seat> <entry>; <entry>`. Decisions of the engine are marked with `!`. A seat that
//! goes out is written as `resign` or `timeout`, on a line of its own if it is not that seat's turn.
//!
//! In a file of many games, each is one line: the same text with a tab for each line break.

use super::record::{By, Leaving};
use super::replay::Written;
use super::seat::Seat;
use std::fmt;
use std::str::FromStr;

/// The name of the format.
pub const TEXT_FORMAT: &str = "lapidary-text-1";

/// A game as text.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Transcript {
    /// Names and values, in order. Neither may contain a line break or a tab; a name may not contain a colon.
    pub header: Vec<(String, String)>,
    /// The entries, each with its turn number.
    pub entries: Vec<(u16, Written)>,
}

/// The text is not a game in this format.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, thiserror::Error)]
#[error("line {line} is neither a header nor a turn")]
pub struct TranscriptError {
    /// The line at fault, from 1.
    pub line: usize,
}

impl Transcript {
    /// The game in one line, without its end.
    pub fn in_one_line(&self) -> String {
        self.to_string().trim_end().replace('\n', "\t")
    }

    /// The value of a header name.
    pub fn value(&self, name: &str) -> Option<&str> {
        self.header.iter().find(|(named, _)| named == name).map(|(_, value)| value.as_str())
    }
}

impl fmt::Display for Transcript {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.header
            .iter()
            .try_for_each(|(name, value)| writeln!(f, "{}", format!("{name}: {value}").trim_end()))?;
        let mut line = None;
        for (turn, entry) in &self.entries {
            let here = Some((*turn, entry.seat()));
            if line == here {
                f.write_str("; ")?;
            } else {
                write!(f, "\n{turn} {} ", entry.seat())?;
                line = here;
            }
            match entry {
                Written::Decision { by: By::Player, action, .. } => f.write_str(action)?,
                Written::Decision { by: By::Engine, action, .. } => write!(f, "!{action}")?,
                Written::Leaving { how, .. } => f.write_str(how.notation())?,
            }
        }
        f.write_str("\n")
    }
}

impl FromStr for Transcript {
    type Err = TranscriptError;

    fn from_str(text: &str) -> Result<Transcript, TranscriptError> {
        let mut transcript = Transcript::default();
        let mut in_header = true;
        for (number, line) in text.split(['\n', '\t']).map(str::trim_end).enumerate() {
            let at_fault = TranscriptError { line: number + 1 };
            if line.is_empty() {
                in_header = false;
            } else if in_header {
                let (name, value) = line.split_once(':').ok_or(at_fault)?;
                transcript.header.push((name.to_owned(), value.trim_start().to_owned()));
            } else {
                transcript.entries.extend(turn(line).ok_or(at_fault)?);
            }
        }
        Ok(transcript)
    }
}

/// The entries of one line.
fn turn(line: &str) -> Option<Vec<(u16, Written)>> {
    let mut words = line.splitn(3, ' ');
    let number = words.next()?.parse().ok()?;
    let seat = Seat::new(words.next()?.parse().ok()?)?;
    words.next()?.split("; ").map(|entry| Some((number, written(seat, entry)?))).collect()
}

fn written(seat: Seat, entry: &str) -> Option<Written> {
    if let Some(how) = Leaving::from_notation(entry) {
        return Some(Written::Leaving { seat, how });
    }
    let (by, notation) = match entry.strip_prefix('!') {
        Some(notation) => (By::Engine, notation),
        None => (By::Player, entry),
    };
    (!notation.is_empty() && !notation.contains(';')).then(|| Written::Decision {
        seat,
        by,
        action: notation.to_owned(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const GAME: &str = "ruleset: splendor\nbeacon:\n\n1 0 take wug\n1 1 timeout\n2 1 buy base-1-red-4 2w2r; !choose_noble noble-3\n2 1 resign\n";

    #[test]
    fn a_game_is_written_exactly_as_it_was_read() {
        let transcript: Transcript = GAME.parse().expect("the text is a game");
        assert_eq!(transcript.to_string(), GAME.replace("noble-3\n2 1 resign", "noble-3; resign"));
        assert_eq!(transcript.value("beacon"), Some(""));
        assert_eq!(transcript.entries.len(), 5);
        let line = transcript.in_one_line();
        assert!(line.starts_with("ruleset: splendor\tbeacon:\t\t1 0 take wug\t"), "{line}");
        assert_eq!(line.parse(), Ok(transcript));
    }

    #[test]
    fn an_error_names_its_line() {
        let parse = |text: &str| text.parse::<Transcript>().map_err(|error| error.line);
        assert_eq!(parse("ruleset splendor\n"), Err(1));
        assert_eq!(parse("a: b\n\n1 0 take wug\n1 9 take wug\n"), Err(4));
        assert_eq!(parse("a: b\n\n1 0 take wug; \n"), Err(3));
        assert_eq!(parse("a: b\n\n1 0 !\n"), Err(3));
    }
}
