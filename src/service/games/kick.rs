//! Sending a player away from a table that waits.

use diesel_async::AsyncConnection;

use super::access::locked;
use super::invite::may_invite;
use super::look::GameView;
use super::{GameRefusal, Games};
use crate::auth::Identity;
use crate::model::game::GameId;
use crate::store::games;
use crate::store::{accounts, deals, invitations};

impl Games {
    /// Takes a player's seat and invitation away for good; sending the same player away again changes nothing.
    ///
    /// # Errors
    ///
    /// Why the caller may not; [`GameRefusal::NotAtTable`] for a player who is not there.
    pub async fn kick(&self, id: GameId, caller: &Identity, username: &str) -> Result<GameView, GameRefusal> {
        let mut connection = self.pool.get().await?;
        connection
            .transaction(async |connection| {
                let record = locked(connection, id, caller).await?;
                may_invite(&record, caller)?;
                let known =
                    accounts::by_username(connection, username).await?.ok_or(GameRefusal::NotAtTable)?;
                let sits = record.seat_of(known.id).is_some();
                if known.id == caller.player || !(sits || games::is_kicked(connection, id, known.id).await?) {
                    return Err(GameRefusal::NotAtTable);
                }
                games::kick(connection, id, known.id).await?;
                games::unseat(connection, id, known.id).await?;
                deals::withdraw(connection, id, known.id).await?;
                Ok(invitations::delete(connection, id, known.id).await?)
            })
            .await?;
        drop(connection);
        self.look(id, Some(caller)).await
    }
}
