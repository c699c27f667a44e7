//! Accounts: creating, changing and erasing them.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use chrono::Utc;

use super::Access;
use super::access::{AttemptRefusal, Client};
use super::bots::stop;
use super::clubs::leave_clubs;
use super::erased::{ErasedList, ErasedListError};
use super::games::{self, Finding, FindingRefusal, GameRefusal, SeatRefusal};
use crate::refusal::{refusals, too_soon};
use crate::stream::Watchers;
use crate::tournaments::TournamentRefusal;
use crate::transaction::transaction;
use lapidary_model::account_lock::AccountLock;
use lapidary_model::api_token::API_TOKENS_MAX;
use lapidary_model::auth::hasher::HashError;
use lapidary_model::auth::{Identity, NewPassword, PlayerId, Username};
use lapidary_model::bot::BOTS_MAX;
use lapidary_model::display_names::DisplayNames;
use lapidary_model::fair_queue::Permit;
use lapidary_model::player::Player;
use lapidary_store::accounts::{self, InsertFailure, NamesPlace};
use lapidary_store::tournaments::{self, entries};
use lapidary_store::{Failure, Pool, Postgres, bots, erasing, password_resets, sessions};

/// The maximum number of times that an erasure leaves the games: the account may keep taking new seats.
const ERASURE_ROUNDS_MAX: usize = 8;

/// The use cases of accounts, with everything that they need.
pub struct Accounts {
    pub(super) pool: Pool,
    pub(super) access: Arc<Access>,
    pub(super) finding: Arc<Finding>,
    pub(super) watchers: Watchers,
    /// The last change of display names that this server knows.
    pub(super) named_until: Mutex<NamesPlace>,
    /// The list of erased accounts outside of the database, if the server keeps one.
    pub(super) erased_list: Option<ErasedList>,
}

impl Accounts {
    /// Returns the accounts of this database, authenticated by `access`. An erased account leaves its games,
    /// and is added to the list.
    pub fn new(
        pool: Pool,
        access: Arc<Access>,
        finding: Arc<Finding>,
        watchers: Watchers,
        erased_list: Option<ErasedList>,
    ) -> Accounts {
        Accounts { pool, access, finding, watchers, named_until: Mutex::default(), erased_list }
    }
}

/// The data of a new account.
pub struct NewAccount {
    pub username: Username,
    pub password: NewPassword,
    pub email: Option<String>,
    pub client: Client,
}

refusals! {
    /// Why a request about an account is refused.
    pub enum AccountRefusal {
        UsernameTaken = UsernameTaken, "The username is taken.";
        WrongPassword = WrongPassword, "The password is not that of the account.";
        TooSoon(delay: Duration) => too_soon(*delay);
        UnknownBot = NotFound, "You have no bot with this name.";
        TooManyTokens = TooManyTokens, "There are {API_TOKENS_MAX} API tokens, the most. Revoke one first.";
        NotAdministrator = Forbidden, "Only administrators can do this.";
        UnknownPlayer = NotFound, "No player has this name.";
        IsAdministrator = Forbidden,
            "Administrators cannot be locked or erased. Let the operator revoke the role first: `lapidary admin revoke`.";
        BuiltIn = Forbidden, "Built-in opponents are part of the server.";
        UnknownTarget = NotFound, "There is nothing with this id that has such a text.";
        TargetNumber = ValidationFailed at "/target/number",
            "must be that of a team or an entry of the tournament, and left out for all other kinds of text";
        NotText = ValidationFailed at "/target/type", "cannot be taken down: lock the account";
        LockOver = ValidationFailed at "/ends_at", "must be a time in the future";
        TooManyBots = TooManyBots, "You own {BOTS_MAX} bots, the most. Erase one first.";
        Finding(refusal: FindingRefusal) => refusal.explain();
        Tournament(refusal: TournamentRefusal) => refusal.explain();
    } from sessions { SessionEnded, FreshLoginNeeded } contains {
        Randomness(getrandom::Error),
        Hash(HashError),
        Games(GameRefusal),
        /// The account is locked.
        Locked(AccountLock),
        Storage(Failure),
    } through Failure: diesel::result::Error;
}

