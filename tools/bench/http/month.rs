//! A month of play in a database with many games: what its updates leave behind, and what autovacuum does.
//!
//! The stored games are copies. The games of the month begin as copies and are played, ended and folded by
//! the server and its functions, a day's games at the same time. A day takes seconds, so autovacuum looks
//! once a second instead of once a minute.

use std::error::Error;
use std::time::Duration;

use diesel_async::{AsyncConnection, AsyncPgConnection};
use serde::Serialize;
use serde_json::json;
use tokio::time::sleep;
use uuid::Uuid;

use super::catalog::{Catalog, TableWork};
use super::fill::Filler;
use super::players::{fold, play, resign};
use super::rows::rounded;
use super::server::Server;
use super::tables::{Deals, TokenKind};
use crate::report::Report;

/// The number of players of the stored games.
const PLAYERS: usize = 10_000;
/// During this time the stored games were played.
const AGE: Duration = Duration::from_secs(365 * 86_400);
/// About how long a thousand games take to store, and a turn.
const FILL_TIME: Duration = Duration::from_millis(600);
const TURN_TIME: Duration = Duration::from_millis(1);
/// Longer than the ten seconds after which an idle connection reports what it did.
const REPORTED: Duration = Duration::from_secs(11);
/// How long the players rest at the end of a day. Those that were busy have reported by then.
const NIGHT: Duration = Duration::from_secs(1);

type Failure = Box<dyn Error + Send + Sync>;

/// The games of a month.
pub struct MonthPlan {
    /// The number of stored games, folded ones.
    pub stored: usize,
    pub days: usize,
    pub games_a_day: usize,
    /// The turns of a game.
    pub turns: usize,
}

/// What the month did to a table.
#[derive(Debug, PartialEq, Serialize)]
struct MonthRow {
    month: String,
    updated: i64,
    /// The updates that touched no index, in percent; none without updates.
    hot_percent: Option<f64>,
    deleted: i64,
    /// The most dead rows at the end of a day.
    dead_max: i64,
    vacuums: i64,
    /// Before the month, of the table and of its indexes.
    megabytes_before: [f64; 2],
    megabytes_after: [f64; 2],
    /// Of the same rows without the space of dead ones.
    megabytes_packed: [f64; 2],
}

/// The bytes of the write-ahead log.
#[derive(Serialize)]
pub(super) struct WalRow {
    write_ahead_log: String,
    games: usize,
    turns_a_game: usize,
    bytes_a_turn: i64,
    /// From the creation of a game until its log is folded.
    bytes_a_game: i64,
}

impl WalRow {
    /// A row with the bytes of all turns, and of everything.
    pub(super) fn of(name: String, games: usize, turns: usize, [in_turns, whole]: [i64; 2]) -> WalRow {
        WalRow {
            write_ahead_log: name,
            games,
            turns_a_game: turns,
            bytes_a_turn: in_turns / (games * turns).max(1) as i64,
            bytes_a_game: whole / games.max(1) as i64,
        }
    }
}

/// Stores copies of these folded games, plays a month, and reports each table in which much was changed.
pub(super) async fn measure(
    server: &Server,
    catalog: &mut Catalog,
    models: &[Uuid],
    plan: &MonthPlan,
    report: &mut Report,
) -> Result<(), Failure> {
    let url = server.database_url();
    report.next(&format!("{} games are stored", plan.stored), FILL_TIME * (plan.stored / 1_000) as u32);
    let mut filler = Filler::with_players(&url, PLAYERS).await?;
    filler.add(models, plan.stored, AGE, 0).await?;
    let clock = json!({"kind": "correspondence", "per_turn_ms": 7 * 86_400_000});
    let mut deals = Deals::with_clock(server.address(), &url, TokenKind::Session, 16, &clock).await?;
    filler.settle().await?;
    catalog.execute("ALTER SYSTEM SET autovacuum_naptime = '1s'").await?;
    catalog.execute("SELECT pg_reload_conf()").await?;
    sleep(REPORTED).await;
    let games = plan.days * plan.games_a_day;
    let (before, worked) = (catalog.bytes().await?, catalog.work().await?);
    report.next(&format!("{games} games of {} days", plan.days), TURN_TIME * (games * plan.turns) as u32);
    let (mut connection, mut dead_max) = (AsyncPgConnection::establish(&url).await?, vec![0; worked.len()]);
    let (mut in_turns, mut whole) = (0, 0);
    catalog.wal().await?;
    for _ in 0..plan.days {
        // The games of yesterday.
        fold(&mut connection).await?;
        let mut tables = deals.copy(plan.games_a_day).await?;
        whole += catalog.wal().await?;
        play(server.address(), &mut tables, plan.turns).await?;
        in_turns += catalog.wal().await?;
        resign(server.address(), &mut tables, 2).await?;
        sleep(NIGHT).await;
        let work = catalog.work().await?;
        dead_max.iter_mut().zip(work).for_each(|(max, work)| *max = work.dead.max(*max));
    }
    whole += in_turns + catalog.wal().await?;
    sleep(REPORTED).await;
    let (after, work) = (catalog.bytes().await?, catalog.work().await?);
    report.next("all tables are packed", FILL_TIME * (plan.stored / 1_000) as u32 / 4);
    let packed = catalog.packed().await?;
    for (then, (now, dead_max)) in worked.iter().zip(work.iter().zip(dead_max)) {
        let bytes = [&before, &after, &packed].map(|sizes| sizes.get(&now.name).copied().unwrap_or_default());
        let row = MonthRow::of([then, now], dead_max, bytes);
        if row.updated + row.deleted >= games as i64 {
            report.row(&row)?;
        }
    }
    report.row(&WalRow::of("the month".to_owned(), games, plan.turns, [in_turns, whole]))
}

impl MonthRow {
    fn of([then, now]: [&TableWork; 2], dead_max: i64, bytes: [[i64; 2]; 3]) -> MonthRow {
        let updated = now.updated - then.updated;
        let [megabytes_before, megabytes_after, megabytes_packed] =
            bytes.map(|parts| parts.map(|part| (part as f64 / 1e5).round() / 10.0));
        let hot = (now.hot - then.hot) as f64 * 100.0;
        MonthRow {
            month: now.name.clone(),
            updated,
            hot_percent: (updated > 0).then(|| rounded(hot / updated as f64)),
            deleted: now.deleted - then.deleted,
            dead_max,
            vacuums: now.vacuums - then.vacuums,
            megabytes_before,
            megabytes_after,
            megabytes_packed,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_of_the_month_has_what_was_done_since_its_beginning() {
        let work = |updated, hot, deleted, dead, vacuums| TableWork {
            name: "games".to_owned(),
            updated,
            hot,
            deleted,
            dead,
            vacuums,
        };
        let sizes = [[100_000_000, 40_000], [150_000_000, 50_000], [120_200_000, 0]];
        let row = MonthRow::of([&work(10, 10, 1, 0, 2), &work(50, 40, 1, 5, 4)], 9, sizes);
        let expected = MonthRow {
            month: "games".to_owned(),
            updated: 40,
            hot_percent: Some(75.0),
            deleted: 0,
            dead_max: 9,
            vacuums: 2,
            megabytes_before: [100.0, 0.0],
            megabytes_after: [150.0, 0.1],
            megabytes_packed: [120.2, 0.0],
        };
        assert_eq!(row, expected);
        let idle = MonthRow::of([&work(10, 10, 1, 0, 2), &work(10, 10, 3, 0, 2)], 0, sizes);
        assert_eq!((idle.hot_percent, idle.deleted), (None, 2));
    }
}
