//! The writer: while PostgreSQL commits, turns of different games queue up. The next statement stores all of
//! them.
//!
//! A commit costs PostgreSQL about as much for one turn as for many, so under load the turns share most of
//! the cost. The writer never waits for more turns: if it is idle, it stores a single turn at once. Each turn
//! is stored or refused by its own version and premise, and has its own result.
//!
//! When enough turns have queued up, the next statement is sent before the result of the last one arrives
//! (see [`Pipeline`]).
//!
//! A turn that ends its game is stored alone, because the statement for many has no result. The writer does
//! not check whether a turn is legal or who plays it.
//!
//! - A turn that a batch did not store is tried alone, on a connection of the pool: it may have lost against
//!   another turn, or its game may be locked for a moment. If the whole statement fails, each of its turns is
//!   tried alone.
//! - A batch is sorted by game, so that batches of two servers cannot deadlock, and waits for locks only
//!   100 ms. Two turns of one game never share one.
//! - If the connection is lost, only the log shows what is stored. Each request looks there, as after a lost
//!   response.
//! - Beyond the limits (`WriterSettings`) a turn is refused with 503 and nothing is stored. A stopping server
//!   stores what it has accepted.
//! - A batch is announced once, after its commit.
//!
//! Measured without a gain in turns per second: a second connection whose batches overlap with those of the
//! first, and waiting up to a millisecond for more turns.

use std::sync::{Arc, Mutex, PoisonError};

use diesel_async::AsyncConnection;
use futures_util::StreamExt;
use futures_util::future::join_all;
use futures_util::stream::FuturesUnordered;
use tokio::task::{JoinHandle, JoinSet};

use super::turn_queue::{self, Entrance, Gatherer, Pending, Refused, Stored};
use crate::stream::Watchers;
use lapidary_model::game::{GameId, Version};
use lapidary_model::settings::WriterSettings;
use lapidary_model::stamp::Stamp;
use lapidary_store::games::{self, Advance, Appended};
use lapidary_store::{Connection, Failure, Pool};

/// The maximum number of batches that were sent and have no result yet.
const BATCHES_UNDER_WAY_MAX: usize = 2;
/// The maximum number of batches whose turns are tried alone at the same time.
const RETRIED_BATCHES_MAX: usize = 16;

/// Queues changes and stores them. Each server has one writer.
pub struct Writer {
    store: Arc<Store>,
    queue: Entrance,
    task: Mutex<Option<JoinHandle<()>>>,
}

#[boxed]
impl Writer {
    /// Starts the writer. `own` is its own pool for batches, so that it never waits for a reader's
    /// connection. Changes that a batch did not store are tried alone on `pool`.
    ///
    /// Call it on the main runtime, where the connections run.
    pub fn start(own: Pool, pool: Pool, watchers: Watchers, settings: &WriterSettings) -> Writer {
        let (queue, gatherer) = turn_queue::queue(settings);
        let gathers = settings.batch_turns_max > 1;
        let store = Arc::new(Store { own, pool, watchers, gathers });
        let task = tokio::spawn(run(gatherer, Arc::clone(&store)));
        Writer { store, queue, task: Mutex::new(Some(task)) }
    }

    /// Stores a change and announces it, or reports a conflict if its version or its premise does not hold.
    pub async fn store(&self, change: Advance) -> Stored {
        if self.queue.is_closed() {
            return Err(stopping());
        }
        if !self.store.gathers || !change.can_share() {
            return Box::pin(self.store.store_alone(&change)).await;
        }
        match self.queue.push(change) {
            Ok(result) => {
                result.await.unwrap_or_else(|_| Err(Failure::Away("the writer has ended".to_owned())))
            }
            Err(Refused::Closed) => Err(stopping()),
            Err(Refused::Full) => Err(Failure::Busy("the queue of turns is full".to_owned())),
            // Turns are slower without the queue, but they are stored.
            Err(Refused::Abandoned(change)) => Box::pin(self.store.store_alone(&change)).await,
        }
    }

    /// Accepts no more changes, and returns when the queued ones are stored.
    pub async fn drain(&self) {
        self.queue.close();
        let task = self.task.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(task) = task
            && let Err(cause) = task.await
        {
            tracing::error!(%cause, "the writer of turns did not end well");
        }
    }
}

fn stopping() -> Failure {
    Failure::Busy("the server is stopping".to_owned())
}

