//! What administrators and the operator do to the accounts of others, and the audit of it.
//!
//! A lock ends every session of the account and of its bots. So whatever checks a session obeys it, on every
//! server, and only what begins a session has to look for a lock (`store/account_locks.rs`). An account is
//! unlocked once its time has come: nothing has to be done for that.

use chrono::{DateTime, Utc};
use uuid::Uuid;

use super::accounts::{AccountRefusal, Accounts};
use super::bots::end_sessions;
use super::games::GameRefusal;
use crate::audit::record_audit;
use crate::transaction::transaction;
use lapidary_model::account_lock::AccountLock;
use lapidary_model::audit::{Audience, AuditEntry, AuditKind, StoredAuditEntry};
use lapidary_model::auth::{Identity, PlayerId, Username};
use lapidary_model::bot_match::StopReason;
use lapidary_model::field_change::FieldChange;
use lapidary_model::instant;
use lapidary_model::player::{Player, Role};
use lapidary_store::tournaments::audit::{self, Notes};
use lapidary_store::{
    Failure, Postgres, account_locks, accounts, bot_matches, bots, password_resets, seeks, sessions,
};

/// How many sessions a lock begins to leave the games of an account, if other acts end them meanwhile.
const STAND_INS_MAX: usize = 8;

/// An act on the account of somebody else.
#[derive(Debug, Clone, Copy)]
pub struct Moderation<'a> {
    /// The administrator; none for the operator at the command line.
    pub by: Option<&'a Identity>,
    /// The name of the player or bot.
    pub username: &'a str,
    /// The reason, which the player reads.
    pub reason: &'a str,
}

/// An account that an act holds alone, with its bots.
struct Held {
    player: Player,
    /// The player first.
    all: Vec<PlayerId>,
}

impl Moderation<'_> {
    /// Locks the rows of the administrator, the player and their bots, in the order that all transactions
    /// share.
    async fn hold(&self, connection: &mut Postgres) -> Result<Held, AccountRefusal> {
        // First, so that others neither wait for an account nor hold it.
        if let Some(by) = self.by {
            needs_administrator(connection, by).await?;
        }
        let found = accounts::by_username(connection, self.username).await?;
        let id = found.ok_or(AccountRefusal::UnknownPlayer)?.id;
        let bots = bots::owned(connection, id).await?;
        hold_alone(connection, self.by, bots.into_iter().chain([id]).collect()).await?;
        let player = accounts::by_id(connection, id).await?.ok_or(AccountRefusal::UnknownPlayer)?;
        not_built_in(&player)?;
        // Read again: the player may have got a bot before the lock.
        let all = [id].into_iter().chain(bots::owned(connection, id).await?).collect();
        Ok(Held { player, all })
    }

    /// Holds an account to lock it.
    async fn lock(
        &self,
        connection: &mut Postgres,
        ends_at: Option<DateTime<Utc>>,
    ) -> Result<(Held, Vec<FieldChange>), AccountRefusal> {
        let held = self.hold(connection).await?;
        if held.player.role == Role::Administrator {
            return Err(AccountRefusal::IsAdministrator);
        }
        let before = account_locks::of(connection, held.player.id).await?;
        let lock = AccountLock { reason: self.reason.to_owned(), ends_at };
        account_locks::set(connection, &held.all, Some(&lock)).await?;
        password_resets::end_all(connection, held.player.id).await?;
        Ok((held, changes(before.and_then(|before| before.ends_at), ends_at)))
    }

    async fn record(
        &self,
        connection: &mut Postgres,
        player: PlayerId,
        kind: AuditKind,
        changes: Vec<FieldChange>,
    ) -> Result<(), AccountRefusal> {
        let act = AuditEntry::new(player, kind).player(player).note(self.reason).changes(changes);
        Ok(record_audit(connection, &AuditEntry { by: self.by.map(|by| by.player), ..act }).await?)
    }
}

/// Locks the rows of these accounts and of the administrator alone, in the order that all transactions share.
pub(super) async fn hold_alone(
    connection: &mut Postgres,
    by: Option<&Identity>,
    accounts: Vec<PlayerId>,
) -> Result<(), AccountRefusal> {
    let rows: Vec<PlayerId> = accounts.into_iter().chain(by.map(|by| by.player)).collect();
    accounts::lock_all_alone(connection, &rows).await?;
    if let Some(by) = by {
        sessions::lock(connection, by).await??;
        // Again, because the role may have been revoked before the lock.
        needs_administrator(connection, by).await?;
    }
    Ok(())
}

pub(super) fn not_built_in(player: &Player) -> Result<(), AccountRefusal> {
    let is_reserved = |name: String| Username::try_from(name).is_ok_and(|name| name.is_reserved());
    match player.username.clone().is_some_and(is_reserved) {
        true => Err(AccountRefusal::BuiltIn),
        false => Ok(()),
    }
}

/// Returns how the end of a lock changes.
fn changes(before: Option<DateTime<Utc>>, after: Option<DateTime<Utc>>) -> Vec<FieldChange> {
    let [before, after] = [before, after].map(|at| [("ends_at", at.as_ref().map(instant::text))]);
    FieldChange::between(before, after)
}

pub(super) async fn needs_administrator(
    connection: &mut Postgres,
    caller: &Identity,
) -> Result<(), AccountRefusal> {
    match accounts::by_id(connection, caller.player).await? {
        Some(player) if player.role == Role::Administrator => Ok(()),
        _ => Err(AccountRefusal::NotAdministrator),
    }
}

