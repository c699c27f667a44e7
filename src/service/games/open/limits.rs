//! Limits on the games of one account.

use crate::games::{GameRefusal, SeatRefusal, TooManyGames};
use lapidary_model::auth::PlayerId;
use lapidary_model::game::Terms;
use lapidary_model::settings::GameSettings;
use lapidary_store::Postgres;
use lapidary_store::{bots, games};

/// Whether a player may open another table. Until the transaction ends, no other request gives them a game.
pub(in crate::games) async fn may_create(
    connection: &mut Postgres,
    limits: &GameSettings,
    player: PlayerId,
) -> Result<(), SeatRefusal> {
    games::lock_account(connection, player).await?;
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
    may_play_more(connection, player, counts.unfinished).await
}

/// Checks whether a player may take a seat in another game. Until the transaction ends, no other request can
/// give them a game.
pub(super) async fn may_sit_down(
    connection: &mut Postgres,
    limits: &GameSettings,
    player: PlayerId,
) -> Result<(), SeatRefusal> {
    games::lock_account(connection, player).await?;
    has_room(connection, limits, player).await
}

/// Checks the same without a lock. The result holds only if the account is locked.
pub(in crate::games) async fn has_room(
    connection: &mut Postgres,
    limits: &GameSettings,
    player: PlayerId,
) -> Result<(), SeatRefusal> {
    let unfinished = games::unfinished_count(connection, player).await?;
    if unfinished >= limits.games_per_account.into() {
        return Err(TooManyGames::Unfinished(limits.games_per_account).into());
    }
    may_play_more(connection, player, unfinished).await
}

/// Returns whether a player can be asked for a game on these terms. A bot must have declared that it accepts
/// them.
pub(in crate::games) async fn admits(
    connection: &mut Postgres,
    player: PlayerId,
    terms: &Terms,
) -> Result<bool, GameRefusal> {
    Ok(bots::accepts(connection, player).await?.is_none_or(|accepts| accepts.admit(terms)))
}

/// Checks the limit that a bot sets for itself.
async fn may_play_more(
    connection: &mut Postgres,
    player: PlayerId,
    unfinished: i64,
) -> Result<(), SeatRefusal> {
    match bots::concurrent_games(connection, player).await? {
        Some(limit) if unfinished >= limit.into() => Err(TooManyGames::OfBot(limit).into()),
        _ => Ok(()),
    }
}
