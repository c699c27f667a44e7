//! Fills a database with games and players: copies of a few games that were played through the API.
//!
//! It knows the tables of a game, as `tables` does. The benchmark owns the database, so no constraint needs
//! to be checked.

use std::error::Error;
use std::net::SocketAddr;
use std::time::Duration;

use chrono::{DateTime, Utc};
use diesel::sql_types::{Array, Timestamptz, Uuid as SqlUuid};
use diesel_async::{AsyncConnection, AsyncPgConnection, RunQueryDsl, SimpleAsyncConnection};
use uuid::{NoContext, Timestamp, Uuid};

use super::connection::Connection;
use super::tables::{Deals, Table, TurnKind};
use lapidary_store::folding::fold_batch;

/// The number of games of each kind that are copied.
const MODELS: usize = 8;
/// The number of games that one statement inserts.
const GAMES_AT_ONCE: usize = 10_000;
/// One player sits in one of this number of games, so that their games grow with all games.
const REGULAR_EVERY: usize = 100;
/// The seed of the random players of a game.
const SEED: u64 = 2;

/// The start of the names of the players. The first one is the regular player.
const NAME: &str = "grown-";

/// The statements that insert copies of games `$2` as games `$1`, created at `$3`, with players `$4` and
/// `$5`.
const COPIES: [&str; 7] = [
    "INSERT INTO games (id, ruleset, options, seats, visibility, seating, status, version, snapshot, commitment, \
     creator_id, reason, ranks, created_at, updated_at, folded, clock, rated) \
     SELECT f.id, ruleset, options, seats, visibility, seating, status, version, snapshot, commitment, f.ada, reason, \
     ranks, f.at, f.at, folded, clock, rated FROM unnest($1, $2, $3, $4, $5) AS f (id, model, at, ada, bob) \
     JOIN games m ON m.id = f.model",
    "INSERT INTO game_seats (game_id, join_order, player_id, seat, folded, over) \
     SELECT f.id, m.join_order, CASE m.join_order WHEN 0 THEN f.ada ELSE f.bob END, m.seat, m.folded, m.over \
     FROM unnest($1, $2, $3, $4, $5) AS f (id, model, at, ada, bob) JOIN game_seats m ON m.game_id = f.model",
    "INSERT INTO game_secrets (game_id, deal_id, server_seed, opening) SELECT f.id, deal_id, server_seed, opening \
     FROM unnest($1, $2, $3, $4, $5) AS f (id, model, at, ada, bob) JOIN game_secrets m ON m.game_id = f.model",
    "INSERT INTO game_log (game_id, seq, seat, by, kind, action, at) \
     SELECT f.id, seq, m.seat, by, kind, action, f.at \
     FROM unnest($1, $2, $3, $4, $5) AS f (id, model, at, ada, bob) JOIN game_log m ON m.game_id = f.model",
    "INSERT INTO folded_logs (game_id, entries, folded_at) SELECT f.id, entries, f.at \
     FROM unnest($1, $2, $3, $4, $5) AS f (id, model, at, ada, bob) JOIN folded_logs m ON m.game_id = f.model",
    "INSERT INTO game_clocks (game_id, remaining_ms, running, since, deadline, lag_ms, days_off, withheld_ms) \
     SELECT f.id, remaining_ms, running, since, deadline, lag_ms, days_off, withheld_ms \
     FROM unnest($1, $2, $3, $4, $5) AS f (id, model, at, ada, bob) JOIN game_clocks m ON m.game_id = f.model",
    "INSERT INTO rating_events (pool, pool_seq, seat, seats, game_id, player_id, place, mu_before, sigma_before, \
     mu_after, sigma_after, algorithm, finished_at) \
     SELECT pool, extract(epoch FROM f.at) * 1000000, seat, seats, f.id, CASE seat WHEN 0 THEN f.ada ELSE f.bob END, \
     place, mu_before, sigma_before, mu_after, sigma_after, algorithm, f.at \
     FROM unnest($1, $2, $3, $4, $5) AS f (id, model, at, ada, bob) JOIN rating_events m ON m.game_id = f.model",
];

/// The kinds of games to copy.
pub struct Models {
    /// Games that are over, with folded logs.
    pub folded: Vec<Uuid>,
    /// Games that are over, with their logs in rows.
    pub unfolded: Vec<Uuid>,
    /// Games in the middle.
    pub running: Vec<Uuid>,
}

impl Models {
    /// Plays the games.
    pub async fn make(
        address: SocketAddr,
        database_url: &str,
        deals: &mut Deals,
    ) -> Result<Models, Box<dyn Error + Send + Sync>> {
        let mut http = Connection::open(address).await?;
        let whole = |table: &Table| table.turns_left();
        let folded = play(&mut http, deals.tables(MODELS).await?, whole).await?;
        let mut connection = AsyncPgConnection::establish(database_url).await?;
        fold_batch(&mut connection, Duration::ZERO, None, MODELS as i64).await?;
        let unfolded = play(&mut http, deals.tables(MODELS).await?, whole).await?;
        let running = play(&mut http, deals.tables(MODELS).await?, |table| table.turns_left() / 2).await?;
        Ok(Models { folded, unfolded, running })
    }
}

