//! Who is a member, and what members may do: accepting applications, removing members, leaving, naming
//! managers, and handing the club over.

use super::access::{admits_at_once, lock_managed, lock_visible};
use super::join::add_member;
use super::look::{ClubView, view};
use super::roles::record_role;
use super::{ClubRefusal, Clubs};
use crate::audit::record_audit;
use crate::transaction::act;
use lapidary_model::audit::{AuditEntry, AuditKind};
use lapidary_model::auth::Identity;
use lapidary_model::club::{ClubId, ClubRole, OWNED_MAX, REJOIN_AFTER};
use lapidary_store::clubs::{self, bans, members, requests};
use lapidary_store::{accounts, games, sessions};

#[boxed]
impl Clubs {
    /// Accepts the application of a player. For a member, nothing changes.
    pub async fn accept(&self, id: ClubId, caller: &Identity, name: &str) -> Result<(), ClubRefusal> {
        act!(self.pool, caller, async |connection| {
            let player = accounts::lock_by_username(connection, name).await?;
            let (club, _) = lock_managed(connection, id, caller).await?;
            let player = player.ok_or(ClubRefusal::UnknownPlayer)?.id;
            if members::role_of(connection, id, player).await?.is_some() {
                return Ok(());
            }
            if !requests::has_applied(connection, id, player).await? {
                return Err(ClubRefusal::NotApplied);
            }
            admits_at_once(connection, &club, player).await?;
            add_member(connection, &club, player, caller.player).await
        })
    }

    /// Removes a member. Members leave by themselves. Managers remove members; the owner also removes
    /// managers. The owner leaves last, which closes the club. A removed player waits before they join again.
    pub async fn remove(&self, id: ClubId, caller: &Identity, name: &str) -> Result<(), ClubRefusal> {
        act!(self.pool, caller, async |connection| {
            let player = accounts::lock_by_username(connection, name).await?;
            let (club, own) = lock_visible(connection, id, caller).await?;
            let player = player.ok_or(ClubRefusal::UnknownPlayer)?.id;
            let role = members::role_of(connection, id, player).await?;
            let role = match (role, own) {
                (Some(role), _) => role,
                (None, Some(own)) if own.manages() => return Err(ClubRefusal::NotMember),
                (None, _) if player == caller.player => return Err(ClubRefusal::NotMember),
                (None, _) => return Err(ClubRefusal::Role(ClubRole::Manager)),
            };
            if player != caller.player {
                may_remove(own, role)?;
                bans::insert_for(connection, id, player, REJOIN_AFTER).await?;
            }
            if role == ClubRole::Owner && club.member_count > 1 {
                return Err(ClubRefusal::OwnerNeeded);
            }
            if role == ClubRole::Owner {
                sessions::needs_fresh_login(connection, caller).await??;
            }
            members::delete(connection, id, player).await?;
            let kind = match player == caller.player {
                true => AuditKind::MemberLeft,
                false => AuditKind::MemberRemoved,
            };
            record_audit(connection, &AuditEntry::new(id, kind).by(caller.player).player(player)).await?;
            if role == ClubRole::Owner {
                clubs::close(connection, id).await?;
            }
            Ok(())
        })
    }

    /// Changes the role of a member. Only the owner may do it. There is one owner: if a member becomes the
    /// owner, the former owner becomes a manager.
    pub async fn set_role(
        &self,
        id: ClubId,
        caller: &Identity,
        name: &str,
        role: ClubRole,
    ) -> Result<ClubView, ClubRefusal> {
        act!(self.pool, caller, async |connection| {
            let player = accounts::lock_by_username(connection, name).await?;
            if let Some(player) = player.as_ref().filter(|_| role == ClubRole::Owner) {
                games::lock_account(connection, player.id).await?;
            }
            let (club, own) = lock_visible(connection, id, caller).await?;
            if own != Some(ClubRole::Owner) {
                return Err(ClubRefusal::Role(ClubRole::Owner));
            }
            let player = player.ok_or(ClubRefusal::UnknownPlayer)?.id;
            let old = members::role_of(connection, id, player).await?;
            match (old, role) {
                (None, _) => return Err(ClubRefusal::NotMember),
                (Some(ClubRole::Owner), ClubRole::Owner) => {}
                (Some(ClubRole::Owner), _) => return Err(ClubRefusal::OwnerNeeded),
                (Some(_), ClubRole::Owner) => {
                    if clubs::owned_count(connection, player).await? >= OWNED_MAX {
                        return Err(ClubRefusal::TooManyOwned(OWNED_MAX));
                    }
                    sessions::needs_fresh_login(connection, caller).await??;
                    // A club never has two owners.
                    members::set_role(connection, id, caller.player, ClubRole::Manager).await?;
                    members::set_role(connection, id, player, ClubRole::Owner).await?;
                }
                (Some(_), role) => members::set_role(connection, id, player, role).await?,
            }
            record_role(connection, id, Some(caller.player), player, (old, role)).await?;
            let club = clubs::find(connection, club.id).await?.ok_or(ClubRefusal::NotFound)?;
            Ok(view(connection, club, Some(caller.player)).await?)
        })
    }
}

/// Checks that a member with the role `own` may remove another one with the role `role`.
pub(super) fn may_remove(own: Option<ClubRole>, role: ClubRole) -> Result<(), ClubRefusal> {
    let needed = match role {
        ClubRole::Owner => return Err(ClubRefusal::OwnerNeeded),
        ClubRole::Manager => ClubRole::Owner,
        ClubRole::Member => ClubRole::Manager,
    };
    match own == Some(ClubRole::Owner) || own == Some(needed) {
        true => Ok(()),
        false => Err(ClubRefusal::Role(needed)),
    }
}
