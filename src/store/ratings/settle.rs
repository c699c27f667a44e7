//! Writing the ratings of a game in the transaction that ends it.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use diesel::sql_types::{
    Array, BigInt, Bool, Integer, Nullable, SmallInt, Text, Timestamptz, Uuid as SqlUuid,
};
use diesel_async::RunQueryDsl;
use futures_util::future::try_join;
use uuid::Uuid;

use crate::by_hand::row;
use crate::run::Run;
use crate::{Failure, Postgres, stored};
use lapidary_contest::rating::skill::Rating;
use lapidary_contest::rating::update::ALGORITHM;
use lapidary_model::auth::PlayerId;
use lapidary_model::game::GameId;
use lapidary_model::rating::{RatedTable, Record};

row! {
    struct SettleNumber {
        games: i64,
        last_at: DateTime<Utc>,
    }
}

/// Takes the next number of a pool, and locks the pool until the transaction ends. Returns the number, and
/// the time of the game's end in the log: the given one, but never before that of the game with the previous
/// number.
pub async fn next_number(
    connection: &Postgres,
    pool: &str,
    at: DateTime<Utc>,
) -> Result<(i64, DateTime<Utc>), Failure> {
    let row: SettleNumber = diesel::sql_query(
        "INSERT INTO rating_pools AS p (pool, games, last_at) VALUES ($1, 1, $2) ON CONFLICT (pool) DO UPDATE \
         SET games = p.games + 1, last_at = greatest(p.last_at, excluded.last_at) RETURNING games, last_at",
    )
    .bind::<Text, _>(pool)
    .bind::<Timestamptz, _>(at)
    .prepared()
    .only_row(connection)
    .await?;
    Ok((row.games, row.last_at))
}

row! {
    pub(super) struct RecordRow {
        pub player_id: Uuid,
        pub mu: i64,
        pub sigma: i64,
        pub games: i64,
        pub opponents: i64,
        pub last_at: DateTime<Utc>,
    }
}

impl RecordRow {
    /// Returns the player with what they have reached.
    pub fn named(&self) -> Result<(PlayerId, Record), Failure> {
        let record = Record {
            rating: Rating { mu_micro: self.mu, sigma_micro: self.sigma },
            games: stored(self.games, "a rating")?,
            opponents: stored(self.opponents, "a rating")?,
            last_game_at: self.last_at,
        };
        Ok((PlayerId(self.player_id), record))
    }
}

/// Returns what these players have reached in a pool, and locks it in the order of their ids until the
/// transaction ends.
pub async fn lock_records(
    mut connection: &Postgres,
    pool: &str,
    players: &[PlayerId],
) -> Result<HashMap<PlayerId, Record>, Failure> {
    let ids: Vec<Uuid> = players.iter().map(|player| player.0).collect();
    let rows: Vec<RecordRow> = diesel::sql_query(
        "SELECT player_id, mu, sigma, games, opponents, last_at FROM ratings WHERE pool = $1 AND player_id = ANY ($2) \
         ORDER BY player_id FOR UPDATE",
    )
    .bind::<Text, _>(pool)
    .bind::<Array<SqlUuid>, _>(ids)
    .prepared()
    .load(&mut connection)
    .await?;
    rows.iter().map(RecordRow::named).collect()
}

/// The new rating of a seat.
pub struct NewEvent {
    pub player: PlayerId,
    pub place: u8,
    pub before: Rating,
    pub after: Rating,
    /// Whether the player left the game early.
    pub left_early: bool,
    /// Whether the player keeps the rating, which would otherwise rise too far in a day.
    pub capped: bool,
}

