//! Players whom a club does not admit: banning them, and lifting a ban.

use diesel_async::AsyncConnection;

use super::access::{lock_managed, lock_session, manages};
use super::members::may_remove;
use super::{ClubRefusal, Clubs};
use crate::audit::record_audit;
use lapidary_model::audit::{AuditEntry, AuditKind};
use lapidary_model::auth::{Identity, PlayerId};
use lapidary_model::club::{BANS_MAX, ClubBan, ClubId, RequestKind};
use lapidary_store::accounts;
use lapidary_store::clubs::{bans, members, requests};

impl Clubs {
    /// Bans a player, whether they are a member, have applied, are invited, or nothing of these: they are not
    /// afterward, and neither join nor apply until the ban is lifted. Banning again changes nothing.
    ///
    /// # Errors
    /// [`ClubRefusal::UnknownPlayer`]; [`ClubRefusal::OwnerNeeded`] for the owner; [`ClubRefusal::Role`];
    /// [`ClubRefusal::TooManyBans`]; why the caller may not see the club.
    pub async fn ban(&self, id: ClubId, caller: &Identity, name: &str) -> Result<(), ClubRefusal> {
        self.pool
            .get()
            .await?
            .transaction(async |connection| {
                lock_session(connection, caller).await?;
                let player = accounts::lock_by_username(connection, name).await?;
                let (_, own) = lock_managed(connection, id, caller).await?;
                let player = player.ok_or(ClubRefusal::UnknownPlayer)?.id;
                if let Some(role) = members::role_of(connection, id, player).await? {
                    may_remove(Some(own), role)?;
                    members::delete(connection, id, player).await?;
                }
                for kind in RequestKind::ALL {
                    requests::delete(connection, id, player, kind).await?;
                }
                let known = bans::find(connection, id, player).await?;
                bans::insert(connection, id, player).await?;
                if known.is_some_and(|ban| ban.ends_at.is_none()) {
                    return Ok(());
                }
                if bans::count(connection, id).await? > BANS_MAX {
                    return Err(ClubRefusal::TooManyBans(BANS_MAX));
                }
                let banned = AuditEntry::new(id, AuditKind::Banned).by(caller.player).player(player);
                Ok(record_audit(connection, &banned).await?)
            })
            .await
    }

    /// Lifts a ban, also one that would end by itself.
    ///
    /// # Errors
    /// [`ClubRefusal::NotBanned`]; [`ClubRefusal::UnknownPlayer`]; [`ClubRefusal::Role`]; why the caller may
    /// not see the club.
    pub async fn lift_ban(&self, id: ClubId, caller: &Identity, name: &str) -> Result<(), ClubRefusal> {
        self.pool
            .get()
            .await?
            .transaction(async |connection| {
                lock_session(connection, caller).await?;
                let player = accounts::lock_by_username(connection, name).await?;
                lock_managed(connection, id, caller).await?;
                let player = player.ok_or(ClubRefusal::UnknownPlayer)?.id;
                if !bans::delete(connection, id, player).await? {
                    return Err(ClubRefusal::NotBanned);
                }
                let lifted = AuditEntry::new(id, AuditKind::BanLifted).by(caller.player).player(player);
                Ok(record_audit(connection, &lifted).await?)
            })
            .await
    }

    /// Returns a page of the bans of a club, for those who manage it.
    ///
    /// # Errors
    /// [`ClubRefusal::NotFound`]; [`ClubRefusal::Role`]; if the database fails.
    pub async fn bans(
        &self,
        id: ClubId,
        caller: &Identity,
        after: Option<PlayerId>,
        limit: u8,
    ) -> Result<Vec<ClubBan>, ClubRefusal> {
        let mut connection = self.pool.get().await?;
        manages(&mut connection, id, caller).await?;
        Ok(bans::page(&mut connection, id, after, limit.into()).await?)
    }
}
