//! Arenas: whoever waits gets a table, until the time is over.
//!
//! An arena is one round, which opens with the start and to which tables are added. A look reads those who
//! wait and their own tables, never the whole event.

use diesel_async::AsyncPgConnection;

use super::changes::Changes;
use super::open::lock_entries;
use super::plan::PlannedTable;
use super::{TournamentRefusal, Tournaments};
use lapidary_contest::event::entry::{Entrant, EntryId};
use lapidary_contest::event::record::{Record, records};
use lapidary_contest::event::round::PlayedRound;
use lapidary_contest::event::virtual_points::VirtualPoints;
use lapidary_contest::pairing::arena::{Waiting, pair_waiting};
use lapidary_contest::pairing::field::Field;
use lapidary_contest::pairing::request::{Meet, Odd, Request, Settings};
use lapidary_contest::pairing::weigh::table_cost;
use lapidary_model::tournaments::event::{Event, Tournament};
use lapidary_model::tournaments::round::TournamentTable;
use lapidary_store::games;
use lapidary_store::tournaments::arena::{self, WaitingEntry};
use lapidary_store::tournaments::members::Role;
use lapidary_store::tournaments::tables::{self, NewTable};
use lapidary_store::tournaments::{self, adjustments, members};

/// The only round of an arena.
const ROUND: u16 = 1;
/// The match of all tables of an arena: it has no matches.
const NO_MATCH: u16 = 0;

/// Returns whether an arena makes no more tables.
pub(super) async fn is_pairing_over(
    connection: &mut AsyncPgConnection,
    tournament: &Tournament,
) -> Result<bool, TournamentRefusal> {
    Ok(tournament.is_pairing_over(games::now(connection).await?))
}

impl Tournaments {
    /// Seats those who wait in an arena, and starts their games. The caller must hold the lock of the
    /// tournament.
    pub(super) async fn seat_waiting(
        &self,
        connection: &mut AsyncPgConnection,
        tournament: Tournament,
        changes: &mut Changes,
    ) -> Result<(), TournamentRefusal> {
        let id = tournament.id;
        let waiting = arena::waiting(connection, id).await?;
        let mut event = those_who_wait(connection, tournament, &waiting).await?;
        let entries: Vec<EntryId> = waiting.iter().map(|one| one.entry.id).collect();
        let played = arena::tables_of(connection, id, &entries).await?;
        let mut planned = pairing(&event, &waiting, &played);
        let seated: Vec<EntryId> = planned.iter().flat_map(|table| table.seats.iter().copied()).collect();
        lock_entries(connection, &mut event, &seated).await?;
        // Where somebody was erased just now, the others go on waiting.
        planned.retain(|table| table.seats.iter().all(|&entry| event.takes_part(entry)));
        if planned.is_empty() {
            return Ok(());
        }
        let new: Vec<NewTable> = planned
            .into_iter()
            .map(|PlannedTable { seats, manual, cost, .. }| NewTable {
                round: ROUND,
                match_number: NO_MATCH,
                seats,
                manual,
                third_place: false,
                cost,
            })
            .collect();
        let seated: Vec<EntryId> = new.iter().flat_map(|table| table.seats.iter().copied()).collect();
        arena::sit_down(connection, id, &seated).await?;
        let added = tables::insert(connection, id, &new).await?;
        changes.games.extend(self.begin_tables(connection, &event, &added, None).await?);
        let players = seated.iter().filter_map(|&entry| event.entry(entry));
        changes.players.extend(players.map(|entry| entry.player.player));
        Ok(())
    }
}

/// Returns the event with only those entries that wait, and without rounds and the names of teams.
async fn those_who_wait(
    connection: &mut AsyncPgConnection,
    tournament: Tournament,
    waiting: &[WaitingEntry],
) -> Result<Event, TournamentRefusal> {
    let id = tournament.id;
    let organizers = members::load(connection, id, Role::Organizer).await?;
    Ok(Event {
        seed: tournaments::seed(connection, id).await?,
        organizers: organizers.into_iter().map(|organizer| organizer.player).collect(),
        entries: waiting.iter().map(|one| one.entry.clone()).collect(),
        teams: Vec::new(),
        rounds: Vec::new(),
        adjustments: adjustments::load(connection, id).await?,
        tournament,
    })
}

/// Returns the tables that start now, by the tables at which those who wait sat before.
fn pairing(event: &Event, waiting: &[WaitingEntry], before: &[TournamentTable]) -> Vec<PlannedTable> {
    let settings = &event.tournament.settings;
    let adjustments = event.adjustments.iter().map(|adjustment| (adjustment.entry, adjustment.points));
    let round = PlayedRound {
        tables: before.iter().filter_map(TournamentTable::played).collect(),
        adjustments: adjustments.collect(),
        ..PlayedRound::default()
    };
    let rounds = [round];
    let records = records(&rounds, &settings.points);
    let queue: Vec<Waiting> =
        waiting.iter().map(|one| queued(one, records.get(&one.entry.id), before)).collect();
    let kept_apart = event.kept_apart();
    let tables = pair_waiting(&queue, settings.seats, &kept_apart);
    let entrants: Vec<Entrant> = event.entrants();
    let request = Request {
        entrants: &entrants,
        rounds: &rounds,
        settings: &Settings {
            seats: settings.seats,
            odd: Odd::Bye,
            meet: Meet::EqualScores,
            points: settings.points.clone(),
            forbidden: kept_apart,
            manual: Vec::new(),
            virtual_points: VirtualPoints::default(),
        },
        seed: &event.seed,
    };
    let field = Field::new(&request, &entrants);
    let place = |entry: &EntryId| field.contenders.iter().position(|one| one.id == *entry);
    let planned = |seats: Vec<EntryId>| {
        let places: Vec<usize> = seats.iter().filter_map(place).collect();
        PlannedTable { cost: table_cost(&field, &places), manual: false, third_place: false, seats }
    };
    tables.into_iter().map(planned).collect()
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
