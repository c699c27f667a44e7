//! Players who are invited to enter a tournament: inviting them, listing them, and withdrawing an invitation.

use super::organizers::named;
use super::refusal::ManageRefusal;
use crate::tournaments::access::{load_organized, lock_visible, not_over, organizes};
use crate::tournaments::act::change;
use crate::tournaments::impartial::does_not_play;
use crate::tournaments::{TournamentRefusal, Tournaments};
use lapidary_model::auth::{Identity, PlayerId};
use lapidary_model::tournament::TournamentId;
use lapidary_model::tournaments::entry::Invitee;
use lapidary_model::tournaments::settings::INVITED_MAX;
use lapidary_store::accounts;
use lapidary_store::tournaments::Locked;
use lapidary_store::tournaments::members::{self, Role};

#[boxed]
impl Tournaments {
    /// Returns a page of the players who are invited to enter, for organizers, in the order of their ids.
    pub async fn invited(
        &self,
        id: TournamentId,
        caller: &Identity,
        after: Option<PlayerId>,
        limit: u8,
    ) -> Result<Vec<Invitee>, ManageRefusal> {
        let mut connection = self.pool.get().await?;
        load_organized(&mut connection, id, caller).await?;
        Ok(members::page_of_invited(&mut connection, id, after, limit.into()).await?)
    }

    /// Withdraws an invitation to enter, or declines the caller's own. An existing entry of the player stays.
    pub async fn uninvite(
        &self,
        id: TournamentId,
        caller: &Identity,
        name: &str,
    ) -> Result<(), ManageRefusal> {
        change!(self, async |connection, changes| -> ManageRefusal {
            let (mut db, tournament) = lock_visible(connection, id, caller).await?;
            let player = accounts::by_username(&mut db, name).await?.map(|player| player.id);
            let decides = caller.may_organize() && organizes(&mut db, &tournament, caller.player).await?;
            if player != Some(caller.player) {
                if !decides {
                    return Err(TournamentRefusal::NotOrganizer.into());
                }
                does_not_play(&mut db, &tournament, caller.player).await?;
            }
            let player = player.ok_or(ManageRefusal::NotInvited)?;
            not_over(&tournament)?;
            match members::delete(&mut db, id, player, Role::Invited).await? {
                true => drop(changes.players.insert(player)),
                false => return Err(ManageRefusal::NotInvited),
            }
            Ok(())
        })
    }
}

/// Invites the players with these names to enter a tournament. For invited players, nothing changes.
///
/// A player who has blocked the caller is invited too, but not notified. So nobody learns who has blocked
/// them.
pub(in crate::tournaments) async fn invite(
    db: &mut Locked<'_>,
    by: PlayerId,
    names: &[String],
) -> Result<(), ManageRefusal> {
    let id = db.id();
    for (place, name) in names.iter().enumerate() {
        let player = named(db, name, "/invited", place).await?;
        members::insert(db, id, player, Role::Invited, Some(by)).await?;
    }
    if !names.is_empty() && members::count_invited(db, id).await? > INVITED_MAX {
        let fault = "has too many names: at most 4096 players are invited to a tournament";
        return Err(TournamentRefusal::field("/invited", fault).into());
    }
    Ok(())
}
