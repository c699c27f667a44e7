//! Starting a tournament: by an organizer, or by the server at the time that the settings say.

use diesel_async::AsyncPgConnection;

use super::access::{load_event, lock_organized, lock_unless_held};
use super::changes::Changes;
use super::look::TournamentView;
use super::plan::{Planned, plan};
use super::team_members::teams_are_complete;
use super::{TournamentRefusal, Tournaments};
use crate::audit::record_audit;
use lapidary_model::auth::{Identity, PlayerId};
use lapidary_model::tournament::TournamentId;
use lapidary_model::tournaments::audit::{AuditEntry, AuditKind};
use lapidary_model::tournaments::event::{Event, Tournament};
use lapidary_model::tournaments::settings::{Format, NextRound, Status};
use lapidary_store::games;
use lapidary_store::tournaments::{self, arena};

impl Tournaments {
    /// Starts a tournament. If the server pairs the rounds, it pairs the first, unless that has a later
    /// date. In an arena everybody waits for a table from now on.
    ///
    /// # Errors
    /// Why it cannot start: it is not in registration, fewer than two players have entered, the teams are
    /// not complete, or the format has no schedule for so many.
    pub async fn start(
        &self,
        id: TournamentId,
        caller: &Identity,
    ) -> Result<TournamentView, TournamentRefusal> {
        self.act(async |connection, changes| {
            let mut event = lock_organized(connection, id, caller).await?;
            if event.tournament.status != Status::Registration {
                return Err(TournamentRefusal::State(event.tournament.status));
            }
            let first = first_round(&event)?;
            self.begin(connection, &mut event, &first, Some(caller.player), changes).await
        })
        .await?;
        self.look(id, Some(caller)).await
    }

    /// Starts a tournament whose time has come. If another server or an organizer holds it at this moment, it
    /// is left to the next look.
    pub(super) async fn start_at_its_time(&self, id: TournamentId) -> Result<(), TournamentRefusal> {
        self.act(async |connection, changes| {
            let Some(found) = lock_unless_held(connection, id).await? else { return Ok(()) };
            if !is_due(connection, &found).await? {
                return Ok(());
            }
            let mut event = load_event(connection, found).await?;
            match first_round(&event) {
                Ok(first) => self.begin(connection, &mut event, &first, None, changes).await,
                Err(refusal) => not_started(connection, &event, &refusal, changes).await,
            }
        })
        .await
    }

    /// Marks a tournament as running, with this first round. `by` is the organizer who starts it; none for
    /// the server. The caller must hold the lock of the tournament.
    async fn begin(
        &self,
        connection: &mut AsyncPgConnection,
        event: &mut Event,
        first: &Planned,
        by: Option<PlayerId>,
        changes: &mut Changes,
    ) -> Result<(), TournamentRefusal> {
        let id = event.tournament.id;
        tournaments::start(connection, id).await?;
        event.tournament.status = Status::Running;
        record_audit(connection, &AuditEntry { by, ..AuditEntry::new(id, AuditKind::Started) }).await?;
        changes.everybody(event);
        if event.tournament.settings.next_round == NextRound::Automatic {
            match event.next_date() {
                Some(date) if date > games::now(connection).await? => {
                    tournaments::set_first_round_at(connection, id, Some(date)).await?;
                }
                _ => self.make_round(connection, event, first, by, changes).await?,
            }
        }
        if event.tournament.settings.format == Format::Arena {
            arena::begin(connection, id).await?;
        }
        Ok(())
    }
}

/// Returns the first round of a tournament: whatever forbids it is said before players wait for it.
fn first_round(event: &Event) -> Result<Planned, TournamentRefusal> {
    match event.present().len() {
        0 | 1 => Err(TournamentRefusal::TooFew),
        _ => {
            teams_are_complete(event)?;
            plan(event, &[])
        }
    }
}

/// Returns whether the server starts a tournament now.
async fn is_due(
    connection: &mut AsyncPgConnection,
    tournament: &Tournament,
) -> Result<bool, TournamentRefusal> {
    let now = games::now(connection).await?;
    let at = tournament.settings.starts_at;
    Ok(tournament.status == Status::Registration && at.is_some_and(|at| at <= now))
}

/// Leaves a tournament in registration that cannot start, and tells its organizers why. It is tried once:
/// they start it, or set another time.
async fn not_started(
    connection: &mut AsyncPgConnection,
    event: &Event,
    refusal: &TournamentRefusal,
    changes: &mut Changes,
) -> Result<(), TournamentRefusal> {
    let id = event.tournament.id;
    tournaments::end_schedule(connection, id).await?;
    let audit = AuditEntry::new(id, AuditKind::StartFailed).note(refusal.to_string());
    record_audit(connection, &audit).await?;
    changes.everybody(event);
    changes.organizers(event);
    Ok(())
}
