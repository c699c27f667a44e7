//! Announcements of organizers to everybody who has entered.

use super::refusal::ManageRefusal;
use crate::audit::record_audit;
use crate::idempotency::{self, Done, OnceRefusal};
use crate::tournaments::act::{Changes, LockedEvent};
use crate::tournaments::impartial::Harmless;
use crate::tournaments::{TournamentRefusal, Tournaments};
use lapidary_model::audit::{Audience, AuditEntry, AuditKind, StoredAuditEntry};
use lapidary_model::auth::Identity;
use lapidary_model::idempotency::{Claim, KeptAnswer};
use lapidary_model::tournament::TournamentId;
use lapidary_model::tournaments::settings::{ANNOUNCEMENTS_PER_DAY, Status};
use lapidary_store::Postgres;
use lapidary_store::tournaments::audit::{self, Notes};

impl Tournaments {
    /// Announces a text to everybody who has entered, and returns its audit entry. With a claim, repeated
    /// requests announce it only once; `answer` makes the stored response.
    pub async fn announce<E: OnceRefusal<ManageRefusal>>(
        &self,
        id: TournamentId,
        caller: &Identity,
        text: &str,
        claim: Option<&Claim>,
        answer: impl FnOnce(&StoredAuditEntry) -> Result<KeptAnswer, E>,
    ) -> Result<Done, E> {
        let mut changes = Changes::default();
        let work = async |connection: &mut Postgres| {
            let act = LockedEvent::organized(connection, &mut changes, id, caller, Harmless::Announcing);
            let act = act.await.map_err(ManageRefusal::from)?;
            act.changes.everybody(&act.event);
            act.changes.organizers(&act.event);
            answer(&record(act, caller, text).await?)
        };
        let done = idempotency::once(&self.pool, claim, work).await?;
        self.tell(&changes);
        Ok(done)
    }
}

/// Stores an announcement in an open transaction, and returns it.
async fn record(
    mut act: LockedEvent<'_>,
    caller: &Identity,
    text: &str,
) -> Result<StoredAuditEntry, ManageRefusal> {
    let id = act.event.tournament.id;
    match act.event.tournament.status {
        Status::Registration | Status::Running => {}
        other => return Err(TournamentRefusal::State(other).into()),
    }
    if audit::announced_today(&mut act.db, id).await? >= ANNOUNCEMENTS_PER_DAY {
        return Err(ManageRefusal::TooManyAnnouncements(ANNOUNCEMENTS_PER_DAY));
    }
    let announced = AuditEntry::new(id, AuditKind::Announced).by(caller.player).note(text);
    record_audit(&mut act.db, &announced).await?;
    let last =
        audit::list(&mut act.db, Some(id.into()), (Notes::All, Audience::Organizers), None, 1).await?.pop();
    Ok(last.ok_or(TournamentRefusal::NotFound)?)
}
