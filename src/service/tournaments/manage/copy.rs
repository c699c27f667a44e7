//! Copying a tournament: making another one with its settings and organizers, without entries and results.

use super::change::Change;
use super::create::{NewTournament, make};
use super::refusal::ManageRefusal;
use crate::access::Client;
use crate::idempotency::{self, Done, OnceRefusal};
use crate::tournaments::access::load_organized;
use crate::tournaments::act::Changes;
use crate::tournaments::read::look::TournamentView;
use crate::tournaments::{TournamentRefusal, Tournaments};
use lapidary_model::auth::Identity;
use lapidary_model::idempotency::{Claim, KeptAnswer};
use lapidary_model::player::Occupant;
use lapidary_model::tournament::TournamentId;
use lapidary_model::tournaments::event::Tournament;
use lapidary_model::tournaments::settings::{EntryLock, TournamentSettings};
use lapidary_store::tournaments::entry_lock;
use lapidary_store::tournaments::members::{self, Role};
use lapidary_store::{Failure, Postgres, challenges, sessions};

impl Tournaments {
    /// Creates a tournament with the settings of another one, of which a change replaces some. Dates are not
    /// copied. Its organizers are invited to organize the copy. With a claim, repeated requests create it
    /// only once; `answer` makes the stored response.
    pub async fn copy<E: OnceRefusal<ManageRefusal>>(
        &self,
        id: TournamentId,
        caller: &Identity,
        client: &Client,
        mut change: Change,
        claim: Option<&Claim>,
        answer: impl FnOnce(&TournamentView) -> Result<KeptAnswer, E>,
    ) -> Result<Done, E> {
        let hash = match change.entry_password.take() {
            Some(password) => Some(
                self.hash_changed_password(id, caller, client, password)
                    .await
                    .map_err(ManageRefusal::from)?,
            ),
            None => None,
        };
        let mut changes = Changes::default();
        let work = async |connection: &mut Postgres| {
            let (new, hash) = copied(connection, id, caller, change, hash).await?;
            let made = make(connection, &self.settings, caller, new, hash).await?;
            changes.invited(connection, made.listed.tournament.id).await?;
            answer(&made)
        };
        let done = idempotency::once(&self.pool, claim, work).await?;
        self.tell(&changes);
        Ok(done)
    }
}

/// Returns the copy of a tournament, with the hash of its entry password.
#[boxed]
async fn copied(
    connection: &mut Postgres,
    id: TournamentId,
    caller: &Identity,
    change: Change,
    hash: Option<String>,
) -> Result<(NewTournament, Option<String>), ManageRefusal> {
    sessions::lock(connection, caller).await??;
    let old = load_organized(connection, id, caller).await?;
    if change.forbidden.is_some() {
        return Err(TournamentRefusal::field(
            "/forbidden_pairs",
            "must be left out: a copy has no entries yet",
        )
        .into());
    }
    let mut organizers = change.organizers;
    organizers.extend(organizers_of(connection, &old, caller).await?);
    let settings = change.settings.apply(TournamentSettings {
        registration_closes_at: None,
        starts_at: None,
        round_dates: Vec::new(),
        rating_ended_at: None,
        ..old.settings
    });
    if let Some((pointer, fault)) = settings.fault() {
        return Err(TournamentRefusal::field(pointer, fault).into());
    }
    let hash = match settings.entry {
        EntryLock::Password if hash.is_none() => entry_lock::password_hash(connection, id).await?,
        _ => hash,
    };
    let (open, invited) = (change.open, change.invited);
    let new = NewTournament { settings, series: None, open, entry_password: None, organizers, invited };
    Ok((new, hash))
}

/// Returns the names of the other organizers of a tournament whom the caller can invite.
async fn organizers_of(
    connection: &mut Postgres,
    old: &Tournament,
    caller: &Identity,
) -> Result<Vec<String>, Failure> {
    let mut organizers: Vec<Occupant> = members::load(connection, old.id, Role::Organizer).await?;
    organizers.push(old.creator.clone());
    let mut names = Vec::new();
    for organizer in organizers.into_iter().filter(|organizer| organizer.player != caller.player) {
        if !challenges::is_blocked(connection, caller.player, organizer.player).await? {
            names.extend(organizer.username);
        }
    }
    Ok(names)
}
