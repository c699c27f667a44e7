//! The rematch that players of an ended game offer to each other.

use crate::games::GameRefusal;
use lapidary_engine::seat::Seat;
use lapidary_model::auth::Identity;
use lapidary_model::game::{GameId, Status};
use lapidary_store::Postgres;
use lapidary_store::games::{self, GameRecord, NoGame};
use lapidary_store::{challenges, rematches};

/// A rematch.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rematch {
    /// The seats of the ended game whose players agree.
    pub agreed: Vec<Seat>,
    /// The challenge that offers the rematch. It has the id of its game.
    pub challenge: GameId,
    /// The game, once it has started.
    pub game: Option<GameId>,
}

/// Returns whether a game started and is over, so that its players may play again.
pub(in crate::games) fn is_over(record: &GameRecord) -> bool {
    matches!(record.status, Status::Finished | Status::Aborted) && record.game.is_some()
}

/// Returns the rematch of a game as one of its players sees it. Offers of players whom they have blocked are
/// hidden.
pub(in crate::games) async fn offered(
    connection: &mut Postgres,
    record: &GameRecord,
    caller: &Identity,
) -> Result<Option<Rematch>, GameRefusal> {
    let Some(next) = rematches::next(connection, record.id).await? else { return Ok(None) };
    let next = match games::load(connection, next, Some(caller)).await {
        Err(NoGame::NotFound) => return Ok(None),
        result => result?.record,
    };
    let started = match next.status {
        Status::Waiting => false,
        _ if next.game.is_some() => true,
        _ => return Ok(None),
    };
    let sits = next.seat_of(caller.player).is_some();
    if !sits && (started || challenges::is_blocked(connection, caller.player, next.creator).await?) {
        return Ok(None);
    }
    let plays_next = |occupant| next.seat_of(occupant).is_some();
    let seats = Seat::all().zip(&record.occupants).filter(|(_, occupant)| plays_next(occupant.player));
    Ok(Some(Rematch {
        agreed: seats.map(|(seat, _)| seat).collect(),
        challenge: next.id,
        game: Some(next.id).filter(|_| started),
    }))
}
