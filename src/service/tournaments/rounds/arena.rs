//! Arenas: whoever waits gets a table, until the time is over.
//!
//! An arena is one round, which opens with the start and to which tables are added. A look reads those who
//! wait and their own tables, never the whole event.

use super::plan::PlannedTable;
use super::plans::Plans;
use super::refusal::RoundRefusal;
use crate::tournaments::act::{Act, Changes, Reads};
use crate::tournaments::{TournamentRefusal, Tournaments};
use lapidary_contest::event::entry::{Entrant, EntryId};
use lapidary_contest::event::record::{Record, records};
use lapidary_contest::event::round::PlayedRound;
use lapidary_contest::pairing::arena::{Waiting, pair_waiting};
use lapidary_contest::pairing::field::Field;
use lapidary_contest::pairing::request::{Request, Settings};
use lapidary_contest::pairing::weigh::table_cost;
use lapidary_model::tournaments::event::{Event, Tournament};
use lapidary_model::tournaments::round::TournamentTable;
use lapidary_store::tournaments::arena::{self, WaitingEntry};
use lapidary_store::tournaments::{Locked, tables};
use lapidary_store::{Postgres, games};

/// The only round of an arena.
const ROUND: u16 = 1;
/// The match of all tables of an arena: it has no matches.
const NO_MATCH: u16 = 0;

/// Returns whether an arena makes no more tables.
pub(in crate::tournaments) async fn is_pairing_over(
    connection: &mut Postgres,
    tournament: &Tournament,
) -> Result<bool, TournamentRefusal> {
    Ok(tournament.is_pairing_over(games::now(connection).await?))
}

impl Tournaments {
    /// Seats those who wait in an arena, and starts their games.
    pub(in crate::tournaments) async fn seat_waiting(
        &self,
        mut db: Locked<'_>,
        tournament: Tournament,
        plans: &Plans,
        changes: &mut Changes,
    ) -> Result<(), RoundRefusal> {
        let id = tournament.id;
        let waiting = arena::waiting(&mut db, id).await?;
        let entries: Vec<EntryId> = waiting.iter().map(|one| one.entry.id).collect();
        let before = arena::tables_of(&mut db, id, &entries).await?;
        let mut act = Act::new(db, tournament, Reads::Waiting(&waiting), changes).await?;
        let mut planned = plans.arena(&act.event, WaitingRoom { waiting, before })?.tables;
        let seated: Vec<EntryId> = planned.iter().flat_map(|table| table.seats.iter().copied()).collect();
        act.lock_entries(&seated).await?;
        // Where somebody was erased just now, the others go on waiting.
        planned.retain(|table| table.seats.iter().all(|&entry| act.event.takes_part(entry)));
        if planned.is_empty() {
            return Ok(());
        }
        let first = tables::last_number(&mut act.db).await? + 1;
        let table = |(number, planned): (u32, PlannedTable)| {
            TournamentTable::waiting(number, ROUND, NO_MATCH, planned.seats, planned.cost)
        };
        let mut new: Vec<TournamentTable> = (first..).zip(planned).map(table).collect();
        let seated: Vec<EntryId> = new.iter().flat_map(|table| table.seats.iter().copied()).collect();
        arena::sit_down(&mut act.db, &seated).await?;
        self.begin_tables(&mut act, &mut new, None).await?;
        tables::upsert(&mut act.db, &new.iter().collect::<Vec<_>>()).await?;
        let players = seated.iter().filter_map(|&entry| act.event.entry(entry));
        act.changes.players.extend(players.map(|entry| entry.player.player));
        Ok(())
    }
}

/// Those who wait, the longest waiting first, and the tables at which they sat before.
pub(super) struct WaitingRoom {
    waiting: Vec<WaitingEntry>,
    before: Vec<TournamentTable>,
}

impl WaitingRoom {
    /// Returns whether everybody still waits, and has sat at no other table meanwhile. Others may have come.
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

/// Returns an entry that waits as the pairing sees it.
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
