//! Storing changes of games with clocks: the change and the clocks in one transaction, which decides by the
//! time of the database whether the change comes in time.
//!
//! These changes go around the writer: each needs its clocks locked, so a statement for many games would gain
//! little.

use chrono::{DateTime, Utc};
use diesel_async::{AsyncConnection, AsyncPgConnection};

use super::playing::Playing;
use super::step::{Step, StoredStep};
use crate::games::GameRefusal;
use crate::games::effects::game_end::GameEnd;
use crate::games::effects::settle::settle;
use lapidary_engine::game::Game;
use lapidary_engine::record::{Cause, Leaving};
use lapidary_model::clocks::{Allowances, Clocks, Moment};
use lapidary_model::game::Terms;
use lapidary_model::settings::GameSettings;
use lapidary_store::clocks;
use lapidary_store::games::{self, Advance, Appended, GameRecord};

/// The outcome of storing a change of a game with clocks.
pub(super) enum Clocked {
    /// It is stored.
    Stored(StoredStep),
    /// The game has another version, or the premise does not hold.
    Conflict,
    /// The time of the seat to act had run out. Nothing is stored.
    Late,
    /// Nobody has run out of time. Nothing is stored.
    Early,
    /// The service was not running a moment ago, and deadlines have to be moved first. Nothing is stored.
    Asleep,
}

impl Playing {
    /// Stores a step of a game with clocks, if it comes in time, and announces it.
    pub(super) async fn store_clocked(
        &self,
        record: &GameRecord,
        step: &Step,
        change: Advance,
    ) -> Result<Clocked, GameRefusal> {
        let mut connection = self.pool.get().await?;
        let stored = connection
            .transaction(async |connection| store(connection, record, step, &change, &self.settings).await)
            .await?;
        drop(connection);
        if let Clocked::Stored(_) = stored {
            self.watchers.announce(change.id, change.to());
        }
        Ok(stored)
    }
}

async fn store(
    connection: &mut AsyncPgConnection,
    record: &GameRecord,
    step: &Step,
    change: &Advance,
    settings: &GameSettings,
) -> Result<Clocked, GameRefusal> {
    let Some(held) = clocks::lock(connection, record.id, record.version, settings.outage_after).await? else {
        return Ok(Clocked::Conflict);
    };
    if !held.is_awake {
        return Ok(Clocked::Asleep);
    }
    match (held.clocks.is_late(held.now), is_time_out(step)) {
        (true, false) => return Ok(Clocked::Late),
        (false, true) => return Ok(Clocked::Early),
        (true, true) | (false, false) => {}
    }
    let before = record.game.as_ref().ok_or(GameRefusal::Broken("an active game has no position"))?;
    let next = held.clocks.pass(record.terms.clock, moment(before), moment(&step.game), held.now);
    let Appended::At(at, _) = games::advance(connection, change).await? else {
        return Ok(Clocked::Conflict);
    };
    clocks::update(connection, record.id, &next).await?;
    let sealed = match step.game.outcome() {
        Some(outcome) => {
            let end = GameEnd { record, at, outcome: Some(outcome), position: Some(&step.game) };
            settle(connection, &[end], settings.rating_limits).await?
        }
        None => record.sealed,
    };
    Ok(Clocked::Stored(StoredStep { at, clocks: Some(next), sealed, stamp: None }))
}

/// Whether a step takes out a seat that has run out of time.
fn is_time_out(step: &Step) -> bool {
    let cause = step.made.first().map(|entry| entry.cause);
    matches!(cause, Some(Cause::Leaving { how: Leaving::TimedOut, .. }))
}

/// Returns what the clocks need to know about a position.
fn moment(game: &Game) -> Moment {
    Moment { turn: game.turn(), to_act: game.to_act().map(|(seat, _)| seat) }
}

/// Returns the clocks of a game that starts now, to be stored in the same transaction; none without a clock.
/// The first seat has no time for free.
pub(in crate::games) fn clocks_of(
    terms: &Terms,
    game: &Game,
    now: DateTime<Utc>,
    settings: &GameSettings,
) -> Option<Clocks> {
    let allowances = Allowances { lag: settings.lag_allowance, days_off: settings.days_off_per_game };
    Clocks::start(terms.clock, terms.seats.get(), moment(game).to_act, now, allowances)
}
