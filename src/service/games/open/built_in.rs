//! Built-in opponents at a table: they accept every request at once.

use super::join::{Joined, sit_down};
use super::opening::Opening;
use crate::games::{GameRefusal, SeatRefusal};
use lapidary_model::auth::PlayerId;
use lapidary_model::built_in::{BuiltIn, BuiltInSeat};
use lapidary_model::game::GameId;
use lapidary_store::Postgres;
use lapidary_store::{bots, games};

/// Gives built-in opponents seats in this creator's waiting game. The last seat starts it. The caller must
/// hold the lock of the game, or must just have added it.
pub(in crate::games) async fn seat_built_in(
    connection: &mut Postgres,
    game: GameId,
    creator: PlayerId,
    seats: &[BuiltInSeat],
    opening: &Opening,
) -> Result<Joined, SeatRefusal> {
    if seats.is_empty() {
        return Ok(Joined::Waits);
    }
    if !opening.watchers.due().is_open() && !bots::is_built_in_online(connection).await? {
        return Err(SeatRefusal::NoOpponents);
    }
    let mut joined = Joined::Waits;
    for &seat in seats {
        let record = games::load_for(connection, game, creator).await?.ok_or(GameRefusal::NotFound)?;
        joined = sit_down(connection, &record, (seat.opponent.player(), None), None, opening).await?;
        games::set_strength(connection, game, seat).await?;
    }
    Ok(joined)
}

/// Returns the built-in opponents among players, each with its full strength.
pub(in crate::games) fn built_in_among(players: &[PlayerId]) -> Vec<BuiltInSeat> {
    players.iter().filter_map(|&player| BuiltIn::of(player)).map(BuiltInSeat::full).collect()
}
