//! Games in which a built-in opponent must decide something, as far as this server knows.
//!
//! Nothing is lost with them: every server also searches the database for such games.

use std::collections::{HashMap, VecDeque};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::Notify;

use lapidary_model::built_in::BuiltIn;
use lapidary_model::game::GameId;

/// The maximum number of games that wait here. Further ones are dropped: the search of the database finds
/// them.
const WAITING_MAX: usize = 65_536;

/// Who waits for a decision of a built-in opponent, the most urgent first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Urgency {
    /// A clock runs.
    Clock,
    /// A person, or a bot of a player.
    Player,
    /// Only other built-in opponents.
    Nobody,
}

/// The games of this server that wait for a decision of a built-in opponent.
#[derive(Clone, Default)]
pub struct DecisionQueue(Arc<DecisionsAtHand>);

#[derive(Default)]
struct DecisionsAtHand {
    /// Whether this server plays the turns of built-in opponents.
    is_open: AtomicBool,
    games: Mutex<QueuedDecisions>,
    some: Notify,
}

#[derive(Default)]
struct QueuedDecisions {
    /// One queue for each urgency.
    queues: [VecDeque<(GameId, BuiltIn)>; 3],
    /// Every game that waits or is in work.
    known: HashMap<GameId, DecisionState>,
}

/// The state of a known game.
enum DecisionState {
    Queued,
    /// A task works on it. If it came again meanwhile, it is queued again afterwards.
    Working(Option<(BuiltIn, Urgency)>),
}

/// A game taken from the queue. No other task of this server takes the game until this is dropped.
pub struct Taken {
    pub game: GameId,
    /// A built-in opponent in one of its seats.
    pub opponent: BuiltIn,
    due: DecisionQueue,
}

impl QueuedDecisions {
    fn queue(&mut self, game: GameId, opponent: BuiltIn, urgency: Urgency) {
        if self.known.len() < WAITING_MAX {
            self.known.insert(game, DecisionState::Queued);
            self.queues[urgency as usize].push_back((game, opponent));
        }
    }
}

#[boxed]
impl DecisionQueue {
    fn games(&self) -> MutexGuard<'_, QueuedDecisions> {
        self.0.games.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Accepts games from now on.
    pub fn open(&self) {
        self.0.is_open.store(true, Ordering::Relaxed);
    }

    /// Whether this server plays the turns of built-in opponents.
    pub fn is_open(&self) -> bool {
        self.0.is_open.load(Ordering::Relaxed)
    }

    /// Adds a game in which a built-in opponent may have to decide something. `opponent` has one of its
    /// seats. Call it after the commit.
    pub fn put(&self, game: GameId, opponent: BuiltIn, urgency: Urgency) {
        if !self.is_open() {
            return;
        }
        let mut games = self.games();
        match games.known.get_mut(&game) {
            Some(DecisionState::Queued) => return,
            Some(DecisionState::Working(again)) => {
                *again = Some((opponent, urgency));
                return;
            }
            None => games.queue(game, opponent, urgency),
        }
        drop(games);
        self.0.some.notify_one();
    }

    /// Waits for a game, and takes it. If the call is cancelled, no game is lost.
    pub async fn take(&self) -> Taken {
        loop {
            if let Some(taken) = self.try_take() {
                return taken;
            }
            self.0.some.notified().await;
        }
    }

    fn try_take(&self) -> Option<Taken> {
        let mut games = self.games();
        let (game, opponent) = games.queues.iter_mut().find_map(VecDeque::pop_front)?;
        games.known.insert(game, DecisionState::Working(None));
        Some(Taken { game, opponent, due: self.clone() })
    }
}

impl Drop for Taken {
    fn drop(&mut self) {
        let mut games = self.due.games();
        if let Some(DecisionState::Working(Some((opponent, urgency)))) = games.known.remove(&self.game) {
            games.queue(self.game, opponent, urgency);
        }
        drop(games);
        // The waiting task finds this game, or another one for which there was no message.
        self.due.0.some.notify_one();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use lapidary_model::built_in::OpponentKind;

    fn opponent() -> BuiltIn {
        BuiltIn::copy(OpponentKind::Greedy, 1).expect("a copy")
    }

    #[tokio::test]
    async fn the_most_urgent_game_is_first_and_each_waits_once() {
        let due = DecisionQueue::default();
        let [slow, fast, clocked] = [(); 3].map(|()| GameId::generate());
        due.put(slow, opponent(), Urgency::Nobody);
        assert!(due.try_take().is_none(), "without threads no game is kept");
        due.open();
        for (game, urgency) in [
            (slow, Urgency::Nobody),
            (fast, Urgency::Player),
            (clocked, Urgency::Clock),
            (fast, Urgency::Player),
        ] {
            due.put(game, opponent(), urgency);
        }
        let taken = [due.take().await, due.take().await, due.take().await];
        assert_eq!(taken.each_ref().map(|taken| taken.game), [clocked, fast, slow]);
        assert!(due.try_take().is_none());
    }

    #[tokio::test]
    async fn a_game_that_comes_again_while_it_is_worked_on_waits_for_the_end_of_the_work() {
        let due = DecisionQueue::default();
        due.open();
        let game = GameId::generate();
        due.put(game, opponent(), Urgency::Player);
        let taken = due.take().await;
        due.put(game, opponent(), Urgency::Player);
        assert!(due.try_take().is_none());
        drop(taken);
        let again = due.take().await;
        assert_eq!((again.game, again.opponent), (game, opponent()));
        drop(again);
        assert!(due.try_take().is_none() && due.games().known.is_empty());
    }
}
