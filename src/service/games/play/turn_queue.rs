//! The queue of the writer. Changes wait here, and changes of different games leave it together.
//!
//! This module decides which changes are stored together. It does not store them.

use std::collections::{HashSet, VecDeque};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use tokio::sync::mpsc::error::TrySendError;
use tokio::sync::{Semaphore, TryAcquireError, mpsc, oneshot};

use lapidary_model::counters::{Counters, Limit};
use lapidary_model::settings::WriterSettings;
use lapidary_store::Failure;
use lapidary_store::games::{Advance, Appended};

/// The result of a change.
pub type Stored = Result<Appended, Failure>;

/// A change in the queue, with the channel for its result.
pub struct Pending {
    pub change: Advance,
    queued_at: Instant,
    reply: oneshot::Sender<Stored>,
    _counted: QueuedChange,
}

/// A change that counts as queued until it leaves the queue or is dropped.
struct QueuedChange;

impl QueuedChange {
    fn new() -> QueuedChange {
        Counters::shared().queued_turns.inc();
        QueuedChange
    }
}

impl Drop for QueuedChange {
    fn drop(&mut self) {
        Counters::shared().queued_turns.dec();
    }
}

impl Pending {
    /// Reports the result to the request that made the change.
    pub fn answer(self, result: Stored) {
        // The request may have ended. The result of the change is the same.
        let _ = self.reply.send(result);
    }
}

/// Why a change cannot enter the queue.
pub enum Refused {
    /// The server is stopping.
    Closed,
    /// Too many changes are waiting.
    Full,
    /// Nobody takes changes out, because a bug has ended the task of the writer.
    Abandoned(Box<Advance>),
}

/// The entrance of the queue.
pub struct Entrance {
    /// `None` when the queue is closed.
    changes: Mutex<Option<mpsc::Sender<Pending>>>,
    waiting: Arc<Semaphore>,
}

/// Takes changes of different games out of the queue together.
pub struct Gatherer {
    changes: mpsc::Receiver<Pending>,
    /// One permit for each change in `changes`. With it the writer sleeps until enough changes have arrived.
    waiting: Arc<Semaphore>,
    /// Changes of games that already had one in the last batch, in the order of arrival.
    held: VecDeque<Pending>,
    batch_turns_max: usize,
    queue_wait: Duration,
}

/// Makes an empty queue.
pub fn queue(settings: &WriterSettings) -> (Entrance, Gatherer) {
    let (sender, changes) = mpsc::channel(settings.queued_turns_max.max(1));
    Counters::shared().queued_turns_max.set(changes.max_capacity() as i64);
    let waiting = Arc::new(Semaphore::new(0));
    let entrance = Entrance { changes: Mutex::new(Some(sender)), waiting: Arc::clone(&waiting) };
    let gatherer = Gatherer {
        changes,
        waiting,
        held: VecDeque::new(),
        batch_turns_max: settings.batch_turns_max.max(1),
        queue_wait: settings.turn_queue_wait,
    };
    (entrance, gatherer)
}

impl Entrance {
    /// Queues a change and returns the channel of its result. A change that cannot be queued is not stored.
    pub fn push(&self, change: Advance) -> Result<oneshot::Receiver<Stored>, Refused> {
        let (reply, result) = oneshot::channel();
        let pending = Pending { change, queued_at: Instant::now(), reply, _counted: QueuedChange::new() };
        let changes = self.changes.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(changes) = changes.as_ref() else { return Err(Refused::Closed) };
        changes.try_send(pending).map_err(|error| match error {
            TrySendError::Full(_) => {
                Counters::shared().refuse(Limit::QueuedTurns);
                Refused::Full
            }
            TrySendError::Closed(pending) => Refused::Abandoned(Box::new(pending.change)),
        })?;
        self.waiting.add_permits(1);
        Ok(result)
    }

    /// Whether the queue accepts no more changes.
    pub fn is_closed(&self) -> bool {
        self.changes.lock().unwrap_or_else(PoisonError::into_inner).is_none()
    }

    /// Accepts no more changes. Waiting changes are still taken out.
    pub fn close(&self) {
        self.changes.lock().unwrap_or_else(PoisonError::into_inner).take();
        self.waiting.close();
    }
}

impl Gatherer {
    /// Waits until this many changes are here, or the queue is closed. Returns whether there are any.
    ///
    /// Nothing is lost if the returned future is dropped.
    pub async fn wait_for(&self, count: usize) -> bool {
        let missing = u32::try_from(count.saturating_sub(self.held.len())).unwrap_or(u32::MAX);
        // It fails when the queue is closed: then nothing enters, and there is nothing to wait for.
        let _ = self.waiting.acquire_many(missing).await;
        !self.held.is_empty() || !self.changes.is_empty()
    }

    /// Returns waiting changes of different games, at most a batch, sorted by game. Refuses those that have
    /// waited too long.
    pub fn gather(&mut self) -> Vec<Pending> {
        let (mut batch, mut games, mut later) = (Vec::new(), HashSet::new(), VecDeque::new());
        while batch.len() < self.batch_turns_max && later.len() < self.batch_turns_max {
            let Some(pending) = self.take() else { break };
            if pending.queued_at.elapsed() > self.queue_wait {
                pending.answer(Err(Failure::Busy("the turn has waited too long to be stored".to_owned())));
            } else if games.insert(pending.change.id) {
                batch.push(pending);
            } else {
                later.push_back(pending);
            }
        }
        later.append(&mut self.held);
        self.held = later;
        batch.sort_unstable_by_key(|pending| pending.change.id);
        batch
    }

    /// Returns the change that has waited longest.
    fn take(&mut self) -> Option<Pending> {
        if let Some(pending) = self.held.pop_front() {
            return Some(pending);
        }
        match self.waiting.try_acquire() {
            Ok(permit) => permit.forget(),
            Err(TryAcquireError::NoPermits) => return None,
            Err(TryAcquireError::Closed) => {}
        }
        self.changes.try_recv().ok()
    }
}

#[cfg(test)]
mod tests {
    use futures_util::FutureExt;

    use super::*;
    use lapidary_model::game::{GameId, Version};

    /// Queues a change of a new game. Returns whether it entered.
    fn push(entrance: &Entrance) -> bool {
        let change = Advance::new(GameId::generate(), Version(1), None, None, Vec::new());
        entrance.push(change).is_ok()
    }

    #[test]
    fn whoever_waits_for_a_number_of_changes_sleeps_until_they_are_here_or_the_queue_is_closed() {
        let settings = WriterSettings {
            batch_turns_max: 8,
            queued_turns_max: 3,
            turn_queue_wait: Duration::from_secs(60),
        };
        let (entrance, mut gatherer) = queue(&settings);
        assert!(push(&entrance));
        assert_eq!(gatherer.wait_for(1).now_or_never(), Some(true));
        assert_eq!(gatherer.wait_for(2).now_or_never(), None);
        assert!(push(&entrance));
        assert_eq!(gatherer.wait_for(2).now_or_never(), Some(true));
        assert_eq!(gatherer.gather().len(), 2);
        assert_eq!(gatherer.wait_for(1).now_or_never(), None);
        assert!(push(&entrance) && push(&entrance) && push(&entrance) && !push(&entrance));
        entrance.close();
        assert!(!push(&entrance));
        assert_eq!(gatherer.wait_for(9).now_or_never(), Some(true));
        assert_eq!(gatherer.gather().len(), 3);
        assert_eq!(gatherer.wait_for(9).now_or_never(), Some(false));
    }
}
