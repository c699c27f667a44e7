//! An act: one transaction that has locked a tournament, changes the event in memory, and stores the
//! differences. It notifies the players concerned after its commit.

use std::collections::BTreeSet;
use std::mem::take;

use chrono::{DateTime, Utc};

use super::access::{leaving, load_with_time, lock_organized, managers};
use super::playing::Harmless;
use super::{TournamentRefusal, Tournaments};
use lapidary_contest::event::entry::EntryId;
use lapidary_model::audit::{AuditEntry, AuditKind};
use lapidary_model::auth::{Identity, PlayerId};
use lapidary_model::game::{GameId, Version};
use lapidary_model::tournament::TournamentId;
use lapidary_model::tournaments::entry::Entry;
use lapidary_model::tournaments::event::{Adjustment, Event, Tournament};
use lapidary_model::tournaments::round::{
    DecidedBy, Round, RoundStatus, Stage, TableName, TableStatus, TournamentTable,
};
use lapidary_model::tournaments::settings::Status;
use lapidary_store::tournaments::arena::WaitingEntry;
use lapidary_store::tournaments::members::{self, Role};
use lapidary_store::tournaments::{self, Locked, adjustments, entries, rounds, shared_deals, tables};
use lapidary_store::{Failure, Postgres};

/// The part of an event that an act reads. The rest is absent, and the act does not change it.
pub(super) enum Reads<'a> {
    /// Everything.
    Whole,
    /// The last round with the named tables and their entries. So deciding tables of a large round does not
    /// cost more with its size. Everything is read unless all of these tables are in play or finished in the
    /// given round and nothing follows from them, as it does in a knock-out.
    Tables {
        /// The number of the given round; none for the last one.
        round: Option<u32>,
        /// The tables.
        names: &'a [TableName],
    },
    /// Of an arena, only what seating the waiting entries needs: no other entries, rounds or names of teams.
    Waiting(&'a [WaitingEntry]),
}

/// A locked tournament.
pub(super) struct LockedEvent<'t> {
    /// The lock of the tournament, and the connection that holds it.
    pub db: Locked<'t>,
    /// The event, or the part of it that was read. [`LockedEvent::save`] or [`LockedEvent::done`] stores the
    /// changes that an act makes here.
    pub event: Event,
    /// The event as it is stored.
    stored: Event,
    /// The time of the database when the event was read.
    pub now: DateTime<Utc>,
    /// The audit and the notifications of the act.
    pub changes: &'t mut Changes,
}