impl From<TournamentRefusal> for AccountRefusal {
    fn from(refusal: TournamentRefusal) -> Self {
        match refusal {
            TournamentRefusal::NotFound => AccountRefusal::UnknownTarget,
            other => AccountRefusal::Tournament(other),
        }
    }
}

impl From<FindingRefusal> for AccountRefusal {
    fn from(refusal: FindingRefusal) -> Self {
        match refusal {
            FindingRefusal::Seat(SeatRefusal::Game(refusal)) => AccountRefusal::Games(refusal),
            other => AccountRefusal::Finding(other),
        }
    }
}

impl From<InsertFailure> for AccountRefusal {
    fn from(failure: InsertFailure) -> Self {
        match failure {
            InsertFailure::UsernameTaken => AccountRefusal::UsernameTaken,
            InsertFailure::Storage(failure) => failure.into(),
        }
    }
}

impl From<AttemptRefusal> for AccountRefusal {
    fn from(refusal: AttemptRefusal) -> Self {
        match refusal {
            AttemptRefusal::TooSoon(delay) => AccountRefusal::TooSoon(delay),
            AttemptRefusal::Hash(error) => error.into(),
        }
    }
}

#[boxed]
impl Accounts {
    /// Creates an account.
    pub async fn create(&self, account: NewAccount) -> Result<Player, AccountRefusal> {
        if account.username.is_reserved() {
            return Err(AccountRefusal::UsernameTaken);
        }
        // The name is checked first: it is public anyway, and a taken name must not cost a hash.
        if accounts::by_username(&mut *self.pool.get().await?, account.username.as_str()).await?.is_some() {
            return Err(AccountRefusal::UsernameTaken);
        }
        // No connection is held while hashing.
        let hash = self.access.hash_new(&account.client, account.password).await?;
        let mut connection = self.pool.get().await?;
        let email = account.email.as_deref();
        Ok(accounts::insert(&mut connection, &account.username, email, &hash).await?)
    }
}

#[boxed]
impl Accounts {
    /// Returns the caller's own account.
    pub async fn get(&self, caller: &Identity) -> Result<Player, AccountRefusal> {
        accounts::by_id(&mut *self.pool.get().await?, caller.player)
            .await?
            .ok_or(AccountRefusal::SessionEnded)
    }
}

#[boxed]
impl Accounts {
    /// Returns the account with this name, for any caller.
    pub async fn find(&self, username: &str) -> Result<Option<Player>, Failure> {
        accounts::by_username(&mut *self.pool.get().await?, username).await
    }

    /// Returns a page of the accounts whose names begin with `prefix`, ignoring case, in the order of their
    /// names in lower case, after the name `after`.
    pub async fn find_by_prefix(
        &self,
        prefix: &str,
        after: Option<&str>,
        limit: u8,
    ) -> Result<Vec<Player>, Failure> {
        accounts::by_prefix(&mut *self.pool.get().await?, prefix, after, limit.into()).await
    }
}

/// A password that was verified as that of an account.
struct Proved {
    /// The stored hash that it matched.
    hash: String,
    /// The turn in which it was hashed.
    turn: Permit,
}

impl Accounts {
    /// Verifies the password of the caller's account. No connection is held while hashing, so the transaction
    /// that relies on the result checks whether the hash is still the same.
    async fn prove(
        &self,
        caller: &Identity,
        client: &Client,
        password: String,
    ) -> Result<Proved, AccountRefusal> {
        let known = accounts::password_hash(&mut *self.pool.get().await?, caller.player).await?;
        let hash = known.ok_or(AccountRefusal::SessionEnded)?;
        // The client holds a session of the account, so wrong guesses of other clients do not delay it.
        let presenter =
            self.access.presenter(client.address, &caller.player.to_string(), Some(caller.session));
        let attempt = self.access.attempt(presenter, &client.gone).await?;
        let turn =
            attempt.verify(Some(hash.clone()), password).await?.ok_or(AccountRefusal::WrongPassword)?;
        Ok(Proved { hash, turn })
    }
}

