//! Leaving the games of a player whose account is being erased, or was locked.

use super::finding::Finding;
use crate::games::{FindingRefusal, GameRefusal};
use lapidary_model::auth::{Identity, PlayerId};
use lapidary_model::bot_match::StopReason;
use lapidary_model::game::{GameId, Status};
use lapidary_store::Postgres;
use lapidary_store::{bot_matches, challenges, games};

/// The number of games that one query loads.
const GAMES_PER_LOOK: i64 = 100;

impl Finding {
    /// Declines the challenges to the caller, leaves their waiting games and resigns from their active games,
    /// so that no other player waits for them. Their bot matches start no further game.
    ///
    /// Each game is left in its own transaction. After a failure the call may be repeated, and continues
    /// where it stopped.
    pub async fn leave_all(&self, caller: &Identity) -> Result<(), FindingRefusal> {
        let mut connection = self.pool.get().await?;
        bot_matches::mark_to_stop(&mut connection, caller.player, StopReason::BotErased).await?;
        drop(connection);
        self.decline_all(caller).await?;
        let mut after = None;
        loop {
            let unfinished =
                games::unfinished(&mut *self.pool.get().await?, caller.player, after, GAMES_PER_LOOK).await?;
            let Some(&(last, _)) = unfinished.last() else { return Ok(()) };
            for (id, status) in unfinished {
                self.leave_one(id, status, caller).await?;
            }
            after = Some(last);
        }
    }
}

#[boxed]
impl Finding {
    /// Leaves the caller's games that wait for players, which takes back their challenges. Games that have
    /// begun go on.
    pub async fn leave_waiting(&self, caller: &Identity) -> Result<(), GameRefusal> {
        let mut after = None;
        loop {
            let unfinished =
                games::unfinished(&mut *self.pool.get().await?, caller.player, after, GAMES_PER_LOOK).await?;
            let Some(&(last, _)) = unfinished.last() else { return Ok(()) };
            for (id, _) in unfinished.into_iter().filter(|(_, status)| *status == Status::Waiting) {
                match self.open.leave(id, caller).await {
                    Ok(_) | Err(GameRefusal::Started | GameRefusal::Finished | GameRefusal::Frozen) => {}
                    Err(refusal) => return Err(refusal),
                }
            }
            after = Some(last);
        }
    }
}

/// Returns whether a player has left every game and declined every challenge, so that no other player waits
/// for them. The caller must hold the exclusive lock of the player, so that the player cannot take a seat in
/// the meantime.
pub async fn has_left_all(connection: &mut Postgres, player: PlayerId) -> Result<bool, GameRefusal> {
    if !challenges::waiting_for(connection, player, 1).await?.is_empty() {
        return Ok(false);
    }
    let mut after = None;
    loop {
        let unfinished = games::unfinished(connection, player, after, GAMES_PER_LOOK).await?;
        let Some(&(last, _)) = unfinished.last() else { return Ok(true) };
        for (id, _) in unfinished {
            if is_in_play(connection, id, player).await? {
                return Ok(false);
            }
        }
        after = Some(last);
    }
}

/// Returns whether the player still takes part in the game: it waits for players, or may need a decision of
/// the player.
async fn is_in_play(connection: &mut Postgres, id: GameId, player: PlayerId) -> Result<bool, GameRefusal> {
    let Some(record) = games::load_for(connection, id, player).await? else { return Ok(false) };
    let Some(seat) = record.seat_of(player) else { return Ok(false) };
    Ok(match (record.status, &record.game) {
        (Status::Waiting, _) => true,
        (Status::Active, Some(game)) => game.seats_in_play().contains(&seat),
        _ => false,
    })
}

impl Finding {
    /// Leaves a game, even if it starts or ends in the meantime.
    async fn leave_one(&self, id: GameId, status: Status, caller: &Identity) -> Result<(), GameRefusal> {
        let left = match status {
            Status::Waiting => self.open.leave(id, caller).await.map(drop),
            _ => Err(GameRefusal::Started),
        };
        let left = match left {
            Err(GameRefusal::Started) => self.play.resign(id, caller).await.map(drop),
            left => left,
        };
        match left {
            Err(GameRefusal::Finished | GameRefusal::Frozen | GameRefusal::NotSeated) => Ok(()),
            left => left,
        }
    }
}
