//! Searching the database for decisions that no server works on: after a restart, or because another server
//! has died or plays no opponents.

use std::collections::HashSet;
use std::sync::PoisonError;
use std::time::{Duration, Instant};

use super::opponents::Opponents;
use crate::games::GameRefusal;
use crate::stream::Urgency;
use lapidary_model::game::GameId;
use lapidary_store::{bots, games};

/// The number of games that one query returns.
const GAMES_PER_LOOK: i64 = 1_000;
/// How often a server announces that it plays the turns of built-in opponents.
const SAY_ONLINE_EVERY: Duration = Duration::from_secs(60);

#[boxed]
impl Opponents {
    /// Searches for games in which nothing has happened for a while and a built-in opponent may have to
    /// decide, and puts them into the queue of this server. A game that waits for another player is skipped
    /// until something happens in it. If this fails, the next search finds the rest.
    pub async fn search(&self) -> Result<(), GameRefusal> {
        let mut connection = self.pool.get().await?;
        if self.is_time_to_say_online() {
            bots::mark_built_in_online(&mut connection).await?;
            *self.said_online.lock().unwrap_or_else(PoisonError::into_inner) = Some(Instant::now());
        }
        let (mut idle, mut after): (HashSet<GameId>, Option<GameId>) = (HashSet::new(), None);
        loop {
            let page =
                games::attended(&mut connection, self.settings.opponent_interval, after, GAMES_PER_LOOK)
                    .await?;
            for found in &page {
                idle.insert(found.game);
                if self.marks().get(&found.game) != Some(&found.mark) {
                    self.watchers.due().put(found.game, found.opponent, Urgency::Player);
                }
            }
            // The opponents of one game are listed together. Those on the next page change nothing.
            after = page.last().map(|last| last.game);
            if (page.len() as i64) < GAMES_PER_LOOK {
                break;
            }
        }
        self.marks().retain(|game, _| idle.contains(game));
        Ok(())
    }

    fn is_time_to_say_online(&self) -> bool {
        let said = *self.said_online.lock().unwrap_or_else(PoisonError::into_inner);
        said.is_none_or(|said| said.elapsed() >= SAY_ONLINE_EVERY)
    }
}
