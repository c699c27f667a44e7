//! The speed of PostgreSQL alone, measured by `pgbench` with a transaction similar to a turn.
//!
//! The transaction selects the row with the snapshot; then one statement stores the next snapshot and adds a log entry.
//! The rows are as large as those of the server, in plain tables. No server with one statement for each turn can be
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
/// The transaction, in the notation of `pgbench`. As in the server's benchmark, no two clients share a game.
const TRANSACTION: &str = "\
\\set game :client_id * :games + random(1, :games)
SELECT version, snapshot FROM floor_games WHERE id = :game \\gset
WITH game AS (UPDATE floor_games SET version = :version + 1, snapshot = :snapshot, updated_at = now() \
WHERE id = :game AND version = :version RETURNING id, version) \
INSERT INTO floor_log (game_id, seq, seat, by, kind, action) \
SELECT id, version, 0, 'player', 'action', 'take wug' FROM game;
";
/// The text before the figure in the output of `pgbench`.
const FIGURE: &str = "tps = ";

/// The benchmark of PostgreSQL alone on one database.
pub struct Floor {
    program: Option<PathBuf>,
    script: PathBuf,
    database_url: String,
}

impl Floor {
    /// Creates the tables, with snapshots as large as those of the existing games, and looks for the program.
    ///
    /// # Errors
    /// When the tables or the script cannot be created.
    pub async fn make(
        database_url: String,
        bin_dir: &Path,
        scratch: &Path,
        clients_max: usize,
    ) -> Result<Floor, Box<dyn Error + Send + Sync>> {
        let rows = clients_max * TABLES_PER_CLIENT;
        let tables = format!(
            "CREATE TABLE floor_games (id integer PRIMARY KEY, version integer NOT NULL, snapshot bytea NOT NULL, \
             updated_at timestamptz NOT NULL DEFAULT now()) WITH (fillfactor = 70); \
             CREATE TABLE floor_log (game_id integer, seq integer, seat smallint, by text NOT NULL, \
             kind text NOT NULL, action text, at timestamptz NOT NULL DEFAULT now(), PRIMARY KEY (game_id, seq)); \
             INSERT INTO floor_games (id, version, snapshot) SELECT id, 1, \
             (SELECT snapshot FROM games WHERE snapshot IS NOT NULL LIMIT 1) FROM generate_series(1, {rows}) AS id"
        );
        AsyncPgConnection::establish(&database_url).await?.batch_execute(&tables).await?;
        let script = scratch.join("floor.sql");
        std::fs::write(&script, TRANSACTION)?;
        Ok(Floor { program: find(bin_dir), script, database_url })
    }

    /// Returns the transactions per second with this number of clients. Blocks its thread.
    ///
    /// # Errors
    /// Why there is no figure, as a sentence for the row.
    pub fn measure(&self, clients: usize, duration: Duration) -> Result<f64, String> {
        let program = self.program.as_ref().ok_or("pgbench is neither beside PostgreSQL nor in the PATH")?;
        let threads = std::thread::available_parallelism().map_or(1, |count| count.get().min(clients));
        let mut command = Command::new(program);
        command.args(["--no-vacuum", "--protocol=prepared"]);
        command.arg(format!("--client={clients}")).arg(format!("--jobs={threads}"));
        // `pgbench` accepts whole seconds only.
        command.arg(format!("--time={}", duration.as_secs_f64().ceil()));
        command.arg(format!("--define=games={TABLES_PER_CLIENT}"));
        command.arg("--file").arg(&self.script).arg(&self.database_url);
        let output = command.stdin(Stdio::null()).output().map_err(|error| format!("pgbench: {error}"))?;
        let said = String::from_utf8_lossy(&output.stdout);
        let figure = said.split(FIGURE).nth(1).and_then(|rest| rest.split(' ').next()?.parse().ok());
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