/// Stores batch after batch until no more changes can come.
async fn run(mut gatherer: Gatherer, store: Arc<Store>) {
    let mut pipeline = Pipeline::default();
    let mut under_way = FuturesUnordered::new();
    let mut retries = JoinSet::new();
    loop {
        tokio::select! {
            biased;
            Some(written) = under_way.next() => {
                pipeline.ended(&written);
                retry(written.rest, &store, &mut retries).await;
            }
            is_more = gatherer.wait_for(pipeline.wanted()), if pipeline.is_free() => {
                if !is_more {
                    break;
                }
                let batch = gatherer.gather();
                if !batch.is_empty() {
                    pipeline.began(batch.len());
                    let connection = pipeline.connection(&store.own).await;
                    under_way.push(store.write(connection, batch));
                }
            }
        }
    }
    while let Some(written) = under_way.next().await {
        retry(written.rest, &store, &mut retries).await;
    }
    while retries.join_next().await.is_some() {}
}

/// Tries these changes alone, beside the next batches.
async fn retry(changes: Vec<Pending>, store: &Arc<Store>, retries: &mut JoinSet<()>) {
    while retries.try_join_next().is_some() {}
    if changes.is_empty() {
        return;
    }
    // If the database refuses every batch, the queue fills up instead of the memory.
    if retries.len() >= RETRIED_BATCHES_MAX {
        retries.join_next().await;
    }
    let store = Arc::clone(store);
    retries.spawn(async move { store.write_singly(changes).await });
}

/// The connection for batches, and the batches sent on it.
///
/// PostgreSQL executes the statements of a connection one after another, each in its own transaction. If the
/// next one has arrived, it begins as soon as the last one is committed. Otherwise it begins only after this
/// server has read the result and sent the next one, which is slow while all processors are busy.
///
/// A batch is sent ahead only if it is as large as the one before it. Otherwise batches would become smaller
/// and smaller, and PostgreSQL would commit more often.
#[derive(Default)]
struct Pipeline {
    /// `None` while no batch is under way. So a broken connection is replaced.
    connection: Option<Arc<Connection>>,
    /// The number of batches under way.
    under_way: usize,
    /// The number of changes in the last batch.
    last: usize,
    /// Whether the connection was lost.
    is_lost: bool,
}

impl Pipeline {
    /// Whether a batch may be sent.
    fn is_free(&self) -> bool {
        self.under_way == 0 || self.under_way < BATCHES_UNDER_WAY_MAX && !self.is_lost
    }

    /// Returns the number of changes to wait for before sending the next batch.
    fn wanted(&self) -> usize {
        if self.under_way == 0 { 1 } else { self.last }
    }

    /// Returns the connection for the next batch.
    async fn connection(&mut self, pool: &Pool) -> Result<Arc<Connection>, Failure> {
        if let Some(connection) = &self.connection {
            return Ok(Arc::clone(connection));
        }
        let connection = Arc::new(pool.get().await?);
        self.connection = Some(Arc::clone(&connection));
        Ok(connection)
    }

    /// Notes that a batch of this size was sent.
    fn began(&mut self, changes: usize) {
        self.under_way += 1;
        self.last = changes;
    }

    fn ended(&mut self, written: &BatchResult) {
        self.under_way -= 1;
        self.is_lost |= written.is_lost;
        if self.under_way == 0 {
            *self = Pipeline::default();
        }
    }
}

/// The result of a batch, after the other changes were answered.
struct BatchResult {
    /// The changes that must be tried alone.
    rest: Vec<Pending>,
    /// Whether the connection was lost.
    is_lost: bool,
}

/// Where changes are stored and announced.
struct Store {
    own: Pool,
    pool: Pool,
    watchers: Watchers,
    /// Whether changes are stored in batches. Then each is stored with its stamp, so that the next turn of
    /// the game can share a statement.
    gathers: bool,
}

impl Store {
    /// Stores a batch and reports the known results.
    async fn write(
        &self,
        connection: Result<Arc<Connection>, Failure>,
        mut batch: Vec<Pending>,
    ) -> BatchResult {
        let connection = match connection {
            Ok(connection) => connection,
            Err(failure) => return give_up(batch, failure),
        };
        if batch.len() == 1
            && let Some(pending) = batch.pop()
        {
            let result = self.store_one(&connection, &pending.change).await;
            return answer_one(pending, result);
        }
        match self.store_many(&connection, &batch).await {
            Ok(stored) => answer_stored(batch, &stored),
            Err(failure) => give_up(batch, failure),
        }
    }

    /// Stores the changes of a batch in one statement and announces those that are stored.
    async fn store_many(
        &self,
        connection: &Connection,
        batch: &[Pending],
    ) -> Result<Vec<(GameId, Stamp)>, Failure> {
        let changes: Vec<&Advance> = batch.iter().map(|pending| &pending.change).collect();
        let stored = games::advance_many(connection, &changes).await?;
        let is_stored = |change: &&&Advance| stored.iter().any(|(id, _)| *id == change.id);
        let news: Vec<(GameId, Version)> =
            changes.iter().filter(is_stored).map(|change| (change.id, change.to())).collect();
        self.watchers.announce_all(&news);
        Ok(stored)
    }

