//! Blocking players: they cannot join tables that the caller opens.

use diesel_async::AsyncConnection;

use super::accounts::Accounts;
use crate::auth::Identity;
use crate::store::blocks::{self, BLOCKS_MAX, Block};
use crate::store::{Failure, accounts, games, sessions};

/// Why a player is not blocked.
#[derive(Debug, thiserror::Error)]
pub enum BlockRefusal {
    /// The caller has logged out or was erased in the meantime.
    #[error("the session has ended")]
    SessionEnded,
    /// No player has this name.
    #[error("nobody has this name")]
    UnknownPlayer,
    /// The caller named themself.
    #[error("nobody blocks themself")]
    Oneself,
    /// The caller blocks as many players as they can.
    #[error("the list is full")]
    TooMany,
    /// The database gives no answer.
    #[error(transparent)]
    Storage(#[from] Failure),
}

impl From<diesel::result::Error> for BlockRefusal {
    fn from(error: diesel::result::Error) -> Self {
        Failure::from(error).into()
    }
}

impl Accounts {
    /// Blocks a player; blocking them again changes nothing.
    ///
    /// # Errors
    ///
    /// Why not.
    pub async fn block(&self, caller: &Identity, username: &str) -> Result<(), BlockRefusal> {
        self.pool
            .get()
            .await?
            .transaction(async |connection| {
                if !sessions::hold(connection, caller).await? {
                    return Err(BlockRefusal::SessionEnded);
                }
                // One at a time, so that parallel requests do not pass the limit together.
                games::hold_account(connection, caller.player).await?;
                let player = accounts::hold_by_username(connection, username)
                    .await?
                    .ok_or(BlockRefusal::UnknownPlayer)?;
                if player.id == caller.player {
                    return Err(BlockRefusal::Oneself);
                }
                blocks::insert(connection, caller.player, player.id).await?;
                match blocks::count(connection, caller.player).await? > BLOCKS_MAX {
                    true => Err(BlockRefusal::TooMany),
                    false => Ok(()),
                }
            })
            .await
    }
}

impl Accounts {
    /// Blocks a player no longer; a name that is not blocked changes nothing.
    ///
    /// # Errors
    ///
    /// When the database gives no answer.
    pub async fn unblock(&self, caller: &Identity, username: &str) -> Result<(), Failure> {
        let mut connection = self.pool.get().await?;
        match accounts::by_username(&mut connection, username).await? {
            Some(player) => blocks::delete(&mut connection, caller.player, player.id).await,
            None => Ok(()),
        }
    }
}

impl Accounts {
    /// The players whom the caller blocks.
    ///
    /// # Errors
    ///
    /// When the database gives no answer.
    pub async fn blocked(&self, caller: &Identity) -> Result<Vec<Block>, Failure> {
        blocks::list(&mut *self.pool.get().await?, caller.player).await
    }
}