/// Takes this number of turns at each table, and returns the ids of the games.
async fn play(
    http: &mut Connection,
    mut tables: Vec<Table>,
    turns: impl Fn(&Table) -> usize,
) -> Result<Vec<Uuid>, Box<dyn Error + Send + Sync>> {
    let mut request = Vec::new();
    for table in &mut tables {
        for _ in 0..turns(table) {
            table.write_turn(TurnKind::Turn, &mut request);
            http.send(&request).await?.expect_success()?;
        }
    }
    Ok(tables.iter().map(Table::id).collect())
}

/// A database with players, to which games are added.
pub struct Filler {
    connection: AsyncPgConnection,
    players: usize,
    dice: fastrand::Rng,
    /// Some of the games that were added.
    pub sample: Vec<Uuid>,
}

impl Filler {
    /// Adds the players.
    pub async fn with_players(
        database_url: &str,
        players: usize,
    ) -> Result<Filler, Box<dyn Error + Send + Sync>> {
        let mut connection = AsyncPgConnection::establish(database_url).await?;
        // The copies refer to rows that exist, and the database is removed in the end.
        let settings = "SET session_replication_role = replica; SET synchronous_commit = off";
        connection.batch_execute(settings).await?;
        let insert = format!(
            "INSERT INTO players (id, username, password_hash) \
             SELECT lpad(to_hex(n), 32, '0')::uuid, '{NAME}' || n, 'none' FROM generate_series(1, {players}) AS n"
        );
        connection.batch_execute(&insert).await?;
        let dice = fastrand::Rng::with_seed(SEED);
        Ok(Filler { connection, players, dice, sample: Vec::new() })
    }

    /// The name of the player who sits in every game whose number is a multiple of `REGULAR_EVERY`.
    pub fn regular() -> String {
        format!("{NAME}1")
    }

    /// Adds copies of games, created one after another during this time, and up to `sampled` of them to the
    /// sample.
    pub async fn add(
        &mut self,
        models: &[Uuid],
        count: usize,
        age: Duration,
        sampled: usize,
    ) -> Result<(), Box<dyn Error + Send + Sync>> {
        let now = Utc::now();
        for first in (0..count).step_by(GAMES_AT_ONCE) {
            let numbers = first..count.min(first + GAMES_AT_ONCE);
            let at: Vec<DateTime<Utc>> =
                numbers.clone().map(|number| now - age.mul_f64(1.0 - number as f64 / count as f64)).collect();
            let ids: Vec<Uuid> = at.iter().map(|at| id_of(*at)).collect();
            let originals: Vec<Uuid> = models.iter().copied().cycle().take(numbers.len()).collect();
            let (ada, bob): (Vec<Uuid>, Vec<Uuid>) = numbers.map(|number| self.pair(number)).unzip();
            for copy in COPIES {
                diesel::sql_query(copy)
                    .bind::<Array<SqlUuid>, _>(&ids)
                    .bind::<Array<SqlUuid>, _>(&originals)
                    .bind::<Array<Timestamptz>, _>(&at)
                    .bind::<Array<SqlUuid>, _>(&ada)
                    .bind::<Array<SqlUuid>, _>(&bob)
                    .execute(&mut self.connection)
                    .await?;
            }
            let picked = (first..).zip(ids).filter(|(number, _)| number * sampled % count.max(1) < sampled);
            self.sample.extend(picked.map(|(_, id)| id));
        }
        Ok(())
    }

    /// Does what the database would do in the course of time, so that no measurement includes its cost.
    pub async fn settle(&mut self) -> Result<(), Box<dyn Error + Send + Sync>> {
        for statement in ["VACUUM ANALYZE", "CHECKPOINT"] {
            self.connection.batch_execute(statement).await?;
        }
        Ok(())
    }

    /// The players of a game.
    fn pair(&mut self, number: usize) -> (Uuid, Uuid) {
        let player = |number: usize| Uuid::from_u128(number as u128 + 1);
        let ada = if number.is_multiple_of(REGULAR_EVERY) { 0 } else { self.dice.usize(..self.players) };
        (player(ada), player((ada + 1 + self.dice.usize(..self.players.max(2) - 1)) % self.players.max(2)))
    }
}

/// An id as the server would have given it at that time.
fn id_of(at: DateTime<Utc>) -> Uuid {
    let seconds = u64::try_from(at.timestamp()).unwrap_or_default();
    Uuid::new_v7(Timestamp::from_unix(NoContext, seconds, at.timestamp_subsec_nanos()))
}
