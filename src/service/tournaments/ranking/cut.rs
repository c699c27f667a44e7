//! The cut: who goes on to the knock-out from the rounds for everybody. It is decided when the first
//! knock-out round is paired, and stays as it was then.

use serde::Serialize;
use utoipa::ToSchema;

use super::final_order::separates;
use super::standings::{Line, lines};
use lapidary_contest::event::entry::EntryId;
use lapidary_contest::pairing::heats::qualified;
use lapidary_model::tournaments::event::Event;
use lapidary_model::tournaments::round::{Round, RoundStatus, Stage};

/// Who goes on to the knock-out from the rounds for everybody.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = TournamentCut)]
pub struct Cut {
    /// The number of rounds before the knock-out.
    #[serde(skip)]
    pub after: usize,
    /// Whether the first knock-out round is paired. Until then, the next one moves up if somebody leaves.
    pub paired: bool,
    /// The numbers of those who go on, the first seed first. They stay as they were paired, whatever is
    /// corrected later.
    #[schema(value_type = Vec<u32>, max_items = 2048)]
    pub entries: Vec<EntryId>,
    /// The best of the others who take part; null if there is none, and if a correction has put somebody else
    /// before the last one who went on.
    #[schema(value_type = Option<u32>)]
    pub first_out: Option<EntryId>,
    /// What separates that one from the last one who goes on: a tie-break, or `lot` also for those who share
    /// a place; null without `first_out`. Values may be added.
    #[schema(example = "buchholz_average")]
    pub decided_by: Option<&'static str>,
}

/// Returns the standings after the rounds before a knock-out. Lots order entries with the same place.
fn standing(event: &Event, after: usize) -> Vec<Line> {
    let mut lines = lines(event, after);
    lines.sort_by_cached_key(|line| (line.place, event.seed.lot(line.entry)));
    lines
}

/// Returns which of the eligible entries go on after these rounds.
pub(in crate::tournaments) fn going_on(
    event: &Event,
    after: usize,
    could: &dyn Fn(EntryId) -> bool,
) -> Vec<EntryId> {
    let standing = standing(event, after).into_iter().map(|line| line.entry);
    let could: Vec<EntryId> = standing.filter(|&entry| could(entry)).collect();
    qualified(&could, event.tournament.settings.cut.map_or(could.len(), usize::from))
}

/// Returns the cut of an event, once the rounds before it are over.
pub(in crate::tournaments) fn cut(event: &Event) -> Option<Cut> {
    event.tournament.settings.cut?;
    let after = usize::from(event.tournament.settings.rounds?);
    let last = event.rounds.get(after.checked_sub(1)?).filter(|last| last.status == RoundStatus::Closed)?;
    let first = event.rounds.get(after).filter(|first| first.stage == Stage::KnockOut);
    let could = |entry: EntryId| match first {
        Some(first) => first.entrants.contains(&entry) || took_part(event, last, first, entry),
        None => event.takes_part(entry),
    };
    let entries = match first {
        Some(first) => first.entrants.clone(),
        None => going_on(event, after, &could),
    };
    let standing: Vec<Line> = standing(event, after).into_iter().filter(|line| could(line.entry)).collect();
    // After a correction they may be in another order, or may no longer be the first ones.
    let (on, out) = standing.split_at(entries.len().min(standing.len()));
    let edge = on.last().zip(out.first()).filter(|_| on.iter().all(|line| entries.contains(&line.entry)));
    let tie_breaks = &event.tournament.settings.tie_breaks;
    Some(Cut {
        after,
        paired: first.is_some(),
        entries,
        first_out: edge.map(|(_, out)| out.entry),
        decided_by: edge.map(|(on, out)| separates(on, out, tie_breaks)),
    })
}

/// Returns whether an entry that did not go on took part in the last round before the cut.
fn took_part(event: &Event, last: &Round, first: &Round, entry: EntryId) -> bool {
    entry <= first.last_entry && event.took_part(entry, last) && !first.removed.contains(&entry)
}
