//! Holding a game against its log, before it is stored: on a share of all turns and at every end.

use diesel_async::AsyncPgConnection;

use super::GameRefusal;
use super::history::History;
use crate::engine::game::Game;
use crate::engine::outcome::Outcome;
use crate::model::game::Version;
use crate::model::log::{LogEntry, NewEntry};
use crate::store::games::{self, GameRecord};

/// One turn in so many is verified, beside those that end a game.
const TURNS_PER_VERIFICATION: u64 = 100;

/// What came of it.
pub(super) enum Verdict {
    /// Replaying the log with the new entries gives the position that is to be stored.
    Equal(Box<History>),
    /// It does not, and the game was stopped.
    Frozen,
    /// The game has moved on meanwhile.
    Outdated,
}

/// Whether a turn with this outcome is to be verified: every end, and of each game the turns at every hundredth version.
///
/// The same turn gets the same answer however often it is tried and by whichever way.
pub(super) fn is_due(record: &GameRecord, outcome: Option<&Outcome>) -> bool {
    let offset = record.id.0.as_u64_pair().1;
    outcome.is_some() || offset.wrapping_add(record.version.0.into()).is_multiple_of(TURNS_PER_VERIFICATION)
}

/// Replays the stored log with the new entries, and compares the position with the one that is to be stored.
pub(super) async fn verify(
    connection: &mut AsyncPgConnection,
    record: &GameRecord,
    game: &Game,
    entries: &[NewEntry],
) -> Result<Verdict, GameRefusal> {
    let history = History::load(connection, record).await?;
    if history.log().last().map(|entry| entry.seq) != Some(record.version) {
        return Ok(Verdict::Outdated);
    }
    match agrees(&history, record, game, entries) {
        Ok(true) => Ok(Verdict::Equal(Box::new(history))),
        Ok(false) => freeze(connection, record, "the replayed position is another").await,
        Err(cause) => freeze(connection, record, &cause.to_string()).await,
    }
}

fn agrees(
    history: &History,
    record: &GameRecord,
    game: &Game,
    entries: &[NewEntry],
) -> Result<bool, GameRefusal> {
    let at = history.log().last().map(|entry| entry.at).unwrap_or_default();
    let numbered = (record.version.0 + 1..).zip(entries);
    let new = numbered.map(|(seq, entry)| LogEntry { seq: Version(seq), at, entry: entry.clone() });
    let log: Vec<LogEntry> = history.log().iter().cloned().chain(new).collect();
    Ok(history.replay_of(&log)?.game.encode() == game.encode())
}

/// Stops the game; the log line names it and nothing that is hidden in it.
async fn freeze(
    connection: &mut AsyncPgConnection,
    record: &GameRecord,
    cause: &str,
) -> Result<Verdict, GameRefusal> {
    tracing::error!(game = %record.id, version = record.version.0, cause, "a game and its log disagree: it is frozen");
    games::freeze(connection, record.id).await?;
    Ok(Verdict::Frozen)
}
