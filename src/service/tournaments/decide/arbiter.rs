//! Acts of organizers on tables and entries. Each is stored in the audit with its reason. They never change
//! the rated result of a game that has ended.

use std::slice::from_ref;

use super::refusal::DecideRefusal;
use super::undo::reinstate;
use crate::games::{GameRefusal, HeldGames};
use crate::tournaments::access::{no_entry, not_over, running, table_of_last_round, table_to_act_on};
use crate::tournaments::act::{LockedEvent, organize};
use crate::tournaments::entries::enter::{Leave, move_up};
use crate::tournaments::impartial::Harmless;
use crate::tournaments::play::end_games::reopen_if_undecided;
use crate::tournaments::play::results::places;
use crate::tournaments::{TournamentRefusal, Tournaments};
use lapidary_contest::event::entry::EntryId;
use lapidary_contest::event::points::Points;
use lapidary_model::audit::AuditKind;
use lapidary_model::auth::Identity;
use lapidary_model::log::AbortReason;
use lapidary_model::tournament::TournamentId;
use lapidary_model::tournaments::entry::EntryStatus;
use lapidary_model::tournaments::event::Adjustment;
use lapidary_model::tournaments::round::{DecidedBy, TableStatus, TournamentTable};
use lapidary_model::tournaments::settings::Status;

/// An organizer's act on a table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TableAct {
    /// It does not count, and its game ends.
    Void,
    /// Other entries are seated there, before anything has happened in its game.
    Seat(Vec<EntryId>),
}

/// An organizer's order for a table.
#[derive(Debug, Clone, Copy)]
pub struct TableOrder<'a> {
    /// The number of the table.
    pub table: u32,
    /// The version of the table that the organizer has seen; none to accept any.
    pub version: Option<u32>,
    /// The act.
    pub act: &'a TableAct,
    /// The reason.
    pub reason: &'a str,
}

/// An organizer's act on an entry.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum EntryAct {
    /// It takes no further part, and is ranked last.
    Remove,
    /// It leaves or pauses, as if its player had done so; it keeps its earned place.
    Withdraw(Leave),
    /// It takes part again.
    Reinstate,
    /// It gets or loses points.
    Adjust(Points),
}

#[boxed]
impl Tournaments {
    /// Stores the decisions on tables whose games are locked, ends the games, and does what follows.
    pub(in crate::tournaments) async fn end_decided(
        &self,
        act: &mut LockedEvent<'_>,
        held: &HeldGames,
    ) -> Result<(), DecideRefusal> {
        // The tables are decided, so the ends of their games do not change them.
        act.save().await?;
        let ended = self.games.end_held(&mut act.db, held, AbortReason::TableDecided).await?;
        act.changes.changed.extend(ended);
        act.tell_everybody();
        reopen_if_undecided(act);
        // Perhaps all others are ready now.
        Ok(self.open_if_due(act).await?)
    }

    /// Acts on a table of the last round. It can also be voided after the round has closed, until the next
    /// round; other entries can be seated only before the close.
    pub async fn act_on_table(
        &self,
        id: TournamentId,
        caller: &Identity,
        TableOrder { table, version, act: order, reason }: TableOrder<'_>,
    ) -> Result<(), DecideRefusal> {
        organize!(self, id, caller, async |act| -> DecideRefusal {
            let (round, known) = match order {
                TableAct::Seat(_) => table_to_act_on(&act.event, table)?,
                TableAct::Void => table_of_last_round(&act.event, table)?,
            };
            match order {
                TableAct::Seat(seats) => {
                    // Nobody takes back a report of what they have lost.
                    if act.event.tournament.settings.rated && !known.reports.is_empty() {
                        return Err(GameRefusal::Started.into());
                    }
                    act.judges_no_organizer(caller.player, &[&known.seats[..], seats].concat()).await?;
                }
                TableAct::Void => act.judges_no_organizer_at(caller.player, from_ref(&known)).await?,
            }
            // The game comes before its table, because ending a game locks them in this order.
            let (held, before) = match order {
                TableAct::Seat(_) => (HeldGames::default(), known),
                TableAct::Void => {
                    let held = self.lock_games_of(&mut act, from_ref(&known)).await?;
                    self.ends_no_rated_game(&mut act, caller.player, &held).await?;
                    (held, act.lock_table(table).await?)
                }
            };
            is_seen(&before, version)?;
            let mut after = before.clone();
            let kind = match order {
                TableAct::Seat(_) => AuditKind::TableSeated,
                TableAct::Void if before.status == TableStatus::Void => {
                    return Err(TournamentRefusal::Table(before.status).into());
                }
                TableAct::Void => {
                    after.void(Some(DecidedBy::Arbiter), act.now);
                    AuditKind::TableVoided
                }
            };
            let audit = act.audit(kind).by(caller.player).table(round.number, table).note(reason);
            act.record(audit.changes(before.differences(&after)));
            match order {
                TableAct::Seat(seats) => self.seat_table(&mut act, &before, seats).await?,
                TableAct::Void => act.put(vec![after]),
            }
            self.end_decided(&mut act, &held).await
        })
    }

