//! What depends on the end of a game: ratings, the result of a table of a tournament, and messages of
//! webhooks. It is written in the transaction that ends the game, so it happens exactly once.

use chrono::{DateTime, Utc};
use diesel_async::AsyncPgConnection;

use super::deal_end::settle_deal;
use super::table_result::{EndedTable, settle_table};
use super::tell;
use crate::games::GameRefusal;
use crate::ratings::{self, RatedEnd};
use lapidary_engine::game::Game;
use lapidary_engine::outcome::Outcome;
use lapidary_model::settings::Switch;
use lapidary_model::webhook::WebhookEvent;
use lapidary_store::games::GameRecord;
use lapidary_store::totals;

/// How a game ended.
pub(in crate::games) struct GameEnd<'a> {
    /// When it ended, by the time of the database.
    pub at: DateTime<Utc>,
    /// The result; none if the game was aborted.
    pub outcome: Option<Outcome>,
    /// The last position; none if the game never started.
    pub position: Option<&'a Game>,
}

/// Writes what follows from the end of a game. The caller must have written the end of the game in the same
/// transaction. Returns whether the game stays hidden from all but its seats. `limits` says whether the
/// limits on ratings apply.
///
/// The rows are locked in this order: the game, the pool, the ratings by player, the table of the tournament,
/// in an arena the entries of the table, the deal that several games share. It never locks a tournament or a
/// round, whose owners may wait for games.
///
/// # Errors
/// If the database fails. Then the game has not ended.
pub(in crate::games) async fn settle(
    connection: &mut AsyncPgConnection,
    record: &GameRecord,
    end: &GameEnd<'_>,
    limits: Switch,
) -> Result<bool, GameRefusal> {
    let event = if end.outcome.is_some() { WebhookEvent::GameFinished } else { WebhookEvent::GameAborted };
    // A game that never started is hidden from nobody who may see it.
    let delay = record.terms.delay.filter(|_| end.position.is_some());
    tell::enqueue_end(connection, record, event, end.at, delay).await?;
    // Totals are public at once, so they leave out games whose ends are hidden.
    if let (Some(outcome), false) = (&end.outcome, record.sealed || record.terms.delay.is_some()) {
        let won = record.occupants.iter().zip(&outcome.ranks);
        let won: Vec<_> = won.map(|(occupant, rank)| (occupant.player, *rank == 1)).collect();
        totals::add(connection, record.terms.ruleset.id(), &won).await?;
    }
    if !record.terms.has_stakes() {
        return Ok(record.sealed);
    }
    if let (Some(outcome), Some(position)) = (&end.outcome, end.position) {
        let rated = RatedEnd { at: end.at, outcome, position, limits };
        ratings::rate(connection, record, &rated).await?;
    }
    let Some(tournament) = record.terms.tournament else { return Ok(record.sealed) };
    let ended =
        EndedTable { game: record.id, at: end.at, outcome: end.outcome.as_ref(), position: end.position };
    settle_table(connection, tournament, &ended).await?;
    settle_deal(connection, tournament, record).await
}
