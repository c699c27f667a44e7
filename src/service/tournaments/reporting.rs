//! Results that players of a table report over the board: the table has the result that two of them have
//! reported alike.

use super::access::lock_visible;
use super::act::Act;
use super::arbiter::{ResultBySeat, result, table_to_act_on};
use super::look::RoundView;
use super::{TournamentRefusal, Tournaments};
use lapidary_model::audit::AuditKind;
use lapidary_model::auth::Identity;
use lapidary_model::tournament::TournamentId;
use lapidary_model::tournaments::round::{DecidedBy, Report, TableStatus};
use lapidary_model::tournaments::settings::Play;
use lapidary_store::tournaments::entries;

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
        self.act(async |connection, changes| {
            let (mut db, tournament) = lock_visible(connection, id, caller).await?;
            if tournament.settings.play != Play::OverTheBoard {
                return Err(TournamentRefusal::OnTheServer);
            }
            if !entries::has(&mut db, id, caller.player).await? {
                return Err(TournamentRefusal::NotAtTable);
            }
            let mut act = Act::new(db, tournament, changes).await?;
            let (round, mut known) = table_to_act_on(&act.event, table)?;
            let own = act.event.entry_of(caller.player).ok_or(TournamentRefusal::NotAtTable)?.id;
            if !known.seats.contains(&own) {
                return Err(TournamentRefusal::NotAtTable);
            }
            if known.status != TableStatus::Playing {
                return Err(TournamentRefusal::Table(known.status));
            }
            let result = result(&act.event, &known, set)?;
            let report = Report {
                by: own,
                places: set.places.clone(),
                prestige: set.prestige.clone(),
                cards: set.cards.clone(),
            };
            if known.report.as_ref() != Some(&report) {
                let same = |other: &Report| other.by != own && Report { by: own, ..other.clone() } == report;
                let is_confirmed = known.report.as_ref().is_some_and(same);
                let places: Vec<String> = report.places.iter().map(u8::to_string).collect();
                let before = known.clone();
                let kind = if is_confirmed {
                    known.decide(result, DecidedBy::Players, act.now);
                    AuditKind::ResultConfirmed
                } else {
                    known.report(report);
                    AuditKind::ResultReported
                };
                let audit = act.audit(kind).by(caller.player).table(round.number, table);
                act.record(audit.note(places.join(", ")).changes(before.differences(&known)));
                act.put(vec![known]);
                act.tell_everybody();
            }
            let view = RoundView::of(&act.event, round.number)?;
            act.done(view).await
        })
        .await
    }
}