#[boxed]
impl Accounts {
    /// Locks an account and its bots until a time, or without an end: their sessions end, and their seeks and
    /// games that wait for players are taken back. Their games that run go on by the rules. Another lock
    /// replaces reason and end.
    pub async fn lock_account(
        &self,
        act: Moderation<'_>,
        ends_at: Option<DateTime<Utc>>,
    ) -> Result<(), AccountRefusal> {
        if ends_at.is_some_and(|at| at <= Utc::now()) {
            return Err(AccountRefusal::LockOver);
        }
        let locked = transaction!(self.pool, async |connection| {
            let (held, changes) = act.lock(connection, ends_at).await?;
            seeks::withdraw_all(connection, &held.all).await?;
            for player in &held.all {
                bot_matches::mark_to_stop(connection, *player, StopReason::BotLocked).await?;
                end_sessions(connection, *player).await?;
            }
            act.record(connection, held.player.id, AuditKind::AccountLocked, changes).await?;
            Ok::<_, AccountRefusal>(held.all)
        })?;
        locked.iter().for_each(|player| self.tell_sessions_ended(*player));
        for player in locked {
            self.leave_waiting(player).await?;
        }
        Ok(())
    }

    /// Leaves the games of a locked account that wait for players.
    async fn leave_waiting(&self, player: PlayerId) -> Result<(), AccountRefusal> {
        for _ in 0..STAND_INS_MAX {
            let Some(stand_in) = self.stand_in(player).await? else { return Ok(()) };
            match self.finding.leave_waiting(&stand_in).await {
                // Another act or a new password has ended the session meanwhile.
                Err(GameRefusal::SessionEnded) => {}
                done => {
                    sessions::revoke(&mut *self.pool.get().await?, player, stand_in.session).await?;
                    return Ok(done?);
                }
            }
        }
        Err(Failure::Contended("the sessions of an account keep ending during its lock".to_owned()).into())
    }

    /// Unlocks an account and its bots. An account that is not locked stays as it is.
    pub async fn unlock_account(&self, act: Moderation<'_>) -> Result<(), AccountRefusal> {
        transaction!(self.pool, async |connection| {
            let held = act.hold(connection).await?;
            let Some(before) = account_locks::of(connection, held.player.id).await? else { return Ok(()) };
            account_locks::set(connection, &held.all, None).await?;
            let changes = changes(before.ends_at, None);
            act.record(connection, held.player.id, AuditKind::AccountUnlocked, changes).await
        })
    }

    /// Ends all logins of an account, the grants of its apps and its API tokens, and those of its bots.
    pub async fn end_all_sessions(&self, act: Moderation<'_>) -> Result<(), AccountRefusal> {
        let ended = transaction!(self.pool, async |connection| {
            let held = act.hold(connection).await?;
            for player in &held.all {
                end_sessions(connection, *player).await?;
            }
            act.record(connection, held.player.id, AuditKind::SessionsEnded, Vec::new()).await?;
            Ok::<_, AccountRefusal>(held.all)
        })?;
        ended.into_iter().for_each(|player| self.tell_sessions_ended(player));
        Ok(())
    }

    /// Erases an account after its bots, as its owner can. It is locked first, so that nobody comes in
    /// between. After a failure the call may be repeated.
    pub async fn erase_account(&self, act: Moderation<'_>) -> Result<(), AccountRefusal> {
        let player = transaction!(self.pool, async |connection| {
            let (held, _) = act.lock(connection, None).await?;
            if let Some(by) = act.by {
                sessions::needs_fresh_login(connection, by).await??;
            }
            act.record(connection, held.player.id, AuditKind::AccountErased, Vec::new()).await?;
            Ok::<_, AccountRefusal>(held.player.id)
        })?;
        self.tell_sessions_ended(player);
        self.erase_again(player).await
    }

    fn tell_sessions_ended(&self, player: PlayerId) {
        self.access.forget_all_of(player);
        self.watchers.announce_session_end(player);
    }
}

#[boxed]
impl Accounts {
    /// Returns a page of the audit of accounts, the newest first, for an administrator or the operator: of
    /// all of them, or of the player with this name.
    pub async fn audit(
        &self,
        by: Option<&Identity>,
        username: Option<&str>,
        after: Option<Uuid>,
        limit: u8,
    ) -> Result<Vec<StoredAuditEntry>, AccountRefusal> {
        let mut connection = self.pool.get().await?;
        if let Some(by) = by {
            needs_administrator(&mut connection, by).await?;
        }
        let subject = match username {
            Some(username) => {
                let found = accounts::by_username(&mut connection, username).await?;
                Some(found.ok_or(AccountRefusal::UnknownPlayer)?.id.into())
            }
            None => None,
        };
        let reader = (Notes::All, Audience::Organizers);
        Ok(audit::list(&mut connection, subject, reader, after, limit.into()).await?)
    }

    /// Returns a page of what was done to the caller's account and why, but not by whom, the newest first.
    pub async fn own_audit(
        &self,
        caller: &Identity,
        after: Option<Uuid>,
        limit: u8,
    ) -> Result<Vec<StoredAuditEntry>, AccountRefusal> {
        let (mut connection, reader) = (self.pool.get().await?, (Notes::All, Audience::Everybody));
        let subject = Some(caller.player.into());
        let mut found = audit::list(&mut connection, subject, reader, after, limit.into()).await?;
        found.iter_mut().for_each(|act| act.by = None);
        Ok(found)
    }
}
