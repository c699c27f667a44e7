//! Blocking players: a blocked player cannot join games that the caller creates.

use super::accounts::Accounts;
use crate::refusal::refusals;
use crate::transaction::act;
use lapidary_model::auth::Identity;
use lapidary_model::block::{BLOCKS_MAX, Block};
use lapidary_store::blocks;
use lapidary_store::{Failure, accounts, games};

refusals! {
    /// Why a player is not blocked.
    pub enum BlockRefusal {
        UnknownPlayer = NotFound, "There is nothing at this address.";
        Oneself = Forbidden, "You cannot block yourself.";
        TooMany = TooManyBlocks, "You can block at most {BLOCKS_MAX} players. Unblock a player first.";
    } from sessions { SessionEnded } contains {
        Storage(Failure),
    } through Failure: diesel::result::Error;
}

#[boxed]
impl Accounts {
    /// Blocks a player. Blocking them again changes nothing.
    pub async fn block(&self, caller: &Identity, username: &str) -> Result<(), BlockRefusal> {
        act!(self.pool, caller, async |connection| {
            // The lock allows one request of the account at a time, so that parallel requests cannot
            // exceed the limit together.
            games::lock_account(connection, caller.player).await?;
            let player =
                accounts::lock_by_username(connection, username).await?.ok_or(BlockRefusal::UnknownPlayer)?;
            if player.id == caller.player {
                return Err(BlockRefusal::Oneself);
            }
            blocks::insert(connection, caller.player, player.id).await?;
            match blocks::count(connection, caller.player).await? > BLOCKS_MAX {
                true => Err(BlockRefusal::TooMany),
                false => Ok(()),
            }
        })?;
        self.watchers.announce_news(caller.player);
        Ok(())
    }
}

#[boxed]
impl Accounts {
    /// Unblocks a player. Unblocking a name that is not blocked changes nothing.
    pub async fn unblock(&self, caller: &Identity, username: &str) -> Result<(), Failure> {
        let mut connection = self.pool.get().await?;
        match accounts::by_username(&mut connection, username).await? {
            Some(player) => blocks::delete(&mut connection, caller.player, player.id).await?,
            None => return Ok(()),
        }
        self.watchers.announce_news(caller.player);
        Ok(())
    }
}

#[boxed]
impl Accounts {
    /// Returns the players that the caller has blocked.
    pub async fn blocked(&self, caller: &Identity) -> Result<Vec<Block>, Failure> {
        blocks::list(&mut *self.pool.get().await?, caller.player).await
    }
}