#[boxed]
impl Accounts {
    /// Replaces the caller's e-mail address; `None` removes it. Links mailed to the earlier address stop
    /// working.
    pub async fn set_email(
        &self,
        caller: &Identity,
        client: &Client,
        password: String,
        email: Option<&str>,
    ) -> Result<Player, AccountRefusal> {
        let Proved { hash, .. } = self.prove(caller, client, password).await?;
        transaction!(self.pool, async |connection| {
            lock_proved(connection, caller, &hash).await?;
            password_resets::end_all(connection, caller.player).await?;
            let player = accounts::set_email(connection, caller.player, email).await?;
            player.ok_or(AccountRefusal::SessionEnded)
        })
    }
}

#[boxed]
impl Accounts {
    /// Replaces the caller's password, and ends their other logins and the grants of their apps. Their API
    /// tokens stay valid.
    pub async fn change_password(
        &self,
        caller: &Identity,
        client: &Client,
        current: String,
        new: NewPassword,
    ) -> Result<(), AccountRefusal> {
        let Proved { hash: known, turn } = self.prove(caller, client, current).await?;
        let hash = self.access.hash_next(&turn, new).await?;
        drop(turn);
        transaction!(self.pool, async |connection| {
            lock_proved(connection, caller, &known).await?;
            accounts::set_password(connection, caller.player, &hash).await?;
            password_resets::end_all(connection, caller.player).await?;
            sessions::revoke_for_new_password(connection, caller.player, Some(caller.session)).await?;
            Ok::<_, AccountRefusal>(())
        })?;
        self.watchers.announce_session_end(caller.player);
        Ok(())
    }
}

#[boxed]
impl Accounts {
    /// Erases the caller's account, after its bots. The player leaves their games; then the name, e-mail
    /// address, password, sessions, API tokens, invitations and stored responses are deleted. The id stays in
    /// the games. If the account keeps taking new seats, this fails and may be repeated.
    pub async fn erase(
        &self,
        caller: &Identity,
        client: &Client,
        password: String,
    ) -> Result<(), AccountRefusal> {
        let Proved { hash, .. } = self.prove(caller, client, password).await?;
        self.erase_with_bots(caller, Some(&hash)).await
    }

    /// Erases an account again that a restored backup has brought back, without its password. If another
    /// server does so at the same time, this does nothing.
    pub(super) async fn erase_again(&self, player: PlayerId) -> Result<(), AccountRefusal> {
        for _ in 0..ERASURE_ROUNDS_MAX {
            let Some(stand_in) = self.stand_in(player).await? else { return Ok(()) };
            match self.erase_with_bots(&stand_in, None).await {
                // A lock or a new password has ended the session meanwhile.
                Err(AccountRefusal::SessionEnded | AccountRefusal::Games(GameRefusal::SessionEnded)) => {}
                done => return done,
            }
        }
        Err(Failure::Contended("the sessions of an account keep ending during its erasure".to_owned()).into())
    }

    /// Begins a session in which the server acts for an account; none if it is erased.
    pub(super) async fn stand_in(&self, player: PlayerId) -> Result<Option<Identity>, AccountRefusal> {
        transaction!(self.pool, async |connection| {
            match accounts::lock(connection, player).await? {
                Some(_) => Ok(Some(stop(connection, player).await?)),
                None => Ok(None),
            }
        })
    }

    /// Erases an account after its bots, if `hash` is still the hash of its password, or without one.
    pub(super) async fn erase_with_bots(
        &self,
        caller: &Identity,
        hash: Option<&str>,
    ) -> Result<(), AccountRefusal> {
        for _ in 0..ERASURE_ROUNDS_MAX {
            self.erase_bots(caller).await?;
            if self.leave_and_erase(caller, hash).await? {
                return Ok(());
            }
        }
        Err(Failure::Contended("an account keeps taking new seats during its erasure".to_owned()).into())
    }