/// Adds a game, or the result of a table over the board, to the log of a pool, with the seats in order, and
/// stores the new ratings. The caller must hold the pool, and have taken the number.
pub async fn append(
    connection: &Postgres,
    pool: &str,
    (number, finished_at): (i64, DateTime<Utc>),
    (game, table): (GameId, Option<RatedTable>),
    seats: &[NewEvent],
) -> Result<(), Failure> {
    let ids: Vec<Uuid> = seats.iter().map(|seat| seat.player.0).collect();
    let list = |value: fn(&NewEvent) -> i64| seats.iter().map(value).collect::<Vec<i64>>();
    let events = diesel::sql_query(
        "INSERT INTO rating_events (pool, pool_seq, seat, seats, game_id, player_id, place, mu_before, sigma_before, \
         mu_after, sigma_after, algorithm, finished_at, left_early, capped, tournament_id, table_number) \
         SELECT $1, $2, n.seat - 1, cardinality($5), $3, n.player_id, n.place, n.mu_before, n.sigma_before, n.mu_after, \
         n.sigma_after, $11, $4, n.left_early, n.capped, $14, $15 FROM unnest($5, $6, $7, $8, $9, $10, $12, $13) WITH ORDINALITY \
         AS n (player_id, place, mu_before, sigma_before, mu_after, sigma_after, left_early, capped, seat)",
    )
    .bind::<Text, _>(pool)
    .bind::<BigInt, _>(number)
    .bind::<SqlUuid, _>(game.0)
    .bind::<Timestamptz, _>(finished_at)
    .bind::<Array<SqlUuid>, _>(&ids)
    .bind::<Array<SmallInt>, _>(seats.iter().map(|seat| i16::from(seat.place)).collect::<Vec<_>>())
    .bind::<Array<BigInt>, _>(list(|seat| seat.before.mu_micro))
    .bind::<Array<BigInt>, _>(list(|seat| seat.before.sigma_micro))
    .bind::<Array<BigInt>, _>(list(|seat| seat.after.mu_micro))
    .bind::<Array<BigInt>, _>(list(|seat| seat.after.sigma_micro))
    .bind::<Text, _>(ALGORITHM)
    .bind::<Array<Bool>, _>(seats.iter().map(|seat| seat.left_early).collect::<Vec<_>>())
    .bind::<Array<Bool>, _>(seats.iter().map(|seat| seat.capped).collect::<Vec<_>>())
    .bind::<Nullable<SqlUuid>, _>(table.map(|table| table.tournament.0))
    .bind::<Nullable<Integer>, _>(table.map(|table| table.table.cast_signed()))
    .prepared()
    .run(connection);
    try_join(events, store_ratings(connection, pool, finished_at, &ids, seats)).await.map(|_| ())
}

async fn store_ratings(
    connection: &Postgres,
    pool: &str,
    finished_at: DateTime<Utc>,
    ids: &[Uuid],
    seats: &[NewEvent],
) -> Result<(), Failure> {
    // A row of `met` with one game is an opponent whom the player has not met before; a rating with one game
    // is new.
    diesel::sql_query(
        "WITH met AS (INSERT INTO rating_opponents AS o (player_id, pool, opponent_id, games) \
         SELECT a.id, $1, b.id, 1 FROM unnest($3) AS a (id), unnest($3) AS b (id) WHERE a.id <> b.id ORDER BY a.id, b.id \
         ON CONFLICT (player_id, pool, opponent_id) DO UPDATE SET games = o.games + 1 RETURNING player_id, games), \
         rated AS (INSERT INTO ratings AS r (player_id, pool, mu, sigma, games, opponents, last_at) \
         SELECT n.player_id, $1, n.mu, n.sigma, 1, \
         (SELECT count(*) FROM met WHERE met.player_id = n.player_id AND met.games = 1), $2 \
         FROM unnest($3, $4, $5) AS n (player_id, mu, sigma) ORDER BY n.player_id \
         ON CONFLICT (player_id, pool) DO UPDATE SET mu = excluded.mu, sigma = excluded.sigma, games = r.games + 1, \
         opponents = r.opponents + excluded.opponents, last_at = excluded.last_at RETURNING games) \
         UPDATE rating_pools SET players = players + (SELECT count(*) FROM rated WHERE games = 1) \
         WHERE pool = $1 AND EXISTS (SELECT FROM rated WHERE games = 1)",
    )
    .bind::<Text, _>(pool)
    .bind::<Timestamptz, _>(finished_at)
    .bind::<Array<SqlUuid>, _>(ids)
    .bind::<Array<BigInt>, _>(seats.iter().map(|seat| seat.after.mu_micro).collect::<Vec<_>>())
    .bind::<Array<BigInt>, _>(seats.iter().map(|seat| seat.after.sigma_micro).collect::<Vec<_>>())
    .prepared()
    .run(connection)
    .await
}