    /// Stores a single change and announces it.
    async fn store_one(&self, connection: &Connection, change: &Advance) -> Stored {
        let appended = match self.gathers {
            true => games::advance_stamped(connection, change).await?,
            false => games::advance(connection, change).await?,
        };
        Ok(self.announced(change, appended))
    }

    /// Announces a change, if it is stored.
    fn announced(&self, change: &Advance, appended: Appended) -> Appended {
        if let Appended::At(..) = appended {
            self.watchers.announce_all(&[(change.id, change.to())]);
        }
        appended
    }

    /// Stores a change by itself, on a connection of the pool or on the worker of the game.
    async fn store_alone(&self, change: &Advance) -> Stored {
        if let Some(worker) = games::worker_for(&self.pool, change).await? {
            match games::advance_on_worker(&worker, change).await {
                // The coordinator knows whether the session has ended.
                Err(Failure::Contended(_)) => return self.store_led(change).await,
                appended => return Ok(self.announced(change, appended?)),
            }
        }
        let connection = self.pool.get().await?;
        self.store_one(&connection, change).await
    }

    /// Stores a change in a transaction of the coordinator, which then executes the function itself: the
    /// worker of the game may lack it.
    async fn store_led(&self, change: &Advance) -> Stored {
        let mut coordinator = self.pool.get().await?;
        let store = coordinator.transaction(async |coordinator| games::advance(coordinator, change).await);
        Ok(self.announced(change, store.await?))
    }

    /// Tries all changes at the same time, each alone, and reports the results.
    async fn write_singly(&self, changes: Vec<Pending>) {
        join_all(changes.into_iter().map(|pending| async {
            let result = self.store_alone(&pending.change).await;
            pending.answer(result);
        }))
        .await;
    }
}

/// Reports the result of a change that had its own statement.
fn answer_one(pending: Pending, result: Stored) -> BatchResult {
    if let Err(Failure::Contended(_)) = result {
        // The row is locked. Waiting here would delay every other game.
        return BatchResult { rest: vec![pending], is_lost: false };
    }
    let is_lost = matches!(result, Err(Failure::Away(_)));
    pending.answer(result);
    BatchResult { rest: Vec::new(), is_lost }
}

/// Reports the results of the stored changes.
fn answer_stored(batch: Vec<Pending>, stored: &[(GameId, Stamp)]) -> BatchResult {
    let mut rest = Vec::new();
    for pending in batch {
        match stored.iter().find(|(id, _)| *id == pending.change.id) {
            Some(&(_, stamp)) => pending.answer(Ok(Appended::At(stamp.updated_at, Some(stamp)))),
            None => rest.push(pending),
        }
    }
    BatchResult { rest, is_lost: false }
}

/// Decides what happens to a batch whose statement failed.
fn give_up(batch: Vec<Pending>, failure: Failure) -> BatchResult {
    let Failure::Away(cause) = failure else {
        // At least one row is locked or bad. It must not harm or delay the others.
        failure.report();
        return BatchResult { rest: batch, is_lost: false };
    };
    for pending in batch {
        pending.answer(Err(Failure::Away(cause.clone())));
    }
    BatchResult { rest: Vec::new(), is_lost: true }
}

#[cfg(test)]
mod tests {
    use super::*;

    const OK: BatchResult = BatchResult { rest: Vec::new(), is_lost: false };
    const LOST: BatchResult = BatchResult { rest: Vec::new(), is_lost: true };

    /// A pipeline with batches of these sizes under way.
    fn pipeline(batches: &[usize]) -> Pipeline {
        let mut pipeline = Pipeline::default();
        for &changes in batches {
            pipeline.began(changes);
        }
        pipeline
    }

    #[test]
    fn a_batch_is_sent_ahead_only_if_it_is_as_large_as_the_last() {
        assert_eq!(pipeline(&[]).wanted(), 1);
        assert_eq!(pipeline(&[7]).wanted(), 7);
        let mut both = pipeline(&[7, 9]);
        assert!(pipeline(&[7]).is_free() && !both.is_free());
        both.ended(&OK);
        assert!(both.is_free());
        assert_eq!(both.wanted(), 9);
        both.ended(&OK);
        assert_eq!(both.wanted(), 1);
    }

    #[test]
    fn nothing_more_is_sent_over_a_lost_connection() {
        let mut pipeline = pipeline(&[1, 1]);
        pipeline.ended(&LOST);
        assert!(!pipeline.is_free());
        pipeline.ended(&OK);
        assert!(pipeline.is_free());
        pipeline.began(1);
        assert!(pipeline.is_free());
    }
}
