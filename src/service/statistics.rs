//! Statistics of ended public games: counting them, and reading the counts.
//!
//! `model/statistics.rs` defines the counts.

use std::sync::Arc;

use quick_cache::sync::Cache;

use lapidary_engine::splendor::card::CardId;
use lapidary_model::statistics::{OpeningStatistics, StatisticsFilter, TableStatistics};
use lapidary_store::statistics::{self, Batch};
use lapidary_store::{Failure, Pool};

/// The maximum number of games that one transaction counts.
const COUNTED_AT_ONCE: i64 = 100;
/// The number of answers of each kind that a server remembers.
const REMEMBERED: usize = 256;

/// Statistics, with the number of games counted so far. They are outdated when more games are counted.
type Remembered<T> = (i64, Arc<Vec<T>>);

/// The use cases of statistics.
pub struct Statistics {
    pool: Pool,
    tables: Cache<StatisticsFilter, Remembered<TableStatistics>>,
    openings: Cache<(StatisticsFilter, Option<CardId>), Remembered<OpeningStatistics>>,
}

#[boxed]
impl Statistics {
    /// Returns the statistics in this database.
    pub fn new(pool: Pool) -> Statistics {
        Statistics { pool, tables: Cache::new(REMEMBERED), openings: Cache::new(REMEMBERED) }
    }

    /// Counts the next ended games with folded logs. Returns false if none is left, or if another server is
    /// counting.
    pub async fn count_next(&self) -> Result<bool, Failure> {
        let batch = statistics::count_batch(&mut *self.pool.get().await?, COUNTED_AT_ONCE).await?;
        let Batch::Stored { seen, unreadable, .. } = batch else { return Ok(false) };
        if let Some(first) = unreadable.first() {
            let games = unreadable.len();
            tracing::error!(games, %first, "games that are over cannot be read, and are not in the statistics");
        }
        Ok(seen > 0)
    }

    /// Returns the tables that match a filter: one for each ruleset with its modules and number of seats.
    pub async fn tables(&self, filter: StatisticsFilter) -> Result<Arc<Vec<TableStatistics>>, Failure> {
        let mut connection = self.pool.get().await?;
        let counted = statistics::counted(&mut connection).await?;
        if let Some((_, known)) = self.tables.get(&filter).filter(|(then, _)| *then == counted) {
            return Ok(known);
        }
        let found = Arc::new(statistics::tables(&mut connection, &filter).await?);
        self.tables.insert(filter, (counted, Arc::clone(&found)));
        Ok(found)
    }

    /// Returns the cards bought first, or second after this card, the most frequent first.
    pub async fn openings(
        &self,
        filter: StatisticsFilter,
        after: Option<CardId>,
    ) -> Result<Arc<Vec<OpeningStatistics>>, Failure> {
        let mut connection = self.pool.get().await?;
        let counted = statistics::counted(&mut connection).await?;
        let asked = (filter, after);
        if let Some((_, known)) = self.openings.get(&asked).filter(|(then, _)| *then == counted) {
            return Ok(known);
        }
        let found = Arc::new(statistics::openings(&mut connection, &asked.0, after).await?);
        self.openings.insert(asked, (counted, Arc::clone(&found)));
        Ok(found)
    }
}
