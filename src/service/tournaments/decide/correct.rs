//! Correcting the result of a table whose round is closed. The standings follow, because they are computed
//! from the results. Nothing that was played is paired again, so a correction that changes who plays in a
//! knock-out round that is paired is refused.

use std::collections::{BTreeMap, BTreeSet};

use chrono::{DateTime, Utc};

use super::arbiter::is_seen;
use super::refusal::DecideRefusal;
use crate::tournaments::access::{CHANGEABLE_AFTER_END, no_table};
use crate::tournaments::act::organize;
use crate::tournaments::play::board_ratings::ToRate;
use crate::tournaments::play::end_games::{reopen_if_undecided, undecided};
use crate::tournaments::play::results::{ResultBySeat, places, result};
use crate::tournaments::play::seat::{sit_nowhere_else, take_back_byes};
use crate::tournaments::ranking::cut::going_on;
use crate::tournaments::ranking::matches::{advancing, goes_on};
use crate::tournaments::ranking::standings::{Line, lines};
use crate::tournaments::rounds::refusal::RoundRefusal;
use crate::tournaments::{TournamentRefusal, Tournaments};
use lapidary_contest::event::entry::EntryId;
use lapidary_contest::event::points::Points;
use lapidary_contest::event::round::SeatResult;
use lapidary_model::audit::AuditKind;
use lapidary_model::auth::Identity;
use lapidary_model::game::GameId;
use lapidary_model::log::AbortReason;
use lapidary_model::tournament::TournamentId;
use lapidary_model::tournaments::entry::Entry;
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
    /// Why.
    pub reason: &'a str,
    /// Whether to return only what would change.
    pub dry_run: bool,
}

/// A line of the standings that a correction changes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Changed {
    /// The entry.
    pub entry: EntryId,
    /// The places before and after.
    pub places: (u32, u32),
    /// The points before and after.
    pub points: (Points, Points),
}

/// What a correction changes.
#[derive(Debug, Clone)]
pub struct Corrected {
    /// The round of the table.
    pub round: u16,
    /// The lines of the standings that change, the first place first.
    pub changes: Vec<Changed>,
    /// Those who would have gone on to the knock-out, and did not.
    pub would_go_on: Vec<EntryId>,
    /// Those who went on to the knock-out, and would not have.
    pub would_not_go_on: Vec<EntryId>,
    /// All entries of the tournament.
    pub entries: Vec<Entry>,
}

impl Tournaments {
    /// Corrects the result of a table whose round is closed, while the tournament runs and for some time
    /// after its end. Returns what changes in the standings. Ratings follow from the games, so they stay;
    /// over the board they follow from results, which are rated anew.
    pub async fn correct(
        &self,
        id: TournamentId,
        caller: &Identity,
        correction: Correction<'_>,
    ) -> Result<Corrected, DecideRefusal> {
        organize!(self, id, caller, async |act| -> DecideRefusal {
            is_correctable(&act.event.tournament, act.now)?;
            let mut known = act.event.rounds.iter().flat_map(|round| &round.tables);
            let known = known.find(|known| known.number == correction.table);
            let seated = known.map(|known| known.seats.clone()).unwrap_or_default();
            act.judges_no_organizer(caller.player, &seated).await?;
            let (round, table) = table_of_closed_round(&act.event, correction.table)?;
            // A table that was decided by an older server may have a game that goes on.
            let ids: Vec<GameId> = undecided(&table).into_iter().collect();
            let creator = act.event.tournament.creator.player;
            let held = self.games.lock_games_to_end(&mut act.db, ids, creator).await?;
            let table = act.lock_table(table.number).await?;
            is_seen(&table, correction.version)?;
            if table.status == TableStatus::Void {
                sit_nowhere_else(&round, &table, &table.seats)?;
            }
            let result = result(&act.event, &table, correction.result)?;
            let note = note(&table, &result, correction.reason);
            let mut after = act.event.clone();
            take_back_byes(&mut after, round.number, &table.seats);
            let mut decided = table.clone();
            decided.decide(result, DecidedBy::Arbiter, act.now);
            let differences = table.differences(&decided);
            after.table_mut(table.number).into_iter().for_each(|table| table.clone_from(&decided));
            let corrected = compare(&act.event, &after, &round)?;
            if correction.dry_run {
                return Ok(corrected);
            }
            act.event = after;
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
            Ok(corrected)
        })
    }
}

