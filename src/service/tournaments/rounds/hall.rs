//! The tables of a round in a hall: numbered from 1, the strongest first. An entry that needs a certain
//! table, for a wheelchair or a screen, has a fixed one.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use super::plan::{Planned, PlannedTable};
use super::refusal::RoundRefusal;
use crate::tournaments::access::{no_entry, not_over};
use crate::tournaments::act::organize;
use crate::tournaments::impartial::Harmless;
use crate::tournaments::{TournamentRefusal, Tournaments};
use lapidary_contest::event::entry::EntryId;
use lapidary_contest::event::record::records;
use lapidary_model::audit::AuditKind;
use lapidary_model::auth::Identity;
use lapidary_model::tournament::TournamentId;
use lapidary_model::tournaments::entry::Entry;
use lapidary_model::tournaments::event::Event;
use lapidary_model::tournaments::round::Stage;

#[boxed]
impl Tournaments {
    /// Fixes the table of an entry from the next round on; none lets it sit anywhere again.
    pub async fn fix_table(
        &self,
        id: TournamentId,
        caller: &Identity,
        entry: EntryId,
        table: Option<u16>,
    ) -> Result<Entry, RoundRefusal> {
        organize!(self, id, caller, may Harmless::FixingTable, async |act| -> RoundRefusal {
            not_over(&act.event.tournament)?;
            let has_it = |other: &&Entry| other.id != entry && other.fixed_table == table;
            if let Some(other) = act.event.entries.iter().find(has_it).filter(|_| table.is_some()) {
                let fault = format!("is the fixed table of entry {}", other.id);
                return Err(TournamentRefusal::Misfit { pointer: "/table", fault }.into());
            }
            let missing = no_entry(&act.event, entry);
            let own = act.event.entry_mut(entry).ok_or(missing)?;
            if own.fixed_table != table {
                own.fixed_table = table;
                act.record(act.audit(AuditKind::TableFixed).by(caller.player).entry(entry));
            }
            let own = act.event.entry(entry).ok_or(TournamentRefusal::NotFound)?.clone();
            act.changes.players.insert(own.player.player);
            Ok(own)
        })
    }
}

/// Returns the number of each planned table in its round. A table with an entry that has a fixed table gets
/// its number; with several such entries, the number of the first to enter. The others get the remaining
/// numbers, the strongest table first. Schedules, brackets and matches of teams keep their order.
pub(super) fn numbers_in_round(event: &Event, planned: &Planned) -> Vec<u16> {
    let fixed: Vec<Option<u16>> = planned.tables.iter().map(|table| fixed(event, table)).collect();
    let taken: BTreeSet<u16> = fixed.iter().flatten().copied().collect();
    let mut free = (1..).filter(|number| !taken.contains(number));
    let mut numbers = vec![0; fixed.len()];
    for at in by_strength(event, planned) {
        numbers[at] = fixed[at].or_else(|| free.next()).unwrap_or_default();
    }
    numbers
}

fn fixed(event: &Event, table: &PlannedTable) -> Option<u16> {
    let seated = table.seats.iter().filter_map(|&entry| event.entry(entry));
    seated.filter(|entry| entry.fixed_table.is_some()).min_by_key(|entry| entry.id)?.fixed_table
}

/// Returns the planned tables, ordered by the entry with the most points, then by rating, then by the lowest
/// number of an entry.
fn by_strength(event: &Event, planned: &Planned) -> Vec<usize> {
    let mut order: Vec<usize> = (0..planned.tables.len()).collect();
    let are_matches = planned.tables.iter().any(|table| table.board > 0);
    if matches!(planned.stage, Stage::Swiss | Stage::Heats) && !are_matches {
        let records = records(&event.played(event.rounds.len()), &event.tournament.settings.points);
        order.sort_by_cached_key(|&at| {
            let strength = |&entry: &EntryId| {
                let points = records.get(&entry).map(|record| record.points).unwrap_or_default();
                (points, event.entry(entry).map_or(0, |entry| entry.rating))
            };
            let mut seats: Vec<_> = planned.tables[at].seats.iter().map(strength).collect();
            seats.sort_unstable_by(|one, other| other.cmp(one));
            (Reverse(seats), planned.tables[at].seats.iter().min().copied())
        });
    }
    order
}

/// Returns which entries of a planned round do not sit at their fixed tables; none if all do.
pub(super) fn displaced(event: &Event, planned: &Planned) -> Option<String> {
    let mut lines = Vec::new();
    for (table, number) in planned.tables.iter().zip(&planned.numbers) {
        for entry in table.seats.iter().filter_map(|&entry| event.entry(entry)) {
            if let Some(fixed) = entry.fixed_table.filter(|fixed| fixed != number) {
                lines.push(format!(
                    "entry {} sits at table {number}, not at its fixed table {fixed}",
                    entry.id
                ));
            }
        }
    }
    (!lines.is_empty()).then(|| lines.join("; "))
}
