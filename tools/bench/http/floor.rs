//! The speed of PostgreSQL alone, measured by `pgbench` with transactions similar to those of the server.
//!
//! A turn selects the row with the snapshot; then one statement stores the next snapshot and adds a log
//! entry. A whole game is created, joined and ended by one statement each, with its turns between. The rows
//! are as large as those of the server, in plain tables. No server with one statement for each turn can be
//! faster.

use std::env;
use std::error::Error;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use diesel_async::{AsyncConnection, AsyncPgConnection, SimpleAsyncConnection};

use super::clients::TABLES_PER_CLIENT;

/// The name of the program.
const PROGRAM: &str = "pgbench";
/// Chooses a game for a turn. No two clients share one, as in the measurement of the server.
const CHOICE: &str = "\\set game :client_id * :games + random(1, :games)\n";
/// The statements of a turn, as a script of `pgbench`.
const TURN: &str = "\
SELECT version, snapshot FROM floor_games WHERE id = :game \\gset
WITH game AS (UPDATE floor_games SET version = :version + 1, snapshot = :snapshot, updated_at = now() \
WHERE id = :game AND version = :version RETURNING id, version) \
INSERT INTO floor_log (game_id, seq, seat, by, kind, action) \
SELECT id, version, 0, 'player', 'action', 'take wug' FROM game;
";
/// The tables of whole games that turns alone do not need.
const TABLES_OF_GAMES: &str = "\
CREATE SEQUENCE floor_ids START 1000000000; \
CREATE TABLE floor_secrets (game_id integer PRIMARY KEY, seed bytea NOT NULL); \
CREATE TABLE floor_seats (game_id integer, player_id integer, over boolean NOT NULL DEFAULT false, \
PRIMARY KEY (game_id, player_id)); \
CREATE INDEX ON floor_seats (player_id)";
/// Creates a game with its secret and the first seat; then the second player joins, and the game starts.
const BEGINNING: &str = "\
WITH game AS (INSERT INTO floor_games (id, version, snapshot) \
SELECT nextval('floor_ids'), 0, snapshot FROM floor_games WHERE id = 1 RETURNING id), \
secret AS (INSERT INTO floor_secrets SELECT id, sha256(id::text::bytea) FROM game), \
seat AS (INSERT INTO floor_seats (game_id, player_id) SELECT id, :client_id * 2 FROM game) \
SELECT id AS game FROM game \\gset
WITH seat AS (INSERT INTO floor_seats (game_id, player_id) VALUES (:game, :client_id * 2 + 1)), \
game AS (UPDATE floor_games SET version = 1, updated_at = now() WHERE id = :game RETURNING id, version) \
INSERT INTO floor_log (game_id, seq, by, kind) SELECT id, version, 'server', 'start' FROM game;
";
/// Ends the game.
const ENDING: &str = "\
WITH seats AS (UPDATE floor_seats SET over = true WHERE game_id = :game), \
game AS (UPDATE floor_games SET version = version + 1, updated_at = now() WHERE id = :game RETURNING id, version) \
INSERT INTO floor_log (game_id, seq, seat, by, kind) SELECT id, version, 0, 'player', 'resign' FROM game;
";
/// The statements of a read.
const READ: &str = "SELECT version, snapshot FROM floor_games WHERE id = :game\n";
/// The maximum number of clients of PostgreSQL alone, each of which is a connection. With more it gets
/// slower.
const FLOOR_CLIENTS_MAX: usize = 64;
/// The text before the figure in the output of `pgbench`.
const FIGURE: &str = "tps = ";

/// The minimum of statements for a request.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Shape {
    Turn,
    Read,
    /// A game from its creation to its end, see [`Floor::with_games`].
    Game,
}

impl Shape {
    /// The name of the script file.
    const fn file(self) -> &'static str {
        match self {
            Shape::Turn => "turn.sql",
            Shape::Read => "read.sql",
            Shape::Game => "game.sql",
        }
    }
}

