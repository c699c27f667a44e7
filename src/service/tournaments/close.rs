//! Closing a tournament, or cancelling it.

use diesel_async::AsyncPgConnection;

use super::access::lock_organized;
use super::fairness::judges_no_organizer;
use super::look::TournamentView;
use super::open::lock_players;
use super::pace::end_wait;
use super::{TournamentRefusal, Tournaments};
use crate::audit::record_audit;
use lapidary_contest::event::entry::EntryId;
use lapidary_model::auth::{Identity, PlayerId};
use lapidary_model::log::AbortReason;
use lapidary_model::tournament::TournamentId;
use lapidary_model::tournaments::audit::{AuditEntry, AuditKind};
use lapidary_model::tournaments::event::Event;
use lapidary_model::tournaments::round::{DecidedBy, RoundStatus};
use lapidary_model::tournaments::settings::Status;
use lapidary_store::sessions;
use lapidary_store::tournaments::{self, rounds, tables};

impl Tournaments {
    /// Ends a tournament: its standings are final, and its seed is revealed. Before the start, or with
    /// `cancel`, it is cancelled; tables without a result are voided, and their games are aborted, except
    /// rated ones that have begun. Repeating it changes nothing.
    ///
    /// # Errors
    /// [`TournamentRefusal::RoundUnfinished`]; [`TournamentRefusal::FreshLoginNeeded`] for an old login that
    /// would cancel a tournament that runs; [`TournamentRefusal::OrganizerSeated`] if a rated game of an
    /// organizer would be aborted; why the caller cannot close it.
    pub async fn close(
        &self,
        id: TournamentId,
        caller: &Identity,
        cancel: bool,
    ) -> Result<TournamentView, TournamentRefusal> {
        self.act(async |connection, changes| {
            let mut event = lock_organized(connection, id, caller).await?;
            let (status, kind) = match event.tournament.status {
                Status::Finished if !cancel => return Ok(()),
                Status::Cancelled => return Ok(()),
                over @ Status::Finished => return Err(TournamentRefusal::State(over)),
                Status::Draft | Status::Registration => (Status::Cancelled, AuditKind::Cancelled),
                Status::Running if cancel => (Status::Cancelled, AuditKind::Cancelled),
                Status::Running => (Status::Finished, AuditKind::Finished),
            };
            if event.tournament.status == Status::Running && cancel {
                if !sessions::has_fresh_login(connection, caller).await? {
                    return Err(TournamentRefusal::FreshLoginNeeded);
                }
                // Cancelling ends games without a result, which an organizer who plays must not do to a
                // lost one.
                let tables = event.rounds.iter().flat_map(|round| &round.tables);
                let unfinished = tables.filter(|table| table.is_unfinished());
                let seated: Vec<EntryId> = unfinished.flat_map(|table| table.seats.clone()).collect();
                judges_no_organizer(connection, &event, caller.player, &seated).await?;
            }
            // The players come first, because a match may go on; then the games, then their tables.
            // Everybody locks them in this order.
            lock_players(connection, &mut event).await?;
            let held = self.lock_undecided_games(connection, &event).await?;
            // Nobody avoids a loss because the tournament ends: a rated game that has begun is played to
            // its end.
            let begun = self.games.begun_rated(connection, &held).await?;
            let held = held.without(&begun);
            if status == Status::Finished {
                self.finish_round(connection, &mut event, None, changes).await?;
                if event.last_round().is_some_and(|round| round.status != RoundStatus::Closed) {
                    return Err(TournamentRefusal::RoundUnfinished);
                }
            } else if let Some(round) = event.last_round().filter(|round| round.status != RoundStatus::Closed)
            {
                cancel_round(connection, &event, round.number, caller.player).await?;
            }
            end_wait(connection, &event).await?;
            tournaments::end(connection, id, status).await?;
            record_audit(connection, &AuditEntry::new(id, kind).by(caller.player)).await?;
            let ended = self.games.end_held(connection, &held, AbortReason::TournamentOver).await?;
            changes.changed.extend(ended);
            changes.everybody(&event);
            Ok::<_, TournamentRefusal>(())
        })
        .await?;
        self.look(id, Some(caller)).await
    }
}

/// Closes a round in the middle of its games. Its tables without a result do not count, so that standings
/// stay as they are.
async fn cancel_round(
    connection: &mut AsyncPgConnection,
    event: &Event,
    round: u16,
    by: PlayerId,
) -> Result<(), TournamentRefusal> {
    let id = event.tournament.id;
    for table in tables::void_unfinished(connection, id, round, Some(DecidedBy::Arbiter)).await? {
        record_audit(connection, &AuditEntry::new(id, AuditKind::TableVoided).by(by).table(round, table))
            .await?;
    }
    rounds::close(connection, id, round, None).await?;
    Ok(())
}
