//! Arenas: waiting players get a table, until the time is over.
//!
//! An arena is one round. It opens with the start, and tables are added to it. A look reads the waiting
//! entries and their own tables, never the whole event.

use super::plan::PlannedTable;
use super::plans::Plans;
use super::refusal::RoundRefusal;
use super::waiting_room::WaitingRoom;
use crate::tournaments::act::{Changes, LockedEvent, Reads};
use crate::tournaments::{TournamentRefusal, Tournaments};
use lapidary_contest::event::entry::EntryId;
use lapidary_model::tournaments::event::Tournament;
use lapidary_model::tournaments::round::TournamentTable;
use lapidary_store::tournaments::arena;
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
    /// Seats the waiting entries of an arena, and starts their games.
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
        let mut act = LockedEvent::new(db, tournament, Reads::Waiting(&waiting), changes).await?;
        let mut planned = plans.arena(&act.event, WaitingRoom { waiting, before })?.tables;
        let seated: Vec<EntryId> = planned.iter().flat_map(|table| table.seats.iter().copied()).collect();
        act.lock_entries(&seated).await?;
        // If a player was erased just now, the others at their table go on waiting.
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