/// The measurement of the floor on one database.
pub struct Floor {
    program: Option<PathBuf>,
    scratch: PathBuf,
    database_url: String,
}

impl Floor {
    /// Finds the program and creates the tables. Their snapshots are as large as those of the existing games.
    pub async fn make(
        database_url: String,
        bin_dir: &Path,
        scratch: &Path,
        clients_max: usize,
    ) -> Result<Floor, Box<dyn Error + Send + Sync>> {
        let rows = clients_max.min(FLOOR_CLIENTS_MAX) * TABLES_PER_CLIENT;
        let tables = format!(
            "CREATE TABLE floor_games (id integer PRIMARY KEY, version integer NOT NULL, snapshot bytea NOT NULL, \
             updated_at timestamptz NOT NULL DEFAULT now()) WITH (fillfactor = 70); \
             CREATE TABLE floor_log (game_id integer, seq integer, seat smallint, by text NOT NULL, \
             kind text NOT NULL, action text, at timestamptz NOT NULL DEFAULT now(), PRIMARY KEY (game_id, seq)); \
             INSERT INTO floor_games (id, version, snapshot) SELECT id, 1, \
             (SELECT snapshot FROM games WHERE snapshot IS NOT NULL LIMIT 1) FROM generate_series(1, {rows}) AS id"
        );
        AsyncPgConnection::establish(&database_url).await?.batch_execute(&tables).await?;
        for (shape, statements) in [(Shape::Turn, TURN), (Shape::Read, READ)] {
            std::fs::write(scratch.join(shape.file()), [CHOICE, statements].concat())?;
        }
        Ok(Floor { program: find(bin_dir), scratch: scratch.to_owned(), database_url })
    }

    /// Adds what whole games of this number of turns need.
    pub async fn with_games(self, turns: usize) -> Result<Floor, Box<dyn Error + Send + Sync>> {
        AsyncPgConnection::establish(&self.database_url).await?.batch_execute(TABLES_OF_GAMES).await?;
        let script = [BEGINNING, &TURN.repeat(turns), ENDING].concat();
        std::fs::write(self.scratch.join(Shape::Game.file()), script)?;
        Ok(self)
    }

    /// Returns the number of transactions of this shape per second with this number of clients, at most 64.
    /// Blocks its thread.
    pub fn measure(&self, shape: Shape, clients: usize, duration: Duration) -> Result<f64, String> {
        let program = self.program.as_ref().ok_or("pgbench is neither beside PostgreSQL nor in the PATH")?;
        let clients = clients.min(FLOOR_CLIENTS_MAX);
        let threads = std::thread::available_parallelism().map_or(1, |count| count.get().min(clients));
        let mut command = Command::new(program);
        command.args(["--no-vacuum", "--protocol=prepared"]);
        command.arg(format!("--client={clients}")).arg(format!("--jobs={threads}"));
        // `pgbench` accepts whole seconds only.
        command.arg(format!("--time={}", duration.as_secs_f64().ceil()));
        command.arg(format!("--define=games={TABLES_PER_CLIENT}"));
        command.arg("--file").arg(self.scratch.join(shape.file())).arg(&self.database_url);
        let output = command.stdin(Stdio::null()).output().map_err(|error| format!("pgbench: {error}"))?;
        let text = String::from_utf8_lossy(&output.stdout);
        let figure = text.split(FIGURE).nth(1).and_then(|rest| rest.split(' ').next()?.parse().ok());
        figure.filter(|_| output.status.success()).ok_or_else(|| {
            let complaint = String::from_utf8_lossy(&output.stderr);
            format!("pgbench failed: {}", complaint.trim())
        })
    }
}

/// Finds the program next to PostgreSQL's other programs, or in the `PATH`.
fn find(bin_dir: &Path) -> Option<PathBuf> {
    let path = env::var_os("PATH").unwrap_or_default();
    let directories = std::iter::once(bin_dir.to_owned()).chain(env::split_paths(&path));
    directories.map(|directory| directory.join(PROGRAM)).find(|program| program.is_file())
}
