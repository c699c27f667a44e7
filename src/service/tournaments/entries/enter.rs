//! Entering a tournament and leaving it. Entering is the consent to be paired.

use super::conditions::meets;
use super::entry_lock::{EntryKey, lock_for_entry, opens};
use super::for_whom::is_for;
use super::guests::take_over;
use super::refusal::EntryRefusal;
use crate::access::Client;
use crate::tournaments::access::has_not_organized;
use crate::tournaments::access::lock_visible;
use crate::tournaments::act::{LockedEvent, Reads, change};
use crate::tournaments::ranking::ratings::{shown_rating, unrated};
use crate::tournaments::rounds::arena::is_pairing_over;
use crate::tournaments::teams::members::{leave, stays_in_team, team_to_join};
use crate::tournaments::teams::team::joined;
use crate::tournaments::{TournamentRefusal, Tournaments};
use lapidary_engine::deal::Entropy;
use lapidary_model::audit::{AuditEntry, AuditKind};
use lapidary_model::auth::Identity;
use lapidary_model::tournament::TournamentId;
use lapidary_model::tournaments::entry::{Entry, EntryStatus};
use lapidary_model::tournaments::event::Tournament;
use lapidary_model::tournaments::settings::{ENTRIES_MAX, Format, Status, TournamentSettings};
use lapidary_store::tournaments::{arena, entries, rounds};
use lapidary_store::{Postgres, games};

/// How a player leaves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Leave {
    /// Permanently.
    Drop,
    /// Until they enter again.
    Pause,
}

impl Leave {
    /// Returns the status of an entry that leaves like this; none if it has already left.
    pub(in crate::tournaments) const fn after(self, status: EntryStatus) -> Option<EntryStatus> {
        match (status, self) {
            (EntryStatus::Active, Leave::Pause) => Some(EntryStatus::Paused),
            (EntryStatus::Active | EntryStatus::Paused | EntryStatus::Waiting, Leave::Drop) => {
                Some(EntryStatus::Dropped)
            }
            _ => None,
        }
    }
}

#[boxed]
impl Tournaments {
    /// Enters the caller, or brings back a caller who has paused. If the tournament is full and has a waiting
    /// list, the caller waits for a place.
    pub async fn enter(
        &self,
        id: TournamentId,
        caller: &Identity,
        client: &Client,
        entropy: Option<Entropy>,
        key: &EntryKey,
    ) -> Result<Entry, EntryRefusal> {
        let team = key.team.as_ref();
        let key = self.prove(id, caller, client, key).await?;
        change!(self, async |connection, changes| -> EntryRefusal {
            changes.players.insert(caller.player);
            let (mut db, tournament) = lock_for_entry(connection, id, caller, &key).await?;
            let own = entries::of(&mut db, id, caller.player).await?;
            let number = match own {
                Some(mut own) => {
                    may_come_back(&tournament, &own)?;
                    stays_in_team(&own, team)?;
                    own.status = EntryStatus::Active;
                    entries::update(&mut db, &[&own]).await?;
                    own.id
                }
                None => {
                    has_not_organized(&mut db, &tournament, caller.player).await?;
                    // A player entered by name takes that entry, even after the registration.
                    if let Some(reserved) = entries::reserved_for(&mut db, id, caller.player).await? {
                        let own = take_over(&mut db, &tournament, reserved, caller.player, changes).await?;
                        stays_in_team(&own, team)?;
                        return Ok(own);
                    }
                    let status = place(&mut db, &tournament).await?;
                    opens(&mut db, &tournament, &key).await?;
                    is_for(&mut db, &tournament, caller.player).await?;
                    meets(&mut db, &tournament.settings, caller.player).await?;
                    let team = team_to_join(&mut db, &tournament, team).await?;
                    let rating = rating(&mut db, &tournament.settings, caller).await?;
                    let new =
                        entries::insert(&mut db, caller.player, rating, entropy.as_ref(), (team, status))
                            .await?;
                    changes.audit.extend(team.map(|team| joined(id, caller.player, new, team)));
                    new
                }
            };
            if tournament.settings.format == Format::Arena && tournament.status == Status::Running {
                arena::wait(&mut db, number).await?;
            }
            changes.audit.push(AuditEntry::new(id, AuditKind::Entered).by(caller.player).entry(number));
            Ok(entries::of(&mut db, id, caller.player).await?.ok_or(TournamentRefusal::NotEntered)?)
        })
    }

