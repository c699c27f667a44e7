//! The delay of spectators: which version of a game a viewer without a seat may see.
//!
//! Every read of a game and every check of its status goes through [`load_delayed`], by way of `access`. So
//! no response contains what it hides: for such viewers the game is at an earlier version.

use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};

use super::history::History;
use crate::games::GameRefusal;
use lapidary_engine::game::Game;
use lapidary_model::delay::SpectatorDelay;
use lapidary_model::game::{Status, Version};
use lapidary_model::listing::Listed;
use lapidary_model::log::{EntryKind, LogEntry};
use lapidary_store::Postgres;
use lapidary_store::games::{self, GameRecord};

/// A game as a viewer without a seat may see it.
pub(in crate::games) struct VisibleGame {
    pub(in crate::games) record: GameRecord,
    /// When more of it may be seen, if only time decides that.
    pub(in crate::games) more_in: Option<Duration>,
    /// When its last entry was stored, if an earlier version is shown.
    at: Option<DateTime<Utc>>,
}

impl VisibleGame {
    /// Returns a game as it is.
    pub(in crate::games) fn now(record: GameRecord) -> VisibleGame {
        VisibleGame { record, more_in: None, at: None }
    }

    /// Makes a listed game look as it is shown. The game may have changed since it was listed.
    pub(super) fn as_listed(&self, listed: &mut Listed) {
        if self.record.clocks.is_none() {
            listed.deadline = None;
        }
        if self.record.version >= listed.version {
            return;
        }
        let game = self.record.game.as_ref();
        (listed.version, listed.status) = (self.record.version, self.record.status);
        (listed.to_act, listed.turn) = (game.and_then(Game::to_act), game.and_then(Game::turn));
        listed.outcome = None;
        listed.updated_at = self.at.unwrap_or(listed.created_at);
    }
}

/// Returns the game as a viewer without a seat may see it.
pub(in crate::games) async fn load_delayed(
    connection: &Postgres,
    record: GameRecord,
) -> Result<VisibleGame, GameRefusal> {
    let (Some(delay), true) = (record.terms.delay, record.game.is_some()) else {
        return Ok(VisibleGame::now(record));
    };
    let now = games::now(connection).await?;
    let history = History::load(connection, &record).await?;
    let version = shown_version(delay, &record, &history, now)?;
    let more_in = more_at(delay, version, record.status, history.log()).map(|at| (at - now).to_std());
    let more_in = more_in.map(Result::unwrap_or_default);
    if version == record.version {
        // Current offers of the seats and running clocks are newer than what may be seen.
        let clocks = record.clocks.clone().filter(|_| record.status.is_revealed());
        let shown = GameRecord { abort_agreed: Vec::new(), clocks, ..record };
        return Ok(VisibleGame { record: shown, more_in, at: None });
    }
    let mut shown = record.after(version, Status::Active);
    shown.game = Some(history.game_at(version)?);
    shown.clocks = None;
    let at = history.log().iter().find(|entry| entry.seq == version).map(|entry| entry.at);
    Ok(VisibleGame { record: shown, more_in, at })
}

/// Returns the newest version that a viewer without a seat may see.
fn shown_version(
    delay: SpectatorDelay,
    record: &GameRecord,
    history: &History,
    now: DateTime<Utc>,
) -> Result<Version, GameRefusal> {
    let is_past = |entry: &LogEntry| entry.at + time(delay.of_the_end()) <= now;
    // The start is never delayed.
    let started = Version(1);
    match delay {
        SpectatorDelay::Time(_) => {
            let shown = history.log().iter().take_while(|entry| is_past(entry)).last();
            Ok(shown.map_or(started, |entry| entry.seq.max(started)))
        }
        SpectatorDelay::Turns(_) if end(history.log()).is_some_and(is_past) => Ok(record.version),
        SpectatorDelay::Turns(turns) => {
            let begun = history.turns_begun()?;
            let newest = begun.last().map_or(0, |(_, begun)| *begun).saturating_sub(turns);
            let shown = begun.iter().find(|(_, begun)| *begun >= newest);
            Ok(shown.map_or(started, |(version, _)| *version))
        }
    }
}

/// Returns when more than this version may be seen, if only time decides that.
fn more_at(delay: SpectatorDelay, shown: Version, status: Status, log: &[LogEntry]) -> Option<DateTime<Utc>> {
    let next = match delay {
        SpectatorDelay::Time(_) => log.iter().find(|entry| entry.seq > shown),
        SpectatorDelay::Turns(_) if status.is_revealed() => end(log).filter(|entry| entry.seq > shown),
        SpectatorDelay::Turns(_) => None,
    };
    next.map(|entry| entry.at + time(delay.of_the_end()))
}

fn end(log: &[LogEntry]) -> Option<&LogEntry> {
    log.iter().rfind(|entry| matches!(entry.entry.kind, EntryKind::Finished | EntryKind::Aborted))
}

fn time(delay: Duration) -> TimeDelta {
    TimeDelta::from_std(delay).unwrap_or(TimeDelta::MAX)
}
