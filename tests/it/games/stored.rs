//! Direct access to a stored game in the database, bypassing the server.

use chrono::DateTime;
use diesel::QueryableByName;
use diesel::sql_types::{Array, Binary, Bool, Integer, Nullable, SmallInt, Text, Uuid as SqlUuid};
use diesel_async::{AsyncConnection, AsyncPgConnection, RunQueryDsl};
use lapidary::model::game::GameId;
use lapidary::model::stamp::{Stamp, Writer};
use uuid::Uuid;

use crate::app::TestApp;

/// Returns the assignment that moves a time in a column, such as by `- interval '2 hours'`. It calculates in
/// UTC: otherwise the sum would depend on the time zone of the session, which a cluster refuses.
pub fn shift(column: &str, by: &str) -> String {
    format!("{column} = ({column} AT TIME ZONE 'UTC' {by}) AT TIME ZONE 'UTC'")
}

/// An entry of a stored log.
#[derive(QueryableByName, Debug, Clone, PartialEq, Eq)]
pub struct StoredEntry {
    #[diesel(sql_type = Integer)]
    pub seq: i32,
    #[diesel(sql_type = Nullable<SmallInt>)]
    pub seat: Option<i16>,
    #[diesel(sql_type = Text)]
    pub by: String,
    #[diesel(sql_type = Text)]
    pub kind: String,
    #[diesel(sql_type = Nullable<Text>)]
    pub action: Option<String>,
}

/// The row of a game with its secrets.
#[derive(QueryableByName, Debug, Clone, PartialEq, Eq)]
pub struct StoredGame {
    #[diesel(sql_type = Text)]
    pub ruleset: String,
    #[diesel(sql_type = Text)]
    pub options: String,
    #[diesel(sql_type = SmallInt)]
    pub seats: i16,
    #[diesel(sql_type = Integer)]
    pub version: i32,
    #[diesel(sql_type = Binary)]
    pub snapshot: Vec<u8>,
    #[diesel(sql_type = Binary)]
    pub commitment: Vec<u8>,
    #[diesel(sql_type = SqlUuid)]
    pub deal_id: Uuid,
    #[diesel(sql_type = Binary)]
    pub server_seed: Vec<u8>,
    #[diesel(sql_type = Binary)]
    pub opening: Vec<u8>,
}

/// The database of an application.
pub struct Stored(AsyncPgConnection);

impl Stored {
    /// Opens the database of an application.
    pub async fn of(app: &TestApp) -> Stored {
        Stored(AsyncPgConnection::establish(&app.database_url).await.expect("the database answers"))
    }

    /// Opens the database at an address.
    pub async fn at(url: &str) -> Stored {
        Stored(AsyncPgConnection::establish(url).await.expect("the database answers"))
    }

    /// Opens another database of the same server.
    pub async fn beside(app: &TestApp) -> Stored {
        let url = crate::cluster::url_of("postgres");
        assert_ne!(url, app.database_url);
        Stored(AsyncPgConnection::establish(&url).await.expect("the server answers"))
    }

    /// Runs a statement.
    pub async fn execute(&mut self, sql: &str) {
        diesel::sql_query(sql).execute(&mut self.0).await.unwrap_or_else(|error| panic!("{sql}: {error}"));
    }

    /// Loads the texts that a query returns.
    pub async fn texts(&mut self, sql: &str) -> Vec<String> {
        #[derive(QueryableByName)]
        struct Row {
            #[diesel(sql_type = Text)]
            text: String,
        }
        // On a cluster, a part of its own keeps its order.
        let query = format!("WITH rows (text) AS MATERIALIZED ({sql}) SELECT text FROM rows");
        let rows: Vec<Row> = diesel::sql_query(query).load(&mut self.0).await.expect("a list of texts");
        rows.into_iter().map(|row| row.text).collect()
    }

