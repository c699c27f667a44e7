//! The table of a simulation.

use std::fmt;

use super::attendance::Disturbance;
use super::format::Format;
use super::invariants::violations;
use super::measures::Measures;
use super::rated::RatedGames;
use super::run::{SimulatedEvent, simulate};
use lapidary_contest::pairing::request::Refusal;

/// What is simulated for one row of the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Case {
    /// The format.
    pub format: Format,
    /// The number of entries.
    pub entries: u32,
    /// The number of events.
    pub events: u32,
    /// Whether there are drops, no-shows and late entries.
    pub disturbance: Disturbance,
    /// The seed of all events.
    pub seed: u64,
}

/// Returns a row for every format and number of entries. A format with a fixed number of entries has one row.
pub fn cases(formats: &[Format], entries: &[u32], template: Case) -> Vec<Case> {
    let mut cases: Vec<Case> = Vec::new();
    for &format in formats {
        for &entries in entries {
            let case = Case { format, entries: format.entries(entries), ..template };
            if !cases.contains(&case) {
                cases.push(case);
            }
        }
    }
    cases
}

/// A row of the table.
#[derive(Clone, PartialEq, Debug)]
pub struct Row {
    /// What was simulated.
    pub case: Case,
    /// The measures.
    pub measures: Measures,
    /// The violated invariants, each with the number of the event.
    pub violations: Vec<String>,
}

impl Case {
    /// Simulates all events of a row. Each of them is shown to `seen` and rated.
    pub fn run(self, rated: &mut RatedGames, seen: &mut dyn FnMut(&SimulatedEvent)) -> Result<Row, Refusal> {
        let mut row = Row { case: self, measures: Measures::default(), violations: Vec::new() };
        for number in 0..u64::from(self.events) {
            let event = simulate(self.format, self.entries, self.disturbance, self.seed, number)?;
            rated.add(&event);
            row.measures.add(&event);
            let wrong = violations(&event).into_iter();
            row.violations.extend(wrong.map(|wrong| format!("event {number}: {wrong}")));
            seen(&event);
        }
        Ok(row)
    }
}

/// The heads of the columns.
pub const HEAD: &str =
    "format         entries events rounds  tables repeats  apart floats again seats<=1 worst order";

impl fmt::Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Row { case, measures, .. } = self;
        let share = |part: usize, whole: usize| 100.0 * part as f64 / whole.max(1) as f64;
        let seats = measures.pairs.max(1);
        write!(
            f,
            "{:<14} {:>7} {:>6} {:>6} {:>7} {:>7} {:>6.2} {:>5.1}% {:>4.1}% {:>7.1}% {:>5} {:>5.2}",
            case.format.name(),
            case.format.entries(case.entries),
            measures.events,
            measures.rounds,
            measures.tables,
            measures.repeats,
            measures.difference(),
            share(measures.floats, seats),
            share(measures.repeated_floats, seats),
            share(measures.balanced, measures.steady),
            measures.spread_max,
            measures.correlation(),
        )
    }
}
