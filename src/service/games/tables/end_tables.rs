//! Ending the games of tables that organizers decide. Their tournament no longer waits for them, so nobody
//! plays on for nothing. The log of the game says why. Such a game rates nothing, because nobody can check
//! its result.
//!
//! The tournament has authorized the caller. Its creator is the creator of the games.

use super::tournament_games::TournamentGames;
use crate::games::GameRefusal;
use crate::games::effects::arena_end::next_tables;
use crate::games::effects::deal_end::settle_deals;
use crate::games::open::abort::{end_all, present};
use lapidary_model::auth::PlayerId;
use lapidary_model::game::{GameId, Status, Version};
use lapidary_model::log::{AbortReason, NewEntry};
use lapidary_store::Postgres;
use lapidary_store::games::{self, GameRecord};
use lapidary_store::log;

/// The version of a dealt game in which nothing has happened.
pub(super) const DEALT: Version = Version(1);

/// Games of tables, locked until the transaction ends.
#[derive(Default)]
pub struct HeldGames(Vec<GameRecord>);

impl HeldGames {
    /// Checks that all of these games are in play, and nothing has happened in them.
    pub fn are_unplayed(&self) -> Result<(), GameRefusal> {
        let is_unplayed = |record: &GameRecord| record.status == Status::Active && record.version == DEALT;
        if self.0.iter().all(is_unplayed) { Ok(()) } else { Err(GameRefusal::Started) }
    }
}

impl TournamentGames {
    /// Locks games of tables, in the order of ids that all transactions share. Waits for games that are
    /// ending. Call it before locking a table or a deal, because ending a game locks them after the game.
    pub async fn lock_games(
        &self,
        connection: &mut Postgres,
        ids: Vec<GameId>,
        creator: PlayerId,
    ) -> Result<HeldGames, GameRefusal> {
        Ok(HeldGames(games::lock_many_for(connection, ids, creator).await?))
    }

    /// Does the same, except for rated games that have begun: they are played to their end.
    pub async fn lock_games_to_end(
        &self,
        connection: &mut Postgres,
        ids: Vec<GameId>,
        creator: PlayerId,
    ) -> Result<HeldGames, GameRefusal> {
        let mut held = self.lock_games(connection, ids, creator).await?;
        let begun = self.begun_rated(connection, &held).await?;
        held.0.retain(|record| !begun.contains(&record.id));
        Ok(held)
    }

    /// Returns those of these games that are rated, in play, and have begun: a seat has left, or all seats
    /// have decided something. Ending one now would spare its loser the loss.
    pub async fn begun_rated(
        &self,
        connection: &mut Postgres,
        held: &HeldGames,
    ) -> Result<Vec<GameId>, GameRefusal> {
        let rated = |record: &&GameRecord| {
            record.status == Status::Active && record.terms.changes_ratings() && record.version > DEALT
        };
        let rated: Vec<&GameRecord> = held.0.iter().filter(rated).collect();
        let ids: Vec<GameId> = rated.iter().map(|record| record.id).collect();
        // A seat begins with its main action.
        let decided = log::decided(connection, &ids).await?;
        let has_begun = |record: &&&GameRecord| {
            let present = present(record);
            present.len() < record.terms.seats.get()
                || present.into_iter().all(|seat| decided.contains(&(record.id, seat)))
        };
        Ok(rated.iter().filter(has_begun).map(|record| record.id).collect())
    }

    /// Aborts those of these games that are in play, and returns their versions, to be announced after the
    /// commit. They belong to the same tournament or to none. Tables that the caller has decided before stay
    /// unchanged. A frozen game stays frozen, but neither its players nor its deal wait for it any more.
    pub async fn end_held(
        &self,
        connection: &mut Postgres,
        held: &HeldGames,
        reason: AbortReason,
    ) -> Result<Vec<(GameId, Version)>, GameRefusal> {
        let with = |status| held.0.iter().filter(move |record| record.status == status);
        let active: Vec<&GameRecord> = with(Status::Active).collect();
        let ended = end_all(connection, &active, &NewEntry::aborted(None, reason)).await?;
        let frozen: Vec<&GameRecord> = with(Status::Frozen).collect();
        if let Some(tournament) = frozen.first().and_then(|record| record.terms.tournament) {
            let ids: Vec<GameId> = frozen.iter().map(|record| record.id).collect();
            let now = games::now(connection).await?;
            next_tables(connection, tournament, &ids, now).await?;
            settle_deals(connection, tournament, &frozen).await?;
        }
        Ok(ended)
    }
}