impl<'t> LockedEvent<'t> {
    /// Locks a tournament that the caller organizes, for an act that is allowed even to organizers who play,
    /// and reads it whole.
    pub async fn organized(
        connection: &'t mut Postgres,
        changes: &'t mut Changes,
        id: TournamentId,
        caller: &Identity,
        may: Harmless,
    ) -> Result<LockedEvent<'t>, TournamentRefusal> {
        let (db, tournament) = lock_organized(connection, id, caller, Some(may)).await?;
        LockedEvent::new(db, tournament, Reads::Whole, changes).await
    }

    /// Reads a part of a locked tournament.
    pub async fn new(
        mut db: Locked<'t>,
        tournament: Tournament,
        reads: Reads<'_>,
        changes: &'t mut Changes,
    ) -> Result<LockedEvent<'t>, TournamentRefusal> {
        let part = match reads {
            Reads::Whole => None,
            Reads::Tables { round, names } => with_tables(&mut db, &tournament, round, names).await?,
            Reads::Waiting(waiting) => {
                let entries = waiting.iter().map(|one| one.entry.clone()).collect();
                Some((entries, Vec::new(), adjustments::load(&mut db, tournament.id).await?))
            }
        };
        let (mut event, now) = match part {
            None => load_with_time(&mut db, tournament).await?,
            Some((entries, rounds, adjustments)) => {
                let organizers = members::load(&mut db, tournament.id, Role::Organizer).await?;
                let managers = managers(&mut db, &tournament).await?;
                let (seed, now) = tournaments::secret(&mut db, tournament.id).await?;
                let organizers = organizers.into_iter().map(|organizer| organizer.player).collect();
                let teams = Vec::new();
                (Event { seed, organizers, managers, entries, teams, rounds, adjustments, tournament }, now)
            }
        };
        let stored = event.clone();
        event.entries = leaving(&event.tournament, take(&mut event.entries));
        Ok(LockedEvent { db, event, stored, now, changes })
    }

    /// Records an entry of the audit.
    pub fn record(&mut self, entry: AuditEntry) {
        self.changes.audit.push(entry);
    }

    /// Returns an entry of the audit about the tournament.
    pub fn audit(&self, kind: AuditKind) -> AuditEntry {
        AuditEntry::new(self.db.id(), kind)
    }

    /// Notifies everybody who has entered, among the entries that were read.
    pub fn tell_everybody(&mut self) {
        self.changes.everybody(&self.event);
    }

    /// Locks a table whose game may be ending at this moment, and reads it again.
    pub async fn lock_table(&mut self, number: u32) -> Result<TournamentTable, TournamentRefusal> {
        self.lock_tables(&[number]).await?.pop().ok_or(TournamentRefusal::NotFound)
    }

    /// Does the same for several tables.
    pub async fn lock_tables(&mut self, numbers: &[u32]) -> Result<Vec<TournamentTable>, Failure> {
        let tables = tables::lock(&mut self.db, numbers).await?;
        for table in &tables {
            for event in [&mut self.event, &mut self.stored] {
                if let Some(known) = event.table_mut(table.number) {
                    known.clone_from(table);
                }
            }
        }
        Ok(tables)
    }

    /// Puts tables into the last round, replacing those with the same numbers.
    pub fn put(&mut self, tables: Vec<TournamentTable>) {
        let Some(round) = self.event.rounds.last_mut() else { return };
        for table in tables {
            match round.tables.iter_mut().find(|known| known.number == table.number) {
                Some(known) => *known = table,
                None => round.tables.push(table),
            }
        }
    }

    /// Reads the deals that tables of the last round share. Other reads leave them out.
    pub async fn read_deals(&mut self) -> Result<(), TournamentRefusal> {
        let Some(round) = self.event.rounds.last_mut() else { return Ok(()) };
        round.deals = shared_deals::load(&mut self.db, self.event.tournament.id, Some(round.number)).await?;
        Ok(())
    }

    /// Voids the unfinished tables of the last round. Their games must be locked. `by` is the organizer who
    /// does it; none for the server.
    pub async fn void_unfinished(
        &mut self,
        by: Option<PlayerId>,
        note: Option<&str>,
    ) -> Result<(), TournamentRefusal> {
        let Some(number) = self.event.last_round().map(|round| round.number) else { return Ok(()) };
        // Some may have ended before their games were locked.
        let mut tables = tables::load(&mut self.db, self.event.tournament.id, Some(number)).await?;
        for event in [&mut self.event, &mut self.stored] {
            event.rounds.last_mut().into_iter().for_each(|round| round.tables.clone_from(&tables));
        }
        tables.retain(TournamentTable::is_unfinished);
        for table in &mut tables {
            table.void(by.map(|_| DecidedBy::Arbiter), self.now);
            let note = note.map(str::to_owned);
            let audit = AuditEntry { by, note, ..self.audit(AuditKind::TableVoided) };
            self.record(audit.table(number, table.number));
        }
        self.put(tables);
        Ok(())
    }

    /// Ends the tournament.
    pub const fn end(&mut self, status: Status) {
        self.event.tournament.status = status;
        self.event.tournament.ended_at = Some(self.now);
    }

    /// Stores the changes before something else depends on them.
    pub async fn save(&mut self) -> Result<(), Failure> {
        tournaments::save(&mut self.db, &self.stored, &self.event).await?;
        self.stored.clone_from(&self.event);
        Ok(())
    }

    /// Stores the changes at the end of the act, and returns its result.
    pub async fn done<R, E: From<Failure>>(mut self, result: R) -> Result<R, E> {
        tournaments::save(&mut self.db, &self.stored, &self.event).await?;
        Ok(result)
    }
}

/// Entries, rounds and adjustments.
type Part = (Vec<Entry>, Vec<Round>, Vec<Adjustment>);

/// Returns the last round with the named tables and their entries; none if more has to be read.
async fn with_tables(
    db: &mut Locked<'_>,
    tournament: &Tournament,
    round: Option<u32>,
    names: &[TableName],
) -> Result<Option<Part>, Failure> {
    if tournament.status != Status::Running {
        return Ok(None);
    }
    let Some(last) = rounds::last_with(db, names).await? else { return Ok(None) };
    let is_meant = round.is_none_or(|round| round == u32::from(last.number));
    let is_begun = matches!(last.status, RoundStatus::Open | RoundStatus::Closed);
    let goes_on = last.stage == Stage::KnockOut;
    let is_played =
        |table: &TournamentTable| matches!(table.status, TableStatus::Playing | TableStatus::Done);
    let is_there = |name: &TableName| {
        last.tables.iter().any(|table| match *name {
            TableName::Number(number) => table.number == number,
            TableName::InRound(number) => table.in_round == number,
        })
    };
    let is_enough = last.tables.iter().all(is_played) && names.iter().all(is_there);
    if !is_meant || !is_begun || goes_on || !is_enough {
        return Ok(None);
    }
    let seated: Vec<EntryId> = last.tables.iter().flat_map(|table| &table.seats).copied().collect();
    Ok(Some((entries::numbered(db, &seated).await?, vec![last], Vec::new())))
}

