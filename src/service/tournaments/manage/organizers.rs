//! Who organizes a tournament besides its creator: inviting organizers, accepting, leaving, and removing
//! organizers.

use super::refusal::ManageRefusal;
use crate::tournaments::access::{
    is_administrator, is_named_organizer, load_organized, lock_visible, not_over,
};
use crate::tournaments::act::change;
use crate::tournaments::impartial::does_not_play;
use crate::tournaments::read::look::TournamentView;
use crate::tournaments::{TournamentRefusal, Tournaments};
use lapidary_model::audit::{AuditEntry, AuditKind};
use lapidary_model::auth::{Identity, PlayerId};
use lapidary_model::tournament::TournamentId;
use lapidary_model::tournaments::event::Tournament;
use lapidary_model::tournaments::settings::Status;
use lapidary_store::tournaments::games;
use lapidary_store::tournaments::members::{self, Role};
use lapidary_store::{Postgres, accounts, challenges};

/// The maximum number of a tournament's organizers and invited organizers, without its creator.
const ORGANIZERS_MAX: usize = 64;

#[boxed]
impl Tournaments {
    /// Checks that the caller organizes a tournament, before the rest of a large request is read.
    pub async fn check_organizer(&self, id: TournamentId, caller: &Identity) -> Result<(), ManageRefusal> {
        Ok(load_organized(&mut *self.pool.get().await?, id, caller).await.map(drop)?)
    }

    /// Makes the caller an organizer of a tournament, if invited. Repeating it changes nothing.
    pub async fn accept_organizing(
        &self,
        id: TournamentId,
        caller: &Identity,
    ) -> Result<TournamentView, ManageRefusal> {
        let player = caller.player;
        change!(self, async |connection, changes| -> ManageRefusal {
            let (mut db, tournament) = lock_visible(connection, id, caller).await?;
            if is_named_organizer(&mut db, &tournament, player).await? {
                return Ok(());
            }
            if !members::is_asked(&mut db, id, player).await? {
                return Err(TournamentRefusal::NotOrganizer.into());
            }
            not_over(&tournament)?;
            // Organizers do not decide about each other: nobody escapes a decision by becoming one.
            does_not_play(&mut db, &tournament, player).await?;
            members::delete(&mut db, id, player, Role::InvitedOrganizer).await?;
            members::insert(&mut db, id, player, Role::Organizer, None).await?;
            games::show_private(&mut db, id, player).await?;
            changes.audit.push(AuditEntry::new(id, AuditKind::OrganizerJoined).by(player));
            Ok(())
        })?;
        Ok(self.look(id, Some(caller)).await?)
    }

    /// Removes an organizer, or an invitation to organize. Everybody can remove their own, the creator and
    /// administrators also those of others.
    pub async fn remove_organizer(
        &self,
        id: TournamentId,
        caller: &Identity,
        name: &str,
    ) -> Result<(), ManageRefusal> {
        change!(self, async |connection, changes| -> ManageRefusal {
            let (mut db, tournament) = lock_visible(connection, id, caller).await?;
            let player = accounts::by_username(&mut db, name).await?.map(|player| player.id);
            let creator = tournament.creator.player;
            let decides = caller.player == creator || is_administrator(&mut db, caller.player).await?;
            if player != Some(caller.player) {
                if !decides {
                    return Err(TournamentRefusal::NotOrganizer.into());
                }
                // The removed organizer may be the one who decides.
                does_not_play(&mut db, &tournament, caller.player).await?;
            }
            let player = player.ok_or(ManageRefusal::NoOrganizer)?;
            if player == creator {
                return Err(ManageRefusal::OrganizerNeeded { is_creator: true });
            }
            if is_last(&mut db, &tournament, player).await? {
                return Err(ManageRefusal::OrganizerNeeded { is_creator: false });
            }
            let was_organizer = members::delete(&mut db, id, player, Role::Organizer).await?;
            let was_asked = members::delete(&mut db, id, player, Role::InvitedOrganizer).await?;
            if !was_organizer && !was_asked {
                return Err(ManageRefusal::NoOrganizer);
            }
            games::hide_private(&mut db, id, player).await?;
            let kind = match player == caller.player {
                true => AuditKind::OrganizerLeft,
                false => AuditKind::OrganizerRemoved,
            };
            changes.audit.push(AuditEntry::new(id, kind).by(caller.player));
            Ok(())
        })
    }
}

/// Invites the players with these names to organize a tournament. For organizers and invited players, nothing
/// changes.
///
/// A player who has blocked the caller is invited too, but does not see it. So nobody learns who has blocked
/// them.
pub(in crate::tournaments) async fn invite_organizers(
    connection: &mut Postgres,
    tournament: &Tournament,
    caller: PlayerId,
    names: &[String],
) -> Result<(), ManageRefusal> {
    if names.is_empty() {
        return Ok(());
    }
    let mut known: Vec<PlayerId> = Vec::new();
    for role in [Role::Organizer, Role::InvitedOrganizer] {
        let members = members::load(connection, tournament.id, role).await?;
        known.extend(members.into_iter().map(|member| member.player));
    }
    for (place, name) in names.iter().enumerate() {
        let player = named(connection, name, "/organizers", place).await?;
        let refused = |fault| Err(TournamentRefusal::field(format!("/organizers/{place}"), fault).into());
        if challenges::is_blocked(connection, caller, player).await? {
            return refused("names a player whom you have blocked");
        }
        if player == tournament.creator.player || known.contains(&player) {
            continue;
        }
        if known.len() >= ORGANIZERS_MAX {
            return refused("is one too many: a tournament has at most 64 organizers besides its creator");
        }
        members::insert(connection, tournament.id, player, Role::InvitedOrganizer, Some(caller)).await?;
        known.push(player);
    }
    Ok(())
}

/// Returns whether a running tournament would be left without an organizer.
async fn is_last(
    connection: &mut Postgres,
    tournament: &Tournament,
    player: PlayerId,
) -> Result<bool, ManageRefusal> {
    if tournament.status != Status::Running || tournament.creator.username.is_some() {
        return Ok(false);
    }
    let organizers = members::load(connection, tournament.id, Role::Organizer).await?;
    let there = || organizers.iter().filter(|organizer| organizer.username.is_some());
    Ok(there().any(|organizer| organizer.player == player) && there().count() == 1)
}

/// Returns the player whose name is at this position of a list.
pub(in crate::tournaments) async fn named(
    connection: &mut Postgres,
    name: &str,
    list: &str,
    place: usize,
) -> Result<PlayerId, ManageRefusal> {
    let unknown = || TournamentRefusal::field(format!("{list}/{place}"), "is not the name of a player");
    Ok(accounts::by_username(connection, name).await?.ok_or_else(unknown)?.id)
}
