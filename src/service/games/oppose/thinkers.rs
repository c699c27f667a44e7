//! The threads in which built-in opponents think, so that their work never delays a request.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use tokio::sync::oneshot;

use lapidary_engine::game::Action;
use lapidary_model::built_in::{OpponentKind, Strength};
use lapidary_opponents::{Budget, Opponent, Seen};

/// The lowest priority of a thread, for idle processors.
const LOWEST_PRIORITY: i32 = 19;

/// A question to an opponent.
pub(super) enum Question {
    /// Its decision now.
    Decision,
    /// Whether it agrees to abort the game.
    Abort,
}

/// A question with what the opponent knows.
pub(super) struct Task {
    pub kind: OpponentKind,
    pub strength: Strength,
    /// The game as its seat sees it.
    pub seen: Seen,
    pub question: Question,
    pub simulations: u32,
    /// How long it may think.
    pub time: Duration,
    /// When it must have an answer.
    pub until: Option<Instant>,
}

/// An opponent's answer.
pub(super) enum Answer {
    /// The decisions to send, in order.
    Decides(Vec<Action>),
    /// It resigns.
    Resigns,
    /// Whether it agrees to abort the game.
    Agrees(bool),
    /// It has failed because of an error in the program.
    Failed,
}

/// A computation that sends its result itself.
type Work = Box<dyn FnOnce() + Send>;

/// The threads. They end when this is dropped.
pub(super) struct Thinkers {
    work: Sender<Work>,
    /// The number of unanswered questions.
    asked: Arc<AtomicUsize>,
}

/// An unanswered question, even if nobody waits for it any more.
struct PendingQuestion<'a>(&'a AtomicUsize);

impl Drop for PendingQuestion<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

#[boxed]
impl Thinkers {
    /// Starts this many threads.
    pub fn start(threads: usize) -> std::io::Result<Thinkers> {
        let (sender, work) = channel();
        let work = Arc::new(Mutex::new(work));
        for number in 0..threads {
            let work = Arc::clone(&work);
            thread::Builder::new().name(format!("opponent-{number}")).spawn(move || work_off(&work))?;
        }
        Ok(Thinkers { work: sender, asked: Arc::default() })
    }

    /// Asks an opponent, and waits for its answer.
    pub async fn ask(&self, task: Task) -> Answer {
        self.asked.fetch_add(1, Ordering::Relaxed);
        let _asked = PendingQuestion(&self.asked);
        self.run(move || think(&task)).await.unwrap_or(Answer::Failed)
    }

    /// Whether an opponent has an unanswered question.
    pub fn is_asked(&self) -> bool {
        self.asked.load(Ordering::Relaxed) > 0
    }

    /// Computes something in one of the threads; none if it panics.
    pub async fn run<T: Send + 'static>(&self, compute: impl FnOnce() -> T + Send + 'static) -> Option<T> {
        let (sender, result) = oneshot::channel();
        let work = move || {
            // A cancelled request needs no result.
            if !sender.is_closed()
                && let Ok(done) = catch_unwind(AssertUnwindSafe(compute))
            {
                let _ = sender.send(done);
            }
        };
        self.work.send(Box::new(work)).ok()?;
        result.await.ok()
    }
}

/// Runs computations until no more can come.
fn work_off(work: &Mutex<Receiver<Work>>) {
    // On Linux, this is the priority of the thread alone.
    #[cfg(target_os = "linux")]
    if let Err(cause) = rustix::process::setpriority_process(None, LOWEST_PRIORITY) {
        tracing::debug!(%cause, "a thread of opponents keeps its priority");
    }
    loop {
        let next = work.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok(compute) = next else { return };
        compute();
    }
}

/// Thinks about a task. The random choices cannot be predicted from the game.
fn think(task: &Task) -> Answer {
    let latest = Instant::now() + task.time;
    let latest = task.until.map_or(latest, |until| until.min(latest));
    let expired = || Instant::now() >= latest;
    let budget = Budget::simulations(task.simulations).or_until(&expired);
    let mut opponent = Opponent::new(task.kind, task.strength, fastrand::u64(..));
    match task.question {
        Question::Abort => Answer::Agrees(opponent.agrees_to_abort(&task.seen)),
        Question::Decision if opponent.resigns(&task.seen) => Answer::Resigns,
        Question::Decision => Answer::Decides(opponent.choose(&task.seen, budget)),
    }
}