    /// Leaves the games of an account without bots and erases it, if `hash` is still the hash of its
    /// password; bots have none. Returns false if it has taken a seat or got a bot in the meantime.
    pub(super) async fn leave_and_erase(
        &self,
        caller: &Identity,
        hash: Option<&str>,
    ) -> Result<bool, AccountRefusal> {
        self.finding.leave_all(caller).await?;
        let typed = entries::all_reserved_for(&mut *self.pool.get().await?, caller.player).await?;
        for event in typed {
            transaction!(self.pool, async |connection| -> Result<(), Failure> {
                if let Some(mut db) = tournaments::lock(connection, event).await? {
                    entries::forget_reserved(&mut db, caller.player).await?;
                }
                Ok(())
            })?;
        }
        let erased =
            transaction!(self.pool, async |connection| erase_if_left(connection, caller, hash).await)?;
        if erased {
            self.access.forget_all_of(caller.player);
            DisplayNames::shared().learn(caller.player, None);
            self.watchers.announce_session_end(caller.player);
            self.list_erased(caller.player).await;
        }
        Ok(erased)
    }
}

/// Why the erasures of the list cannot be repeated, so that the server does not start.
#[derive(Debug, thiserror::Error)]
pub enum RepeatFailure {
    #[error(transparent)]
    List(#[from] ErasedListError),
    #[error("the list of erased accounts cannot be compared with the database: {0}")]
    Storage(#[from] Failure),
    #[error("an account of the list of erased accounts cannot be erased again: {0}")]
    Erase(#[from] AccountRefusal),
}

#[boxed]
impl Accounts {
    /// Erases the accounts of the list again that the database has, because it was restored from a backup,
    /// and adds those to the list that it lacks. Returns how many were erased. Call this before the server
    /// accepts requests.
    pub async fn repeat_erasures(&self) -> Result<usize, RepeatFailure> {
        let Some(list) = &self.erased_list else { return Ok(0) };
        let listed = list.read()?;
        let ids: Vec<PlayerId> = listed.iter().copied().collect();
        let revived = accounts::not_erased(&mut *self.pool.get().await?, &ids).await?;
        for player in &revived {
            self.erase_again(*player).await?;
        }
        let mut erased = accounts::erased(&mut *self.pool.get().await?).await?;
        erased.retain(|(player, _)| !listed.contains(player));
        list.add(&erased)?;
        Ok(revived.len())
    }

    /// Adds an account to the list. A failure is only logged: the account is erased, and the next start adds
    /// it.
    async fn list_erased(&self, player: PlayerId) {
        let Some(list) = self.erased_list.clone() else { return };
        let added = tokio::task::spawn_blocking(move || list.add(&[(player, Utc::now())])).await;
        let cause = match added {
            Ok(Ok(())) => return,
            Ok(Err(cause)) => cause.to_string(),
            Err(cause) => cause.to_string(),
        };
        tracing::error!(player = %player.0, cause, "an erased account is missing in the list of erased accounts");
    }
}

/// Locks the caller's account and session for a change, if the password of the account is still the one that
/// was verified.
async fn lock_proved(connection: &mut Postgres, caller: &Identity, hash: &str) -> Result<(), AccountRefusal> {
    sessions::lock_alone(connection, caller).await??;
    match accounts::has_password(connection, caller.player, hash).await? {
        true => Ok(()),
        false => Err(AccountRefusal::WrongPassword),
    }
}

/// Erases the account in one transaction; returns false if it has taken a seat after its games were left, or
/// has a bot.
async fn erase_if_left(
    connection: &mut Postgres,
    caller: &Identity,
    hash: Option<&str>,
) -> Result<bool, AccountRefusal> {
    let player = caller.player;
    match hash {
        Some(hash) => lock_proved(connection, caller, hash).await?,
        None => sessions::lock_alone(connection, caller).await??,
    }
    if !games::has_left_all(connection, player).await?
        || bots::count(connection, player).await? > 0
        || !entries::all_reserved_for(connection, player).await?.is_empty()
    {
        return Ok(false);
    }
    accounts::erase(connection, player).await?;
    bots::delete(connection, player).await?;
    leave_clubs(connection, player).await?;
    erasing::delete_rows(connection, player).await?;
    Ok(true)
}