    /// Acts on an entry.
    pub async fn act_on_entry(
        &self,
        id: TournamentId,
        caller: &Identity,
        entry: EntryId,
        order: &EntryAct,
        reason: &str,
    ) -> Result<(), DecideRefusal> {
        organize!(self, id, caller, may Harmless::OwnEntry, async |act| -> DecideRefusal {
            let own = act.event.entry(entry).ok_or_else(|| no_entry(&act.event, entry))?.player.player;
            not_over(&act.event.tournament)?;
            let round = act.event.last_round().map(|round| round.number);
            let leaves = matches!(order, EntryAct::Remove | EntryAct::Withdraw(_));
            if own != caller.player || !matches!(order, EntryAct::Withdraw(_)) {
                act.does_not_play(caller.player).await?;
            }
            let kind = match order {
                EntryAct::Withdraw(how) => {
                    self.close_finished(&mut act).await?;
                    if let Some(own) = act.event.entry_mut(entry) {
                        own.status = how.after(own.status).unwrap_or(own.status);
                    }
                    AuditKind::Withdrawn
                }
                EntryAct::Remove => {
                    self.close_finished(&mut act).await?;
                    if let Some(own) = act.event.entry_mut(entry).filter(|own| own.removed_in.is_none()) {
                        own.status = EntryStatus::Removed;
                        own.removed_in = round.or(Some(0));
                    }
                    AuditKind::EntryRemoved
                }
                EntryAct::Reinstate => {
                    reinstate(&mut act, entry).await?;
                    AuditKind::EntryReinstated
                }
                EntryAct::Adjust(points) => {
                    running(&act.event.tournament)?;
                    act.judges_no_organizer(caller.player, &[entry]).await?;
                    let (round, reason) = (round.unwrap_or(1), reason.to_owned());
                    act.event.adjustments.push(Adjustment { entry, round, points: *points, reason });
                    AuditKind::PointsAdjusted
                }
            };
            act.changes.players.insert(own);
            act.record(act.audit(kind).by(caller.player).entry(entry).note(reason));
            match act.event.tournament.status {
                Status::Running if leaves => self.open_if_due(&mut act).await?,
                Status::Registration if leaves => move_up(&mut act),
                _ => {}
            }
            Ok(())
        })
    }
}

/// Checks that a table has the version that the caller has seen, if the caller named one.
pub(in crate::tournaments) fn is_seen(
    table: &TournamentTable,
    version: Option<u32>,
) -> Result<(), DecideRefusal> {
    if version.is_none_or(|seen| seen == table.version) {
        return Ok(());
    }
    let places = table.result.as_ref().map(|result| format!(" with the places {}", places(result)));
    let by = match table.decided_by {
        None => "",
        Some(DecidedBy::Game) => ", by its game",
        Some(DecidedBy::Arbiter) => ", set by an organizer",
        Some(DecidedBy::Players) => ", reported by its players",
    };
    let now = format!("it is `{}`{}{by}", table.status.name(), places.unwrap_or_default());
    Err(DecideRefusal::TableChanged { version: table.version, now })
}
