//! Results that players report over the board. A table gets the result that all of its players report, or
//! that all but one report if nobody objects in time. Organizers decide contradictions, and tables with a
//! guest, who cannot object.

use chrono::DateTime;

use super::results::{ResultBySeat, result};
use crate::tournaments::access::{lock_visible, table_to_act_on};
use crate::tournaments::act::{LockedEvent, Reads, change};
use crate::tournaments::impartial::everybody_reports;
use crate::tournaments::read::look::RoundView;
use crate::tournaments::{TournamentRefusal, Tournaments};
use lapidary_model::audit::AuditKind;
use lapidary_model::auth::Identity;
use lapidary_model::tournament::TournamentId;
use lapidary_model::tournaments::round::{
    Agreement, DecidedBy, Report, TableName, TableStatus, TournamentTable,
};
use lapidary_model::tournaments::settings::Play;
use lapidary_store::tournaments::{audit, entries};

#[boxed]
impl Tournaments {
    /// Stores the caller's report about their table. It replaces an earlier report. Once all players have
    /// reported the same, the table has the result. If one report is missing, it gets the result after the
    /// time to object ([`OBJECTION_TIME`](lapidary_model::tournaments::round::OBJECTION_TIME)).
    ///
    /// Returns the round of the table.
    pub async fn report_result(
        &self,
        id: TournamentId,
        caller: &Identity,
        table: u32,
        set: &ResultBySeat,
    ) -> Result<RoundView, TournamentRefusal> {
        let round = change!(self, async |connection, changes| -> TournamentRefusal {
            let (mut db, tournament) = lock_visible(connection, id, caller).await?;
            if tournament.settings.play != Play::OverTheBoard {
                return Err(TournamentRefusal::OnTheServer);
            }
            if !entries::has(&mut db, id, caller.player).await? {
                return Err(TournamentRefusal::NotAtTable);
            }
            let reads = Reads::Tables { round: None, names: &[TableName::Number(table)] };
            let mut act = LockedEvent::new(db, tournament, reads, changes).await?;
            let (round, mut known) = table_to_act_on(&act.event, table)?;
            let own = act.event.entry_of(caller.player).ok_or(TournamentRefusal::NotAtTable)?.id;
            if !known.seats.contains(&own) {
                return Err(TournamentRefusal::NotAtTable);
            }
            if known.status != TableStatus::Playing {
                return Err(TournamentRefusal::Table(known.status));
            }
            if known.is_final(act.now) {
                return Err(TournamentRefusal::Table(TableStatus::Done));
            }
            let result = result(&act.event, &known, set)?;
            let report = Report {
                by: own,
                places: set.places.clone(),
                prestige: set.prestige.clone(),
                cards: set.cards.clone(),
            };
            if !known.reports.contains(&report) {
                let before = known.clone();
                let note = places_of(&report);
                known.report(report, everybody_reports(&act.event, &known), act.now);
                let is_agreed = matches!(known.agreement(), Agreement::All(_));
                let is_disputed = known.agreement() == Agreement::Disputed;
                let kind = if is_agreed { AuditKind::ResultConfirmed } else { AuditKind::ResultReported };
                if is_agreed {
                    known.decide(result, DecidedBy::Players, act.now);
                }
                let audit = act.audit(kind).by(caller.player).table(round.number, table);
                act.record(audit.note(note).changes(before.differences(&known)));
                if is_disputed {
                    call_organizers(&mut act, &known).await?;
                }
                act.put(vec![known]);
                act.tell_everybody();
            }
            act.done(round.number).await
        })?;
        // Many players report at the same time, so the round is read without the lock of the tournament.
        self.round(id, Some(caller), round).await
    }
}

/// Decides the tables of the last round whose report nobody has objected to in time. A report that does not
/// fit its table, or to which a player cannot object, decides nothing: organizers decide.
pub(in crate::tournaments) async fn decide_reported(
    act: &mut LockedEvent<'_>,
) -> Result<(), TournamentRefusal> {
    let tables = act.event.last_round().into_iter().flat_map(|round| &round.tables);
    let mut due: Vec<TournamentTable> = tables.filter(|table| table.is_final(act.now)).cloned().collect();
    for table in &mut due {
        let Agreement::AllButOne(report) = table.agreement() else { continue };
        let (set, note) = (ResultBySeat::from(report), places_of(report));
        let before = table.clone();
        let fits = everybody_reports(&act.event, table).then(|| result(&act.event, &before, &set));
        let Some(Ok(result)) = fits else {
            table.final_at = None;
            table.version += 1;
            call_organizers(act, table).await?;
            continue;
        };
        table.decide(result, DecidedBy::Players, act.now);
        let audit = act.audit(AuditKind::ResultConfirmed).table(table.round, table.number);
        act.record(audit.note(note).changes(before.differences(table)));
    }
    if !due.is_empty() {
        act.put(due);
        act.tell_everybody();
    }
    Ok(())
}

/// Notifies the organizers that the reports of a table contradict each other. It does so once, so that
/// repeated reports do not fill their lists.
async fn call_organizers(
    act: &mut LockedEvent<'_>,
    table: &TournamentTable,
) -> Result<(), TournamentRefusal> {
    let kind = AuditKind::ResultDisputed;
    let always = DateTime::UNIX_EPOCH..act.now;
    if audit::has_happened_at(&mut act.db, act.event.tournament.id, table.number, (kind, always)).await? {
        return Ok(());
    }
    let said: Vec<String> = table.reports.iter().map(places_of).collect();
    let note = format!("table {}: {}", table.number, said.join(" / "));
    act.record(act.audit(kind).table(table.round, table.number).note(note));
    act.changes.organizers(&act.event);
    Ok(())
}

fn places_of(report: &Report) -> String {
    report.places.iter().map(u8::to_string).collect::<Vec<_>>().join(", ")
}

impl From<&Report> for ResultBySeat {
    fn from(report: &Report) -> Self {
        ResultBySeat {
            places: report.places.clone(),
            prestige: report.prestige.clone(),
            cards: report.cards.clone(),
            forfeits: Vec::new(),
        }
    }
}
