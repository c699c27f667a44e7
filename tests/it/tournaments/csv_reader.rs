//! A strict reader of comma-separated values.

use std::collections::BTreeMap;

/// A line of comma-separated values by the names of its columns.
pub type Line = BTreeMap<String, String>;

/// Reads comma-separated values strictly by RFC 4180: every line ends with CRLF, and quotes are only around
/// whole cells.
pub fn read_csv(text: &str) -> Vec<Line> {
    let mut lines: Vec<Vec<String>> = Vec::new();
    let (mut cells, mut rest) = (Vec::new(), text);
    while !rest.is_empty() {
        let cell;
        (cell, rest) = read_cell(rest);
        cells.push(cell);
        if let Some(next) = rest.strip_prefix("\r\n") {
            lines.push(std::mem::take(&mut cells));
            rest = next;
        } else {
            rest = rest.strip_prefix(',').unwrap_or_else(|| panic!("no end of a cell before {rest:?}"));
            assert!(!rest.is_empty(), "the last line has no end");
        }
    }
    assert!(cells.is_empty(), "the last line has no end");
    let columns = lines.remove(0);
    lines
        .into_iter()
        .map(|line| {
            assert_eq!(line.len(), columns.len(), "{line:?}");
            columns.iter().cloned().zip(line).collect()
        })
        .collect()
}

/// Returns the first cell, and what follows it.
fn read_cell(text: &str) -> (String, &str) {
    let Some(mut rest) = text.strip_prefix('"') else {
        let end = text.find([',', '\r', '\n', '"']).expect("an end");
        return (text[..end].to_owned(), &text[end..]);
    };
    let mut cell = String::new();
    loop {
        let (before, after) = rest.split_once('"').expect("a closing quote");
        cell.push_str(before);
        let Some(more) = after.strip_prefix('"') else { return (cell, after) };
        cell.push('"');
        rest = more;
    }
}
