//! Correcting the result of a table of a closed round. The standings change too, because they are computed
//! from the results. Nothing that was played is paired again. So a correction is refused if it changes who
//! plays in a knock-out round that is already paired.

use std::collections::BTreeSet;

use chrono::{DateTime, Utc};

use super::arbiter::is_seen;
use super::corrected::Corrected;
use super::refusal::DecideRefusal;
use crate::tournaments::access::{CHANGEABLE_AFTER_END, no_table};
use crate::tournaments::act::organize;
use crate::tournaments::play::board_ratings::ToRate;
use crate::tournaments::play::end_games::{reopen_if_undecided, undecided};
use crate::tournaments::play::results::{ResultBySeat, places, result};
use crate::tournaments::play::seat::{sit_nowhere_else, take_back_byes};
use crate::tournaments::ranking::matches::{advancing, goes_on};
use crate::tournaments::rounds::refusal::RoundRefusal;
use crate::tournaments::{TournamentRefusal, Tournaments};
use lapidary_contest::event::round::SeatResult;
use lapidary_model::audit::AuditKind;
use lapidary_model::auth::Identity;
use lapidary_model::game::GameId;
use lapidary_model::log::AbortReason;
use lapidary_model::tournament::TournamentId;
use lapidary_model::tournaments::event::{Event, Tournament};
use lapidary_model::tournaments::round::{
    DecidedBy, Round, RoundStatus, Stage, TableStatus, TournamentTable,
};
use lapidary_model::tournaments::settings::Status;

/// A correction of a result.
#[derive(Debug, Clone, Copy)]
pub struct Correction<'a> {
    /// The number of the table.
    pub table: u32,
    /// The version of the table that the organizer has seen; none to correct any.
    pub version: Option<u32>,
    /// The correct result.
    pub result: &'a ResultBySeat,
    /// The reason.
    pub reason: &'a str,
    /// Whether to return only the changes, without storing them.
    pub dry_run: bool,
}

#[boxed]
impl Tournaments {
    /// Corrects the result of a table of a closed round, while the tournament runs and for some time after
    /// its end. Returns the changes of the standings. Ratings of games stay, because they follow from the
    /// games. Results over the board are rated anew.
    pub async fn correct(
        &self,
        id: TournamentId,
        caller: &Identity,
        correction: Correction<'_>,
    ) -> Result<Corrected, DecideRefusal> {
        let (before, after, round) = organize!(self, id, caller, async |act| -> DecideRefusal {
            is_correctable(&act.event.tournament, act.now)?;
            let mut known = act.event.rounds.iter().flat_map(|round| &round.tables);
            let known: Vec<_> =
                known.find(|known| known.number == correction.table).cloned().into_iter().collect();
            act.judges_no_organizer_at(caller.player, &known).await?;
            let (round, table) = table_of_closed_round(&act.event, correction.table)?;
            // The table may have been decided by an older server, and its game may go on.
            let ids: Vec<GameId> = undecided(&table).into_iter().collect();
            let creator = act.event.tournament.creator.player;
            let held = self.games.lock_games_to_end(&mut act.db, ids, creator).await?;
            let table = act.lock_table(table.number).await?;
            is_seen(&table, correction.version)?;
            let result = result(&act.event, &table, correction.result)?;
            let note = note(&table, &result, correction.reason);
            let mut after = act.event.clone();
            take_back_byes(&mut after, round.number, &table.seats);
            let mut decided = table.clone();
            decided.decide(result, DecidedBy::Arbiter, act.now);
            let differences = table.differences(&decided);
            after.table_mut(table.number).into_iter().for_each(|table| table.clone_from(&decided));
            changes_no_knock_out(&act.event, &after, &round)?;
            if table.status == TableStatus::Void {
                sit_nowhere_else(&round, &table, &table.seats)?;
            }
            let before = act.event.clone();
            if correction.dry_run {
                return Ok((before, after, round));
            }
            act.event.clone_from(&after);
            let audit = act.audit(AuditKind::ResultCorrected).by(caller.player);
            act.record(audit.table(round.number, table.number).note(note).changes(differences));
            act.save().await?;
            act.changes.changed = self.games.end_held(&mut act.db, &held, AbortReason::TableDecided).await?;
            act.tell_everybody();
            if act.event.tournament.status == Status::Running {
                reopen_if_undecided(&mut act);
            } else {
                let limits = self.settings.rating_limits;
                let (table, by) = (Some(correction.table), Some(caller.player));
                act.rate_results(ToRate { table, by, reason: correction.reason, limits }).await?;
            }
            Ok((before, after, round))
        })?;
        Ok(Corrected::of(&before, &after, &round))
    }
}

fn is_correctable(tournament: &Tournament, now: DateTime<Utc>) -> Result<(), DecideRefusal> {
    match (tournament.status, tournament.ended_at) {
        (Status::Running, _) => Ok(()),
        (Status::Finished, Some(end)) if now < end + CHANGEABLE_AFTER_END => Ok(()),
        (other, _) => Err(TournamentRefusal::State(other).into()),
    }
}

/// Returns a table of a closed round, and the round.
fn table_of_closed_round(event: &Event, table: u32) -> Result<(Round, TournamentTable), DecideRefusal> {
    let of_round = |round: &Round| {
        let known = round.tables.iter().find(|known| known.number == table)?;
        Some((round.clone(), known.clone()))
    };
    let (round, known) = event.rounds.iter().find_map(of_round).ok_or_else(|| no_table(event, table))?;
    match round.status {
        RoundStatus::Closed => Ok((round, known)),
        RoundStatus::Paired | RoundStatus::Open => Err(RoundRefusal::RoundUnfinished.into()),
    }
}

/// Refuses a correction in this round that changes who plays, or has played, in a knock-out.
fn changes_no_knock_out(event: &Event, after: &Event, round: &Round) -> Result<(), DecideRefusal> {
    let is_last = event.last_round().is_some_and(|last| last.number == round.number);
    let corrected = after.rounds.iter().find(|corrected| corrected.number == round.number);
    let Some(corrected) = corrected.filter(|round| round.stage == Stage::KnockOut) else { return Ok(()) };
    let on = |event: &Event, round: &Round| BTreeSet::from_iter(advancing(event, round));
    // The following round is played, or none follows any more.
    let is_fixed = !is_last && on(event, round) != on(after, corrected);
    match is_fixed || event.tournament.status != Status::Running && goes_on(after, corrected) {
        true => Err(DecideRefusal::GoesOn),
        false => Ok(()),
    }
}

/// Returns the note of the audit: the places before and after, in the order of seats, and the reason.
fn note(table: &TournamentTable, result: &[SeatResult], reason: &str) -> String {
    let before = table.result.as_deref().filter(|_| table.status == TableStatus::Done);
    format!("{} -> {}: {reason}", before.map_or("void".to_owned(), places), places(result))
}
