//! Invitations to a club, and answers to them.

use super::access::{admits_at_once, lock_managed, lock_visible};
use super::join::add_member;
use super::{ClubRefusal, Clubs};
use crate::transaction::act;
use lapidary_model::auth::Identity;
use lapidary_model::club::{ClubId, ClubRole, REJOIN_AFTER, REQUESTS_MAX, RequestKind};
use lapidary_store::clubs::{bans, members, requests};
use lapidary_store::{accounts, challenges};

#[boxed]
impl Clubs {
    /// Invites a player, who joins by accepting. A player who has applied is a member at once. Inviting a
    /// member or an invited player changes nothing.
    ///
    /// A player who has blocked the caller is invited too, but does not see it. So nobody learns who has
    /// blocked them.
    pub async fn invite(&self, id: ClubId, caller: &Identity, name: &str) -> Result<(), ClubRefusal> {
        act!(self.pool, caller, async |connection| {
            let player = accounts::lock_by_username(connection, name).await?;
            let (club, _) = lock_managed(connection, id, caller).await?;
            let player = player.ok_or(ClubRefusal::UnknownPlayer)?.id;
            if members::role_of(connection, id, player).await?.is_some() {
                return Ok(());
            }
            if challenges::is_blocked(connection, caller.player, player).await? {
                return Err(ClubRefusal::Blocked);
            }
            admits_at_once(connection, &club, player).await?;
            if requests::has_applied(connection, id, player).await? {
                return add_member(connection, &club, player, caller.player).await;
            }
            if requests::count(connection, id, RequestKind::Invitation).await? >= REQUESTS_MAX {
                return Err(ClubRefusal::TooManyRequests(REQUESTS_MAX));
            }
            Ok(requests::insert(connection, id, player, Some(caller.player)).await?)
        })
    }

    /// Deletes a request: the caller's own, or anybody's if the caller is a manager. A declined player waits
    /// before they apply again.
    pub async fn delete_request(
        &self,
        id: ClubId,
        caller: &Identity,
        name: &str,
        kind: RequestKind,
    ) -> Result<(), ClubRefusal> {
        act!(self.pool, caller, async |connection| {
            let player = accounts::lock_by_username(connection, name).await?;
            let (_, role) = lock_visible(connection, id, caller).await?;
            let is_own = player.as_ref().is_some_and(|player| player.id == caller.player);
            if !is_own && !role.is_some_and(ClubRole::manages) {
                return Err(ClubRefusal::Role(ClubRole::Manager));
            }
            let player = player.ok_or(ClubRefusal::UnknownPlayer)?.id;
            match (requests::delete(connection, id, player, kind).await?, kind) {
                (true, RequestKind::Application) if !is_own => {
                    Ok(bans::insert_for(connection, id, player, REJOIN_AFTER).await?)
                }
                (true, _) => Ok(()),
                (false, RequestKind::Invitation) => Err(ClubRefusal::NotInvited),
                (false, RequestKind::Application) => Err(ClubRefusal::NotApplied),
            }
        })
    }
}
