//! The writer: while PostgreSQL commits, turns of different games queue up; the next statement stores all of them.
//!
//! A commit costs PostgreSQL about as much for one turn as for many, so under load the turns share most of the cost. The writer
//! never waits for more turns: if it is idle, it stores a single turn at once. Each turn is stored or refused by its own
//! version and premise, and has its own result.
//!
//! A turn that ends its game is stored alone, because the statement for many has no result. The writer does not check whether a
//! turn is legal or who plays it.

use std::collections::{HashSet, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use futures_util::future::join_all;
use tokio::sync::mpsc::error::TrySendError;
use tokio::sync::{mpsc, oneshot};
use tokio::task::JoinHandle;

use crate::model::game::{GameId, Version};
use crate::settings::WriterSettings;
use crate::store::games::{self, Advance, Appended};
use crate::store::{Failure, Pool};
use crate::stream::Watchers;

/// The maximum number of batches whose turns are tried alone at the same time.
const RETRIED_BATCHES_MAX: usize = 16;

/// Queues changes and stores them. Each server has one writer.
pub struct Writer {
    store: Arc<Store>,
    /// Whether changes are stored in batches at all.
    gathers: bool,
    /// `None` when the server stops.
    queue: Mutex<Option<mpsc::Sender<Pending>>>,
    task: Mutex<Option<JoinHandle<()>>>,
}

/// A change in the queue, with the channel for its result.
struct Pending {
    change: Advance,
    queued_at: Instant,
    reply: oneshot::Sender<Result<Appended, Failure>>,
}

impl Writer {
    /// Starts the writer. `own` is its own pool for batches, so that it never waits for a connection of a reader. Changes that
    /// a batch did not store are tried alone on `pool`.
    ///
    /// Must be called on the main runtime, where the connections run.
    pub fn start(own: Pool, pool: Pool, watchers: Watchers, settings: &WriterSettings) -> Writer {
        let (sender, queue) = mpsc::channel(settings.queued_turns_max.max(1));
        let store = Arc::new(Store { own, pool, watchers });
        let task = tokio::spawn(run(gatherer(queue, settings), Arc::clone(&store)));
        Writer {
            store,
            gathers: settings.batch_turns_max > 1,
            queue: Mutex::new(Some(sender)),
            task: Mutex::new(Some(task)),
        }
    }

    /// Stores a change and announces it, or reports a conflict if its version or its premise does not hold.
    ///
    /// # Errors
    /// [`Failure::Busy`] if the queue is full or the turn has waited too long: then nothing is stored.
    /// [`Failure::Away`] if only the log shows whether the change is stored.
    pub async fn store(&self, change: Advance) -> Result<Appended, Failure> {
        let queue = open(&self.queue).clone();
        let queue = queue.ok_or_else(|| Failure::Busy("the server is stopping".to_owned()))?;
        if !self.gathers || !change.goes_on() {
            return Box::pin(self.store.store_one(&self.store.pool, &change)).await;
        }
        let (reply, result) = oneshot::channel();
        let pending = Pending { change, queued_at: Instant::now(), reply };
        match queue.try_send(pending) {
            Ok(()) => {}
            Err(TrySendError::Full(_)) => {
                return Err(Failure::Busy("the queue of turns is full".to_owned()));
            }
            // The task has ended by a bug. Turns are slower without it, but they are stored.
            Err(TrySendError::Closed(Pending { change, .. })) => {
                return Box::pin(self.store.store_one(&self.store.pool, &change)).await;
            }
        }
        result.await.unwrap_or_else(|_| Err(Failure::Away("the writer has ended".to_owned())))
    }

    /// Accepts no more changes, and returns when those in the queue are stored.
    pub async fn drain(&self) {
        open(&self.queue).take();
        let task = open(&self.task).take();
        if let Some(task) = task
            && let Err(cause) = task.await
        {
            tracing::error!(%cause, "the writer of turns did not end well");
        }
    }
}

/// Opens a lock. A thread that panicked has left the value whole.
fn open<T>(lock: &Mutex<T>) -> MutexGuard<'_, T> {
    lock.lock().unwrap_or_else(PoisonError::into_inner)
}

fn gatherer(queue: mpsc::Receiver<Pending>, settings: &WriterSettings) -> Gatherer {
    Gatherer {
        queue,
        held: VecDeque::new(),
        batch_turns_max: settings.batch_turns_max.max(1),
        queue_wait: settings.turn_queue_wait,
    }
}

/// Stores batch after batch until no more changes can come.
async fn run(mut gatherer: Gatherer, store: Arc<Store>) {
    let mut retries = tokio::task::JoinSet::new();
    while let Some(first) = gatherer.next().await {
        let batch = gatherer.gather(first);
        let rest = store.write(batch).await;
        while retries.try_join_next().is_some() {}
        if rest.is_empty() {
            continue;
        }
        // When the database refuses batch after batch, the queue fills up instead of the memory.
        if retries.len() >= RETRIED_BATCHES_MAX {
            retries.join_next().await;
        }
        let store = Arc::clone(&store);
        retries.spawn(async move { store.write_singly(rest).await });
    }
    while retries.join_next().await.is_some() {}
}

