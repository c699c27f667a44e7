//! How many games of each kind players have finished and won.
//!
//! The end of a game adds a row for each seat; a job adds them up. Whoever reads adds what is left.

use diesel::sql_types::{Array, Bool, Integer, SmallInt, Text, Uuid as SqlUuid};
use diesel_async::RunQueryDsl;
use uuid::Uuid;

use super::{Failure, Postgres, stored};
use crate::by_hand::{One, row};
use crate::run::Run;
use lapidary_model::auth::PlayerId;
use lapidary_model::player::PlayerTotal;

/// Notes that a game has ended, with the players who have won it or not. The caller must have written the end
/// in the same transaction.
pub async fn add(connection: &Postgres, ruleset: &str, players: &[(PlayerId, bool)]) -> Result<(), Failure> {
    let seats = i16::try_from(players.len()).unwrap_or(i16::MAX);
    let (ids, won): (Vec<Uuid>, Vec<bool>) = players.iter().map(|(player, won)| (player.0, *won)).unzip();
    diesel::sql_query(
        "INSERT INTO finished_seats (player_id, ruleset, seats, won) \
         SELECT s.player_id, $3, $4, s.won FROM unnest($1, $2) AS s (player_id, won)",
    )
    .bind::<Array<SqlUuid>, _>(ids)
    .bind::<Array<Bool>, _>(won)
    .bind::<Text, _>(ruleset)
    .bind::<SmallInt, _>(seats)
    .prepared()
    .run(connection)
    .await
}

/// Adds up at most this many seats of games that have ended, and returns their number.
///
/// It locks the players before their seats, as an erasure does, and skips those that others hold until the
/// next time. Rows are added in one order. So nothing waits in a circle.
pub async fn fold(connection: &mut Postgres, limit: i32) -> Result<i64, Failure> {
    let query = diesel::sql_query(
        "WITH next AS MATERIALIZED (SELECT id, player_id FROM finished_seats ORDER BY id LIMIT $1), \
         held AS MATERIALIZED (SELECT id FROM players WHERE id IN (SELECT player_id FROM next) FOR KEY SHARE SKIP LOCKED), \
         free AS MATERIALIZED (SELECT id FROM finished_seats WHERE id IN (SELECT n.id FROM next n JOIN held h ON h.id = n.player_id) \
         FOR UPDATE SKIP LOCKED), \
         taken AS (DELETE FROM finished_seats WHERE id IN (SELECT id FROM free) RETURNING player_id, ruleset, seats, won), \
         added AS (INSERT INTO player_totals AS t (player_id, ruleset, seats, games, wins) \
         SELECT player_id, ruleset, seats, count(*), count(*) FILTER (WHERE won) FROM taken \
         GROUP BY player_id, ruleset, seats ORDER BY player_id, ruleset, seats \
         ON CONFLICT (player_id, ruleset, seats) DO UPDATE SET games = t.games + excluded.games, \
         wins = t.wins + excluded.wins) SELECT count(*) AS taken FROM taken",
    )
    .bind::<Integer, _>(limit);
    let One(taken) = query.prepared().get_result(connection).await?;
    Ok(taken)
}

row! {
    struct TotalRow {
        ruleset: String,
        seats: i16,
        games: i64,
        wins: i64,
    }
}

/// Returns the totals of a player, one for each ruleset and number of seats, in this order.
pub async fn of_player(connection: &mut Postgres, player: PlayerId) -> Result<Vec<PlayerTotal>, Failure> {
    let rows: Vec<TotalRow> = diesel::sql_query(
        "SELECT ruleset, seats, sum(games)::bigint AS games, sum(wins)::bigint AS wins FROM ( \
         SELECT ruleset, seats, games, wins FROM player_totals WHERE player_id = $1 UNION ALL \
         SELECT ruleset, seats, 1, won::int FROM finished_seats WHERE player_id = $1) AS all_of_them \
         GROUP BY ruleset, seats ORDER BY ruleset COLLATE \"C\" DESC, seats",
    )
    .bind::<SqlUuid, _>(player.0)
    .load(connection)
    .await?;
    let read = |row: TotalRow| {
        Ok(PlayerTotal {
            ruleset: row.ruleset,
            seats: stored(row.seats, "the total of a player")?,
            games: stored(row.games, "the total of a player")?,
            wins: stored(row.wins, "the total of a player")?,
        })
    };
    rows.into_iter().map(read).collect()
}
