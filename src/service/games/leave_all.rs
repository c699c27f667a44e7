//! Leaving every game at once, as whoever has his account erased does.

use super::GameRefusal;
use super::leave::leave;
use super::resign::resign;
use crate::auth::Identity;
use crate::store::Pool;
use crate::store::games::{self, GameId, Status};
use crate::stream::Watchers;

/// How many games are looked up at a time.
const GAMES_PER_LOOK: i64 = 100;

/// Leaves the caller's games that wait and resigns from those that are being played, so that nobody waits for him.
///
/// Each game is left in a transaction of its own: after a failure the call may be repeated, and goes on where it ended.
///
/// # Errors
///
/// [`GameRefusal::SessionEnded`], or what the database answers.
pub async fn leave_all(pool: &Pool, watchers: &Watchers, caller: &Identity) -> Result<(), GameRefusal> {
    let mut after = None;
    loop {
        let unfinished =
            games::unfinished(&mut *pool.get().await?, caller.player, after, GAMES_PER_LOOK).await?;
        let Some(&(last, _)) = unfinished.last() else { return Ok(()) };
        for (id, status) in unfinished {
            leave_one(pool, watchers, id, status, caller).await?;
        }
        after = Some(last);
    }
}

/// Leaves a game, whether or not it starts or ends in the meantime.
async fn leave_one(
    pool: &Pool,
    watchers: &Watchers,
    id: GameId,
    status: Status,
    caller: &Identity,
) -> Result<(), GameRefusal> {
    let left = match status {
        Status::Waiting => leave(pool, watchers, id, caller).await.map(drop),
        _ => Err(GameRefusal::Started),
    };
    let left = match left {
        Err(GameRefusal::Started) => resign(pool, watchers, id, caller).await.map(drop),
        left => left,
    };
    match left {
        Err(GameRefusal::Finished | GameRefusal::Frozen | GameRefusal::NotSeated) => Ok(()),
        left => left,
    }
}
