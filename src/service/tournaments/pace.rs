//! When rounds begin and end by themselves: their dates, and the time to play them. Both are times of the
//! database, stored before they come, so that a server that starts again finds them.

use chrono::{DateTime, Utc};
use diesel_async::AsyncPgConnection;

use super::access::{load_event, lock_unless_held};
use super::changes::Changes;
use super::open::{lock_players, reload};
use super::plan::plan;
use super::{TournamentRefusal, Tournaments};
use crate::audit::record_audit;
use lapidary_model::game::GameId;
use lapidary_model::log::AbortReason;
use lapidary_model::tournament::TournamentId;
use lapidary_model::tournaments::audit::{AuditEntry, AuditKind};
use lapidary_model::tournaments::event::{Event, Tournament};
use lapidary_model::tournaments::round::{RoundStatus, TournamentTable};
use lapidary_model::tournaments::settings::{NextRound, Status, TournamentSettings};
use lapidary_store::tournaments::rounds::{self, NextPairing};
use lapidary_store::tournaments::{self, tables};
use lapidary_store::{Failure, games};

/// What the audit says about a table that was not finished in time.
const OVERDUE: &str = "the time of the round is over";

impl Tournaments {
    /// Pairs the first round of a tournament whose date has come. If another server or an organizer holds it
    /// at this moment, it is left to the next look.
    pub(super) async fn begin_at_its_date(&self, id: TournamentId) -> Result<(), TournamentRefusal> {
        self.act(async |connection, changes| {
            let Some(found) = lock_unless_held(connection, id).await? else { return Ok(()) };
            if !begins_now(connection, &found).await? {
                return Ok(());
            }
            let mut event = load_event(connection, found).await?;
            let is_paired = self.pair_by_itself(connection, &mut event, None, changes).await?;
            if !is_paired && event.tournament.status == Status::Running {
                not_begun(connection, &event, changes).await?;
            }
            Ok(())
        })
        .await
    }

    /// Voids the tables of the last round that have no result, if its time is over. Rated games that have
    /// begun are played to their end, as everywhere. The caller must hold the lock of the tournament.
    pub(super) async fn end_if_overdue(
        &self,
        connection: &mut AsyncPgConnection,
        event: &mut Event,
        changes: &mut Changes,
    ) -> Result<(), TournamentRefusal> {
        let now = games::now(connection).await?;
        let Some(round) = event.last_round().filter(|round| round.is_overdue(now)).cloned() else {
            return Ok(());
        };
        // The players come first, then the games, then their tables.
        lock_players(connection, event).await?;
        let unfinished = round.tables.iter().filter(|table| table.is_unfinished());
        let ids: Vec<GameId> = unfinished.filter_map(|table: &TournamentTable| table.game).collect();
        let held = self.games.lock_games(connection, ids, event.tournament.creator.player).await?;
        let begun = self.games.begun_rated(connection, &held).await?;
        let held = held.without(&begun);
        let id = event.tournament.id;
        for table in tables::void_unfinished(connection, id, round.number, None).await? {
            let audit = AuditEntry::new(id, AuditKind::TableVoided).table(round.number, table).note(OVERDUE);
            record_audit(connection, &audit).await?;
        }
        changes.changed.extend(self.games.end_held(connection, &held, AbortReason::TableDecided).await?);
        changes.everybody(event);
        Ok(reload(connection, event).await?)
    }
}

/// Tells the organizers why the first round was not paired at its date: somebody has left since the start,
/// and the format has no schedule for those who remain. It is tried once: they pair, or add entries.
async fn not_begun(
    connection: &mut AsyncPgConnection,
    event: &Event,
    changes: &mut Changes,
) -> Result<(), TournamentRefusal> {
    let Err(refusal) = plan(event, &[]) else { return Ok(()) };
    let audit = AuditEntry::new(event.tournament.id, AuditKind::StartFailed).note(refusal.to_string());
    record_audit(connection, &audit).await?;
    changes.organizers(event);
    Ok(())
}

/// Returns whether the server pairs the first round of a tournament now.
async fn begins_now(
    connection: &mut AsyncPgConnection,
    tournament: &Tournament,
) -> Result<bool, TournamentRefusal> {
    let now = games::now(connection).await?;
    Ok(tournament.status == Status::Running && tournament.first_round_at.is_some_and(|at| at <= now))
}

/// Returns when the server pairs the round after the last one, which ends now.
pub(super) fn next_pairing(event: &Event) -> NextPairing {
    NextPairing { after: event.tournament.settings.next_round_after, not_before: event.next_date() }
}

/// Stores that the server does not wait any more to pair a round. The caller must hold the lock of the
/// tournament.
pub(super) async fn end_wait(connection: &mut AsyncPgConnection, event: &Event) -> Result<(), Failure> {
    let id = event.tournament.id;
    if event.tournament.first_round_at.is_some() {
        tournaments::set_first_round_at(connection, id, None).await?;
    }
    rounds::end_wait(connection, id).await
}

/// Lets the server wait as the changed settings of a running tournament say, if it waits to pair a round. Who
/// pairs by call is not waited for.
pub(super) async fn change_waits(
    connection: &mut AsyncPgConnection,
    event: &Event,
    settings: &TournamentSettings,
) -> Result<(), Failure> {
    let (id, old) = (event.tournament.id, &event.tournament.settings);
    if event.tournament.status != Status::Running {
        return Ok(());
    }
    if settings.next_round == NextRound::Call && old.next_round != NextRound::Call {
        return end_wait(connection, event).await;
    }
    let date = settings.round_date(event.rounds.len() + 1);
    if settings.round_dates == old.round_dates {
        return Ok(());
    }
    if event.tournament.first_round_at.is_some() {
        let at = date.unwrap_or(games::now(connection).await?);
        tournaments::set_first_round_at(connection, id, Some(at)).await?;
    }
    if let Some(last) = event.last_round().filter(|last| last.status == RoundStatus::Closed) {
        let next = NextPairing { after: settings.next_round_after, not_before: date };
        rounds::change_wait(connection, id, last.number, next).await?;
    }
    Ok(())
}

/// Checks the dates of changed settings: those of rounds that are paired stay, others are to come.
pub(super) async fn dates_fit(
    connection: &mut AsyncPgConnection,
    event: &Event,
    settings: &TournamentSettings,
) -> Result<(), TournamentRefusal> {
    let old = &event.tournament.settings.round_dates;
    dates_to_come(connection, &settings.round_dates, old, event.rounds.len()).await
}

/// Checks dates of rounds of which this many are paired: a date that differs from the old one is to come.
///
/// # Errors
/// [`TournamentRefusal::Field`].
pub(super) async fn dates_to_come(
    connection: &mut AsyncPgConnection,
    dates: &[DateTime<Utc>],
    old: &[DateTime<Utc>],
    paired: usize,
) -> Result<(), TournamentRefusal> {
    let now = games::now(connection).await?;
    let is_new = |&(place, date): &(usize, &DateTime<Utc>)| old.get(place) != Some(date);
    for (place, &date) in dates.iter().enumerate().filter(is_new) {
        let fault = match place < paired {
            true => "must stay: its round is paired",
            false if date <= now => "must be a time to come",
            false => continue,
        };
        return Err(TournamentRefusal::Field { pointer: format!("/round_dates/{place}"), fault });
    }
    Ok(())
}
