//! Comma-separated values by RFC 4180, which spreadsheets open.
//!
//! A spreadsheet runs a cell that begins like a formula, also a quoted one. So a text that somebody has
//! written gets an apostrophe in front if it begins like that. Numbers and words of the server are never
//! changed.

use std::borrow::Cow;
use std::fmt::Display;

/// The media type.
pub const CSV: &str = "text/csv; charset=utf-8";
/// The letters with which a formula begins, also in full width.
const BEGINNINGS: [char; 8] = ['=', '+', '-', '@', '＝', '＋', '－', '＠'];
/// What some spreadsheets leave out before a formula, with other white space.
const INDENTS: [char; 3] = ['\t', '\r', '\n'];

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

    /// Adds a cell with a value of the server; an empty one without a value.
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

    /// Adds a cell with a text that somebody has written: no spreadsheet takes it for a formula.
    pub fn text(&mut self, text: &str) -> &mut Csv {
        let is_formula = text.starts_with(INDENTS) || text.trim_start().starts_with(BEGINNINGS);
        let safe = if is_formula { Cow::Owned(format!("'{text}")) } else { Cow::Borrowed(text) };
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
        let is_plain = !value.contains([',', '"', '\r', '\n']) && value.trim() == value;
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

#[cfg(test)]
mod tests {
    use super::*;

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
            for before in ["", " ", "\t", "\u{a0}", " \t "] {
                let line = written(&format!("{before}{begin}1+1"));
                assert!(line.trim_start_matches('"').starts_with('\''), "{line:?}");
            }
        }
        assert_eq!(written("\tSUM"), "'\tSUM\r\n");
        assert_eq!(written("\rSUM"), "\"'\rSUM\"\r\n");
        assert_eq!(written("=1,\"2\""), "\"'=1,\"\"2\"\"\"\r\n");
        for harmless in ["ada", "a=b", "1-0", "'quoted'", "é", ""] {
            assert_eq!(written(harmless), format!("{harmless}\r\n"));
        }
        assert_eq!(written(" ada "), "\" ada \"\r\n");
    }
}
