//! Creating a tournament: its settings, and the seed to which the server commits before anybody enters.

use super::fairness::{fits_ladder, manages_club, may_rate, no_bot_organizes};
use super::in_series::add_to_series;
use super::invite::invite;
use super::organizers::invite_organizers;
use super::refusal::ManageRefusal;
use crate::access::Client;
use crate::audit::record_all;
use crate::idempotency::{self, Done, OnceRefusal};
use crate::tournaments::act::Changes;
use crate::tournaments::entries::entry_lock::store_lock;
use crate::tournaments::read::look::{TournamentView, view};
use crate::tournaments::rounds::pace::dates_to_come;
use crate::tournaments::{TournamentRefusal, Tournaments};
use lapidary_contest::event::seed::EventSeed;
use lapidary_model::audit::{AuditEntry, AuditKind};
use lapidary_model::auth::{Identity, NewPassword, PlayerId};
use lapidary_model::club::ClubId;
use lapidary_model::idempotency::{Claim, KeptAnswer};
use lapidary_model::series::SeriesId;
use lapidary_model::settings::GameSettings;
use lapidary_model::tournament::TournamentId;
use lapidary_model::tournaments::settings::{EntryLock, Status, TournamentSettings};
use lapidary_store::{Postgres, clubs, games, sessions, tournaments};

/// A tournament to create.
pub struct NewTournament {
    pub settings: TournamentSettings,
    /// The series to which it is added.
    pub series: Option<SeriesId>,
    /// Whether players can enter at once.
    pub open: bool,
    /// The password with which players enter.
    pub entry_password: Option<NewPassword>,
    /// The names of organizers besides the creator.
    pub organizers: Vec<String>,
    /// The names of players who may see and enter a private tournament.
    pub invited: Vec<String>,
}

impl Tournaments {
    /// Creates a tournament. With a claim, repeated requests create it only once; `answer` makes the stored
    /// response.
    pub async fn create<E: OnceRefusal<ManageRefusal>>(
        &self,
        caller: &Identity,
        client: &Client,
        mut new: NewTournament,
        claim: Option<&Claim>,
        answer: impl FnOnce(&TournamentView) -> Result<KeptAnswer, E>,
    ) -> Result<Done, E> {
        let hash = match new.entry_password.take() {
            Some(password) => {
                Some(self.hash_entry_password(client, password).await.map_err(ManageRefusal::from)?)
            }
            None => None,
        };
        let mut changes = Changes::default();
        let work = async |connection: &mut Postgres| {
            let made = make(connection, &self.settings, caller, new, hash).await?;
            changes.invited(connection, made.listed.tournament.id).await?;
            answer(&made)
        };
        let done = idempotency::once(&self.pool, claim, work).await?;
        self.tell(&changes);
        Ok(done)
    }
}

/// Checks that there is room for another unfinished tournament: in a club, or else in the account of a
/// creator. Until the transaction ends, no other request can count them.
pub(in crate::tournaments) async fn has_room(
    connection: &mut Postgres,
    settings: &GameSettings,
    creator: PlayerId,
    club: Option<ClubId>,
) -> Result<(), ManageRefusal> {
    let (limit, refusal) = match club {
        Some(club) => {
            clubs::lock(connection, club).await?;
            let limit = settings.tournaments_per_club;
            (limit, ManageRefusal::TooManyOfClub(limit))
        }
        None => {
            games::lock_account(connection, creator).await?;
            let limit = settings.tournaments_per_account;
            (limit, ManageRefusal::TooMany(limit))
        }
    };
    match tournaments::unfinished_count(connection, creator, club).await? >= limit.into() {
        true => Err(refusal),
        false => Ok(()),
    }
}

/// Creates a tournament in an open transaction.
#[boxed]
pub(crate) async fn make(
    connection: &mut Postgres,
    settings: &GameSettings,
    caller: &Identity,
    new: NewTournament,
    entry_hash: Option<String>,
) -> Result<TournamentView, ManageRefusal> {
    sessions::lock(connection, caller).await??;
    if let Some(club) = new.settings.club {
        manages_club(connection, club, caller.player).await?;
    }
    has_room(connection, settings, caller.player, new.settings.club).await?;
    if new.settings.rated {
        may_rate(connection, settings, caller).await?;
    }
    fits_ladder(connection, &new.settings).await?;
    if new.settings.ladder.is_some() {
        no_bot_organizes(connection, &new.settings, &[caller.player]).await?;
    }
    dates_to_come(&new.settings.round_dates, &[], 0, games::now(connection).await?)?;
    let mut seed = [0; 32];
    getrandom::fill(&mut seed)?;
    let id = TournamentId::generate();
    let row = tournaments::NewTournament {
        id,
        creator: caller.player,
        status: if new.open { Status::Registration } else { Status::Draft },
        settings: &new.settings,
        seed: &seed,
        commitment: EventSeed::new(seed).commitment(),
    };
    let mut db = tournaments::insert(connection, &row).await?;
    store_lock(&mut db, EntryLock::Open, new.settings.entry, entry_hash.as_deref()).await?;
    let made = tournaments::find(&mut db, id).await?.ok_or(TournamentRefusal::NotFound)?;
    if let Some(series) = new.series {
        add_to_series(&mut db, series, &made, caller.player).await?;
    }
    invite_organizers(&mut db, &made, caller.player, &new.organizers).await?;
    invite(&mut db, caller.player, &new.invited).await?;
    let opened = new.open.then_some(AuditKind::RegistrationOpened);
    let kinds = [AuditKind::Created].into_iter().chain(opened);
    let audit: Vec<_> = kinds.map(|kind| AuditEntry::new(id, kind).by(caller.player)).collect();
    record_all(&mut db, &audit).await?;
    Ok(view(&mut db, made, Some(caller)).await?)
}
