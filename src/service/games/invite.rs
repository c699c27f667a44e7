//! Invitations: who may see and join a private game.

use diesel_async::AsyncConnection;

use super::access::{held, locked, visible};
use super::{GameRefusal, Games};
use crate::auth::Identity;
use crate::model::game::{GameId, Status};
use crate::model::invitation::{INVITATIONS_MAX, Invitation};
use crate::store::accounts;
use crate::store::games::GameRecord;
use crate::store::invitations;

impl Games {
    /// The invitations of a game, for those who sit in it.
    ///
    /// # Errors
    ///
    /// [`GameRefusal::NotFound`] for those who may not know of the game, [`GameRefusal::NotSeated`] for those without a seat.
    pub async fn invitations(&self, id: GameId, caller: &Identity) -> Result<Vec<Invitation>, GameRefusal> {
        let mut connection = self.pool.get().await?;
        let record = visible(&mut connection, id, Some(caller)).await?;
        record.seat_of(caller.player).ok_or(GameRefusal::NotSeated)?;
        Ok(invitations::list(&mut connection, id).await?)
    }
}

impl Games {
    /// Invites a player to a game that waits; inviting again changes nothing.
    ///
    /// # Errors
    ///
    /// Why the caller may not, or [`GameRefusal::UnknownPlayer`].
    pub async fn invite(
        &self,
        id: GameId,
        caller: &Identity,
        username: &str,
    ) -> Result<Vec<Invitation>, GameRefusal> {
        self.pool
            .get()
            .await?
            .transaction(async |connection| {
                held(connection, caller).await?;
                let record = locked(connection, id, caller).await?;
                may_invite(&record, caller)?;
                let player = accounts::hold_by_username(connection, username)
                    .await?
                    .ok_or(GameRefusal::UnknownPlayer)?;
                invitations::insert(connection, id, player.id).await?;
                if invitations::count(connection, id).await? > INVITATIONS_MAX {
                    return Err(GameRefusal::TooManyInvitations);
                }
                Ok(invitations::list(connection, id).await?)
            })
            .await
    }
}

impl Games {
    /// Takes an invitation back; a player who sits in the game already keeps the seat, until they leave or are kicked.
    ///
    /// # Errors
    ///
    /// Why the caller may not.
    pub async fn uninvite(&self, id: GameId, caller: &Identity, username: &str) -> Result<(), GameRefusal> {
        self.pool
            .get()
            .await?
            .transaction(async |connection| {
                let record = locked(connection, id, caller).await?;
                may_invite(&record, caller)?;
                match accounts::by_username(connection, username).await? {
                    Some(player) => Ok(invitations::delete(connection, id, player.id).await?),
                    None => Ok(()),
                }
            })
            .await
    }
}

/// Only the creator invites and sends away, and only before the start.
pub(super) fn may_invite(record: &GameRecord, caller: &Identity) -> Result<(), GameRefusal> {
    if record.creator != caller.player {
        return Err(GameRefusal::NotCreator);
    }
    match record.status {
        Status::Waiting => Ok(()),
        Status::Active => Err(GameRefusal::Started),
        Status::Finished | Status::Aborted => Err(GameRefusal::Finished),
        Status::Frozen => Err(GameRefusal::Frozen),
    }
}
