//! The results of an ended tournament, as series and leagues use them.

use super::matches::finalists;
use super::standings::{Line, lines};
use lapidary_contest::event::points::Points;
use lapidary_contest::standings::tie_break::TieBreak;
use lapidary_model::tournaments::entry::{Entry, EntryStatus};
use lapidary_model::tournaments::event::Event;
use lapidary_model::tournaments::round::Stage;

/// The criterion for entries of which one went further in a knock-out, or was better in its final.
const KNOCK_OUT: &str = "knock_out";

/// The final result of an entry.
#[derive(Debug, Clone, Copy)]
pub(crate) struct FinalResult<'a> {
    pub entry: &'a Entry,
    /// The place, from 1; equal places are shared.
    pub place: u32,
    pub points: Points,
}

/// Returns the results of the entries that have played or had a bye, the first place first. Entries that
/// organizers have removed have none.
pub(crate) fn final_results(event: &Event) -> Vec<FinalResult<'_>> {
    let result = |line: &Line| {
        let entry = event.entry(line.entry)?;
        let played = line.games > 0 || line.byes > 0 || line.points != Points::default();
        let counts = played && entry.status != EntryStatus::Removed;
        counts.then_some(FinalResult { entry, place: line.place, points: line.points })
    };
    lines(event, event.rounds.len()).iter().filter_map(result).collect()
}

/// An entry in an order without shared places.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Ranked<'a> {
    pub entry: &'a Entry,
    /// The place, from 1; equal places are shared.
    pub place: u32,
    /// The criterion that separates it from the one before: a tie-break, or `knock_out`; none for the first.
    pub decided_by: Option<&'static str>,
}

/// Returns all entries, the best first. The lots of the event order entries with the same place.
pub(crate) fn final_order(event: &Event) -> Vec<Ranked<'_>> {
    let mut all = lines(event, event.rounds.len());
    all.sort_by_cached_key(|line| (line.place, event.seed.lot(line.entry)));
    let tie_breaks = &event.tournament.settings.tie_breaks;
    let last = event.rounds.iter().rfind(|round| round.stage == Stage::KnockOut);
    let finalists = last.map(|last| finalists(event, last)).unwrap_or_default();
    let mut above: Option<&Line> = None;
    let mut order = Vec::with_capacity(all.len());
    for line in &all {
        let decided_by = above.replace(line).map(|above| match finalists.contains(&line.entry) {
            true => KNOCK_OUT,
            false => separates(above, line, tie_breaks),
        });
        if let Some(entry) = event.entry(line.entry) {
            order.push(Ranked { entry, place: line.place, decided_by });
        }
    }
    order
}

/// Returns the criterion that puts the first line before the second one.
pub(in crate::tournaments) fn separates(above: &Line, below: &Line, tie_breaks: &[TieBreak]) -> &'static str {
    if above.place == below.place {
        return TieBreak::Lot.name();
    }
    if above.knock_out != below.knock_out {
        return KNOCK_OUT;
    }
    let values = above.standing.values.iter().zip(&below.standing.values);
    let first = tie_breaks.iter().zip(values).find(|(_, (above, below))| above != below);
    let decided_by = match below.knock_out {
        // The knock-out may have put another entry above than the standings did.
        Some(_) => None,
        None => below.standing.decided_by,
    };
    decided_by.or(first.map(|(tie_break, _)| *tie_break)).unwrap_or(TieBreak::Lot).name()
}
