//! The waiting entries of an arena, and the tables that start now. It locks nothing.

use super::plan::PlannedTable;
use lapidary_contest::event::entry::{Entrant, EntryId};
use lapidary_contest::event::record::{Record, records};
use lapidary_contest::event::round::PlayedRound;
use lapidary_contest::pairing::arena::{Waiting, pair_waiting};
use lapidary_contest::pairing::field::Field;
use lapidary_contest::pairing::request::{Request, Settings};
use lapidary_contest::pairing::weigh::table_cost;
use lapidary_model::tournaments::event::Event;
use lapidary_model::tournaments::round::TournamentTable;
use lapidary_store::tournaments::arena::WaitingEntry;

/// The waiting entries, the longest waiting first, and their earlier tables.
pub(super) struct WaitingRoom {
    pub waiting: Vec<WaitingEntry>,
    pub before: Vec<TournamentTable>,
}

impl WaitingRoom {
    /// Returns whether all of them still wait and have had no other table meanwhile. Others may have come.
    pub(super) fn still_waits(&self, now: &WaitingRoom) -> bool {
        let has = |room: &WaitingRoom, entry| room.waiting.iter().any(|one| one.entry.id == entry);
        let is_own = |table: &&TournamentTable| table.seats.iter().any(|&entry| has(self, entry));
        self.waiting.iter().all(|one| has(now, one.entry.id))
            && now.before.iter().filter(is_own).eq(&self.before)
    }

    /// Returns the tables that start now.
    pub(super) fn pairing(&self, event: &Event) -> Vec<PlannedTable> {
        let settings = &event.tournament.settings;
        let adjustments = event.adjustments.iter().map(|adjustment| (adjustment.entry, adjustment.points));
        let round = PlayedRound {
            tables: self.before.iter().filter_map(TournamentTable::played).collect(),
            adjustments: adjustments.collect(),
            ..PlayedRound::default()
        };
        let rounds = [round];
        let records = records(&rounds, &settings.points);
        let queue: Vec<Waiting> =
            self.waiting.iter().map(|one| queued(one, records.get(&one.entry.id), &self.before)).collect();
        let kept_apart = event.kept_apart();
        let tables = pair_waiting(&queue, settings.seats, &kept_apart);
        let entrants: Vec<Entrant> = event.entrants();
        let request = Request {
            entrants: &entrants,
            rounds: &rounds,
            settings: &Settings {
                points: settings.points.clone(),
                forbidden: kept_apart,
                ..Settings::swiss(settings.seats)
            },
            seed: &event.seed,
        };
        let field = Field::new(&request, &entrants);
        let place = |entry: &EntryId| field.contenders.iter().position(|one| one.id == *entry);
        let planned = |seats: Vec<EntryId>| {
            let places: Vec<usize> = seats.iter().filter_map(place).collect();
            PlannedTable { cost: table_cost(&field, &places), ..PlannedTable::of(seats) }
        };
        tables.into_iter().map(planned).collect()
    }
}

/// Returns a waiting entry in the form for the pairing.
fn queued(one: &WaitingEntry, record: Option<&Record>, before: &[TournamentTable]) -> Waiting {
    let id = one.entry.id;
    let last = before.iter().rev().find(|table| table.seats.contains(&id));
    let opponents = last.into_iter().flat_map(|table| &table.seats).copied().filter(|&other| other != id);
    Waiting {
        id,
        points: record.map(|record| record.points).unwrap_or_default(),
        rating: one.entry.rating,
        waited_s: one.waited_s,
        last_opponents: opponents.collect(),
        seats: record.map(|record| record.seats).unwrap_or_default(),
    }
}
