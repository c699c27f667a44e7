//! The threads in which built-in opponents think: their work never holds up a request.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use tokio::sync::oneshot;

use lapidary_engine::game::Action;
use lapidary_model::built_in::{Kind, Strength};
use lapidary_opponents::{Budget, Opponent, Seen};

/// The lowest priority of a thread: what is left of the processors.
const LOWEST_PRIORITY: i32 = 19;

/// What an opponent is asked.
pub(super) enum Question {
    /// What it decides now.
    Decision,
    /// Whether it agrees to abort the game.
    Abort,
}

/// A question with what the opponent knows.
pub(super) struct Task {
    pub kind: Kind,
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

/// What an opponent answers.
pub(super) enum Answer {
    /// The decisions to send, in order.
    Decides(Vec<Action>),
    /// It resigns.
    Resigns,
    /// It agrees to abort the game, or does not.
    Agrees(bool),
    /// It has failed, which is a mistake in the program.
    Failed,
}

/// The threads, which end when this is dropped.
pub(super) struct Thinkers(Sender<(Task, oneshot::Sender<Answer>)>);

impl Thinkers {
    /// Starts this many threads.
    ///
    /// # Errors
    /// If the system gives no thread.
    pub fn start(threads: usize) -> std::io::Result<Thinkers> {
        let (sender, tasks) = channel();
        let tasks = Arc::new(Mutex::new(tasks));
        for number in 0..threads {
            let tasks = Arc::clone(&tasks);
            thread::Builder::new().name(format!("opponent-{number}")).spawn(move || work(&tasks))?;
        }
        Ok(Thinkers(sender))
    }

    /// Asks an opponent, and waits for its answer.
    pub async fn ask(&self, task: Task) -> Answer {
        let (sender, answer) = oneshot::channel();
        if self.0.send((task, sender)).is_err() {
            return Answer::Failed;
        }
        answer.await.unwrap_or(Answer::Failed)
    }
}

/// Answers questions until nobody can ask any more.
fn work(tasks: &Mutex<Receiver<(Task, oneshot::Sender<Answer>)>>) {
    // On Linux, this is the priority of the thread alone.
    #[cfg(target_os = "linux")]
    if let Err(cause) = rustix::process::setpriority_process(None, LOWEST_PRIORITY) {
        tracing::debug!(%cause, "a thread of opponents keeps its priority");
    }
    loop {
        let next = tasks.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok((task, answer)) = next else { return };
        // Nobody waits for the answer of a task that was cancelled.
        if answer.is_closed() {
            continue;
        }
        let thought = catch_unwind(AssertUnwindSafe(|| think(&task))).unwrap_or(Answer::Failed);
        let _ = answer.send(thought);
    }
}

/// Thinks about a task. What it leaves to chance cannot be predicted from the game.
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