/// The changes to announce after the commit.
#[derive(Debug, Default)]
pub(super) struct Changes {
    /// The entries of the audit, which are stored at the end of the transaction.
    pub audit: Vec<AuditEntry>,
    /// The games that have started.
    pub games: Vec<GameId>,
    /// The games that have changed, with their versions.
    pub changed: Vec<(GameId, Version)>,
    /// The players for whom something has changed.
    pub players: BTreeSet<PlayerId>,
}

#[boxed]
impl Changes {
    /// Adds all players of an event.
    pub fn everybody(&mut self, event: &Event) {
        self.players.extend(event.entries.iter().map(|entry| entry.player.player));
    }

    /// Adds the players who are invited to enter a tournament.
    pub async fn invited(&mut self, connection: &mut Postgres, id: TournamentId) -> Result<(), Failure> {
        let invited = members::load(connection, id, Role::Invited).await?;
        self.players.extend(invited.into_iter().map(|player| player.player));
        Ok(())
    }

    /// Adds all organizers of an event.
    pub fn organizers(&mut self, event: &Event) {
        self.players.insert(event.tournament.creator.player);
        self.players.extend(event.organizers.iter().chain(&event.managers).copied());
    }
}

/// Does something in one transaction, with its audit, and notifies everybody after the commit:
/// `change!(self, async |connection, changes| -> Refusal { … })`. If it is refused, nothing has changed.
macro_rules! change {
    ($tournaments:expr, async |$connection:ident, $changes:ident| -> $refusal:ty $act:block) => {{
        let mut changes = $crate::tournaments::act::Changes::default();
        let done = $crate::transaction::transaction!($tournaments.pool, async |$connection| {
            let $changes = &mut changes;
            let done: Result<_, $refusal> = async { $act }.await;
            let done = done?;
            $crate::audit::record_all($connection, &$changes.audit).await?;
            Ok::<_, $refusal>(done)
        })?;
        $tournaments.tell(&changes);
        Ok::<_, $refusal>(done)
    }};
}

/// Does the same with a tournament that the caller organizes, and stores the changes of its event:
/// `organize!(self, id, caller, async |act| -> Refusal { … })`. Organizers who play in a rated tournament are
/// refused, unless `may` before the act says why they may. A [`Reads`] there makes it read only a part.
macro_rules! organize {
    ($tournaments:expr, $id:expr, $caller:expr, async |$act:ident| -> $refusal:ty $change:block) => {
        $crate::tournaments::act::organize!(
            $tournaments,
            $id,
            $caller,
            $crate::tournaments::act::Reads::Whole,
            async |$act| -> $refusal $change
        )
    };
    ($tournaments:expr, $id:expr, $caller:expr, may $may:expr, async |$act:ident| -> $refusal:ty $change:block) => {
        $crate::tournaments::act::organize!(
            $tournaments, $id, $caller, Some($may), $crate::tournaments::act::Reads::Whole,
            async |$act| -> $refusal $change
        )
    };
    ($tournaments:expr, $id:expr, $caller:expr, $reads:expr, async |$act:ident| -> $refusal:ty $change:block) => {
        $crate::tournaments::act::organize!(
            $tournaments, $id, $caller, None, $reads, async |$act| -> $refusal $change
        )
    };
    ($tournaments:expr, $id:expr, $caller:expr, $may:expr, $reads:expr, async |$act:ident| -> $refusal:ty $change:block) => {
        $crate::tournaments::act::change!($tournaments, async |connection, changes| -> $refusal {
            let (db, found) = $crate::tournaments::lock_organized(connection, $id, $caller, $may).await?;
            let mut $act = $crate::tournaments::act::LockedEvent::new(db, found, $reads, changes).await?;
            let done: Result<_, $refusal> = async { $change }.await;
            $act.done(done?).await
        })
    };
}

pub(super) use {change, organize};

impl Tournaments {
    /// Notifies everybody of a change. Call it after the commit.
    pub(super) fn tell(&self, changes: &Changes) {
        let players: Vec<PlayerId> = changes.players.iter().copied().collect();
        self.games.announce_changed(&changes.changed);
        self.games.announce_started(&changes.games, &players);
    }
}
