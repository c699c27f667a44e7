//! Players whom a club does not admit: banning them, and lifting a ban.

use diesel_async::{AsyncConnection, AsyncPgConnection};

use super::access::{lock_managed, lock_session, manages};
use super::members::may_remove;
use super::{ClubRefusal, Clubs};
use lapidary_model::auth::{Identity, PlayerId};
use lapidary_model::club::{BANS_MAX, Club, ClubBan, ClubId, RequestKind};
use lapidary_store::clubs::{bans, members, requests};
use lapidary_store::{accounts, challenges};

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
                let player = accounts::hold_by_username(connection, name).await?;
                let (_, own) = lock_managed(connection, id, caller).await?;
                let player = player.ok_or(ClubRefusal::UnknownPlayer)?.id;
                if let Some(role) = members::role_of(connection, id, player).await? {
                    may_remove(Some(own), role)?;
                    members::delete(connection, id, player).await?;
                }
                for kind in RequestKind::ALL {
                    requests::delete(connection, id, player, kind).await?;
                }
                bans::insert(connection, id, player).await?;
                match bans::count(connection, id).await? > BANS_MAX {
                    true => Err(ClubRefusal::TooManyBans(BANS_MAX)),
                    false => Ok(()),
                }
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
                let player = accounts::hold_by_username(connection, name).await?;
                lock_managed(connection, id, caller).await?;
                let player = player.ok_or(ClubRefusal::UnknownPlayer)?.id;
                match bans::delete(connection, id, player).await? {
                    true => Ok(()),
                    false => Err(ClubRefusal::NotBanned),
                }
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

/// Checks that a club admits a player: it has not banned them, and its owner has not blocked them. The caller
/// must hold the lock of the club.
///
/// # Errors
/// [`ClubRefusal::Banned`]; if the database fails.
pub(super) async fn admits(
    connection: &mut AsyncPgConnection,
    club: &Club,
    player: PlayerId,
) -> Result<(), ClubRefusal> {
    if challenges::is_blocked(connection, club.owner.player, player).await? {
        return Err(ClubRefusal::Banned { until: None });
    }
    match bans::find(connection, club.id, player).await? {
        Some(ban) => Err(ClubRefusal::Banned { until: ban.ends_at }),
        None => Ok(()),
    }
}

/// Checks the same for a player whom a manager lets in, which ends the wait of one who was removed or declined.
///
/// # Errors
/// [`ClubRefusal::PlayerBanned`]; if the database fails.
pub(super) async fn admits_at_once(
    connection: &mut AsyncPgConnection,
    club: &Club,
    player: PlayerId,
) -> Result<(), ClubRefusal> {
    match admits(connection, club, player).await {
        Err(ClubRefusal::Banned { until: None }) => Err(ClubRefusal::PlayerBanned),
        Err(ClubRefusal::Banned { until: Some(_) }) => {
            bans::delete(connection, club.id, player).await?;
            Ok(())
        }
        checked => checked,
    }
}
