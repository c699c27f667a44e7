//! How a game reports what happens in it. It does not know who listens: logs, views and bots are listeners.

use super::seat::Seat;
use std::fmt;

/// Who made a decision.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum By {
    /// The player whose seat it is.
    Player,
    /// The engine, because exactly one choice was legal (T2).
    Engine,
}

/// How a seat goes out (B19).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Leaving {
    /// The player resigned.
    Resigned,
    /// The player's time ran out.
    TimedOut,
}

impl Leaving {
    /// The word in notation.
    pub const fn notation(self) -> &'static str {
        match self {
            Leaving::Resigned => "resign",
            Leaving::TimedOut => "timeout",
        }
    }

    /// The variant with this word in notation.
    pub fn from_notation(word: &str) -> Option<Leaving> {
        [Leaving::Resigned, Leaving::TimedOut].into_iter().find(|how| how.notation() == word)
    }
}

/// Listens to applied actions `A` and their effects `E`.
///
/// The engine opens an entry, then reports the effects that belong to it. The default methods do nothing and
/// cost nothing.
pub trait Recorder<A, E> {
    /// Opens the entry of a decision.
    #[inline(always)]
    fn decision(&mut self, _seat: Seat, _by: By, _action: &A) {}
    /// Opens the entry of a seat that goes out (B19).
    #[inline(always)]
    fn leaving(&mut self, _seat: Seat, _how: Leaving) {}
    /// Adds an effect to the entry opened last.
    #[inline(always)]
    fn effect(&mut self, _effect: E) {}
    /// Whether the engine may make its own decisions now. A listener that wants to stop in the middle of a
    /// turn returns false.
    #[inline(always)]
    fn goes_on(&self) -> bool {
        true
    }
}

impl<A, E> Recorder<A, E> for () {}

/// The cause of a log entry: `A` is an action in the engine, and its notation in a written log.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Cause<A> {
    /// A decision of a player or of the engine.
    Decision {
        /// Whose decision it is.
        seat: Seat,
        /// Who made it.
        by: By,
        /// The decision.
        action: A,
    },
    /// A seat went out (B19).
    Leaving {
        /// The seat that went out.
        seat: Seat,
        /// How it went out.
        how: Leaving,
    },
}

impl<A> Cause<A> {
    /// The seat that the entry belongs to.
    pub const fn seat(&self) -> Seat {
        match self {
            Cause::Decision { seat, .. } | Cause::Leaving { seat, .. } => *seat,
        }
    }
}

impl<A: fmt::Display> fmt::Display for Cause<A> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Cause::Decision { seat, by: By::Player, action } => write!(f, "{action} of seat {seat}"),
            Cause::Decision { seat, by: By::Engine, action } => write!(f, "!{action} of seat {seat}"),
            Cause::Leaving { seat, how } => write!(f, "{} of seat {seat}", how.notation()),
        }
    }
}

/// An entry of the log: its cause and all effects.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Entry<A, E> {
    /// The cause.
    pub cause: Cause<A>,
    /// What happened, in order.
    pub effects: Vec<E>,
}

/// A recorder that keeps every entry.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Log<A, E>(pub Vec<Entry<A, E>>);

impl<A, E> Default for Log<A, E> {
    fn default() -> Self {
        Log(Vec::new())
    }
}

impl<A: Clone, E> Recorder<A, E> for Log<A, E> {
    fn decision(&mut self, seat: Seat, by: By, action: &A) {
        self.0
            .push(Entry { cause: Cause::Decision { seat, by, action: action.clone() }, effects: Vec::new() });
    }

    fn leaving(&mut self, seat: Seat, how: Leaving) {
        self.0.push(Entry { cause: Cause::Leaving { seat, how }, effects: Vec::new() });
    }

    fn effect(&mut self, effect: E) {
        if let Some(entry) = self.0.last_mut() {
            entry.effects.push(effect);
        }
    }
}
