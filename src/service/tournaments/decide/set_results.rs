//! Results that organizers set at one or many tables of the last round. Either all are set or none.

use std::collections::HashSet;

use super::arbiter::is_seen;
use super::refusal::DecideRefusal;
use crate::tournaments::access::{no_table, running, table_of_last_round};
use crate::tournaments::act::{LockedEvent, Reads, organize};
use crate::tournaments::play::results::{ResultBySeat, result};
use crate::tournaments::play::seat::{sit_nowhere_else, take_back_byes};
use crate::tournaments::{TournamentRefusal, Tournaments};
use lapidary_contest::event::entry::EntryId;
use lapidary_model::audit::AuditKind;
use lapidary_model::auth::Identity;
use lapidary_model::tournament::TournamentId;
use lapidary_model::tournaments::event::Event;
use lapidary_model::tournaments::round::{DecidedBy, TableName, TableStatus, TournamentTable};

/// The maximum number of faults in a refusal.
const FAULTS_MAX: usize = 20;

/// A result that an organizer sets.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewResult {
    /// The JSON pointer to it in the request, for refusals.
    pub pointer: String,
    pub table: TableName,
    /// Its number in the round, if that was named too.
    pub in_round: Option<u16>,
    /// The version of the table that the organizer has seen; none to decide any.
    pub version: Option<u32>,
    /// The entries that the organizer has seen there, in the order of seats; none to decide for any.
    pub seats: Option<Vec<EntryId>>,
    pub result: ResultBySeat,
}

impl NewResult {
    fn refused(&self, field: &str, fault: &'static str) -> DecideRefusal {
        TournamentRefusal::field(format!("{}/{field}", self.pointer), fault).into()
    }
}

#[boxed]
impl Tournaments {
    /// Sets the results of tables of the last round, also after the round has closed: all or none of them.
    /// With the number of the `round` they are a list, which leaves tables with the same result unchanged.
    pub async fn set_results(
        &self,
        id: TournamentId,
        caller: &Identity,
        round: Option<u32>,
        results: &[NewResult],
        reason: &str,
    ) -> Result<(), DecideRefusal> {
        let names: Vec<TableName> = results.iter().map(|new| new.table).collect();
        organize!(self, id, caller, Reads::Tables { round, names: &names }, async |act| -> DecideRefusal {
            let known = named(&act.event, round, results)?;
            act.judges_no_organizer_at(caller.player, &known).await?;
            // The games come before their tables, because ending a game locks them in this order.
            let held = self.lock_games_of(&mut act, &known).await?;
            self.ends_no_rated_game(&mut act, caller.player, &held).await?;
            let numbers: Vec<u32> = known.iter().map(|table| table.number).collect();
            if known.iter().any(|table| table.game.is_some()) {
                act.lock_tables(&numbers).await?;
            }
            let mut refusals = Vec::new();
            for (new, number) in results.iter().zip(numbers) {
                match decided(&mut act, new, number, round.is_some()) {
                    Ok(None) => {}
                    Ok(Some((before, after))) => {
                        let audit = act.audit(AuditKind::ResultSet).by(caller.player).note(reason);
                        let audit = audit.table(after.round, number);
                        act.record(audit.changes(before.differences(&after)));
                        act.put(vec![after]);
                    }
                    Err(refusal) => refusals.push((new, refusal)),
                }
            }
            none_refused(round, refusals)?;
            self.end_decided(&mut act, &held).await
        })
    }
}

/// Returns the named tables, each once.
fn named(
    event: &Event,
    round: Option<u32>,
    results: &[NewResult],
) -> Result<Vec<TournamentTable>, DecideRefusal> {
    running(&event.tournament)?;
    if let Some(round) = round {
        match event.rounds.iter().find(|known| u32::from(known.number) == round) {
            None => return Err(TournamentRefusal::NoRound { round, rounds: event.rounds.len() }.into()),
            Some(known) if usize::from(known.number) < event.rounds.len() => {
                return Err(TournamentRefusal::RoundClosed.into());
            }
            Some(_) => {}
        }
    }
    let (mut tables, mut refusals, mut numbers) = (Vec::new(), Vec::new(), HashSet::new());
    for new in results {
        match find(event, round, new) {
            Ok(table) if !numbers.insert(table.number) => {
                refusals.push((new, new.refused("table", "must not be named twice")));
            }
            Ok(table) => tables.push(table),
            Err(refusal) => refusals.push((new, refusal)),
        }
    }
    none_refused(round, refusals)?;
    Ok(tables)
}

