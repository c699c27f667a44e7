//! Byes that players request for rounds in which they do not want to play.

use diesel_async::AsyncPgConnection;

use super::access::lock_visible;
use super::{TournamentRefusal, Tournaments};
use lapidary_model::audit::{AuditEntry, AuditKind};
use lapidary_model::auth::Identity;
use lapidary_model::tournament::TournamentId;
use lapidary_model::tournaments::entry::{Entry, EntryStatus};
use lapidary_model::tournaments::event::Tournament;
use lapidary_model::tournaments::settings::Status;
use lapidary_store::tournaments::{Locked, entries, rounds};

impl Tournaments {
    /// Requests a bye for the caller in a round that is not paired. Repeating it changes nothing.
    ///
    /// # Errors
    /// [`TournamentRefusal::NoByes`]; [`TournamentRefusal::TooManyByes`]; [`TournamentRefusal::Field`] for a
    /// round that the tournament does not have; [`TournamentRefusal::RoundPaired`];
    /// [`TournamentRefusal::NotEntered`]; [`TournamentRefusal::State`].
    pub async fn request_bye(
        &self,
        id: TournamentId,
        caller: &Identity,
        round: u16,
    ) -> Result<Entry, TournamentRefusal> {
        self.act(async |connection, changes| {
            changes.players.insert(caller.player);
            let (mut db, tournament, mut own) = own_entry(connection, id, caller, round).await?;
            if round == 0 || round > tournament.settings.rounds.unwrap_or_default().into() {
                return Err(TournamentRefusal::Field {
                    pointer: "/round".to_owned(),
                    fault: "must be the number of a round of the tournament, at most its `rounds`",
                });
            }
            if own.requested_byes.contains(&round) {
                return Ok(own);
            }
            let max = tournament.settings.byes.max;
            if own.requested_byes.len() >= max.into() {
                return Err(TournamentRefusal::TooManyByes(max));
            }
            own.requested_byes.push(round);
            own.requested_byes.sort_unstable();
            entries::update(&mut db, &[&own]).await?;
            let audit =
                AuditEntry::new(id, AuditKind::ByeRequested).by(caller.player).round(round).entry(own.id);
            changes.audit.push(audit);
            Ok(own)
        })
        .await
    }

    /// Takes back the request of the caller for a bye in a round that is not paired. Without one, nothing
    /// changes.
    ///
    /// # Errors
    /// [`TournamentRefusal::NoByes`]; [`TournamentRefusal::RoundPaired`]; [`TournamentRefusal::NotEntered`];
    /// [`TournamentRefusal::State`].
    pub async fn take_back_bye(
        &self,
        id: TournamentId,
        caller: &Identity,
        round: u16,
    ) -> Result<Entry, TournamentRefusal> {
        self.act(async |connection, changes| {
            changes.players.insert(caller.player);
            let (mut db, _, mut own) = own_entry(connection, id, caller, round).await?;
            if !own.requested_byes.contains(&round) {
                return Ok(own);
            }
            own.requested_byes.retain(|&known| known != round);
            entries::update(&mut db, &[&own]).await?;
            let audit =
                AuditEntry::new(id, AuditKind::ByeTakenBack).by(caller.player).round(round).entry(own.id);
            changes.audit.push(audit);
            Ok(own)
        })
        .await
    }
}

/// Locks a tournament, and returns it with the entry of the caller, who can change the byes of this round.
async fn own_entry<'t>(
    connection: &'t mut AsyncPgConnection,
    id: TournamentId,
    caller: &Identity,
    round: u16,
) -> Result<(Locked<'t>, Tournament, Entry), TournamentRefusal> {
    let (mut db, tournament) = lock_visible(connection, id, caller).await?;
    match tournament.status {
        Status::Draft | Status::Registration | Status::Running => {}
        over => return Err(TournamentRefusal::State(over)),
    }
    let own = entries::of(&mut db, id, caller.player).await?;
    let is_in = |own: &Entry| matches!(own.status, EntryStatus::Active | EntryStatus::Paused);
    let own = own.filter(is_in).ok_or(TournamentRefusal::NotEntered)?;
    if tournament.settings.byes.max == 0 {
        return Err(TournamentRefusal::NoByes);
    }
    let paired = rounds::count(&mut db, id).await?;
    match round > 0 && i64::from(round) <= paired {
        true => Err(TournamentRefusal::RoundPaired(round)),
        false => Ok((db, tournament, own)),
    }
}
