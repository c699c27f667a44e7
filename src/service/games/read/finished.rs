//! Finished public games in bulk, as everybody may see them: lists and exports.

use super::read_log::{Export, load_export};
use super::reading::Reading;
use crate::games::GameRefusal;
use lapidary_model::auth::Visitor;
use lapidary_model::game::{GameId, Status};
use lapidary_model::listing::{Filter, Listed, Order};
use lapidary_store::games;
use lapidary_store::{Failure, Postgres};

/// The number of games that one statement lists.
const LISTED_AT_ONCE: u8 = 250;

/// Finished public games, the first created first.
pub struct FinishedPage {
    pub games: Vec<Listed>,
    /// The last of these games, if more follow.
    pub next: Option<GameId>,
}

/// Returns the finished public games that match, at most `limit`, beginning after `after`.
#[boxed]
pub async fn finished(
    connection: &mut Postgres,
    filter: &Filter,
    mut after: Option<GameId>,
    limit: usize,
) -> Result<FinishedPage, Failure> {
    let filter = Filter { status: Some(Status::Finished), order: Order::Oldest, ..filter.clone() };
    let mut found = Vec::new();
    // One more than requested shows whether more follow.
    while found.len() <= limit {
        let listed = games::list(connection, &filter, None, after, LISTED_AT_ONCE).await?;
        let is_last = listed.len() < usize::from(LISTED_AT_ONCE);
        after = listed.last().map(|last| last.id);
        found.extend(listed);
        if is_last {
            break;
        }
    }
    let more = found.len() > limit;
    found.truncate(limit);
    Ok(FinishedPage { next: found.last().filter(|_| more).map(|last| last.id), games: found })
}

/// Returns the exports of these games, in their order, as far as everybody may see them. Games that were
/// hidden meanwhile are left out.
#[boxed]
pub async fn exports(connection: &mut Postgres, games: &[GameId]) -> Result<Vec<Export>, GameRefusal> {
    let mut exports = Vec::with_capacity(games.len());
    for game in games {
        match load_export(connection, *game, None).await {
            Err(GameRefusal::NotFound) => {}
            export => exports.push(export?),
        }
    }
    Ok(exports)
}

#[boxed]
impl Reading {
    /// Returns the same as the function [`finished`]. It waits for a turn among the replays, so that many
    /// large requests leave the database to others.
    pub async fn finished(
        &self,
        filter: &Filter,
        after: Option<GameId>,
        limit: usize,
        visitor: &Visitor,
    ) -> Result<FinishedPage, GameRefusal> {
        let _place = self.replays.enter(visitor).await?;
        Ok(finished(&mut *self.pool.get().await?, filter, after, limit).await?)
    }

    /// Returns the same as the function [`exports`]. It waits for a turn among the replays, and holds a
    /// connection only during its turn.
    pub async fn exports(&self, games: &[GameId], visitor: &Visitor) -> Result<Vec<Export>, GameRefusal> {
        let _place = self.replays.enter(visitor).await?;
        exports(&mut *self.pool.get().await?, games).await
    }
}
