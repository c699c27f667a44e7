//! How many games one account can have.

use diesel_async::AsyncPgConnection;

use super::GameRefusal;
use crate::auth::PlayerId;
use crate::settings::GameSettings;
use crate::store::games;

/// A limit on the games of one account that is reached.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum TooManyGames {
    /// Tables of this account that wait for players.
    #[error("You have {0} open tables that wait for players, the most that this server allows.")]
    Waiting(u32),
    /// Games in which this account sits.
    #[error("You sit in {0} games that wait or are played, the most that this server allows.")]
    Unfinished(u32),
    /// Games that this account has created within an hour.
    #[error("You have created {0} games within an hour, the most that this server allows.")]
    Created(u32),
}

/// Whether a player may open another table. Until the transaction ends no other request gives them a game.
///
/// # Errors
///
/// The limit that is reached.
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

/// Whether a player may sit down at another table. Until the transaction ends no other request gives them a game.
///
/// # Errors
///
/// The limit that is reached.
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
