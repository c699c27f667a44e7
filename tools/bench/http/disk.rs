//! What games take on the disk: the bytes of each table in each state of a game, and of the write-ahead log.
//!
//! Games of each kind are played through the API, all of them to the same state, and the tables are measured
//! there. `month` goes on with the same database.

use std::error::Error;
use std::net::SocketAddr;
use std::path::Path;
use std::time::Duration;

use diesel_async::{AsyncConnection, AsyncPgConnection};
use serde::Serialize;
use serde_json::{Value, json};
use uuid::Uuid;

use super::catalog::{Catalog, TableBytes};
use super::connection::Connection;
use super::month::{self, MonthPlan, WalRow};
use super::players::{fold, play, resign};
use super::server::Server;
use super::tables::{Table, TokenKind, token};
use crate::report::Report;
use lapidary::telemetry;
use lapidary_model::settings::{Settings, Switch};

/// The maximum number of games of each kind.
pub const SAMPLES_MAX: u16 = 300;
/// The number of accounts that play, a prime number: so the games of each pair of them are spread evenly.
const ACCOUNTS: usize = 61;
/// The number of the first game of each kind, which is not measured. It has accounts of its own, because it
/// changes ratings, and seeks pair similar ones.
const WARM_UP: usize = usize::MAX;
const WARM_UP_ACCOUNTS: usize = 4;
/// The seed of the random turns.
const SEED: u64 = 3;
/// About how long a request takes.
const REQUEST_TIME: Duration = Duration::from_millis(1);

type Failure = Box<dyn Error + Send + Sync>;

/// What is measured.
pub struct DiskPlan {
    /// The number of games of each kind.
    pub samples: usize,
    /// The turns of a game.
    pub turns: usize,
    pub month: MonthPlan,
}

/// The bytes of a game in a table: of its rows, and of their entries in the indexes.
#[derive(Debug, PartialEq, Eq, Serialize)]
struct DiskRow {
    games: String,
    table_with_indexes: String,
    waiting: [i64; 2],
    /// After half of the turns.
    live: [i64; 2],
    finished: [i64; 2],
    folded: [i64; 2],
}

impl DiskRow {
    fn of(games: &str, table: &str, [waiting, live, finished, folded]: [[i64; 2]; 4]) -> DiskRow {
        let (games, table_with_indexes) = (games.to_owned(), table.to_owned());
        DiskRow { games, table_with_indexes, waiting, live, finished, folded }
    }
}

/// Measures the bytes of games and a month. The directory of the cluster is below `place`.
pub fn measure(plan: &DiskPlan, place: &Path, report: &mut Report) -> Result<(), Failure> {
    let mut settings = Settings::from_environment()?;
    telemetry::start(&settings.log);
    settings.limits.rate_limits = Switch::Off;
    (settings.access.password_memory_kib, settings.access.password_passes) = (8, 1);
    (settings.games.fold_after, settings.games.rating_limits) = (Duration::MAX, Switch::Off);
    tokio::runtime::Runtime::new()?.block_on(async {
        let server = Server::start(place, settings).await?;
        tokio::select! {
            done = rows(&server, plan, report) => done?,
            _ = tokio::signal::ctrl_c() => return Err("interrupted".into()),
        }
        server.stop().await
    })
}

async fn rows(server: &Server, plan: &DiskPlan, report: &mut Report) -> Result<(), Failure> {
    let mut bench = DiskBench::make(server).await?;
    // Each table and index has its first pages then, and the players their first ratings.
    for kind in GameKind::ALL {
        bench.measure(kind, &[WARM_UP], plan.turns).await?;
    }
    let numbers: Vec<usize> = (0..plan.samples).collect();
    let (mut models, mut wal) = (Vec::new(), Vec::new());
    for kind in GameKind::ALL {
        let requests = plan.samples * (plan.turns + kind.seats * 2);
        report.next(&format!("{} games, {}", plan.samples, kind.name()), REQUEST_TIME * requests as u32);
        let (rows, wal_row, games) = bench.measure(kind, &numbers, plan.turns).await?;
        rows.iter().try_for_each(|row| report.row(row))?;
        wal.push(wal_row);
        models = games;
    }
    wal.iter().try_for_each(|row| report.row(row))?;
    month::measure(server, &mut bench.catalog, &models, &plan.month, report).await
}

