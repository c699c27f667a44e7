//! The effects of the end of a game: ratings, the result of a tournament table, and messages of webhooks.
//! They are written in the transaction that ends the game, so they happen exactly once.

use futures_util::future::try_join;

use super::deal_end::settle_deals;
use super::game_end::GameEnd;
use super::table_result::settle_tables;
use super::tell::end_of;
use crate::games::GameRefusal;
use crate::ratings::{self, RatedEnd};
use crate::webhooks::enqueue_all;
use lapidary_model::{game::Visibility, settings::Switch};
use lapidary_store::games::GameRecord;
use lapidary_store::totals;
use lapidary_store::{Failure, Postgres};

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
    tell_and_count(connection, ends, limits).await?;
    let records: Vec<&GameRecord> = ends.iter().map(|end| end.record).collect();
    let Some(tournament) = records.first().and_then(|record| record.terms.tournament) else {
        return Ok(records.iter().any(|record| record.sealed));
    };
    settle_tables(connection, tournament, ends).await?;
    settle_deals(connection, tournament, &records).await
}

/// Writes the messages of webhooks, totals and ratings.
async fn tell_and_count(connection: &Postgres, ends: &[GameEnd<'_>], limits: Switch) -> Result<(), Failure> {
    let news: Vec<_> = ends.iter().map(end_of).collect();
    let count = async {
        for end in ends {
            count(connection, end, limits).await?;
        }
        Ok(())
    };
    try_join(enqueue_all(connection, &news), count).await.map(|_| ())
}

/// Adds the result of a game to totals and ratings. An aborted game has none.
async fn count(connection: &Postgres, end: &GameEnd<'_>, limits: Switch) -> Result<(), Failure> {
    let GameEnd { record, at, outcome: Some(outcome), position } = end else { return Ok(()) };
    let add = async {
        // Totals are public at once, so they leave out games that not everybody finds, and hidden ends.
        if record.terms.visibility != Visibility::Public || record.sealed || record.terms.delay.is_some() {
            return Ok(());
        }
        let won: Vec<_> = record.players().zip(outcome.ranks.iter().map(|&rank| rank == 1)).collect();
        totals::add(connection, record.terms.ruleset.id(), &won).await
    };
    let rate = async {
        let Some(position) = position.filter(|_| record.terms.changes_ratings()) else { return Ok(()) };
        ratings::rate(connection, record, &RatedEnd { at: *at, outcome, position, limits }).await
    };
    try_join(add, rate).await.map(|_| ())
}