    /// Closes all connections to a database except this one.
    pub async fn cut_others(&mut self, database: &str) {
        self.execute(&format!(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity \
             WHERE datname = '{database}' AND pid <> pg_backend_pid()"
        ))
        .await;
    }

    /// Returns the row of a game that has started.
    pub async fn game(&mut self, id: &str) -> StoredGame {
        let sql = "SELECT g.ruleset, g.options, g.seats, g.version, g.snapshot, g.commitment, \
                   s.deal_id, s.server_seed, s.opening \
                   FROM games g JOIN game_secrets s ON s.game_id = g.id WHERE g.id = $1";
        diesel::sql_query(sql).bind::<SqlUuid, _>(uuid(id)).get_result(&mut self.0).await.expect("a game")
    }

    /// Returns the log of a game.
    pub async fn log(&mut self, id: &str) -> Vec<StoredEntry> {
        let sql = "SELECT seq, seat, by, kind, action FROM game_log WHERE game_id = $1 ORDER BY seq";
        diesel::sql_query(sql).bind::<SqlUuid, _>(uuid(id)).load(&mut self.0).await.expect("a log")
    }

    /// Replaces the position and the opening of a game.
    pub async fn put(&mut self, id: &str, snapshot: &[u8], opening: &[u8]) {
        for (sql, bytes) in [
            ("UPDATE games SET snapshot = $2 WHERE id = $1", snapshot),
            ("UPDATE game_secrets SET opening = $2 WHERE game_id = $1", opening),
        ] {
            let statement = diesel::sql_query(sql).bind::<SqlUuid, _>(uuid(id)).bind::<Binary, _>(bytes);
            statement.execute(&mut self.0).await.expect("the position is replaced");
        }
    }

    /// Replaces the content of an entry.
    pub async fn say(&mut self, id: &str, seq: i32, action: Option<String>) {
        diesel::sql_query("UPDATE game_log SET action = $3 WHERE game_id = $1 AND seq = $2")
            .bind::<SqlUuid, _>(uuid(id))
            .bind::<Integer, _>(seq)
            .bind::<Nullable<Text>, _>(action)
            .execute(&mut self.0)
            .await
            .expect("the entry is replaced");
    }

    /// Adds a game of these players, who joined and sit in this order.
    pub async fn add(
        &mut self,
        game: &StoredGame,
        status: &str,
        players: &[Uuid],
        log: &[StoredEntry],
    ) -> String {
        let id = Uuid::now_v7();
        diesel::sql_query(
            "INSERT INTO games (id, ruleset, options, seats, visibility, seating, status, version, snapshot, \
             commitment, creator_id) VALUES ($1, $2, $3, $4, 'public', 'join_order', $5, $6, $7, $8, $9)",
        )
        .bind::<SqlUuid, _>(id)
        .bind::<Text, _>(&game.ruleset)
        .bind::<Text, _>(&game.options)
        .bind::<SmallInt, _>(game.seats)
        .bind::<Text, _>(status)
        .bind::<Integer, _>(game.version)
        .bind::<Binary, _>(&game.snapshot)
        .bind::<Binary, _>(&game.commitment)
        .bind::<SqlUuid, _>(players[0])
        .execute(&mut self.0)
        .await
        .expect("the game is added");
        diesel::sql_query(
            "INSERT INTO game_secrets (game_id, deal_id, server_seed, opening) VALUES ($1, $2, $3, $4)",
        )
        .bind::<SqlUuid, _>(id)
        .bind::<SqlUuid, _>(game.deal_id)
        .bind::<Binary, _>(&game.server_seed)
        .bind::<Binary, _>(&game.opening)
        .execute(&mut self.0)
        .await
        .expect("its secrets are added");
        for (seat, player) in (0_i16..).zip(players) {
            self.seat(id, seat, *player).await;
        }
        for entry in log {
            self.append(id, entry).await;
        }
        id.to_string()
    }

