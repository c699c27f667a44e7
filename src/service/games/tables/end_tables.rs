//! Ending the games of tables that organizers decide: their tournament does not wait for them any more, so
//! nobody plays on for nothing. The log of the game says why. Such a game rates nothing, because nobody can
//! check its result.
//!
//! The tournament has checked who asks. Its creator is the creator of the games.

use diesel_async::AsyncPgConnection;

use super::tournament_games::TournamentGames;
use crate::games::GameRefusal;
use crate::games::effects::arena_end::next_table;
use crate::games::effects::deal_end::settle_deal;
use crate::games::open::abort::{end, has_begun};
use lapidary_model::auth::PlayerId;
use lapidary_model::game::{GameId, Status, Version};
use lapidary_model::log::{AbortReason, NewEntry};
use lapidary_store::games::{self, GameRecord};

/// Games of tables, locked until the transaction ends.
#[derive(Default)]
pub struct HeldGames(Vec<GameRecord>);

impl HeldGames {
    /// Returns these games without some.
    pub fn without(mut self, others: &[GameId]) -> HeldGames {
        self.0.retain(|record| !others.contains(&record.id));
        self
    }
}

impl TournamentGames {
    /// Locks games of tables, in the order of ids that all transactions share. Their ends at this moment are
    /// waited for. Call it before a table or a deal is locked: whoever ends a game locks them after the game.
    pub async fn lock_games(
        &self,
        connection: &mut AsyncPgConnection,
        mut ids: Vec<GameId>,
        creator: PlayerId,
    ) -> Result<HeldGames, GameRefusal> {
        ids.sort_unstable();
        ids.dedup();
        let mut held = Vec::with_capacity(ids.len());
        for id in ids {
            held.extend(games::lock_for(connection, id, creator).await?);
        }
        Ok(HeldGames(held))
    }

    /// Returns those of these games that are rated, are played, and have begun: whoever loses one would avoid
    /// the loss if it ended now.
    pub async fn begun_rated(
        &self,
        connection: &mut AsyncPgConnection,
        held: &HeldGames,
    ) -> Result<Vec<GameId>, GameRefusal> {
        let mut begun = Vec::new();
        for record in held.0.iter().filter(|record| record.status == Status::Active && record.terms.rated) {
            if has_begun(connection, record).await? {
                begun.push(record.id);
            }
        }
        Ok(begun)
    }

    /// Aborts those of these games that are played, and returns their versions, to be announced after the
    /// commit. A game whose table the caller has decided before changes nothing of the table. A frozen game
    /// stays frozen, but neither its players nor its deal wait for it any more.
    pub async fn end_held(
        &self,
        connection: &mut AsyncPgConnection,
        held: &HeldGames,
        reason: AbortReason,
    ) -> Result<Vec<(GameId, Version)>, GameRefusal> {
        let mut ended = Vec::new();
        for record in &held.0 {
            match (record.status, record.terms.tournament) {
                (Status::Active, _) => {
                    let entry = NewEntry::aborted(None, reason);
                    ended.push((record.id, end(connection, record, entry).await?));
                }
                (Status::Frozen, Some(tournament)) => {
                    let now = games::now(connection).await?;
                    next_table(connection, tournament, record.id, now).await?;
                    settle_deal(connection, tournament, record).await?;
                }
                _ => {}
            }
        }
        Ok(ended)
    }
}
