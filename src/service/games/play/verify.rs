//! Comparing a game with its log before it is stored: on a share of all turns, and at the end of every game.

use super::playing::Playing;
use crate::games::GameRefusal;
use crate::games::read::history::History;
use lapidary_engine::game::Game;
use lapidary_engine::outcome::Outcome;
use lapidary_model::game::Version;
use lapidary_model::log::{LogEntry, NewEntry};
use lapidary_store::Postgres;
use lapidary_store::games::{self, GameRecord};

/// One turn in this many is verified. Every turn that ends a game is verified too.
const TURNS_PER_VERIFICATION: u64 = 100;

/// The result of a verification.
pub(super) enum Verdict {
    /// The replay of the log with the new entries gives the position to be stored.
    Equal(Box<History>),
    /// It does not give that position, and the game was frozen.
    Frozen,
    /// The game has a newer version.
    Outdated,
}

/// Returns whether a turn with this outcome is verified: every turn that ends a game, and the turn at every
/// hundredth version of each game.
///
/// The result is the same for every attempt at the same turn, on every code path.
pub(in crate::games) fn is_due(record: &GameRecord, outcome: Option<&Outcome>) -> bool {
    let offset = record.id.0.as_u64_pair().1;
    outcome.is_some() || offset.wrapping_add(record.version.0.into()).is_multiple_of(TURNS_PER_VERIFICATION)
}

impl Playing {
    /// Replays the stored log with the new entries, and compares the position with the one to be stored.
    pub(super) async fn verify(
        &self,
        record: &GameRecord,
        game: &Game,
        entries: &[NewEntry],
    ) -> Result<Verdict, GameRefusal> {
        let mut connection = self.pool.near(record.id).await?;
        let history = History::load(&connection, record).await?;
        if history.log().last().map(|entry| entry.seq) != Some(record.version) {
            return Ok(Verdict::Outdated);
        }
        match agrees(&history, record, game, entries) {
            Ok(true) => Ok(Verdict::Equal(Box::new(history))),
            Ok(false) => freeze(&mut connection, record, "the replayed position differs").await,
            Err(cause) => freeze(&mut connection, record, &cause.to_string()).await,
        }
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

/// Freezes the game. The log line has its id and nothing hidden.
async fn freeze(connection: &mut Postgres, record: &GameRecord, cause: &str) -> Result<Verdict, GameRefusal> {
    tracing::error!(game = %record.id, version = record.version.0, cause, "a game and its log disagree: the game is frozen");
    games::freeze(connection, record.id).await?;
    Ok(Verdict::Frozen)
}
