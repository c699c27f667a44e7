//! Invitations: who may see and join a private game.

use super::built_in::{built_in_among, seat_built_in};
use super::limits::admits;
use super::opening::Opening;
use crate::games::read::access::{load_visible, lock};
use crate::games::{GameRefusal, GuestRefusal};
use crate::transaction::{act, transaction};
use lapidary_model::auth::Identity;
use lapidary_model::game::{GameId, Status};
use lapidary_model::invitation::{INVITATIONS_MAX, Invitation};
use lapidary_store::accounts;
use lapidary_store::games::GameRecord;
use lapidary_store::invitations;

#[boxed]
impl Opening {
    /// Returns the invitations of a game, for its creator and for a caller with a seat in it.
    pub async fn invitations(&self, id: GameId, caller: &Identity) -> Result<Vec<Invitation>, GameRefusal> {
        let mut connection = self.pool.get().await?;
        let record = load_visible(&mut connection, id, Some(caller)).await?;
        if record.creator != caller.player {
            record.seat_of(caller.player).ok_or(GameRefusal::NotSeated)?;
        }
        Ok(invitations::list(&mut connection, id).await?)
    }

    /// Invites a player to a game that waits for players. Inviting again changes nothing. A built-in opponent
    /// joins at once, at its full strength.
    pub async fn invite(
        &self,
        id: GameId,
        caller: &Identity,
        username: &str,
    ) -> Result<Vec<Invitation>, GuestRefusal> {
        let (record, invited, list, joined) = act!(self.pool, caller, async |connection| {
            let record = lock(connection, id, caller).await?;
            may_invite(&record, caller)?;
            let player =
                accounts::lock_by_username(connection, username).await?.ok_or(GuestRefusal::UnknownPlayer)?;
            if !admits(connection, player.id, &record.terms).await? {
                return Err(GuestRefusal::BotDeclines);
            }
            invitations::insert(connection, id, player.id, None).await?;
            if invitations::count(connection, id).await? > INVITATIONS_MAX {
                return Err(GuestRefusal::TooManyInvitations);
            }
            // The seats of an organized game are for the players that its creator has named.
            let built_in = match record.seat_of(player.id) {
                None if !record.organized => built_in_among(&[player.id]),
                _ => Vec::new(),
            };
            let joined = seat_built_in(connection, id, record.creator, &built_in, self).await?;
            let joined = (!built_in.is_empty()).then_some(joined);
            let list = invitations::list(connection, id).await?;
            Ok::<_, GuestRefusal>((record, player.id, list, joined))
        })?;
        self.watchers.announce_news(invited);
        if let Some(joined) = joined {
            self.watchers.announce(id, joined.version());
            self.wake_built_in(id, [invited]);
            self.announce_to(record.players().chain(list.iter().map(|invitation| invitation.player.player)));
        }
        Ok(list)
    }

    /// Withdraws an invitation. A player who already has a seat keeps it until they leave or are kicked.
    pub async fn uninvite(&self, id: GameId, caller: &Identity, username: &str) -> Result<(), GuestRefusal> {
        let uninvited = transaction!(self.pool, async |connection| {
            let record = lock(connection, id, caller).await?;
            may_invite(&record, caller)?;
            let player = accounts::by_username(connection, username).await?;
            if let Some(player) = &player {
                invitations::delete(connection, id, player.id).await?;
            }
            Ok::<_, GuestRefusal>(player.map(|player| player.id))
        })?;
        uninvited.into_iter().for_each(|player| self.watchers.announce_news(player));
        Ok(())
    }
}

/// Checks that the caller may invite and kick: only the creator may, before the start.
pub(super) fn may_invite(record: &GameRecord, caller: &Identity) -> Result<(), GuestRefusal> {
    if record.creator != caller.player {
        return Err(GuestRefusal::NotCreator);
    }
    match record.status {
        Status::Waiting => Ok(()),
        Status::Active => Err(GameRefusal::Started.into()),
        Status::Finished | Status::Aborted => Err(GameRefusal::Finished.into()),
        Status::Frozen => Err(GameRefusal::Frozen.into()),
    }
}
