//! Kicking a player from a game that waits for players.

use super::invite::may_invite;
use super::opening::Opening;
use crate::games::GuestRefusal;
use crate::games::read::access::lock;
use crate::games::read::look::GameView;
use crate::transaction::transaction;
use lapidary_model::auth::Identity;
use lapidary_model::game::{GameId, Version};
use lapidary_store::games;
use lapidary_store::{accounts, deals, invitations};

#[boxed]
impl Opening {
    /// Frees a player's seat and withdraws their invitation. They cannot join this game again. Kicking the
    /// same player again changes nothing.
    pub async fn kick(
        &self,
        id: GameId,
        caller: &Identity,
        username: &str,
    ) -> Result<GameView, GuestRefusal> {
        let kicked = transaction!(self.pool, async |connection| {
            let record = lock(connection, id, caller).await?;
            may_invite(&record, caller)?;
            let known = accounts::by_username(connection, username).await?.ok_or(GuestRefusal::NotAtTable)?;
            let sits = record.seat_of(known.id).is_some();
            if known.id == caller.player || !(sits || games::is_kicked(connection, id, known.id).await?) {
                return Err(GuestRefusal::NotAtTable);
            }
            games::kick(connection, id, known.id).await?;
            games::unseat(connection, id, known.id).await?;
            deals::withdraw(connection, id, known.id).await?;
            invitations::delete(connection, id, known.id).await?;
            Ok::<_, GuestRefusal>(known.id)
        })?;
        self.watchers.announce(id, Version::ZERO);
        self.watchers.announce_news(kicked);
        Ok(self.read.look(id, Some(caller)).await?)
    }
}