fn find(event: &Event, round: Option<u32>, new: &NewResult) -> Result<TournamentTable, DecideRefusal> {
    let tables = || event.last_round().into_iter().flat_map(|round| &round.tables);
    let found = match (new.table, round) {
        (TableName::Number(number), None) => return Ok(table_of_last_round(event, number)?.1),
        (TableName::Number(number), Some(_)) => {
            tables().find(|table| table.number == number).ok_or_else(|| no_table(event, number).into())
        }
        // The games of a match share the number. The last one is in play.
        (TableName::InRound(number), _) => tables()
            .rfind(|table| table.number_in_round() == Some(number))
            .ok_or_else(|| new.refused("number_in_round", "is not the number of a table of the round")),
    };
    found.cloned()
}

/// Returns a locked table before and after it gets its result; none if a list changes nothing there. An entry
/// with a bye loses it.
fn decided(
    act: &mut LockedEvent<'_>,
    new: &NewResult,
    number: u32,
    is_list: bool,
) -> Result<Option<(TournamentTable, TournamentTable)>, DecideRefusal> {
    let round = act.event.last_round();
    let before = round.and_then(|round| round.tables.iter().find(|table| table.number == number));
    let before = before.ok_or(TournamentRefusal::NothingPaired)?.clone();
    if new.seats.as_ref().is_some_and(|seats| *seats != before.seats) {
        return Err(new.refused("entry", "is not the entry that sits there: read the round again"));
    }
    if new.in_round.is_some_and(|number| before.number_in_round() != Some(number)) {
        return Err(new.refused("number_in_round", "is not that of the table"));
    }
    let prefixed = |refusal| match refusal {
        TournamentRefusal::Field { pointer, fault } => {
            TournamentRefusal::field(format!("{}{pointer}", new.pointer), fault)
        }
        other => other,
    };
    let set = result(&act.event, &before, &new.result).map_err(prefixed);
    let is_same = before.status == TableStatus::Done && set.as_ref().ok() == before.result.as_ref();
    if is_list && is_same {
        return Ok(None);
    }
    is_seen(&before, new.version)?;
    match before.status {
        TableStatus::Waiting => return Err(TournamentRefusal::Table(before.status).into()),
        TableStatus::Void => {
            // Other tables of the round may have been seated with its entries.
            let round = act.event.last_round().cloned().ok_or(TournamentRefusal::NothingPaired)?;
            sit_nowhere_else(&round, &before, &before.seats)?;
            take_back_byes(&mut act.event, round.number, &before.seats);
        }
        TableStatus::Playing | TableStatus::Done => {}
    }
    let mut after = before.clone();
    after.decide(set?, DecidedBy::Arbiter, act.now);
    Ok(Some((before, after)))
}

fn none_refused(round: Option<u32>, refusals: Vec<(&NewResult, DecideRefusal)>) -> Result<(), DecideRefusal> {
    let mut fields = Vec::new();
    for (new, refusal) in refusals {
        match refusal {
            refusal if round.is_none() => return Err(refusal),
            DecideRefusal::Tournament(TournamentRefusal::Field { pointer, fault }) => {
                fields.push((pointer, fault));
            }
            refusal => {
                let (table, refusal) = (new.table, Box::new(refusal));
                return Err(DecideRefusal::Listed { table, refusal });
            }
        }
    }
    fields.truncate(FAULTS_MAX);
    match fields.is_empty() {
        true => Ok(()),
        false => Err(DecideRefusal::Fields(fields)),
    }
}
