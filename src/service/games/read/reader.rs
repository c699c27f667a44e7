//! The reader: while PostgreSQL answers, reads of games queue up. The next statement answers all of them.
//!
//! A statement costs PostgreSQL and this server much more than a row, so under load the reads share most of
//! the cost. The reader never waits for more reads: if it is idle, it loads a single game at once. Each read
//! has its own caller and its own result. One statement is under way at a time: with two, each would have
//! half of the reads, and both together would cost more.
//!
//! A remembered game is not loaded again if the database confirms that it is unchanged, which is faster.
//!
//! A statement begins after its reads have queued up, so each read sees all that was stored before it. The
//! reader does not decide what a caller sees of a game.
//!
//! Memory serves only games that their callers may see whatever has changed: active games that are not
//! private or in which the caller has a seat, without a spectator delay or a shared deal. For all others, the
//! statement that decides who may see them also loads them, so a private game takes no longer than one that
//! does not exist.
//!
//! A read that waits longer than a request may wait for a connection is refused with 503. If a statement
//! fails, each read is tried alone; if the connection is lost, each is answered 503. Transactions load their
//! games on their own connection.

use std::sync::Arc;
use std::time::{Duration, Instant};

use tokio::sync::{mpsc, oneshot};

use super::recent::Recent;
use lapidary_model::auth::Identity;
use lapidary_model::game::GameId;
use lapidary_model::settings::ReaderSettings;
use lapidary_store::games::{self, NoGame, Remembered, StoredGame, Wanted};
use lapidary_store::{Failure, Pool};

/// The maximum number of waiting reads. Beyond it, each read waits for a connection of the pool.
const QUEUED_READS_MAX: usize = 4_096;

/// Loads games for many callers. Each server has one reader.
pub struct Reader {
    pool: Pool,
    recent: Arc<Recent>,
    /// `None` if every game is loaded alone.
    queue: Option<mpsc::Sender<QueuedRead>>,
}

/// A read in the queue, with the channel for its result.
struct QueuedRead {
    wanted: Wanted,
    /// The remembered game, if there is one and the caller may see it.
    remembered: Option<Remembered>,
    queued_at: Instant,
    reply: oneshot::Sender<Reply>,
}

/// The result of a read that shares a statement with others.
enum Reply {
    /// The remembered game is unchanged, and the session of the caller is open.
    Confirmed,
    /// The game was looked up.
    Loaded(Result<Arc<StoredGame>, NoGame>),
    /// The read must be tried alone.
    Alone,
}

#[boxed]
impl Reader {
    /// Starts the reader. `own` is its own pool, with one connection. A read that cannot share a statement is
    /// tried alone on `pool`. A read that has waited for longer than `wait`, because the database is slow or
    /// unreachable, gets [`Failure::Busy`].
    ///
    /// Call it on the main runtime, where the connections run. The reader ends when it is dropped.
    pub fn start(own: Pool, pool: Pool, settings: ReaderSettings, wait: Duration) -> Reader {
        let recent = Arc::default();
        let batch_max = settings.batch_reads_max;
        if batch_max <= 1 {
            return Reader { pool, recent, queue: None };
        }
        let (sender, queue) = mpsc::channel(QUEUED_READS_MAX);
        tokio::spawn(run(queue, own, batch_max, wait));
        Reader { pool, recent, queue: Some(sender) }
    }

    /// Returns the games that were played or read last on this server.
    pub(in crate::games) fn recent(&self) -> Arc<Recent> {
        Arc::clone(&self.recent)
    }

    /// Returns the game with this id, if this caller may see it.
    pub async fn load(&self, id: GameId, caller: Option<&Identity>) -> Result<Arc<StoredGame>, NoGame> {
        if let Some(result) = self.load_with_others(id, caller).await {
            return result;
        }
        Box::pin(self.load_alone(id, caller)).await
    }

    /// Returns the result of a single read. Where games are sharded, it may confirm a remembered game.
    async fn load_alone(&self, id: GameId, caller: Option<&Identity>) -> Result<Arc<StoredGame>, NoGame> {
        if let Some((game, stamp)) = self.recent.recall_for(id, caller) {
            let remembered = Remembered::new(id, stamp, &game.record.occupants, caller);
            if games::confirm_near(&self.pool, &remembered).await? {
                return Ok(game);
            }
        }
        let game = Arc::new(games::load_near(&self.pool, id, caller).await?);
        self.recent.remember_loaded(&game);
        Ok(game)
    }

