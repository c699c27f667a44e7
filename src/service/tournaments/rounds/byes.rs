//! Byes for rounds in which players do not want to play. Players or organizers request them.

use std::collections::BTreeSet;
use std::mem;

use super::refusal::RoundRefusal;
use crate::tournaments::access::{lock_visible, no_entry, not_over};
use crate::tournaments::act::{change, organize};
use crate::tournaments::impartial::Harmless;
use crate::tournaments::{TournamentRefusal, Tournaments};
use lapidary_contest::event::entry::EntryId;
use lapidary_model::audit::{AuditEntry, AuditKind};
use lapidary_model::auth::Identity;
use lapidary_model::tournament::TournamentId;
use lapidary_model::tournaments::entry::{Entry, EntryStatus};
use lapidary_model::tournaments::event::{Event, Tournament};
use lapidary_model::tournaments::settings::Status;
use lapidary_store::Postgres;
use lapidary_store::tournaments::{Locked, entries, rounds};

#[boxed]
impl Tournaments {
    /// Requests a bye for the caller in a round that is not paired yet, or withdraws the request. Repeating
    /// it changes nothing.
    pub async fn request_bye(
        &self,
        id: TournamentId,
        caller: &Identity,
        round: u16,
        wanted: bool,
    ) -> Result<Entry, RoundRefusal> {
        change!(self, async |connection, changes| -> RoundRefusal {
            changes.players.insert(caller.player);
            let (mut db, tournament, mut own) = own_entry(connection, id, caller, round).await?;
            if wanted && (round == 0 || round > tournament.settings.rounds.unwrap_or_default().into()) {
                return Err(TournamentRefusal::field(
                    "/round",
                    "must be the number of a round of the tournament, at most its `rounds`",
                )
                .into());
            }
            if own.requested_byes.contains(&round) == wanted {
                return Ok(own);
            }
            let max = tournament.settings.byes.max;
            if wanted && own.requested_byes.len() >= max.into() {
                return Err(RoundRefusal::TooManyByes(max));
            }
            own.requested_byes.retain(|&known| known != round);
            own.requested_byes.extend(Some(round).filter(|_| wanted));
            own.requested_byes.sort_unstable();
            entries::update(&mut db, &[&own]).await?;
            let kind = if wanted { AuditKind::ByeRequested } else { AuditKind::ByeTakenBack };
            changes.audit.push(AuditEntry::new(id, kind).by(caller.player).round(round).entry(own.id));
            Ok(own)
        })
    }

    /// Sets the byes of an entry in the rounds that are not paired yet, for guests and players without a
    /// phone at hand.
    pub async fn set_byes(
        &self,
        id: TournamentId,
        caller: &Identity,
        entry: EntryId,
        rounds: &[u16],
    ) -> Result<Entry, RoundRefusal> {
        organize!(self, id, caller, may Harmless::OwnEntry, async |act| -> RoundRefusal {
            not_over(&act.event.tournament)?;
            let mut own = act.event.entry(entry).ok_or_else(|| no_entry(&act.event, entry))?.clone();
            if own.player.player != caller.player {
                act.does_not_enter(caller.player).await?;
            }
            let byes = byes_of(&own, &act.event, rounds)?;
            let before = mem::replace(&mut own.requested_byes, byes);
            let given = own.requested_byes.iter().filter(|round| !before.contains(round));
            let taken = before.iter().filter(|round| !own.requested_byes.contains(round));
            let given = given.map(|&round| (AuditKind::ByeRequested, round));
            let note = (own.player.player != caller.player).then(|| "set by an organizer".to_owned());
            for (kind, round) in given.chain(taken.map(|&round| (AuditKind::ByeTakenBack, round))) {
                let audit = act.audit(kind).by(caller.player).round(round).entry(entry);
                act.record(AuditEntry { note: note.clone(), ..audit });
            }
            act.event.entry_mut(entry).into_iter().for_each(|known| known.clone_from(&own));
            act.changes.players.insert(own.player.player);
            Ok(own)
        })
    }
}

/// Returns the byes of an entry after an organizer has set those of the rounds that are not paired yet.
fn byes_of(own: &Entry, event: &Event, rounds: &[u16]) -> Result<Vec<u16>, RoundRefusal> {
    let max = event.tournament.settings.byes.max;
    if max == 0 {
        return Err(RoundRefusal::NoByes);
    }
    let paired = event.rounds.len() as u16;
    let of_past = own.requested_byes.iter().copied().filter(|&round| round <= paired);
    let mut byes: BTreeSet<u16> = of_past.collect();
    for &round in rounds {
        if round > event.tournament.settings.rounds.unwrap_or_default().into() {
            return Err(TournamentRefusal::field(
                "/rounds",
                "must be numbers of rounds of the tournament, at most its `rounds`",
            )
            .into());
        }
        if byes.insert(round) && round <= paired {
            return Err(RoundRefusal::RoundPaired(round));
        }
    }
    match byes.len() > max.into() {
        true => Err(RoundRefusal::TooManyByes(max)),
        false => Ok(byes.into_iter().collect()),
    }
}

/// Locks a tournament. Returns it with the caller's entry, whose byes in this round can change.
async fn own_entry<'t>(
    connection: &'t mut Postgres,
    id: TournamentId,
    caller: &Identity,
    round: u16,
) -> Result<(Locked<'t>, Tournament, Entry), RoundRefusal> {
    let (mut db, tournament) = lock_visible(connection, id, caller).await?;
    match tournament.status {
        Status::Draft | Status::Registration | Status::Running => {}
        over => return Err(TournamentRefusal::State(over).into()),
    }
    let own = entries::of(&mut db, id, caller.player).await?;
    let is_in = |own: &Entry| matches!(own.status, EntryStatus::Active | EntryStatus::Paused);
    let own = own.filter(is_in).ok_or(TournamentRefusal::NotEntered)?;
    if tournament.settings.byes.max == 0 {
        return Err(RoundRefusal::NoByes);
    }
    let paired = rounds::count(&mut db, id).await?;
    match round > 0 && i64::from(round) <= paired {
        true => Err(RoundRefusal::RoundPaired(round)),
        false => Ok((db, tournament, own)),
    }
}
