//! Replaying a log from the opening: pure, from stored entries to what happened and the position after it.

use std::fmt;

use crate::engine::game::{Action, Game, GameEntry, GameLog};
use crate::engine::outcome::Outcome;
use crate::engine::record::{By, Cause, Leaving};
use crate::engine::ruleset::Ruleset;
use crate::store::games::Version;
use crate::store::log::{Author, Kind, LogEntry, NewEntry};

/// The log and the rules disagree at this entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Divergence(pub Version);

impl fmt::Display for Divergence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the log does not follow the rules at entry {}", self.0)
    }
}

impl std::error::Error for Divergence {}

/// A game that is replayed, and the entries that the engine has made on the way.
///
/// The first entry of a log, `started`, and its last, `finished` or `aborted`, are no entries of the engine.
pub struct Replay {
    ruleset: Ruleset,
    game: Game,
    made: GameLog,
}

impl Replay {
    /// Begins before the first turn.
    pub fn new(ruleset: Ruleset, opening: Game) -> Replay {
        Replay { ruleset, game: opening, made: GameLog::default() }
    }

    /// Replays a log or its beginning, however it ends.
    ///
    /// # Errors
    ///
    /// The first entry that the rules do not make.
    pub fn run(mut self, log: &[LogEntry]) -> Result<Replay, Divergence> {
        let end = log.iter().filter(|stored| is_of_the_engine(&stored.entry)).count();
        let mut next = 0;
        for stored in log.iter().filter(|stored| is_of_the_engine(&stored.entry)) {
            if next == self.made.0.len() {
                self.apply(&stored.entry, end).ok_or(Divergence(stored.seq))?;
            }
            let made = self.made.0.get(next).map(entry_of);
            if made.as_ref() != Some(&stored.entry) {
                return Err(Divergence(stored.seq));
            }
            next += 1;
        }
        if next == self.made.0.len() { Ok(self) } else { Err(Divergence(Version::ZERO.plus(next + 2))) }
    }

    /// Applies what a player or the clock did, and lets the engine make entries up to the `end`th at most.
    fn apply(&mut self, entry: &NewEntry, end: usize) -> Option<()> {
        let seat = entry.seat?;
        let how = match entry.kind {
            Kind::Action => {
                let action = Action::parse(self.ruleset, entry.action.as_deref()?).ok()?;
                return self.game.play_until(&action, end, &mut self.made).ok();
            }
            Kind::Resigned => Leaving::Resigned,
            Kind::TimedOut => Leaving::TimedOut,
            Kind::Started | Kind::Finished | Kind::Aborted => return None,
        };
        self.game.leave_until(seat, how, end, &mut self.made);
        Some(())
    }

    /// The position after the last entry.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// The position and the engine's entries.
    pub fn into_parts(self) -> (Game, Vec<GameEntry>) {
        (self.game, self.made.0)
    }
}

/// Whether the engine tells of the entry; the others are the service's.
pub fn is_of_the_engine(entry: &NewEntry) -> bool {
    match entry.kind {
        Kind::Action | Kind::Resigned | Kind::TimedOut => true,
        Kind::Started | Kind::Finished | Kind::Aborted => false,
    }
}

/// An entry of the engine as it is stored.
pub fn entry_of(made: &GameEntry) -> NewEntry {
    match made.cause {
        Cause::Decision { seat, by, action } => NewEntry {
            seat: Some(seat),
            by: match by {
                By::Player => Author::Player,
                By::Engine => Author::Engine,
            },
            kind: Kind::Action,
            action: Some(action.to_string()),
        },
        Cause::Leaving { seat, how } => NewEntry {
            seat: Some(seat),
            by: match how {
                Leaving::Resigned => Author::Player,
                Leaving::TimedOut => Author::Clock,
            },
            kind: match how {
                Leaving::Resigned => Kind::Resigned,
                Leaving::TimedOut => Kind::TimedOut,
            },
            action: None,
        },
    }
}

/// What is stored of a step of a game: the engine's entries, then `finished` if it is over.
pub fn entries_of(made: &[GameEntry], outcome: Option<&Outcome>) -> Vec<NewEntry> {
    let finished =
        outcome.map(|_| NewEntry { seat: None, by: Author::Engine, kind: Kind::Finished, action: None });
    made.iter().map(entry_of).chain(finished).collect()
}
