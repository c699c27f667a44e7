//! Limits on the games of one account.

use diesel_async::AsyncPgConnection;

use super::GameRefusal;
use crate::auth::PlayerId;
use crate::settings::GameSettings;
use crate::store::games;

/// A limit on the games of one account that was reached.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum TooManyGames {
    /// Games created by this account that wait for players.
    #[error("You have {0} games that wait for players. This server does not allow more.")]
    Waiting(u32),
    /// Games in which this account sits.
    #[error("You sit in {0} unfinished games. This server does not allow more.")]
    Unfinished(u32),
    /// Games that this account created within an hour.
    #[error("You created {0} games within an hour. This server does not allow more.")]
    Created(u32),
}

/// Checks whether a player may create another game. Until the transaction ends, no other request can give them a game.
///
/// # Errors
/// The limit that was reached.
pub(super) async fn may_create(
    connection: &mut AsyncPgConnection,
    limits: &GameSettings,
    player: PlayerId,
) -> Result<(), GameRefusal> {
    games::hold_account(connection, player).await?;
    let counts = games::count(connection, player).await?;
    for (count, limit, reached) in [
        (counts.waiting, limits.waiting_games_per_account, TooManyGames::Waiting as fn(u32) -> TooManyGames),
        (counts.unfinished, limits.games_per_account, TooManyGames::Unfinished),
        (counts.created_in_an_hour, limits.new_games_per_hour, TooManyGames::Created),
    ] {
        if count >= limit.into() {
            return Err(reached(limit).into());
        }
    }
    Ok(())
}

/// Checks whether a player may take a seat in another game. Until the transaction ends, no other request can give them
/// a game.
///
/// # Errors
/// The limit that was reached.
pub(super) async fn may_sit_down(
    connection: &mut AsyncPgConnection,
    limits: &GameSettings,
    player: PlayerId,
) -> Result<(), GameRefusal> {
    games::hold_account(connection, player).await?;
    match games::unfinished_count(connection, player).await? < limits.games_per_account.into() {
        true => Ok(()),
        false => Err(TooManyGames::Unfinished(limits.games_per_account).into()),
    }
}