/// A kind of games that is measured.
#[derive(Clone, Copy)]
struct GameKind {
    seats: usize,
    rated: bool,
}

impl GameKind {
    /// The last kind is that of the stored games of the month.
    const ALL: [GameKind; 4] = [
        GameKind { seats: 4, rated: false },
        GameKind { seats: 4, rated: true },
        GameKind { seats: 2, rated: false },
        GameKind { seats: 2, rated: true },
    ];

    fn name(self) -> String {
        format!("{} seats, {}", self.seats, if self.rated { "rated" } else { "casual" })
    }

    /// The address and the terms of the game with this number. Rated games have different times, so that only
    /// seeks for the same game are paired, and long ones, because the start of a live game ends other seeks.
    fn request(self, number: usize) -> (&'static str, Value) {
        let mut terms = json!({"ruleset": "splendor", "seats": self.seats});
        if self.rated {
            terms["rated"] = json!(true);
            terms["clock"] =
                json!({"kind": "correspondence", "per_turn_ms": 86_400_000 + number % 1_000 * 1_000});
        }
        (if self.rated { "/v1/seeks" } else { "/v1/games" }, terms)
    }
}

/// The accounts of a game. No two of them meet more than six times a day, as seeks would not pair them.
fn players(number: usize, seats: usize) -> Vec<usize> {
    if number == WARM_UP {
        return (ACCOUNTS..ACCOUNTS + seats).collect();
    }
    let (first, distance) = (number % ACCOUNTS, number / ACCOUNTS % (ACCOUNTS / 2) + 1);
    (0..seats).map(|seat| (first + seat * distance) % ACCOUNTS).collect()
}

/// The accounts that play, and the database.
struct DiskBench {
    address: SocketAddr,
    tokens: Vec<String>,
    http: Connection,
    connection: AsyncPgConnection,
    catalog: Catalog,
    dice: fastrand::Rng,
}

impl DiskBench {
    async fn make(server: &Server) -> Result<DiskBench, Failure> {
        let (address, url) = (server.address(), server.database_url());
        let (mut http, mut tokens) = (Connection::open(address).await?, Vec::new());
        for number in 0..ACCOUNTS + WARM_UP_ACCOUNTS {
            tokens.push(token(&mut http, TokenKind::Session, &format!("disk-{number}")).await?);
        }
        let connection = AsyncPgConnection::establish(&url).await?;
        let (catalog, dice) = (Catalog::open(&url).await?, fastrand::Rng::with_seed(SEED));
        Ok(DiskBench { address, tokens, http, connection, catalog, dice })
    }

    /// Plays games with these numbers, and measures the tables whenever all are in the same state. Returns
    /// the games as well.
    async fn measure(
        &mut self,
        kind: GameKind,
        numbers: &[usize],
        turns: usize,
    ) -> Result<(Vec<DiskRow>, WalRow, Vec<Uuid>), Failure> {
        let before = self.catalog.packed().await?;
        let mut answers = Vec::with_capacity(numbers.len());
        for &number in numbers {
            let (path, terms) = kind.request(number);
            let creator = &self.tokens[players(number, kind.seats)[0]];
            answers.push(self.http.post(path, Some(creator), &terms).await?);
        }
        let created = self.catalog.wal().await?;
        let waiting = self.catalog.packed().await?;
        let mut tables = Vec::with_capacity(numbers.len());
        for (&number, answer) in numbers.iter().zip(answers) {
            tables.push(self.start(kind, number, answer).await?);
        }
        let started = self.catalog.wal().await?;
        play(self.address, &mut tables, turns / 2).await?;
        let mut in_turns = self.catalog.wal().await?;
        let live = self.catalog.packed().await?;
        play(self.address, &mut tables, turns - turns / 2).await?;
        in_turns += self.catalog.wal().await?;
        resign(self.address, &mut tables, kind.seats).await?;
        let ended = self.catalog.wal().await?;
        let finished = self.catalog.packed().await?;
        fold(&mut self.connection).await?;
        let whole = created + started + in_turns + ended + self.catalog.wal().await?;
        let states = [waiting, live, finished, self.catalog.packed().await?];
        let rows = bytes_of_a_game(&kind.name(), &before, &states, numbers.len());
        let wal = WalRow::of(kind.name(), numbers.len(), turns, [in_turns, whole]);
        Ok((rows, wal, tables.iter().map(Table::id).collect()))
    }

