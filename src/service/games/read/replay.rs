//! Replays a log from the opening: a pure function from stored entries to events and the final position.

use crate::games::Divergence;
use lapidary_engine::game::{Game, GameEntry};
use lapidary_engine::outcome::Outcome;
use lapidary_engine::record::{By, Cause, Leaving};
use lapidary_engine::replay::{Replay, Written};
use lapidary_model::game::Version;
use lapidary_model::log::{Author, EntryKind, LogEntry, NewEntry};

/// The result of a replay: the final position, and the entries that the engine made on the way.
pub struct Replayed {
    /// The position after the last entry.
    pub game: Game,
    /// The entries of the engine, each with its effects.
    pub entries: Vec<GameEntry>,
    /// The number of turns begun after each of these entries.
    pub turns_begun: Vec<u16>,
}

/// Replays a log, or the beginning of a log, from the opening.
///
/// The first entry of a log, `started`, and the last, `finished` or `aborted`, are not entries of the engine;
/// they are skipped. The error is the first entry that does not follow the rules.
pub fn replay(opening: Game, log: &[LogEntry]) -> Result<Replayed, Divergence> {
    let of_the_engine = || log.iter().filter(|stored| is_of_the_engine(&stored.entry));
    let mut replay = Replay::of(opening, of_the_engine().count());
    let (mut entries, mut turns_begun) = (Vec::new(), Vec::new());
    for stored in of_the_engine() {
        let read = written(&stored.entry).and_then(|written| replay.read(&written).ok());
        entries.push(read.ok_or(Divergence(stored.seq))?);
        turns_begun.push(replay.game().turns_begun());
    }
    if replay.due().is_some() {
        return Err(Divergence(Version::ZERO.plus(entries.len() + 2)));
    }
    Ok(Replayed { game: replay.into_game(), entries, turns_begun })
}

/// Returns the stored entry in the engine's form, if it is an entry of the engine.
pub fn written(entry: &NewEntry) -> Option<Written> {
    let seat = entry.seat?;
    let decision = |by| Some(Written::Decision { seat, by, action: entry.action.clone()? });
    match (entry.kind, entry.by) {
        (EntryKind::Action, Author::Player) => decision(By::Player),
        (EntryKind::Action, Author::Engine) => decision(By::Engine),
        (EntryKind::Resigned, Author::Player) => Some(Written::Leaving { seat, how: Leaving::Resigned }),
        (EntryKind::TimedOut, Author::Clock) => Some(Written::Leaving { seat, how: Leaving::TimedOut }),
        _ => None,
    }
}

/// Returns whether the engine makes such entries; the service makes the others.
pub fn is_of_the_engine(entry: &NewEntry) -> bool {
    match entry.kind {
        EntryKind::Action | EntryKind::Resigned | EntryKind::TimedOut => true,
        EntryKind::Started | EntryKind::Finished | EntryKind::Aborted => false,
    }
}

/// Returns an entry of the engine in its stored form.
pub fn entry_of(made: &GameEntry) -> NewEntry {
    match made.cause {
        Cause::Decision { seat, by, action } => NewEntry {
            seat: Some(seat),
            by: match by {
                By::Player => Author::Player,
                By::Engine => Author::Engine,
            },
            kind: EntryKind::Action,
            action: Some(action.to_string()),
        },
        Cause::Leaving { seat, how } => NewEntry {
            seat: Some(seat),
            by: match how {
                Leaving::Resigned => Author::Player,
                Leaving::TimedOut => Author::Clock,
            },
            kind: match how {
                Leaving::Resigned => EntryKind::Resigned,
                Leaving::TimedOut => EntryKind::TimedOut,
            },
            action: None,
        },
    }
}

/// Returns the entries to store for a step of a game: the engine's entries, then `finished` if the game is
/// over.
pub fn entries_of(made: &[GameEntry], outcome: Option<&Outcome>) -> Vec<NewEntry> {
    let finished =
        outcome.map(|_| NewEntry { seat: None, by: Author::Engine, kind: EntryKind::Finished, action: None });
    made.iter().map(entry_of).chain(finished).collect()
}
