//! Acts of organizers on the clock of a table. They change neither the game nor its result.

use super::refusal::DecideRefusal;
use crate::games::{Attempt, CLOCK_TRIES_MAX, ClockAct, ClockRefusal, GameRefusal, Hindrance};
use crate::tournaments::access::table_to_act_on;
use crate::tournaments::act::{LockedEvent, organize};
use crate::tournaments::{TournamentRefusal, Tournaments};
use lapidary_model::audit::{AuditEntry, AuditKind};
use lapidary_model::auth::{Identity, PlayerId};
use lapidary_model::game::GameId;
use lapidary_model::tournament::TournamentId;
use lapidary_model::tournaments::round::{TableStatus, TournamentTable};
use lapidary_model::tournaments::settings::Play;

/// An act on the clock of a table.
#[derive(Debug, Clone, Copy)]
pub struct ClockOrder<'a> {
    /// The number of the table.
    pub table: u32,
    /// The act.
    pub act: ClockAct,
    /// The reason.
    pub reason: &'a str,
}

/// The obstacle of an attempt: a game whose clocks cannot be changed at the moment; or none.
type Met = Option<(GameId, Hindrance)>;

#[boxed]
impl Tournaments {
    /// Acts on the clock of a table in play.
    pub async fn act_on_clock(
        &self,
        id: TournamentId,
        caller: &Identity,
        order: ClockOrder<'_>,
    ) -> Result<(), DecideRefusal> {
        for _ in 0..CLOCK_TRIES_MAX {
            let met = organize!(self, id, caller, async |act| -> DecideRefusal {
                self.try_on_clock(&mut act, caller.player, order).await
            });
            match met? {
                None => return Ok(()),
                Some((game, hindrance)) => self.games.play.remove_hindrance(game, hindrance).await?,
            }
        }
        Err(ClockRefusal::contended().into())
    }

    async fn try_on_clock(
        &self,
        act: &mut LockedEvent<'_>,
        by: PlayerId,
        order: ClockOrder<'_>,
    ) -> Result<Met, DecideRefusal> {
        let table = order.table;
        let (_, known) = table_to_act_on(&act.event, table)?;
        act.judges_no_organizer(by, &known.seats).await?;
        if act.event.tournament.settings.play == Play::OverTheBoard {
            return Err(DecideRefusal::OverTheBoard);
        }
        let (TableStatus::Playing, Some(game)) = (known.status, known.game) else {
            return Err(TournamentRefusal::Table(known.status).into());
        };
        let creator = act.event.tournament.creator.player;
        let version = match self.games.act_on_clocks(&mut act.db, game, creator, order.act).await {
            Ok(Attempt::Made(version)) => version,
            Ok(Attempt::Hindered(hindrance)) => return Ok(Some((game, hindrance))),
            // Its game has just ended, and the table has a result.
            Err(ClockRefusal::Game(GameRefusal::Finished)) => {
                return Err(TournamentRefusal::Table(act.lock_table(table).await?.status).into());
            }
            Err(refusal) => return Err(worded(refusal).into()),
        };
        act.record(audit(act, &known, order).by(by));
        act.changes.changed.push((game, version));
        let seated = known.seats.iter().filter_map(|&seat| act.event.entry(seat));
        act.changes.players.extend(seated.map(|entry| entry.player.player));
        Ok(None)
    }
}

/// Returns the audit entry of an act.
fn audit(act: &LockedEvent<'_>, table: &TournamentTable, order: ClockOrder<'_>) -> AuditEntry {
    let (of_table, reason) = (|kind| act.audit(kind).table(table.round, table.number), order.reason);
    match order.act {
        ClockAct::Pause => of_table(AuditKind::TablePaused).note(reason),
        ClockAct::Resume => of_table(AuditKind::TableResumed).note(reason),
        ClockAct::Add { seat, time } => {
            let audit = of_table(AuditKind::ClockAdjusted).note(format!("{} ms: {reason}", time.as_millis()));
            AuditEntry { entry: table.seats.get(seat.index()).copied(), ..audit }
        }
    }
}

/// Returns the refusal as worded for an organizer, who has no seat.
fn worded(refusal: ClockRefusal) -> TournamentRefusal {
    let of_seat = |fault| TournamentRefusal::field("/seat", fault);
    match refusal {
        ClockRefusal::Out => of_seat("is not in play any more"),
        ClockRefusal::OfAnother => of_seat(
            "must be the seat whose clock runs, because every turn of this game has a time of its own",
        ),
        other => other.into(),
    }
}