    /// Adds copies of a game that has started, and returns their ids.
    pub async fn copies(&mut self, game: GameId, count: usize) -> Vec<Uuid> {
        let copies: Vec<Uuid> = (0..count).map(|_| Uuid::now_v7()).collect();
        for (table, key) in
            [("games", "id"), ("game_secrets", "game_id"), ("game_seats", "game_id"), ("game_log", "game_id")]
        {
            diesel::sql_query(format!(
                "INSERT INTO {table} SELECT copied.* FROM {table} t, unnest($2) AS copy (id), \
                 jsonb_populate_record(t, jsonb_build_object('{key}', copy.id)) AS copied WHERE t.{key} = $1"
            ))
            .bind::<SqlUuid, _>(game.0)
            .bind::<Array<SqlUuid>, _>(&copies)
            .execute(&mut self.0)
            .await
            .expect("the rows are copied");
        }
        copies
    }

    /// Erases an account, whose games go on.
    pub async fn erase(&mut self, username: &str) {
        let erased = "username = NULL, email = NULL, password_hash = NULL, erased_at = now()";
        self.execute(&format!("UPDATE players SET {erased} WHERE username = '{username}'")).await;
    }

    /// Returns the stamps of all games; those of games with clocks lack the clocks.
    pub async fn stamps(&mut self) -> Vec<(GameId, Stamp)> {
        let rows =
            "SELECT concat_ws(' ', id, xmin, (extract(epoch FROM updated_at) * 1000000)::bigint) FROM games";
        let stamp = |row: String| {
            let mut words = row.split(' ');
            let mut next = || words.next().expect("three words");
            let (id, game) = (next().parse().expect("an id"), next().parse().expect("a number"));
            let at = DateTime::from_timestamp_micros(next().parse().expect("a time")).expect("a time");
            (GameId(id), Stamp { game: Writer(game), updated_at: at, clocks: None })
        };
        self.texts(rows).await.into_iter().map(stamp).collect()
    }

    async fn seat(&mut self, game: Uuid, seat: i16, player: Uuid) {
        diesel::sql_query(
            "INSERT INTO game_seats (game_id, join_order, player_id, seat) VALUES ($1, $2, $3, $2)",
        )
        .bind::<SqlUuid, _>(game)
        .bind::<SmallInt, _>(seat)
        .bind::<SqlUuid, _>(player)
        .execute(&mut self.0)
        .await
        .expect("a seat is taken");
    }

    async fn append(&mut self, game: Uuid, entry: &StoredEntry) {
        diesel::sql_query(
            "INSERT INTO game_log (game_id, seq, seat, by, kind, action) VALUES ($1, $2, $3, $4, $5, $6)",
        )
        .bind::<SqlUuid, _>(game)
        .bind::<Integer, _>(entry.seq)
        .bind::<Nullable<SmallInt>, _>(entry.seat)
        .bind::<Text, _>(&entry.by)
        .bind::<Text, _>(&entry.kind)
        .bind::<Nullable<Text>, _>(entry.action.as_deref())
        .execute(&mut self.0)
        .await
        .expect("an entry is added");
    }

    /// Returns whether the entries of a log are numbered from 1 to the version of the game without gaps.
    pub async fn is_gapless(&mut self, id: &str) -> bool {
        #[derive(QueryableByName)]
        struct Verdict {
            #[diesel(sql_type = Bool)]
            gapless: bool,
        }
        let sql = "SELECT count(*) = g.version AND coalesce(min(l.seq), 1) = 1 AND coalesce(max(l.seq), 0) = g.version \
                   AS gapless FROM games g LEFT JOIN game_log l ON l.game_id = g.id WHERE g.id = $1 GROUP BY g.version";
        let verdict: Verdict = diesel::sql_query(sql)
            .bind::<SqlUuid, _>(uuid(id))
            .get_result(&mut self.0)
            .await
            .expect("a verdict");
        verdict.gapless
    }
}

fn uuid(id: &str) -> Uuid {
    id.parse().expect("a game's id is a UUID")
}