    /// Withdraws the caller. Before the start the entry is deleted; later it is no longer paired. A table in
    /// play goes on.
    pub async fn withdraw(
        &self,
        id: TournamentId,
        caller: &Identity,
        how: Leave,
    ) -> Result<(), EntryRefusal> {
        change!(self, async |connection, changes| -> EntryRefusal {
            changes.players.insert(caller.player);
            let (mut db, tournament) = lock_visible(connection, id, caller).await?;
            let own = entries::of(&mut db, id, caller.player).await?;
            let own = own.ok_or(TournamentRefusal::NotEntered)?;
            let audit = AuditEntry::new(id, AuditKind::Withdrawn).by(caller.player).entry(own.id);
            match tournament.status {
                Status::Draft | Status::Registration
                    if own.team.is_none()
                        && !tournament.settings.waiting_list
                        && tournament.forbidden.is_empty() =>
                {
                    changes.audit.push(audit);
                    return Ok(entries::delete(&mut db, own.id).await?);
                }
                over @ (Status::Finished | Status::Cancelled) => {
                    return Err(TournamentRefusal::State(over).into());
                }
                Status::Draft | Status::Registration | Status::Running => {}
            }
            let mut act = LockedEvent::new(db, tournament, Reads::Whole, changes).await?;
            if act.event.tournament.status != Status::Running {
                entries::delete(&mut act.db, own.id).await?;
                act.event.entries.retain(|entry| entry.id != own.id);
                // Another entry can get its number.
                act.event.tournament.forbidden.retain(|&(a, b)| a != own.id && b != own.id);
                if let Some(team) = own.team {
                    leave(&mut act, &own, team, false);
                }
                act.record(audit);
                move_up(&mut act);
                return act.done(()).await;
            }
            self.close_finished(&mut act).await?;
            let status = how.after(own.status).ok_or(TournamentRefusal::NotEntered)?;
            act.event.entry_mut(own.id).into_iter().for_each(|own| own.status = status);
            act.record(audit);
            // Perhaps everybody else is ready now.
            self.open_if_due(&mut act).await?;
            act.done(()).await
        })
    }
}

/// Checks that an entry can come back: paused ones can while the tournament runs.
fn may_come_back(tournament: &Tournament, own: &Entry) -> Result<(), EntryRefusal> {
    match (tournament.status, own.status) {
        (Status::Running, EntryStatus::Paused) => Ok(()),
        (_, status) => Err(EntryRefusal::AlreadyEntered { entry: own.id, status }),
    }
}

/// Returns whether an entering player gets a place or waits for one.
async fn place(connection: &mut Postgres, tournament: &Tournament) -> Result<EntryStatus, EntryRefusal> {
    may_enter(connection, tournament).await?;
    let (settings, most) = (&tournament.settings, tournament.settings.entries_max);
    let (taken, all) = entries::count(connection, tournament).await?;
    let has_list = settings.waiting_list && tournament.status == Status::Registration;
    match taken < most.into() {
        _ if all >= ENTRIES_MAX.into() => Err(EntryRefusal::Full(most)),
        true => Ok(EntryStatus::Active),
        false if has_list => Ok(EntryStatus::Waiting),
        false => Err(EntryRefusal::Full(most)),
    }
}

/// Gives free places of a tournament before its start to waiting entries, in the order of entering.
pub(in crate::tournaments) fn move_up(act: &mut LockedEvent<'_>) {
    let most = usize::from(act.event.tournament.settings.entries_max);
    let free = most.saturating_sub(act.event.places_taken());
    let is_next = |entry: &&mut Entry| entry.status == EntryStatus::Waiting && !entry.is_erased();
    let mut moved = Vec::new();
    for entry in act.event.entries.iter_mut().filter(is_next).take(free) {
        entry.status = EntryStatus::Active;
        moved.push((entry.id, entry.player.player));
    }
    for (entry, player) in moved {
        act.record(act.audit(AuditKind::MovedUp).entry(entry));
        act.changes.players.insert(player);
    }
}

async fn may_enter(connection: &mut Postgres, tournament: &Tournament) -> Result<(), EntryRefusal> {
    let (id, settings) = (tournament.id, &tournament.settings);
    match tournament.status {
        Status::Registration => {
            if let Some(closes) = settings.registration_closes_at
                && closes <= games::now(connection).await?
            {
                return Err(EntryRefusal::RegistrationClosed);
            }
        }
        Status::Running if settings.late_entries && settings.format == Format::Arena => {
            if is_pairing_over(connection, tournament).await? {
                return Err(EntryRefusal::RegistrationClosed);
            }
        }
        Status::Running if settings.late_entries => {
            let played = rounds::count(connection, id).await?;
            let last = match settings.format {
                Format::Swiss | Format::Heats => settings.rounds.unwrap_or_default().into(),
                // A schedule or a bracket has no room for late entries.
                _ => 0,
            };
            if played >= last {
                return Err(EntryRefusal::RegistrationClosed);
            }
        }
        Status::Running => return Err(EntryRefusal::RegistrationClosed),
        other => return Err(TournamentRefusal::State(other).into()),
    }
    Ok(())
}

/// Returns the rating with which the caller enters, if the tournament allows this rating.
async fn rating(
    connection: &mut Postgres,
    settings: &TournamentSettings,
    caller: &Identity,
) -> Result<i64, EntryRefusal> {
    let known = match settings.pool() {
        Some(pool) => shown_rating(connection, caller.player, &pool).await?,
        None => None,
    };
    let (min, max) = (settings.rating_min, settings.rating_max);
    let required = min.is_some() || max.is_some();
    let fits = |rating: i64| {
        min.is_none_or(|min| rating >= min.into()) && max.is_none_or(|max| rating <= max.into())
    };
    match known {
        Some(rating) if !required || fits(rating) => Ok(rating),
        None if !required => Ok(unrated()),
        _ => Err(EntryRefusal::RatingRequired { min, max }),
    }
}
