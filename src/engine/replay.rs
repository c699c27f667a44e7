//! Replays a written log and checks each entry against the rules. It does not know where the log was written.

use super::game::{Action, Game, GameEntry, GameLog, Refusal};
use super::record::{By, Cause};
use super::seat::Seat;
use std::collections::VecDeque;

/// The cause of an entry as written: in canonical notation, or `keep ?` where the card is hidden.
pub type Written = Cause<String>;

/// Why a written log does not match the game.
#[derive(Clone, PartialEq, Eq, Hash, Debug, thiserror::Error)]
pub enum ReplayError {
    /// The text is not an action of the ruleset.
    #[error("this is not an action of the ruleset")]
    NoAction,
    /// The game waits for another seat, or for none because it is over.
    #[error("the game does not wait for this seat")]
    NotAsked,
    /// The rules forbid the action.
    #[error("rule {rule} forbids it: {0}", rule = .0.rule())]
    Refused(Refusal),
    /// The rules require a decision of the engine first.
    #[error("the rules require {0} first")]
    EngineDecides(String),
    /// The engine leaves this decision to the player.
    #[error("the rules leave this decision to the player")]
    PlayerDecides,
    /// The seat is already out, or the game is over.
    #[error("this seat has already left, or the game is over")]
    NobodyLeaves,
}

/// A game that is replayed entry by entry.
///
/// ```
/// # use lapidary_engine::deal::{Contributions, DealId, DealInput, Entropy, Seating, ServerSeed};
/// # use lapidary_engine::ruleset::Ruleset;
/// # let ruleset = Ruleset::parse("splendor", [], [])?;
/// # let server_seed = ServerSeed::new([1; 32]);
/// # let contributions = Contributions::try_from(vec![Entropy::default(); 2])?;
/// # let (deal_id, beacon) = (DealId([7; 16]), Entropy::default());
/// # let name = ruleset.deal_name();
/// # let input =
/// #     DealInput { deal_id, server_seed: &server_seed, ruleset: &name, contributions: &contributions, beacon: &beacon };
/// use lapidary_engine::game::{Action, Game, GameLog};
/// use lapidary_engine::replay::{Replay, as_written};
///
/// let opening = Game::deal(ruleset, None, &input, Seating::JoinOrder)?.game;
/// let (mut game, mut log) = (opening.clone(), GameLog::default());
/// game.play(&Action::parse(ruleset, "take wug")?, &mut log)?;
///
/// let mut replay = Replay::new(opening);
/// for entry in &log.0 {
///     assert_eq!(as_written(entry).to_string(), "take wug of seat 0");
///     assert_eq!(replay.read(&as_written(entry))?, *entry);
/// }
/// assert_eq!(*replay.game(), game);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Replay {
    game: Game,
    /// Decisions of the engine that must come next in the written log.
    due: VecDeque<GameEntry>,
    /// How many entries are still to be read, if known: the game stops after them.
    left: usize,
}

impl Replay {
    /// Starts from the opening.
    pub fn new(opening: Game) -> Self {
        Replay::of(opening, usize::MAX)
    }

    /// Starts from the opening of a log, or of the first part of a log, with this many entries. The game
    /// stops after the last entry, even in the middle of a turn.
    pub fn of(opening: Game, entries: usize) -> Self {
        Replay { game: opening, due: VecDeque::new(), left: entries }
    }

    /// The game after the entries read so far and the engine's decisions that follow from them.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// Returns the game after the last entry.
    pub fn into_game(self) -> Game {
        self.game
    }

    /// The next decision of the engine that the written log must contain.
    pub fn due(&self) -> Option<&GameEntry> {
        self.due.front()
    }

    /// The number of entries that are still to be read, if it is known.
    pub fn left(&self) -> usize {
        self.left
    }

    /// Reads one entry and returns it with its effects.
    pub fn read(&mut self, written: &Written) -> Result<GameEntry, ReplayError> {
        if self.due.is_empty() {
            self.due = self.follow(written)?.0.into();
        } else if let Some(told) = self.due.front().map(as_written).filter(|told| told != written) {
            return Err(ReplayError::EngineDecides(told.to_string()));
        }
        self.left = self.left.saturating_sub(1);
        self.due.pop_front().ok_or(ReplayError::NobodyLeaves)
    }

    /// Applies an entry that is not due from the engine, and returns all entries that follow from it.
    fn follow(&mut self, written: &Written) -> Result<GameLog, ReplayError> {
        let mut log = GameLog::default();
        match written {
            Written::Decision { by: By::Engine, .. } => return Err(ReplayError::PlayerDecides),
            Written::Decision { seat, by: By::Player, action } => self.decide(*seat, action, &mut log)?,
            Written::Leaving { seat, how } => self.game.leave_until(*seat, *how, self.left, &mut log),
        }
        Ok(log)
    }

    fn decide(&mut self, seat: Seat, notation: &str, log: &mut GameLog) -> Result<(), ReplayError> {
        let action = Action::parse(self.game.ruleset(), notation).map_err(|_| ReplayError::NoAction)?;
        if self.game.to_act().is_none_or(|(decider, _)| decider != seat) {
            return Err(ReplayError::NotAsked);
        }
        self.game.play_until(&action, self.left, log).map_err(ReplayError::Refused)
    }
}

/// The entry as written for readers who may see everything.
pub fn as_written(entry: &GameEntry) -> Written {
    match entry.cause {
        Cause::Decision { seat, by, action } => Written::Decision { seat, by, action: action.to_string() },
        Cause::Leaving { seat, how } => Written::Leaving { seat, how },
    }
}
