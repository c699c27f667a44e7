//! Limits on the games of one account.

use futures_util::future::{try_join, try_join3};

use crate::games::{GameRefusal, SeatRefusal, TooManyGames};
use lapidary_model::auth::PlayerId;
use lapidary_model::game::Terms;
use lapidary_model::settings::GameSettings;
use lapidary_store::Postgres;
use lapidary_store::bots;
use lapidary_store::games::{self, GameCounts};

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
    may_play_more(unfinished, limit)
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
    if unfinished >= limits.games_per_account.into() {
        return Err(TooManyGames::Unfinished(limits.games_per_account).into());
    }
    may_play_more(unfinished, limit)
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

/// Checks the limit that a bot sets for itself.
fn may_play_more(unfinished: i64, limit: Option<u32>) -> Result<(), SeatRefusal> {
    match limit {
        Some(limit) if unfinished >= limit.into() => Err(TooManyGames::OfBot(limit).into()),
        _ => Ok(()),
    }
}
