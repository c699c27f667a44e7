//! The reader: while PostgreSQL answers, reads of games queue up; the next statement answers all of them.
//!
//! A statement costs PostgreSQL and this server much more than a row, so under load the reads share most of the cost. The reader
//! never waits for more reads: if it is idle, it loads a single game at once. Each read has its own caller and its own result.
//! One statement is under way at a time: with two, each of them has half of the reads, and both together cost more.
//!
//! A statement begins after its reads have queued up, so each read sees all that was stored before it. The reader does not decide
//! what a caller sees of a game.

use std::time::{Duration, Instant};

use tokio::sync::{mpsc, oneshot};

use crate::auth::Identity;
use crate::model::game::GameId;
use crate::settings::ReaderSettings;
use crate::store::games::{self, Found, Wanted};
use crate::store::{Failure, Pool};

/// The maximum number of reads that wait. Beyond them, each read takes a connection of the pool, and waits for it there.
const QUEUED_READS_MAX: usize = 4_096;

/// Loads games for many callers. Each server has one reader.
pub struct Reader {
    pool: Pool,
    /// `None` if every game is loaded alone.
    queue: Option<mpsc::Sender<Pending>>,
}

/// A read in the queue, with the channel for its result; `None` if it must be tried alone.
struct Pending {
    wanted: Wanted,
    queued_at: Instant,
    reply: oneshot::Sender<Option<Result<Option<Found>, Failure>>>,
}

impl Reader {
    /// Starts the reader. `own` is its own pool, with one connection. A read that cannot be answered together with others is tried
    /// alone on `pool`. A read that has waited for longer than `wait`, because the database is slow or away, gets
    /// [`Failure::Busy`].
    ///
    /// Must be called on the main runtime, where the connections run. The reader ends when it is dropped.
    pub fn start(own: Pool, pool: Pool, settings: ReaderSettings, wait: Duration) -> Reader {
        let batch_max = settings.batch_reads_max;
        if batch_max <= 1 {
            return Reader { pool, queue: None };
        }
        let (sender, queue) = mpsc::channel(QUEUED_READS_MAX);
        tokio::spawn(run(queue, own, batch_max, wait));
        Reader { pool, queue: Some(sender) }
    }

    /// Returns the game with this id, if this caller may see it.
    ///
    /// # Errors
    /// As [`games::load`].
    pub async fn load(&self, id: GameId, caller: Option<&Identity>) -> Result<Option<Found>, Failure> {
        match self.load_with_others(Wanted::new(id, caller)).await {
            Some(result) => result,
            None => Box::pin(games::load(&mut *self.pool.get().await?, id, caller)).await,
        }
    }

    /// Returns the result of a read that shares a statement with others, or `None` if the read must be tried alone.
    async fn load_with_others(&self, wanted: Wanted) -> Option<Result<Option<Found>, Failure>> {
        let (reply, result) = oneshot::channel();
        self.queue.as_ref()?.try_send(Pending { wanted, queued_at: Instant::now(), reply }).ok()?;
        result.await.ok().flatten()
    }
}

/// Answers reads, statement after statement, until no more can come.
async fn run(mut queue: mpsc::Receiver<Pending>, own: Pool, batch_max: usize, wait: Duration) {
    let mut batch = Vec::new();
    while queue.recv_many(&mut batch, batch_max).await > 0 {
        // Whoever has left needs no result.
        batch.retain(|pending| !pending.reply.is_closed());
        let (late, due) = std::mem::take(&mut batch)
            .into_iter()
            .partition(|pending: &Pending| pending.queued_at.elapsed() > wait);
        refuse(late);
        answer(due, &own).await;
    }
}

/// Answers reads that have waited too long.
fn refuse(late: Vec<Pending>) {
    for pending in late {
        let _ = pending.reply.send(Some(Err(Failure::Busy("a read waited too long for others".to_owned()))));
    }
}

/// Loads the games of a batch and answers its reads.
async fn answer(batch: Vec<Pending>, own: &Pool) {
    let wanted: Vec<Wanted> = batch.iter().map(|pending| pending.wanted).collect();
    match load(own, &wanted).await {
        Ok(results) => {
            for (pending, result) in batch.into_iter().zip(results) {
                // The request may have ended.
                let _ = pending.reply.send(Some(result));
            }
        }
        Err(Failure::Away(cause)) => {
            for pending in batch {
                let _ = pending.reply.send(Some(Err(Failure::Away(cause.clone()))));
            }
        }
        Err(failure) => {
            failure.report();
            for pending in batch {
                let _ = pending.reply.send(None);
            }
        }
    }
}

async fn load(own: &Pool, wanted: &[Wanted]) -> Result<Vec<Result<Option<Found>, Failure>>, Failure> {
    if wanted.is_empty() {
        return Ok(Vec::new());
    }
    games::load_many(&mut *own.get().await?, wanted).await
}
