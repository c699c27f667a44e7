//! Limits on the games of one account.

use futures_util::future::{try_join, try_join_all, try_join3};

use crate::games::{GameRefusal, SeatRefusal, TooManyGames};
use lapidary_model::auth::PlayerId;
use lapidary_model::game::Terms;
use lapidary_model::settings::GameSettings;
use lapidary_store::games::{self, GameCounts};
use lapidary_store::{Failure, Postgres, bots};

/// Whether a player may open another table. Until the transaction ends, no other request gives them a game.
#[boxed]
pub(in crate::games) async fn may_create(
    connection: &Postgres,
    limits: &GameSettings,
    player: PlayerId,
) -> Result<(), SeatRefusal> {
    let (limit, locked) =
        (bots::concurrent_games(connection, player), games::lock_account(connection, player));
    let ((), counts, limit) = try_join3(locked, games::count(connection, player), limit).await?;
    let GameCounts { waiting, unfinished, created_in_an_hour } = counts;
    for (count, limit, reached) in [
        (waiting, limits.waiting_games_per_account, TooManyGames::Waiting as fn(u32) -> TooManyGames),
        (unfinished, limits.games_per_account, TooManyGames::Unfinished),
        (created_in_an_hour, limits.new_games_per_hour, TooManyGames::Created),
    ] {
        if count >= limit.into() {
            return Err(reached(limit).into());
        }
    }
    fits(limits, unfinished, limit)
}

/// Checks whether a player may take a seat in another game. Until the transaction ends, no other request can
/// give them a game.
#[boxed]
pub(in crate::games) async fn may_sit_down(
    connection: &Postgres,
    limits: &GameSettings,
    player: PlayerId,
) -> Result<(), SeatRefusal> {
    let locked = async { Ok(games::lock_account(connection, player).await?) };
    let ((), ()) = try_join(locked, has_room(connection, limits, player)).await?;
    Ok(())
}

/// Checks the same without a lock. The result holds only if the account is locked.
#[boxed]
pub(in crate::games) async fn has_room(
    connection: &Postgres,
    limits: &GameSettings,
    player: PlayerId,
) -> Result<(), SeatRefusal> {
    let limit = bots::concurrent_games(connection, player);
    let (unfinished, limit) = try_join(games::unfinished_count(connection, player), limit).await?;
    fits(limits, unfinished, limit)
}

/// Locks the accounts of several players as [`may_sit_down`] does, and returns those who have room.
#[boxed]
pub(in crate::games) async fn with_room(
    connection: &Postgres,
    limits: &GameSettings,
    players: &[PlayerId],
) -> Result<Vec<PlayerId>, Failure> {
    let locked = try_join_all(players.iter().map(|&player| games::lock_account(connection, player)));
    let counted = games::unfinished_counts(connection, players);
    let declared = try_join_all(players.iter().map(|&player| bots::concurrent_games(connection, player)));
    let (_, counts, declared) = try_join3(locked, counted, declared).await?;
    let unfinished = |player: &PlayerId| counts.get(player).copied().unwrap_or_default();
    let has_room =
        |(player, limit): (&PlayerId, _)| fits(limits, unfinished(player), limit).is_ok().then_some(*player);
    Ok(players.iter().zip(declared).filter_map(has_room).collect())
}

/// Checks a number of unfinished games, also by the limit that a bot sets for itself.
fn fits(limits: &GameSettings, unfinished: i64, of_bot: Option<u32>) -> Result<(), SeatRefusal> {
    let limit = limits.games_per_account;
    match of_bot {
        _ if unfinished >= limit.into() => Err(TooManyGames::Unfinished(limit).into()),
        Some(limit) if unfinished >= limit.into() => Err(TooManyGames::OfBot(limit).into()),
        _ => Ok(()),
    }
}

/// Returns whether a player can be asked for a game on these terms. A bot must have declared that it accepts
/// them.
pub(in crate::games) async fn admits(
    connection: &Postgres,
    player: PlayerId,
    terms: &Terms,
) -> Result<bool, GameRefusal> {
    Ok(bots::accepts(connection, player).await?.is_none_or(|accepts| accepts.admit(terms)))
}
