//! Comma-separated values by RFC 4180, which spreadsheets open.
//!
//! A spreadsheet runs a cell that begins like a formula, even a quoted one, and some split lines at other
//! separators. So in texts written by people, an apostrophe precedes anything that looks like a formula, at
//! the beginning or after a separator. Numbers and words of the server never change.

use std::fmt::Display;
use std::iter::Peekable;
use std::str::Chars;

/// The media type.
pub const CSV: &str = "text/csv; charset=utf-8";
/// The letters that begin a formula, also in full width.
const BEGINNINGS: [char; 8] = ['=', '+', '-', '@', '＝', '＋', '－', '＠'];
/// The separators of cells in a table that is read. Where numbers have a decimal comma, spreadsheets write
/// semicolons.
const SEPARATORS: [char; 3] = [',', ';', '\t'];
/// What ends a line.
const LINE_ENDS: [char; 2] = ['\r', '\n'];

/// Lines of cells, the first of which names the columns.
#[derive(Debug)]
pub struct Csv {
    text: String,
    begun: bool,
}

impl Csv {
    /// Returns a table with these columns.
    pub fn new<'a>(columns: impl IntoIterator<Item = &'a str>) -> Csv {
        let mut csv = Csv { text: String::new(), begun: false };
        for column in columns {
            csv.word(column);
        }
        csv.end();
        csv
    }

    /// Adds a cell with a number or a word of the server.
    pub fn word(&mut self, value: impl Display) -> &mut Csv {
        self.cell(&value.to_string())
    }

    /// Adds a cell with a value of the server. It is empty without a value.
    pub fn optional(&mut self, value: Option<impl Display>) -> &mut Csv {
        match value {
            Some(value) => self.word(value),
            None => self.empty(1),
        }
    }

    /// Adds this many empty cells.
    pub fn empty(&mut self, cells: usize) -> &mut Csv {
        for _ in 0..cells {
            self.cell("");
        }
        self
    }

    /// Adds a cell with a text written by people. No spreadsheet treats it as a formula.
    pub fn text(&mut self, text: &str) -> &mut Csv {
        let mut safe = String::with_capacity(text.len());
        for cell in text.split_inclusive(is_separator) {
            // Programs that split there skip white space, and may treat a quote as the beginning of a cell.
            let begins = cell.trim_start_matches(|letter: char| letter.is_whitespace() || letter == '"');
            if begins.starts_with(BEGINNINGS) || safe.is_empty() && text.starts_with(is_blank_separator) {
                safe.push('\'');
            }
            safe.push_str(cell);
        }
        self.cell(&safe)
    }

    /// Ends a line.
    pub fn end(&mut self) {
        self.text.push_str("\r\n");
        self.begun = false;
    }

    /// Returns the whole text.
    pub fn finish(self) -> String {
        self.text
    }

    fn cell(&mut self, value: &str) -> &mut Csv {
        if std::mem::replace(&mut self.begun, true) {
            self.text.push(',');
        }
        let is_plain =
            !value.contains(|letter| letter == '"' || is_separator(letter)) && value.trim() == value;
        match is_plain {
            true => self.text.push_str(value),
            false => {
                self.text.push('"');
                self.text.push_str(&value.replace('"', "\"\""));
                self.text.push('"');
            }
        }
        self
    }
}

/// Returns whether some program ends a cell here.
fn is_separator(letter: char) -> bool {
    SEPARATORS.contains(&letter) || LINE_ENDS.contains(&letter)
}

/// Returns whether some program skips this before a formula.
fn is_blank_separator(letter: char) -> bool {
    is_separator(letter) && letter.is_whitespace()
}

/// A line of a table that somebody has sent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SentLine {
    /// The number of its first line in the text, from 1.
    pub number: u32,
    /// Its cells.
    pub cells: Vec<String>,
}

/// A quoted cell without an end, or with letters after its end: the number of its first line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BrokenCell(pub u32);

/// Reads a table by RFC 4180, with any system's line ends, and the first separator of its first line. Skips
/// blank lines.
pub fn read(text: &str) -> Result<Vec<SentLine>, BrokenCell> {
    let mut lines = Vec::new();
    let separator = separator_of(text);
    let mut letters = text.chars().peekable();
    let mut number = 1;
    while letters.peek().is_some() {
        let mut line = SentLine { number, cells: Vec::new() };
        loop {
            let (cell, breaks) = cell(&mut letters, separator, number)?;
            line.cells.push(cell);
            number += breaks;
            match letters.next() {
                Some(letter) if letter == separator => {}
                Some('\r') if letters.peek() == Some(&'\n') => {
                    letters.next();
                    break;
                }
                _ => break,
            }
        }
        number += 1;
        if line.cells.iter().any(|cell| !cell.trim().is_empty()) {
            lines.push(line);
        }
    }
    Ok(lines)
}

fn separator_of(text: &str) -> char {
    let first = text.trim_start().split(['\r', '\n']).next().unwrap_or_default();
    first.chars().find(|letter| SEPARATORS.contains(letter)).unwrap_or(SEPARATORS[0])
}

