//! Results that players of a table report over the board: the table has the result that two of them have
//! reported alike.

use super::access::{load_event, lock_visible};
use super::arbiter::{ResultBySeat, lock_table, result, table_to_act_on};
use super::look::RoundView;
use super::{TournamentRefusal, Tournaments};
use crate::audit::record_audit;
use lapidary_model::auth::Identity;
use lapidary_model::tournament::TournamentId;
use lapidary_model::tournaments::audit::{AuditEntry, AuditKind};
use lapidary_model::tournaments::round::{DecidedBy, Report, TableStatus};
use lapidary_model::tournaments::settings::Play;
use lapidary_store::games;
use lapidary_store::tournaments::{entries, tables};

impl Tournaments {
    /// Stores what the caller reports of their table. If another player of it has reported the same, the
    /// table has the result; otherwise the report waits for that, in place of an earlier one.
    ///
    /// Returns the round of the table.
    ///
    /// # Errors
    /// [`TournamentRefusal::OnTheServer`]; [`TournamentRefusal::NotAtTable`]; [`TournamentRefusal::Table`]
    /// once the table is decided; [`TournamentRefusal::Field`] for an impossible result; why the caller may
    /// not see the tournament.
    pub async fn report_result(
        &self,
        id: TournamentId,
        caller: &Identity,
        table: u32,
        set: &ResultBySeat,
    ) -> Result<RoundView, TournamentRefusal> {
        let round = self
            .act(async |connection, changes| {
                let tournament = lock_visible(connection, id, caller).await?;
                if tournament.settings.play != Play::OverTheBoard {
                    return Err(TournamentRefusal::OnTheServer);
                }
                if !entries::has(connection, id, caller.player).await? {
                    return Err(TournamentRefusal::NotAtTable);
                }
                let event = load_event(connection, tournament).await?;
                let (round, known) = table_to_act_on(&event, table)?;
                let own = event.entry_of(caller.player).ok_or(TournamentRefusal::NotAtTable)?.id;
                let seat = known.seats.iter().position(|&entry| entry == own);
                let seat =
                    seat.and_then(|seat| u8::try_from(seat).ok()).ok_or(TournamentRefusal::NotAtTable)?;
                let status = lock_table(connection, id, table).await?;
                if status != TableStatus::Playing {
                    return Err(TournamentRefusal::Table(status));
                }
                let result = result(connection, &event, &known, set).await?;
                let report = Report {
                    by: own,
                    places: set.places.clone(),
                    prestige: set.prestige.clone(),
                    cards: set.cards.clone(),
                };
                let is_confirmed = known
                    .report
                    .as_ref()
                    .is_some_and(|other| other.by != own && Report { by: own, ..other.clone() } == report);
                if known.report.as_ref() == Some(&report) {
                    return Ok(round.number);
                }
                let kind = if is_confirmed {
                    let now = games::now(connection).await?;
                    tables::set_result(connection, id, table, &result, DecidedBy::Players, now).await?;
                    AuditKind::ResultConfirmed
                } else {
                    tables::set_report(connection, id, table, seat, &report).await?;
                    AuditKind::ResultReported
                };
                let places: Vec<String> = report.places.iter().map(u8::to_string).collect();
                let audit = AuditEntry::new(id, kind).by(caller.player).table(round.number, table);
                record_audit(connection, &audit.note(places.join(", "))).await?;
                changes.everybody(&event);
                Ok::<_, TournamentRefusal>(round.number)
            })
            .await?;
        self.round(id, Some(caller), round).await
    }
}
