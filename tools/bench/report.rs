//! The output of figures: each row as soon as it is measured, and what is measured next. It does not know
//! what the figures mean.

use std::error::Error;
use std::io::{self, Write};
use std::time::Duration;

use serde::Serialize;
use serde_json::Value;

/// The width of the first column, which names the row, and the minimum of the others.
const NAME_WIDTH: usize = 26;
const COLUMN_MIN: usize = 11;

/// A report of one run, on the standard output: a table for readers, or an array of JSON objects. A run that
/// ends early has reported what it has measured.
pub struct Report {
    json: bool,
    rows: usize,
    /// The names of the fields of the last row.
    fields: Vec<String>,
}

impl Report {
    /// Starts a report.
    pub const fn new(json: bool) -> Report {
        Report { json, rows: 0, fields: Vec::new() }
    }

    /// Prints a row, and before it the names of its fields if the row before had others.
    pub fn row<T: Serialize>(&mut self, row: &T) -> Result<(), Box<dyn Error + Send + Sync>> {
        let mut out = io::stdout().lock();
        self.rows += 1;
        if self.json {
            let before = if self.rows == 1 { "[\n" } else { ",\n" };
            write!(out, "{before}{}", serde_json::to_string_pretty(row)?)?;
        } else if let Value::Object(fields) = serde_json::to_value(row)? {
            if !fields.keys().eq(&self.fields) {
                self.fields = fields.keys().cloned().collect();
                writeln!(out, "{}", line(self.fields.iter().map(|name| (name.as_str(), name.clone()))))?;
            }
            writeln!(out, "{}", line(fields.iter().map(|(name, value)| (name.as_str(), plain(value)))))?;
        }
        Ok(out.flush()?)
    }

    /// Says what is measured next, and about how long it takes. A report in JSON has it beside the standard
    /// output.
    pub fn next(&self, what: &str, takes: Duration) {
        let line = format!("... {what}, about {} s", takes.as_secs_f64().ceil());
        if self.json { eprintln!("{line}") } else { println!("{line}") }
    }
}

impl Drop for Report {
    fn drop(&mut self) {
        if self.json {
            println!("{}", if self.rows == 0 { "[]" } else { "\n]" });
        }
    }
}

/// Aligns the cells of a line; each is as wide as the name of its column.
fn line<'a>(cells: impl Iterator<Item = (&'a str, String)>) -> String {
    let cells = cells.enumerate().map(|(column, (name, cell))| match column {
        0 => format!("{cell:<NAME_WIDTH$}"),
        _ => format!("{cell:>0$}", name.len().max(COLUMN_MIN)),
    });
    cells.collect::<Vec<_>>().join("  ")
}

/// Formats a value for readers.
fn plain(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Array(items) => items.iter().map(plain).collect::<Vec<_>>().join("+"),
        Value::Null => "-".to_owned(),
        other => other.to_string(),
    }
}
