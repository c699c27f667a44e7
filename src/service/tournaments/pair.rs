//! Pairing the next round: as a preview, or to be played.

use diesel_async::{AsyncConnection, AsyncPgConnection};

use super::access::{lock_organized, running};
use super::changes::Changes;
use super::fairness::judges_no_organizer;
use super::look::RoundView;
use super::matches::is_over;
use super::pace::end_wait;
use super::plan::{Planned, PlannedTable, plan};
use super::{TournamentRefusal, Tournaments};
use crate::audit::record_audit;
use lapidary_contest::event::entry::EntryId;
use lapidary_model::auth::{Identity, PlayerId};
use lapidary_model::tournament::TournamentId;
use lapidary_model::tournaments::audit::{AuditEntry, AuditKind};
use lapidary_model::tournaments::entry::{Entry, EntryStatus};
use lapidary_model::tournaments::event::Event;
use lapidary_model::tournaments::round::RoundStatus;
use lapidary_store::tournaments::rounds::{self, NewRound};
use lapidary_store::tournaments::tables::{self, NewTable};

/// What an organizer orders for the next round.
#[derive(Debug, Default)]
pub struct PairingOrders {
    /// Tables that are set; the others are paired around them.
    pub manual: Vec<Vec<EntryId>>,
}

/// A round that was not made, with the names of its entries.
#[derive(Debug, Clone)]
pub struct Preview {
    /// The round.
    pub planned: Planned,
    /// All entries of the tournament.
    pub entries: Vec<Entry>,
}

impl Tournaments {
    /// Shows the next round, and changes nothing.
    ///
    /// # Errors
    /// Why there is no next round.
    pub async fn preview(
        &self,
        id: TournamentId,
        caller: &Identity,
        orders: &PairingOrders,
    ) -> Result<Preview, TournamentRefusal> {
        let mut connection = self.pool.get().await?;
        let event =
            connection.transaction(async |connection| lock_organized(connection, id, caller).await).await?;
        drop(connection);
        running(&event.tournament)?;
        // If the round were closed here, the server would not pair the next one by itself any more.
        if !event.last_round().is_none_or(|last| is_over(&event, last)) {
            return Err(TournamentRefusal::RoundUnfinished);
        }
        Ok(Preview { planned: plan(&event, &orders.manual)?, entries: event.entries })
    }

    /// Pairs the next round. Without a ready check its games start at once.
    ///
    /// # Errors
    /// Why there is no next round.
    pub async fn next_round(
        &self,
        id: TournamentId,
        caller: &Identity,
        orders: &PairingOrders,
    ) -> Result<RoundView, TournamentRefusal> {
        let number = self
            .act(async |connection, changes| {
                let mut event = lock_organized(connection, id, caller).await?;
                self.ready_for_next(connection, &mut event, changes).await?;
                let manual = orders.manual.concat();
                judges_no_organizer(connection, &event, caller.player, &manual).await?;
                let planned = plan(&event, &orders.manual)?;
                self.make_round(connection, &mut event, &planned, Some(caller.player), changes).await?;
                Ok::<_, TournamentRefusal>(planned.number)
            })
            .await?;
        self.round(id, Some(caller), number).await
    }

    /// Checks that the last round is over, and closes it if nobody has noticed yet.
    async fn ready_for_next(
        &self,
        connection: &mut AsyncPgConnection,
        event: &mut Event,
        changes: &mut Changes,
    ) -> Result<(), TournamentRefusal> {
        running(&event.tournament)?;
        self.finish_round(connection, event, None, changes).await?;
        match event.last_round().is_none_or(|last| last.status == RoundStatus::Closed) {
            true => Ok(()),
            false => Err(TournamentRefusal::RoundUnfinished),
        }
    }

    /// Adds a planned round, and starts its games unless there is a ready check. `by` is the organizer who
    /// pairs it; none for the server. The caller must hold the lock of the tournament.
    pub(super) async fn make_round(
        &self,
        connection: &mut AsyncPgConnection,
        event: &mut Event,
        planned: &Planned,
        by: Option<PlayerId>,
        changes: &mut Changes,
    ) -> Result<(), TournamentRefusal> {
        let (id, ready_check) = (event.tournament.id, event.tournament.settings.ready_check);
        let is_removed = |entry: &&Entry| entry.status == EntryStatus::Removed;
        let removed: Vec<EntryId> = event.entries.iter().filter(is_removed).map(|entry| entry.id).collect();
        let row = NewRound {
            number: planned.number,
            last_entry: event.entries.last().map_or(EntryId(0), |entry| entry.id),
            removed: &removed,
            stage: planned.stage,
            entrants: &planned.entrants,
            byes: &planned.byes,
            requested_byes: &planned.requested_byes,
            virtual_points: &planned.virtual_points,
            forbidden: &planned.forbidden,
            ready_check,
        };
        end_wait(connection, event).await?;
        rounds::insert(connection, id, &row).await?;
        let row = |(table, match_number): (&PlannedTable, u16)| NewTable {
            round: planned.number,
            match_number,
            seats: table.seats.clone(),
            manual: table.manual,
            third_place: table.third_place,
            cost: table.cost,
        };
        let rows: Vec<NewTable> = planned.tables.iter().zip(1..).map(row).collect();
        tables::insert(connection, id, &rows).await?;
        let audit = AuditEntry { by, ..AuditEntry::new(id, AuditKind::RoundPaired) };
        record_audit(connection, &audit.round(planned.number)).await?;
        let made = rounds::find(connection, id, planned.number).await?;
        event.rounds.extend(made);
        changes.everybody(event);
        if ready_check.is_zero() {
            self.open_round(connection, event, changes).await?;
        }
        Ok(())
    }
}
