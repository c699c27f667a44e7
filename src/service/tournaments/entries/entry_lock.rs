//! What a player needs for entering a tournament: a password, or a code that organizers hand out. The server
//! keeps the hash of the password and the digest of the code.

use super::refusal::EntryRefusal;
use crate::access::{AttemptRefusal, Client};
use crate::tournaments::access::{load_organized, load_visible, lock_organized, lock_visible, not_over};
use crate::tournaments::act::change;
use crate::tournaments::teams::members::TeamKey;
use crate::tournaments::{TournamentRefusal, Tournaments};
use lapidary_model::audit::{AuditEntry, AuditKind};
use lapidary_model::auth::{HandedCode, Identity, NewPassword};
use lapidary_model::tournament::TournamentId;
use lapidary_model::tournaments::event::Tournament;
use lapidary_model::tournaments::settings::{EntryLock, Status};
use lapidary_store::tournaments::{self, Locked, entries, entry_lock};
use lapidary_store::{Postgres, sessions};

/// A player's credentials for entering a tournament.
#[derive(Default)]
pub struct EntryKey {
    pub password: Option<String>,
    pub code: Option<String>,
    /// The team to join, with its code.
    pub team: Option<TeamKey>,
}

/// A verified key, for the transaction that enters the player.
#[derive(Default)]
pub(in crate::tournaments) struct ProvedKey {
    /// The stored hash that matched the password.
    hash: Option<String>,
    /// The digest of the code.
    digest: Option<[u8; 32]>,
}

#[boxed]
impl Tournaments {
    /// Returns the hash of a new password of a tournament.
    pub(in crate::tournaments) async fn hash_entry_password(
        &self,
        client: &Client,
        password: NewPassword,
    ) -> Result<String, EntryRefusal> {
        Ok(self.access.hash_new(client, password).await?)
    }

    /// Does the same for an existing tournament that the caller organizes, because others must not keep the
    /// server busy with hashing.
    pub(in crate::tournaments) async fn hash_changed_password(
        &self,
        id: TournamentId,
        caller: &Identity,
        client: &Client,
        password: NewPassword,
    ) -> Result<String, EntryRefusal> {
        let mut connection = self.pool.get().await?;
        load_organized(&mut connection, id, caller).await?;
        drop(connection);
        self.hash_entry_password(client, password).await
    }

    /// Verifies a password before the transaction that relies on it, so that nobody waits for the tournament
    /// during the hashing. Guesses are delayed like those of account passwords: for each player and
    /// tournament, and for each network. A player with an entry needs no password.
    pub(in crate::tournaments) async fn prove(
        &self,
        id: TournamentId,
        caller: &Identity,
        client: &Client,
        key: &EntryKey,
    ) -> Result<ProvedKey, EntryRefusal> {
        let digest = key.code.as_deref().and_then(HandedCode::parse).map(|code| code.digest());
        let Some(password) = &key.password else { return Ok(ProvedKey { hash: None, digest }) };
        let mut connection = self.pool.get().await?;
        let tournament = load_visible(&mut connection, id, Some(caller)).await?;
        let takes_entries = matches!(tournament.status, Status::Registration | Status::Running);
        let is_asked = tournament.settings.entry == EntryLock::Password && takes_entries;
        if !is_asked || entries::has(&mut connection, id, caller.player).await? {
            return Ok(ProvedKey { hash: None, digest });
        }
        let stored = entry_lock::password_hash(&mut connection, id).await?;
        drop(connection);
        // No username has a space.
        let name = format!("{id} {}", caller.player);
        let presenter = self.access.presenter(client.address, &name, None);
        let attempt = self.access.attempt(presenter, &client.gone).await?;
        match attempt.verify(stored.clone(), password.clone()).await? {
            Some(_) => Ok(ProvedKey { hash: stored, digest }),
            None => Err(EntryRefusal::Locked(EntryLock::Password)),
        }
    }

    /// Makes a code with which players enter. It replaces an earlier one.
    pub async fn make_entry_code(
        &self,
        id: TournamentId,
        caller: &Identity,
    ) -> Result<HandedCode, EntryRefusal> {
        change!(self, async |connection, changes| -> EntryRefusal {
            let (mut db, tournament) = lock_organized(connection, id, caller, None).await?;
            not_over(&tournament)?;
            if tournament.settings.entry != EntryLock::Link {
                return Err(EntryRefusal::NotLinked);
            }
            let code = HandedCode::generate()?;
            entry_lock::set_code(&mut db, &code.digest()).await?;
            changes.audit.push(AuditEntry::new(id, AuditKind::EntryCodeMade).by(caller.player));
            Ok(code)
        })
    }
}

/// Locks a tournament that the caller may enter, and returns it. The holder of its code may enter a private
/// one.
pub(in crate::tournaments) async fn lock_for_entry<'t>(
    connection: &'t mut Postgres,
    id: TournamentId,
    caller: &Identity,
    key: &ProvedKey,
) -> Result<(Locked<'t>, Tournament), EntryRefusal> {
    let Some(digest) = &key.digest else { return Ok(lock_visible(connection, id, caller).await?) };
    if !entry_lock::has_code(connection, id, digest).await? {
        return Ok(lock_visible(connection, id, caller).await?);
    }
    sessions::lock(connection, caller).await??;
    let mut db = tournaments::lock(connection, id).await?.ok_or(TournamentRefusal::NotFound)?;
    // Another code may have replaced it.
    let tournament = match entry_lock::has_code(&mut db, id, digest).await? {
        true => tournaments::find(&mut db, id).await?.ok_or(TournamentRefusal::NotFound)?,
        false => load_visible(&mut db, id, Some(caller)).await?,
    };
    Ok((db, tournament))
}

/// Checks that a player has sent what the tournament requires.
pub(in crate::tournaments) async fn opens(
    db: &mut Locked<'_>,
    tournament: &Tournament,
    key: &ProvedKey,
) -> Result<(), EntryRefusal> {
    let id = tournament.id;
    let is_open = match (tournament.settings.entry, &key.hash, &key.digest) {
        (EntryLock::Open, ..) => true,
        // An organizer may have changed the password after its verification.
        (EntryLock::Password, Some(proved), _) => {
            entry_lock::password_hash(db, id).await?.as_ref() == Some(proved)
        }
        (EntryLock::Link, _, Some(digest)) => entry_lock::has_code(db, id, digest).await?,
        (EntryLock::Password | EntryLock::Link, ..) => false,
    };
    if is_open { Ok(()) } else { Err(EntryRefusal::Locked(tournament.settings.entry)) }
}

/// Stores the password of a tournament with changed settings, and removes what the settings no longer
/// require.
pub(in crate::tournaments) async fn store_lock(
    db: &mut Locked<'_>,
    old: EntryLock,
    new: EntryLock,
    hash: Option<&str>,
) -> Result<(), EntryRefusal> {
    if hash.is_some() || old != new {
        entry_lock::set_password(db, hash).await?;
    }
    Ok(())
}

impl From<AttemptRefusal> for EntryRefusal {
    fn from(refusal: AttemptRefusal) -> Self {
        match refusal {
            AttemptRefusal::TooSoon(delay) => EntryRefusal::TooSoon(delay),
            AttemptRefusal::Hash(error) => EntryRefusal::Hash(error),
        }
    }
}
