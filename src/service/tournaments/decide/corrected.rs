//! The changes of the standings by a correction, computed from the event before and after it.

use std::collections::BTreeMap;

use crate::tournaments::ranking::cut::going_on;
use crate::tournaments::ranking::standings::{Line, lines};
use lapidary_contest::event::entry::EntryId;
use lapidary_contest::event::points::Points;
use lapidary_model::tournaments::entry::Entry;
use lapidary_model::tournaments::event::Event;
use lapidary_model::tournaments::round::{Round, Stage};

/// A changed line of the standings.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Changed {
    pub entry: EntryId,
    /// The places before and after.
    pub places: (u32, u32),
    /// The points before and after.
    pub points: (Points, Points),
}

/// The changes by a correction.
#[derive(Debug, Clone)]
pub struct Corrected {
    /// The round of the table.
    pub round: u16,
    /// The changed lines of the standings, the first place first.
    pub changes: Vec<Changed>,
    /// Entries that would have gone on to the knock-out, and did not.
    pub would_go_on: Vec<EntryId>,
    /// Entries that went on to the knock-out, and would not have.
    pub would_not_go_on: Vec<EntryId>,
    /// All entries of the tournament.
    pub entries: Vec<Entry>,
}

impl Corrected {
    /// Returns the differences after a correction of a table of this round.
    pub(super) fn of(event: &Event, after: &Event, round: &Round) -> Corrected {
        let (would_go_on, would_not_go_on) = cuts(event, after, round);
        Corrected {
            round: round.number,
            changes: changes(&lines(event, event.rounds.len()), &lines(after, after.rounds.len())),
            would_go_on,
            would_not_go_on,
            entries: event.entries.clone(),
        }
    }
}

/// Returns the changed lines, in the order after the correction.
fn changes(before: &[Line], after: &[Line]) -> Vec<Changed> {
    let known: BTreeMap<EntryId, &Line> = before.iter().map(|line| (line.entry, line)).collect();
    let changed = |line: &Line| {
        let old = known.get(&line.entry)?;
        let changed =
            Changed { entry: line.entry, places: (old.place, line.place), points: (old.points, line.points) };
        (old.place != line.place || old.points != line.points).then_some(changed)
    };
    after.iter().filter_map(changed).collect()
}

/// Returns who would have gone on to the knock-out, and who would not, if its first round is paired.
fn cuts(event: &Event, after: &Event, round: &Round) -> (Vec<EntryId>, Vec<EntryId>) {
    let first =
        event.rounds.iter().find(|later| later.stage == Stage::KnockOut && later.number > round.number);
    let Some(first) = first.filter(|_| matches!(round.stage, Stage::Swiss | Stage::Heats)) else {
        return (Vec::new(), Vec::new());
    };
    // Players who have left since then could have gone on.
    let could = |entry: EntryId| event.takes_part(entry) || first.entrants.contains(&entry);
    let cut = |event: &Event| going_on(event, usize::from(first.number - 1), &could);
    let (old, new) = (cut(event), cut(after));
    let without = |all: &[EntryId], others: &[EntryId]| -> Vec<EntryId> {
        all.iter().copied().filter(|entry| !others.contains(entry)).collect()
    };
    (without(&new, &old), without(&old, &new))
}
