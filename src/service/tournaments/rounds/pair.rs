//! Pairing the next round: as a preview, or to play it.

use super::pace::end_wait;
use super::plan::{Planned, PlannedTable};
use super::plans::with_plan;
use super::refusal::RoundRefusal;
use crate::access::Client;
use crate::tournaments::Tournaments;
use crate::tournaments::access::running;
use crate::tournaments::act::{LockedEvent, change, organize};
use crate::tournaments::impartial::Harmless;
use crate::tournaments::ranking::matches::is_over;
use crate::tournaments::read::look::RoundView;
use lapidary_contest::event::entry::EntryId;
use lapidary_model::audit::{AuditEntry, AuditKind};
use lapidary_model::auth::{Identity, PlayerId};
use lapidary_model::fair_queue::Crowded;
use lapidary_model::tournament::TournamentId;
use lapidary_model::tournaments::entry::{Entry, EntryStatus};
use lapidary_model::tournaments::round::{Round, RoundStatus, TournamentTable};

/// An organizer's orders for the next round.
#[derive(Debug, Default)]
pub struct PairingOrders {
    /// Preset tables; the others are paired around them.
    pub manual: Vec<Vec<EntryId>>,
}

/// A previewed round, with the names of its entries.
#[derive(Debug, Clone)]
pub struct Preview {
    /// The round.
    pub planned: Planned,
    /// All entries of the tournament.
    pub entries: Vec<Entry>,
}

#[boxed]
impl Tournaments {
    /// Shows the next round, without changing anything. It ends when its client leaves.
    pub async fn preview(
        &self,
        id: TournamentId,
        caller: &Identity,
        client: &Client,
        orders: &PairingOrders,
    ) -> Result<Preview, RoundRefusal> {
        let preview = client.gone.run_until_cancelled(async {
            let turn = self.pairings.turn(caller, client).await?;
            let event = change!(self, async |connection, changes| -> RoundRefusal {
                let mut act =
                    LockedEvent::organized(connection, changes, id, caller, Harmless::Pairing).await?;
                // Otherwise players could see whom they would meet, and then take a bye.
                act.does_not_play(caller.player).await?;
                act.may_set(caller.player, &orders.manual).await?;
                Ok(act.event)
            })?;
            running(&event.tournament)?;
            // If this closed the round, the server would no longer pair the next one automatically.
            if !event.last_round().is_none_or(|last| is_over(&event, last)) {
                return Err(RoundRefusal::RoundUnfinished);
            }
            let planned = with_plan!(plans = turn => plans.next_round(&event, &orders.manual))?;
            Ok(Preview { planned, entries: event.entries })
        });
        preview.await.unwrap_or(Err(RoundRefusal::Crowded(Crowded)))
    }

    /// Pairs the next round. Without a ready check its games start at once.
    pub async fn next_round(
        &self,
        id: TournamentId,
        caller: &Identity,
        client: &Client,
        orders: &PairingOrders,
    ) -> Result<RoundView, RoundRefusal> {
        with_plan!(plans = self.pairings.turn(caller, client).await? => organize!(self, id, caller, may Harmless::Pairing, async |act| -> RoundRefusal {
            running(&act.event.tournament)?;
            act.may_set(caller.player, &orders.manual).await?;
            self.finish_round(&mut act, None).await?;
            if !act.event.last_round().is_none_or(|last| last.status == RoundStatus::Closed) {
                return Err(RoundRefusal::RoundUnfinished);
            }
            let planned = plans.next_round(&act.event, &orders.manual)?;
            let number = planned.number;
            self.make_round(&mut act, planned, Some(caller.player)).await?;
            Ok(RoundView::of(&act.event, number)?)
        }))
    }

    /// Adds a planned round, and starts its games unless there is a ready check. `by` is the organizer who
    /// pairs it; none for the server.
    pub(in crate::tournaments) async fn make_round(
        &self,
        act: &mut LockedEvent<'_>,
        planned: Planned,
        by: Option<PlayerId>,
    ) -> Result<(), RoundRefusal> {
        end_wait(&mut act.event);
        let (season, rated) = act.settle_rating(by).await?;
        let (first, number) = (act.event.next_table(), planned.number);
        let mut match_number = 0;
        let table = |((table, in_round), place): ((PlannedTable, u16), u32)| {
            // The boards of a match of teams are consecutive.
            match_number += u16::from(table.board < 2);
            TournamentTable {
                in_round,
                board: table.board,
                manual: table.manual,
                third_place: table.third_place,
                ..TournamentTable::waiting(place, number, match_number, table.seats, table.cost)
            }
        };
        let ready_check = act.event.tournament.settings.ready_check;
        let is_removed = |entry: &&Entry| entry.status == EntryStatus::Removed;
        let entries = &act.event.entries;
        act.event.rounds.push(Round {
            number,
            stage: planned.stage,
            status: RoundStatus::Paired,
            entrants: planned.entrants,
            byes: planned.byes,
            requested_byes: planned.requested_byes,
            virtual_points: planned.virtual_points,
            no_shows: Vec::new(),
            forbidden: planned.forbidden,
            ready: Vec::new(),
            ready_until: Some(act.now + ready_check),
            paired_at: act.now,
            opened_at: None,
            closed_at: None,
            ends_at: None,
            unfinished: None,
            next_round_at: None,
            absent: None,
            last_entry: entries.last().map_or(EntryId(0), |entry| entry.id),
            removed: entries.iter().filter(is_removed).map(|entry| entry.id).collect(),
            season,
            rated,
            tables: planned.tables.into_iter().zip(planned.numbers).zip(first..).map(table).collect(),
            deals: Vec::new(),
        });
        act.record(
            AuditEntry { by, note: planned.displaced, ..act.audit(AuditKind::RoundPaired) }.round(number),
        );
        act.tell_everybody();
        if ready_check.is_zero() {
            self.open_round(act).await?;
        }
        Ok(())
    }
}
