//! Entering a tournament and leaving it. Entering is the consent to be paired.

use chrono::{DateTime, Utc};
use diesel_async::AsyncPgConnection;

use super::access::{load_event, lock_visible};
use super::arena::is_pairing_over;
use super::conditions::meets;
use super::entry_lock::{EntryKey, lock_for_entry, opens};
use super::fairness::is_for;
use super::guests::take_over;
use super::ratings::{shown_rating, unrated};
use super::team_members::{join, stays_in_team, team_to_join, withdrawn};
use super::{TournamentRefusal, Tournaments};
use crate::access::Client;
use crate::audit::record_audit;
use lapidary_engine::deal::Entropy;
use lapidary_model::auth::Identity;
use lapidary_model::tournament::TournamentId;
use lapidary_model::tournaments::audit::{AuditEntry, AuditKind};
use lapidary_model::tournaments::entry::{Entry, EntryStatus};
use lapidary_model::tournaments::event::Tournament;
use lapidary_model::tournaments::settings::{Format, Status, TournamentSettings};
use lapidary_store::games;
use lapidary_store::tournaments::{arena, entries, rounds};

/// How a player leaves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Leave {
    /// For good.
    Drop,
    /// Until they enter again.
    Pause,
}

impl Tournaments {
    /// Enters the caller, or brings back a caller who has paused.
    ///
    /// # Errors
    /// Why the caller cannot enter.
    pub async fn enter(
        &self,
        id: TournamentId,
        caller: &Identity,
        client: &Client,
        entropy: Option<Entropy>,
        key: &EntryKey,
    ) -> Result<Entry, TournamentRefusal> {
        let team = key.team.as_ref();
        let key = self.prove(id, caller, client, key).await?;
        self.act(async |connection, changes| {
            changes.players.insert(caller.player);
            let tournament = lock_for_entry(connection, id, caller, &key).await?;
            let own = entries::of(connection, id, caller.player).await?;
            let number = match own {
                Some(own) => {
                    may_come_back(&tournament, &own)?;
                    stays_in_team(&own, team)?;
                    entries::set_status(connection, id, own.id, EntryStatus::Active).await?;
                    own.id
                }
                None => {
                    // Whom an organizer has entered by name takes that entry, also after the registration.
                    if let Some(reserved) = entries::reserved_for(connection, id, caller.player).await? {
                        take_over(connection, &tournament, reserved, caller.player).await?;
                        let own = entries::of(connection, id, caller.player).await?;
                        let own = own.ok_or(TournamentRefusal::NotEntered)?;
                        stays_in_team(&own, team)?;
                        return Ok(own);
                    }
                    may_enter(connection, &tournament).await?;
                    opens(connection, &tournament, &key).await?;
                    is_for(connection, &tournament, caller.player).await?;
                    meets(connection, &tournament.settings, caller.player).await?;
                    let team = team_to_join(connection, &tournament, team).await?;
                    let rating = rating(connection, &tournament.settings, caller).await?;
                    let new =
                        entries::insert(connection, id, caller.player, rating, entropy.as_ref()).await?;
                    if let Some(team) = team {
                        join(connection, id, caller.player, new, team).await?;
                    }
                    new
                }
            };
            if tournament.settings.format == Format::Arena && tournament.status == Status::Running {
                arena::wait(connection, id, number).await?;
            }
            let audit = AuditEntry::new(id, AuditKind::Entered).by(caller.player).entry(number);
            record_audit(connection, &audit).await?;
            entries::of(connection, id, caller.player).await?.ok_or(TournamentRefusal::NotEntered)
        })
        .await
    }

    /// Takes the caller out: before the start the entry is deleted, later the entry is not paired any more. A
    /// table that is played goes on.
    ///
    /// # Errors
    /// Why the caller cannot leave.
    pub async fn withdraw(
        &self,
        id: TournamentId,
        caller: &Identity,
        leave: Leave,
    ) -> Result<(), TournamentRefusal> {
        self.act(async |connection, changes| {
            changes.players.insert(caller.player);
            let tournament = lock_visible(connection, id, caller).await?;
            let own = entries::of(connection, id, caller.player).await?;
            let own = own.ok_or(TournamentRefusal::NotEntered)?;
            self.close_finished(connection, &tournament, changes).await?;
            match (tournament.status, own.status, leave) {
                (Status::Draft | Status::Registration, ..) => {
                    entries::delete(connection, id, own.id).await?;
                    withdrawn(connection, &tournament, &own).await?;
                }
                (Status::Running, EntryStatus::Active, Leave::Pause) => {
                    entries::set_status(connection, id, own.id, EntryStatus::Paused).await?;
                }
                (Status::Running, EntryStatus::Active | EntryStatus::Paused, Leave::Drop) => {
                    entries::set_status(connection, id, own.id, EntryStatus::Dropped).await?;
                }
                (Status::Running, ..) => return Err(TournamentRefusal::NotEntered),
                (over, ..) => return Err(TournamentRefusal::State(over)),
            }
            let audit = AuditEntry::new(id, AuditKind::Withdrawn).by(caller.player).entry(own.id);
            record_audit(connection, &audit).await?;
            if tournament.status == Status::Running && !tournament.settings.ready_check.is_zero() {
                // Perhaps everybody else is ready.
                let mut event = load_event(connection, tournament).await?;
                self.open_if_due(connection, &mut event, changes).await?;
            }
            Ok::<_, TournamentRefusal>(())
        })
        .await
    }
}

/// A paused entry can come back while the tournament runs.
fn may_come_back(tournament: &Tournament, own: &Entry) -> Result<(), TournamentRefusal> {
    match (tournament.status, own.status) {
        (Status::Running, EntryStatus::Paused) => Ok(()),
        (_, status) => Err(TournamentRefusal::AlreadyEntered { entry: own.id, status }),
    }
}

async fn may_enter(
    connection: &mut AsyncPgConnection,
    tournament: &Tournament,
) -> Result<(), TournamentRefusal> {
    let (id, settings) = (tournament.id, &tournament.settings);
    match tournament.status {
        Status::Registration => {
            let now = games::now(connection).await?;
            if settings.registration_closes_at.is_some_and(|closes: DateTime<Utc>| closes <= now) {
                return Err(TournamentRefusal::RegistrationClosed);
            }
        }
        Status::Running if settings.late_entries && settings.format == Format::Arena => {
            if is_pairing_over(connection, tournament).await? {
                return Err(TournamentRefusal::RegistrationClosed);
            }
        }
        Status::Running if settings.late_entries => {
            let played = rounds::load(connection, id).await?.len();
            let last = match settings.format {
                Format::Swiss | Format::Heats => usize::from(settings.rounds.unwrap_or_default()),
                // A schedule or a bracket has no place for late entries.
                Format::RoundRobin | Format::SingleElimination | Format::Arena => 0,
            };
            if played >= last {
                return Err(TournamentRefusal::RegistrationClosed);
            }
        }
        Status::Running => return Err(TournamentRefusal::RegistrationClosed),
        other => return Err(TournamentRefusal::State(other)),
    }
    match entries::count(connection, id).await? >= settings.entries_max.into() {
        true => Err(TournamentRefusal::Full(settings.entries_max)),
        false => Ok(()),
    }
}

/// Returns the rating with which the caller enters, if the tournament is for it.
async fn rating(
    connection: &mut AsyncPgConnection,
    settings: &TournamentSettings,
    caller: &Identity,
) -> Result<i64, TournamentRefusal> {
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
        _ => Err(TournamentRefusal::RatingRequired { min, max }),
    }
}
