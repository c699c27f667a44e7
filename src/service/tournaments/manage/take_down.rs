//! Texts of a tournament that an administrator takes down.

use crate::audit::record_all;
use crate::tournaments::TournamentRefusal;
use crate::tournaments::act::{Changes, LockedEvent, Reads};
use lapidary_contest::event::entry::EntryId;
use lapidary_contest::event::team::TeamId;
use lapidary_model::audit::{AuditEntry, AuditKind};
use lapidary_model::auth::PlayerId;
use lapidary_model::text_target::{TextKind, TextTarget};
use lapidary_model::tournament::TournamentId;
use lapidary_model::tournaments::event::Event;
use lapidary_store::tournaments;
use lapidary_store::{Postgres, take_downs};

/// Takes a text of a tournament down in an open transaction, whoever organizes it. Returns whom to notify
/// after the commit; none if nothing has changed.
pub(crate) async fn take_down(
    connection: &mut Postgres,
    target: &TextTarget,
) -> Result<Option<Vec<PlayerId>>, TournamentRefusal> {
    let (id, mut changes) = (TournamentId(target.id), Changes::default());
    let mut db = tournaments::lock(connection, id).await?.ok_or(TournamentRefusal::NotFound)?;
    let found = tournaments::find(&mut db, id).await?.ok_or(TournamentRefusal::NotFound)?;
    let mut act = LockedEvent::new(db, found, Reads::Whole, &mut changes).await?;
    let before = act.event.clone();
    let audit = act.audit(AuditKind::TextTakenDown);
    let audit = replace(&mut act.event, target, audit)?;
    let field = target.kind.field();
    let was_told = take_downs::forget_field(&mut act.db, id.into(), AuditKind::Changed, field).await?;
    if act.event == before && !was_told {
        return Ok(None);
    }
    act.record(audit);
    act.tell_everybody();
    act.changes.organizers(&act.event);
    act.done::<_, TournamentRefusal>(()).await?;
    record_all(connection, &changes.audit).await?;
    Ok(Some(changes.players.into_iter().collect()))
}

/// Replaces the text in an event, and returns the entry of the audit with what stands there now.
fn replace(
    event: &mut Event,
    target: &TextTarget,
    audit: AuditEntry,
) -> Result<AuditEntry, TournamentRefusal> {
    let number = target.number.unwrap_or_default();
    let after = match target.kind {
        TextKind::TeamName => {
            let team = event.teams.iter_mut().find(|team| team.id == TeamId(number));
            let team = team.ok_or(TournamentRefusal::NotFound)?;
            team.name = format!("Team {number}");
            Some(team.name.clone())
        }
        TextKind::GuestName => {
            let entry = event.entry_mut(EntryId(number)).filter(|entry| entry.guest.is_some());
            let entry = entry.ok_or(TournamentRefusal::NotFound)?;
            entry.guest = Some(format!("Guest {number}"));
            return Ok(audit.entry(entry.id).changes(vec![target.change(entry.guest.clone())]));
        }
        TextKind::TournamentDescription => {
            event.tournament.settings.description.clear();
            None
        }
        _ => {
            event.tournament.settings.name = target.neutral_name("tournament");
            Some(event.tournament.settings.name.clone())
        }
    };
    Ok(audit.changes(vec![target.change(after)]))
}