    /// Lets the other players take the seats of a game that waits.
    async fn start(&mut self, kind: GameKind, number: usize, answer: Value) -> Result<Table, Failure> {
        let (path, terms) = kind.request(number);
        let tokens: Vec<_> =
            players(number, kind.seats).into_iter().map(|player| self.tokens[player].clone()).collect();
        let mut game = answer;
        for token in &tokens[1..] {
            game = match (kind.rated, game["id"].as_str()) {
                (false, Some(id)) => {
                    self.http.post(&format!("/v1/games/{id}/join"), Some(token), &json!({})).await?
                }
                _ => self.http.post(path, Some(token), &terms).await?,
            };
        }
        let id = if kind.rated { &game["game"] } else { &game["id"] };
        let id: Uuid = id.as_str().ok_or("the seeks were not paired")?.parse()?;
        let mut seated = Vec::with_capacity(tokens.len());
        for token in tokens {
            let view = self.http.get(&format!("/v1/games/{id}"), Some(&token)).await?;
            seated.push((view["viewer_seat"].as_u64(), token));
        }
        seated.sort();
        let tokens = seated.into_iter().map(|(_, token)| token).collect();
        Table::of(&self.connection, id, tokens, &mut self.dice).await
    }
}

/// The bytes of a game in each table that has a byte of it, and in all of them, in each state.
fn bytes_of_a_game(kind: &str, before: &TableBytes, states: &[TableBytes; 4], games: usize) -> Vec<DiskRow> {
    let none = [0; 2];
    let of = |state: &TableBytes, table: &str| {
        let (now, then) = (state.get(table).unwrap_or(&none), before.get(table).unwrap_or(&none));
        [0, 1].map(|part: usize| (now[part] - then[part]) / games.max(1) as i64)
    };
    let tables =
        states[3].keys().map(|table| (table, [0, 1, 2, 3].map(|place: usize| of(&states[place], table))));
    let tables: Vec<_> =
        tables.filter(|(_, bytes)| bytes.as_flattened().iter().any(|part| *part > 0)).collect();
    let mut rows: Vec<DiskRow> =
        tables.iter().map(|(table, bytes)| DiskRow::of(kind, table, *bytes)).collect();
    let all = [0, 1, 2, 3].map(|state: usize| {
        [0, 1].map(|part: usize| tables.iter().map(|(_, bytes)| bytes[state][part]).sum())
    });
    rows.push(DiskRow::of(kind, "all tables", all));
    rows
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_two_accounts_meet_more_often_than_seeks_pair_them() {
        let mut met = std::collections::BTreeMap::new();
        for (number, seats) in (0..SAMPLES_MAX.into()).flat_map(|number| [(number, 2), (number, 4)]) {
            let players = players(number, seats);
            for (place, one) in players.iter().enumerate() {
                for other in &players[place + 1..] {
                    assert_ne!(one, other);
                    *met.entry([*one.min(other), *one.max(other)]).or_insert(0) += 1;
                }
            }
        }
        assert!(met.values().all(|games| *games <= 6), "{met:?}");
    }

    #[test]
    fn a_game_has_the_bytes_that_were_added_and_tables_without_any_are_left_out() {
        let bytes = |games: i64, log: i64| {
            let tables = [("games", [games, games * 2]), ("game_log", [log, 0]), ("players", [8, 8])];
            TableBytes::from(tables.map(|(table, bytes)| (table.to_owned(), bytes)))
        };
        let states = [bytes(200, 50), bytes(300, 90), bytes(300, 130), bytes(300, 50)];
        let rows = bytes_of_a_game("rated", &bytes(100, 50), &states, 10);
        let expected = [
            DiskRow::of("rated", "game_log", [[0, 0], [4, 0], [8, 0], [0, 0]]),
            DiskRow::of("rated", "games", [[10, 20], [20, 40], [20, 40], [20, 40]]),
            DiskRow::of("rated", "all tables", [[10, 20], [24, 40], [28, 40], [20, 40]]),
        ];
        assert_eq!(rows, expected);
    }
}