/// Reads a cell up to its end. Returns it with its number of line ends.
fn cell(
    letters: &mut Peekable<Chars<'_>>,
    separator: char,
    number: u32,
) -> Result<(String, u32), BrokenCell> {
    let ends = [separator, '\r', '\n'];
    let (mut cell, mut breaks) = (String::new(), 0);
    if letters.next_if_eq(&'"').is_none() {
        while let Some(letter) = letters.next_if(|letter| !ends.contains(letter)) {
            cell.push(letter);
        }
        return Ok((cell, 0));
    }
    loop {
        match letters.next() {
            Some('"') if letters.next_if_eq(&'"').is_some() => cell.push('"'),
            Some('"') => break,
            Some(letter) => {
                breaks += u32::from(letter == '\n');
                cell.push(letter);
            }
            None => return Err(BrokenCell(number)),
        }
    }
    match letters.peek() {
        Some(letter) if !ends.contains(letter) => Err(BrokenCell(number)),
        _ => Ok((cell, breaks)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_back() {
        let mut csv = Csv::new(["a", "b"]);
        csv.text("late, twice").text("said \"no\"\r\nand left").end();
        csv.text(" c ").text("d;e\tf").end();
        let line = |number, cells: [&str; 2]| SentLine { number, cells: cells.map(str::to_owned).to_vec() };
        let written = csv.finish();
        let read = read(&written).expect("a table");
        let expected = [
            line(1, ["a", "b"]),
            line(2, ["late, twice", "said \"no\"\r\nand left"]),
            line(4, [" c ", "d;e\tf"]),
        ];
        assert_eq!(read, expected);
    }

    #[test]
    fn tables_of_other_programs_are_read() {
        let lines = |text: &str| -> Vec<(u32, usize)> {
            let read = read(text).expect("a table");
            read.iter().map(|line| (line.number, line.cells.len())).collect()
        };
        assert_eq!(lines(""), []);
        assert_eq!(lines("a\n\n\nb,c"), [(1, 1), (4, 2)]);
        assert_eq!(lines("a\rb\r\n,\r\nc,"), [(1, 1), (2, 1), (4, 2)]);
        assert_eq!(lines("a;b\nc,d;e"), [(1, 2), (2, 2)]);
        assert_eq!(lines("\"a\"\tb\r\"c\td\"\te,f"), [(1, 2), (2, 2)]);
        assert_eq!(lines("a\nb;c\td"), [(1, 1), (2, 1)]);
        for (broken, line) in [("a\n\"b", 2), ("\"a\"b", 1), ("a\nb,\"c\nd", 2)] {
            assert_eq!(super::read(broken), Err(BrokenCell(line)), "{broken:?}");
        }
    }

    fn written(text: &str) -> String {
        let mut csv = Csv::new([]);
        csv.text(text).end();
        csv.finish().strip_prefix("\r\n").expect("a line of columns").to_owned()
    }

    #[test]
    fn cells_are_quoted_where_they_must_be() {
        let mut csv = Csv::new(["a", "b"]);
        csv.word(-4).optional(None::<u8>).end();
        csv.text("late, twice").text("said \"no\"\r\nand left").empty(1).end();
        assert_eq!(csv.finish(), "a,b\r\n-4,\r\n\"late, twice\",\"said \"\"no\"\"\r\nand left\",\r\n");
    }

    #[test]
    fn what_people_write_is_no_formula() {
        for begin in BEGINNINGS {
            for before in ["", " ", "\u{a0}", "\t", "\"", "Ada;", "Ada,\t ", "x\r\n", "a; \"", "\"a\";\""] {
                let line = written(&format!("{before}{begin}1+1;"));
                for other in [',', ';', '\t', '\r', '\n'] {
                    let cells = line.split(other).map(|cell| cell.trim_start_matches(['"', ' ', '\u{a0}']));
                    assert!(!cells.into_iter().any(|cell| cell.starts_with(BEGINNINGS)), "{line:?}");
                }
            }
        }
        assert_eq!(written("Ada;=1+1;"), "\"Ada;'=1+1;\"\r\n");
        assert_eq!(written("x\t=1"), "\"x\t'=1\"\r\n");
        assert_eq!(written("\"=1"), "\"'\"\"=1\"\r\n");
        assert_eq!(written("\tSUM"), "\"'\tSUM\"\r\n");
        assert_eq!(written("\rSUM"), "\"'\rSUM\"\r\n");
        assert_eq!(written("=1,\"2\""), "\"'=1,\"\"2\"\"\"\r\n");
        assert_eq!(written("Ada;B"), "\"Ada;B\"\r\n");
        for harmless in ["ada", "a=b", "1-0", "'quoted'", "é", ""] {
            assert_eq!(written(harmless), format!("{harmless}\r\n"));
        }
        assert_eq!(written(" ada "), "\" ada \"\r\n");
    }
}
