//! The public profile of players: a display name, a picture, and the number of finished games.

use super::accounts::{AccountRefusal, Accounts};
use crate::transaction::act;
use lapidary_model::auth::Identity;
use lapidary_model::display_names::DisplayNames;
use lapidary_model::player::{Player, PlayerTotal};
use lapidary_store::accounts::{self, NamesPage};
use lapidary_store::{Failure, totals};

/// The maximum number of seats of ended games that are added up at once.
const SEATS_AT_ONCE: i32 = 5_000;

/// A change of a profile. Values that are none stay unchanged.
pub struct ProfileChange {
    /// The display name, or none to remove it.
    pub display_name: Option<Option<String>>,
    /// The number of the picture.
    pub avatar: Option<u8>,
}

#[boxed]
impl Accounts {
    /// Changes the profile of the caller.
    pub async fn set_profile(
        &self,
        caller: &Identity,
        change: ProfileChange,
    ) -> Result<Player, AccountRefusal> {
        let player = act!(self.pool, caller, async |connection| {
            if let Some(name) = &change.display_name {
                accounts::set_display_name(connection, caller.player, name.as_deref()).await?;
            }
            if let Some(avatar) = change.avatar {
                accounts::set_avatar(connection, caller.player, avatar).await?;
            }
            accounts::by_id(connection, caller.player).await?.ok_or(AccountRefusal::SessionEnded)
        })?;
        DisplayNames::shared().learn(player.id, player.display_name.as_deref());
        Ok(player)
    }

    /// Returns the account with this name and its totals, for any caller.
    pub async fn profile(&self, username: &str) -> Result<Option<(Player, Vec<PlayerTotal>)>, Failure> {
        let mut connection = self.pool.get().await?;
        let Some(player) = accounts::by_username(&mut connection, username).await? else { return Ok(None) };
        let totals = totals::of_player(&mut connection, player.id).await?;
        Ok(Some((player, totals)))
    }

    /// Learns the display names that have changed since the last call; the first call learns all of them. If
    /// this fails, the next call does the rest.
    pub async fn learn_names(&self) -> Result<(), Failure> {
        let mut connection = self.pool.get().await?;
        loop {
            let since = *self.named_until.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
            let NamesPage { names, next, is_last } = accounts::names_since(&mut connection, since).await?;
            for (player, name) in names {
                DisplayNames::shared().learn(player, name.as_deref());
            }
            *self.named_until.lock().unwrap_or_else(std::sync::PoisonError::into_inner) = next;
            if is_last {
                return Ok(());
            }
        }
    }

    /// Adds up the games that have ended. If this fails, the next call does the rest.
    pub async fn add_totals(&self) -> Result<(), Failure> {
        let mut connection = self.pool.get().await?;
        while totals::fold(&mut connection, SEATS_AT_ONCE).await? == i64::from(SEATS_AT_ONCE) {}
        Ok(())
    }
}
