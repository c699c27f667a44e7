//! Knows how to play a written log again and to hold each entry against the rules. Knows nothing of where it was written.

use super::game::{Action, Game, GameEntry, GameLog, Refusal};
use super::record::{By, Cause, Leaving};
use super::seat::Seat;
use std::collections::VecDeque;
use std::fmt;

/// An entry of a log as it is written down.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Written {
    /// A decision in canonical notation, or `keep ?` where it is not to be seen.
    Decision {
        /// Whose decision it is.
        seat: Seat,
        /// Who made it.
        by: By,
        /// The decision.
        notation: String,
    },
    /// A seat went out (B19).
    Leaving {
        /// The seat that went out.
        seat: Seat,
        /// How it went out.
        how: Leaving,
    },
}

/// Why a written log is none of this game.
#[derive(Clone, PartialEq, Eq, Hash, Debug, thiserror::Error)]
pub enum ReplayError {
    /// The text is no action of the ruleset.
    #[error("this is no action of the ruleset")]
    NoAction,
    /// The game asks another seat, or none because it is over.
    #[error("the game does not ask this seat")]
    NotAsked,
    /// The rules forbid the action.
    #[error("rule {rule} forbids it: {0}", rule = .0.rule())]
    Refused(Refusal),
    /// The engine decides something else first.
    #[error("the rules make {0} first")]
    EngineDecides(String),
    /// The engine leaves this decision to the player.
    #[error("the rules leave this decision to the player")]
    PlayerDecides,
    /// The seat is out already, or the game is over.
    #[error("this seat cannot leave any more")]
    NobodyLeaves,
}

/// A game that is played again entry by entry.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Replay {
    game: Game,
    /// What the engine has decided and the written log has yet to tell.
    due: VecDeque<GameEntry>,
}

impl Replay {
    /// Begins with the opening.
    pub fn new(opening: Game) -> Self {
        Replay { game: opening, due: VecDeque::new() }
    }

    /// The game after the entries read so far and the engine's decisions that follow from them.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// The next decision of the engine that the written log has to tell.
    pub fn due(&self) -> Option<&GameEntry> {
        self.due.front()
    }

    /// Reads one entry; tells what it was and what it did.
    ///
    /// # Errors
    /// Why the rules do not allow it here.
    pub fn read(&mut self, written: &Written) -> Result<GameEntry, ReplayError> {
        if let Some(due) = self.due.pop_front() {
            return match as_written(&due) {
                told if told == *written => Ok(due),
                told => Err(ReplayError::EngineDecides(told.to_string())),
            };
        }
        let mut log = GameLog::default();
        match written {
            Written::Decision { by: By::Engine, .. } => return Err(ReplayError::PlayerDecides),
            Written::Decision { seat, by: By::Player, notation } => self.decide(*seat, notation, &mut log)?,
            Written::Leaving { seat, how } => self.game.leave(*seat, *how, &mut log),
        }
        self.due = log.0.into();
        self.due.pop_front().ok_or(ReplayError::NobodyLeaves)
    }

    fn decide(&mut self, seat: Seat, notation: &str, log: &mut GameLog) -> Result<(), ReplayError> {
        let action = Action::parse(self.game.ruleset(), notation).map_err(|_| ReplayError::NoAction)?;
        if self.game.to_act().is_none_or(|(asked, _)| asked != seat) {
            return Err(ReplayError::NotAsked);
        }
        self.game.play(&action, log).map_err(ReplayError::Refused)
    }
}

/// The entry as it is written down for those who may see everything.
pub fn as_written(entry: &GameEntry) -> Written {
    match entry.cause {
        Cause::Decision { seat, by, action } => Written::Decision { seat, by, notation: action.to_string() },
        Cause::Leaving { seat, how } => Written::Leaving { seat, how },
    }
}

impl fmt::Display for Written {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Written::Decision { seat, by: By::Player, notation } => write!(f, "{notation} of seat {seat}"),
            Written::Decision { seat, by: By::Engine, notation } => write!(f, "!{notation} of seat {seat}"),
            Written::Leaving { seat, how } => write!(f, "{} of seat {seat}", how.notation()),
        }
    }
}