/// Decides which changes are stored together.
struct Gatherer {
    queue: mpsc::Receiver<Pending>,
    /// Changes of games that already had one in the last batch, in the order in which they arrived.
    held: VecDeque<Pending>,
    batch_turns_max: usize,
    queue_wait: Duration,
}

impl Gatherer {
    /// Waits for a change. Returns `None` when there are no more and the server stops.
    async fn next(&mut self) -> Option<Pending> {
        match self.held.pop_front() {
            Some(pending) => Some(pending),
            None => self.queue.recv().await,
        }
    }

    /// Returns `first` and the changes of other games that have arrived already, at most a batch, sorted by game.
    fn gather(&mut self, first: Pending) -> Vec<Pending> {
        let (mut batch, mut games, mut later) = (Vec::new(), HashSet::new(), VecDeque::new());
        let mut next = Some(first);
        while let Some(pending) = next {
            if pending.queued_at.elapsed() > self.queue_wait {
                pending.answer(Err(Failure::Busy("the turn has waited too long to be stored".to_owned())));
            } else if games.insert(pending.change.id) {
                batch.push(pending);
            } else {
                later.push_back(pending);
            }
            let more = batch.len() < self.batch_turns_max && later.len() < self.batch_turns_max;
            next = if more { self.held.pop_front().or_else(|| self.queue.try_recv().ok()) } else { None };
        }
        later.append(&mut self.held);
        self.held = later;
        batch.sort_unstable_by_key(|pending| pending.change.id);
        batch
    }
}

/// Where changes are stored and announced.
struct Store {
    own: Pool,
    pool: Pool,
    watchers: Watchers,
}

impl Store {
    /// Stores a batch and reports the known results. Returns the other changes, which must be tried alone.
    async fn write(&self, batch: Vec<Pending>) -> Vec<Pending> {
        match &batch[..] {
            [] => Vec::new(),
            [_] => self.write_one(batch).await,
            _ => self.write_many(batch).await,
        }
    }

    async fn write_one(&self, batch: Vec<Pending>) -> Vec<Pending> {
        let mut contended = Vec::new();
        for pending in batch {
            match self.store_one(&self.own, &pending.change).await {
                // The row is locked. Waiting for it here would delay every other game.
                Err(Failure::Contended(_)) => contended.push(pending),
                result => pending.answer(result),
            }
        }
        contended
    }

    async fn write_many(&self, batch: Vec<Pending>) -> Vec<Pending> {
        let changes: Vec<&Advance> = batch.iter().map(|pending| &pending.change).collect();
        let stored = match self.store_many(&changes).await {
            Ok(stored) => stored,
            Err(Failure::Away(cause)) => {
                for pending in batch {
                    pending.answer(Err(Failure::Away(cause.clone())));
                }
                return Vec::new();
            }
            Err(failure) => {
                failure.report();
                return batch;
            }
        };
        let mut rest = Vec::new();
        for pending in batch {
            match stored.iter().find(|(id, _)| *id == pending.change.id) {
                Some(&(_, at)) => pending.answer(Ok(Appended::At(at))),
                None => rest.push(pending),
            }
        }
        rest
    }

    /// Stores the changes of a batch in one statement and announces those that are stored.
    async fn store_many(
        &self,
        changes: &[&Advance],
    ) -> Result<Vec<(GameId, chrono::DateTime<chrono::Utc>)>, Failure> {
        let stored = games::advance_many(&mut *self.own.get().await?, changes).await?;
        let is_stored = |change: &&&Advance| stored.iter().any(|(id, _)| *id == change.id);
        let news: Vec<(GameId, Version)> =
            changes.iter().filter(is_stored).map(|change| (change.id, change.to())).collect();
        self.watchers.announce_all(&news);
        Ok(stored)
    }

    /// Stores a change by itself and announces it.
    async fn store_one(&self, pool: &Pool, change: &Advance) -> Result<Appended, Failure> {
        let appended = games::advance(&mut *pool.get().await?, change).await?;
        if let Appended::At(_) = appended {
            self.watchers.announce_all(&[(change.id, change.to())]);
        }
        Ok(appended)
    }

    /// Tries each change alone, all at the same time, and reports the results.
    async fn write_singly(&self, changes: Vec<Pending>) {
        join_all(changes.into_iter().map(|pending| async {
            let result = self.store_one(&self.pool, &pending.change).await;
            pending.answer(result);
        }))
        .await;
    }
}

impl Pending {
    fn answer(self, result: Result<Appended, Failure>) {
        // The request may have ended. The result of the change is the same.
        let _ = self.reply.send(result);
    }
}