fn is_correctable(tournament: &Tournament, now: DateTime<Utc>) -> Result<(), DecideRefusal> {
    match (tournament.status, tournament.ended_at) {
        (Status::Running, _) => Ok(()),
        (Status::Finished, Some(end)) if now < end + CHANGEABLE_AFTER_END => Ok(()),
        (other, _) => Err(TournamentRefusal::State(other).into()),
    }
}

/// Returns a table whose round is closed, and the round.
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

/// Returns what differs after a correction of a table of this round.
fn compare(event: &Event, after: &Event, round: &Round) -> Result<Corrected, DecideRefusal> {
    let is_last = event.last_round().is_some_and(|last| last.number == round.number);
    let corrected = after.rounds.iter().find(|corrected| corrected.number == round.number);
    if let Some(corrected) = corrected.filter(|round| round.stage == Stage::KnockOut) {
        let on = |event: &Event, round: &Round| BTreeSet::from_iter(advancing(event, round));
        // What follows is played, or nothing follows any more.
        let is_fixed = !is_last && on(event, round) != on(after, corrected);
        if is_fixed || event.tournament.status != Status::Running && goes_on(after, corrected) {
            return Err(DecideRefusal::GoesOn);
        }
    }
    let (would_go_on, would_not_go_on) = cuts(event, after, round);
    Ok(Corrected {
        round: round.number,
        changes: changes(&lines(event, event.rounds.len()), &lines(after, after.rounds.len())),
        would_go_on,
        would_not_go_on,
        entries: event.entries.clone(),
    })
}

/// Returns the lines that differ, in the order after the correction.
fn changes(before: &[Line], after: &[Line]) -> Vec<Changed> {
    let known: BTreeMap<EntryId, &Line> = before.iter().map(|line| (line.entry, line)).collect();
    let changed = |line: &Line| {
        let old = known.get(&line.entry)?;
        let changed =
            Changed { entry: line.entry, places: (old.place, line.place), points: (old.points, line.points) };
        (old.place != line.place || old.points != line.points).then_some(changed)
    };
    after.iter().filter_map(changed).collect()
}

/// Returns who would have gone on to the knock-out, and who would not have, if its first round is paired.
fn cuts(event: &Event, after: &Event, round: &Round) -> (Vec<EntryId>, Vec<EntryId>) {
    let first =
        event.rounds.iter().find(|later| later.stage == Stage::KnockOut && later.number > round.number);
    let Some(first) = first.filter(|_| matches!(round.stage, Stage::Swiss | Stage::Heats)) else {
        return (Vec::new(), Vec::new());
    };
    // Whoever has left since then could have gone on.
    let could = |entry: EntryId| event.takes_part(entry) || first.entrants.contains(&entry);
    let cut = |event: &Event| going_on(event, usize::from(first.number - 1), &could);
    let (old, new) = (cut(event), cut(after));
    let without = |all: &[EntryId], others: &[EntryId]| -> Vec<EntryId> {
        all.iter().copied().filter(|entry| !others.contains(entry)).collect()
    };
    (without(&new, &old), without(&old, &new))
}

/// Returns what the audit says: the places before and after, in the order of seats, and the reason.
fn note(table: &TournamentTable, result: &[SeatResult], reason: &str) -> String {
    let before = table.result.as_deref().filter(|_| table.status == TableStatus::Done);
    format!("{} -> {}: {reason}", before.map_or("void".to_owned(), places), places(result))
}