    /// Returns the result of a read that shares a statement, or `None` if the read must be tried alone.
    async fn load_with_others(
        &self,
        id: GameId,
        caller: Option<&Identity>,
    ) -> Option<Result<Arc<StoredGame>, NoGame>> {
        let queue = self.queue.as_ref()?;
        let recent = self.recent.recall_for(id, caller);
        let remembered =
            recent.as_ref().map(|(game, stamp)| Remembered::new(id, *stamp, &game.record.occupants, caller));
        let (reply, result) = oneshot::channel();
        let pending =
            QueuedRead { wanted: Wanted::new(id, caller), remembered, queued_at: Instant::now(), reply };
        queue.try_send(pending).ok()?;
        match (result.await.ok()?, recent) {
            (Reply::Confirmed, Some((game, _))) => Some(Ok(game)),
            (Reply::Loaded(result), _) => {
                if let Ok(game) = &result {
                    self.recent.remember_loaded(game);
                }
                Some(result)
            }
            (Reply::Confirmed, None) | (Reply::Alone, _) => None,
        }
    }
}

/// Answers reads, statement after statement, until no more can come.
async fn run(mut queue: mpsc::Receiver<QueuedRead>, own: Pool, batch_max: usize, wait: Duration) {
    let mut batch = Vec::new();
    while queue.recv_many(&mut batch, batch_max).await > 0 {
        // Callers who have left need no result.
        batch.retain(|pending| !pending.reply.is_closed());
        let (late, due) = std::mem::take(&mut batch)
            .into_iter()
            .partition(|pending: &QueuedRead| pending.queued_at.elapsed() > wait);
        refuse(late);
        let unconfirmed = confirm(due, &own).await;
        load(unconfirmed, &own).await;
    }
}

/// Refuses reads that have waited too long.
fn refuse(late: Vec<QueuedRead>) {
    for pending in late {
        let failure = Failure::Busy("a read waited too long for others".to_owned());
        pending.answer(Reply::Loaded(Err(failure.into())));
    }
}

impl QueuedRead {
    /// Reports the result. The request may have ended.
    fn answer(self, reply: Reply) {
        let _ = self.reply.send(reply);
    }
}

/// Answers the reads of confirmed games, and returns the others, which must be loaded.
async fn confirm(batch: Vec<QueuedRead>, own: &Pool) -> Vec<QueuedRead> {
    let remembered: Vec<Remembered> = batch.iter().filter_map(|pending| pending.remembered).collect();
    if remembered.is_empty() {
        return batch;
    }
    let confirmed = async { games::confirm(&mut *own.get().await?, &remembered).await }.await;
    let confirmed = match confirmed {
        Ok(confirmed) => confirmed,
        Err(failure) => {
            give_up(batch, failure);
            return Vec::new();
        }
    };
    let mut confirmed = confirmed.into_iter();
    let mut others = Vec::new();
    for pending in batch {
        let is_confirmed = pending.remembered.is_some() && confirmed.next() == Some(true);
        if is_confirmed { pending.answer(Reply::Confirmed) } else { others.push(pending) }
    }
    others
}

/// Loads the games of a batch and answers its reads.
async fn load(batch: Vec<QueuedRead>, own: &Pool) {
    let wanted: Vec<Wanted> = batch.iter().map(|pending| pending.wanted).collect();
    if wanted.is_empty() {
        return;
    }
    let loaded = async { games::load_many(&mut *own.get().await?, &wanted).await }.await;
    match loaded {
        Ok(results) => {
            for (pending, result) in batch.into_iter().zip(results) {
                pending.answer(Reply::Loaded(result.map(Arc::new)));
            }
        }
        Err(failure) => give_up(batch, failure),
    }
}

/// Answers reads whose statement failed.
fn give_up(batch: Vec<QueuedRead>, failure: Failure) {
    if let Failure::Away(cause) = failure {
        for pending in batch {
            pending.answer(Reply::Loaded(Err(Failure::Away(cause.clone()).into())));
        }
        return;
    }
    failure.report();
    for pending in batch {
        pending.answer(Reply::Alone);
    }
}
