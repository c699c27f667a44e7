//! The effects of the end of a game: ratings, the result of a tournament table, and messages of webhooks.
//! They are written in the transaction that ends the game, so they happen exactly once.

use super::deal_end::settle_deals;
use super::game_end::GameEnd;
use super::table_result::settle_tables;
use super::tell::end_of;
use crate::games::GameRefusal;
use crate::ratings::{self, RatedEnd};
use crate::webhooks::enqueue_all;
use lapidary_model::settings::Switch;
use lapidary_store::Postgres;
use lapidary_store::games::GameRecord;
use lapidary_store::totals;

/// Writes the effects of the ends of games: of one finished game, or of any number of games aborted at once
/// that belong to the same tournament or to none. The caller must have written the ends in the same
/// transaction. Returns whether one of them stays hidden from all but its seats. `limits` says whether the
/// limits on ratings apply.
///
/// The rows are locked in this order: the games, the pool, the ratings by player, the tables of the
/// tournament, in an arena the entries of the tables, the deals that several games share. It never locks a
/// tournament or a round, because their owners may wait for games.
pub(in crate::games) async fn settle(
    connection: &mut Postgres,
    ends: &[GameEnd<'_>],
    limits: Switch,
) -> Result<bool, GameRefusal> {
    enqueue_all(connection, &ends.iter().map(end_of).collect::<Vec<_>>()).await?;
    for end in ends {
        count(connection, end, limits).await?;
    }
    let records: Vec<&GameRecord> = ends.iter().map(|end| end.record).collect();
    let Some(tournament) = records.first().and_then(|record| record.terms.tournament) else {
        return Ok(records.iter().any(|record| record.sealed));
    };
    settle_tables(connection, tournament, ends).await?;
    settle_deals(connection, tournament, &records).await
}

/// Adds the result of a game to totals and ratings. An aborted game has none.
async fn count(connection: &mut Postgres, end: &GameEnd<'_>, limits: Switch) -> Result<(), GameRefusal> {
    let GameEnd { record, at, outcome: Some(outcome), position } = end else { return Ok(()) };
    // Totals are public at once, so they leave out games whose ends are hidden.
    if !record.sealed && record.terms.delay.is_none() {
        let won: Vec<_> = record.players().zip(outcome.ranks.iter().map(|&rank| rank == 1)).collect();
        totals::add(connection, record.terms.ruleset.id(), &won).await?;
    }
    if let Some(position) = position.filter(|_| record.terms.changes_ratings()) {
        ratings::rate(connection, record, &RatedEnd { at: *at, outcome, position, limits }).await?;
    }
    Ok(())
}
