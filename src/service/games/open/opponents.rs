//! Players whom the creator of a game names.

use super::limits::admits;
use crate::games::{GameRefusal, OpponentRefusal};
use lapidary_model::auth::PlayerId;
use lapidary_model::game::Terms;
use lapidary_store::{Failure, Postgres, accounts, challenges};

/// Returns the players with these names, and locks them against erasure until the transaction ends. `refused`
/// makes the refusal of the name at a position.
pub(in crate::games) async fn lock_opponents<R: From<Failure> + From<GameRefusal>>(
    connection: &mut Postgres,
    challenger: PlayerId,
    names: &[String],
    terms: &Terms,
    refused: fn(usize, OpponentRefusal) -> R,
) -> Result<Vec<PlayerId>, R> {
    let mut players = Vec::new();
    for (place, name) in names.iter().enumerate() {
        let refused = |refusal| refused(place, refusal);
        let player = accounts::lock_by_username(connection, name).await?;
        let player = player.ok_or_else(|| refused(OpponentRefusal::Unknown))?.id;
        if player == challenger {
            return Err(refused(OpponentRefusal::Oneself));
        }
        if players.contains(&player) {
            return Err(refused(OpponentRefusal::Twice));
        }
        if challenges::is_blocked(connection, challenger, player).await? {
            return Err(refused(OpponentRefusal::Blocked));
        }
        if !admits(connection, player, terms).await? {
            return Err(refused(OpponentRefusal::NotAccepted));
        }
        players.push(player);
    }
    Ok(players)
}
