//! Accepting a series, and stopping it.

use diesel_async::AsyncConnection;

use super::arranging::BotMatches;
use super::look::hides_from;
use super::refusal::BotMatchRefusal;
use crate::games::GameRefusal;
use lapidary_model::auth::Identity;
use lapidary_model::bot_match::{BotMatch, BotMatchId, BotMatchStatus, StopReason};
use lapidary_store::Postgres;
use lapidary_store::{bot_matches, sessions};

#[boxed]
impl BotMatches {
    /// Accepts a series for the caller, if the caller is one of its bots, and for all of its bots that the
    /// caller owns. It starts when all have accepted. Accepting again changes nothing.
    pub async fn accept(&self, id: BotMatchId, caller: &Identity) -> Result<(), BotMatchRefusal> {
        let mut connection = self.pool.get().await?;
        connection
            .transaction(async |connection| {
                let series = lock(connection, id, caller).await?;
                if series.status != BotMatchStatus::Waiting {
                    return Ok(());
                }
                let theirs = |place: &usize| series.bots[*place].is_of(caller.player);
                let accepting: Vec<usize> = (0..series.bots.len()).filter(theirs).collect();
                for &place in &accepting {
                    bot_matches::accept(connection, id, series.bots[place].player.player).await?;
                }
                let has_accepted = |place: usize| series.bots[place].accepted || accepting.contains(&place);
                if (0..series.bots.len()).all(has_accepted) {
                    bot_matches::start(connection, id).await?;
                }
                Ok(())
            })
            .await
    }

    /// Stops a series, for its creator, one of its bots, or a bot's owner. Its unfinished games are aborted.
    /// Stopping a series again changes nothing.
    pub async fn cancel(&self, id: BotMatchId, caller: &Identity) -> Result<(), BotMatchRefusal> {
        let mut connection = self.pool.get().await?;
        let changed = connection
            .transaction(async |connection| {
                let series = match lock(connection, id, caller).await {
                    Err(BotMatchRefusal::Ended(BotMatchStatus::Stopped)) => return Ok(Vec::new()),
                    held => held?,
                };
                if series.ladder {
                    return Err(BotMatchRefusal::Ladder);
                }
                Ok::<_, BotMatchRefusal>(self.stop(connection, &series, StopReason::Cancelled).await?)
            })
            .await?;
        drop(connection);
        self.tables.announce_changed(&changed);
        Ok(())
    }
}

/// Locks a series that is not over and concerns the caller.
async fn lock(
    connection: &mut Postgres,
    id: BotMatchId,
    caller: &Identity,
) -> Result<BotMatch, BotMatchRefusal> {
    sessions::lock(connection, caller).await??;
    if !bot_matches::lock(connection, id).await? {
        return Err(GameRefusal::NotFound.into());
    }
    let series = bot_matches::find(connection, id).await?.ok_or(GameRefusal::NotFound)?;
    let waits = series.status == BotMatchStatus::Waiting;
    if !series.concerns(caller.player) || waits && hides_from(connection, &series, caller.player).await? {
        return Err(GameRefusal::NotFound.into());
    }
    match series.status.is_over() {
        true => Err(BotMatchRefusal::Ended(series.status)),
        false => Ok(series),
    }
}
