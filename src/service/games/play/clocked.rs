//! Storing changes of games with clocks: the change and the clocks in one transaction. The time of the
//! database decides whether the change comes in time.
//!
//! These changes go around the writer: each needs its clocks locked, so a statement for many games would gain
//! little.
//!
//! In a cluster, the worker of a game stores a turn that comes in time by itself, if this server has seen a
//! recent heartbeat. The coordinator and its time decide everything else.

use std::sync::PoisonError;
use std::time::Duration;

use chrono::{DateTime, Utc};
use diesel_async::AsyncConnection;

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
use lapidary_model::stamp::Stamp;
use lapidary_store::clocks;
use lapidary_store::games::{self, Advance, Appended, GameRecord};
use lapidary_store::{Failure, Postgres};

/// The outcome of storing a change of a game with clocks.
pub(super) enum Clocked {
    /// It is stored.
    Stored(StoredStep),
    /// The game has another version, or the premise does not hold.
    Conflict,
    /// The time of the seat to act had run out. Nothing is stored.
    Late,
    /// No seat has run out of time. Nothing is stored.
    Early,
    /// The service has just been down, and deadlines must be moved first. Nothing is stored.
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
        let stored = match self.store_on_worker(record, step, &change).await? {
            Some(stored) => stored,
            None => {
                let mut connection = self.pool.get().await?;
                let store = connection.transaction(async |connection| {
                    store(connection, record, step, &change, &self.settings, None).await
                });
                store.await?
            }
        };
        if let Clocked::Stored(_) = stored {
            self.watchers.announce(change.id, change.to());
        }
        Ok(stored)
    }

    /// Stores it on the worker of the game. Returns none on a single node, or if the coordinator must decide.
    async fn store_on_worker(
        &self,
        record: &GameRecord,
        step: &Step,
        change: &Advance,
    ) -> Result<Option<Clocked>, GameRefusal> {
        let beat = *self.last_beat.lock().unwrap_or_else(PoisonError::into_inner);
        if beat.is_none() || is_time_out(step) {
            return Ok(None);
        }
        let Some(mut worker) = games::worker_for(&self.pool, change).await? else { return Ok(None) };
        let store = worker
            .transaction(async |worker| store(worker, record, step, change, &self.settings, beat).await);
        match store.await {
            Ok(Clocked::Late | Clocked::Early | Clocked::Asleep)
            | Err(GameRefusal::Storage(Failure::Contended(_))) => Ok(None),
            stored => stored.map(Some),
        }
    }
}

/// Stores a step in a transaction: on the worker of the game if a beat is given that this server knows of.
async fn store(
    connection: &mut Postgres,
    record: &GameRecord,
    step: &Step,
    change: &Advance,
    settings: &GameSettings,
    beat: Option<DateTime<Utc>>,
) -> Result<Clocked, GameRefusal> {
    let held = clocks::lock(connection, record.id, record.version, settings.outage_after, beat).await?;
    let Some(held) = held else { return Ok(Clocked::Conflict) };
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
    let appended = match beat {
        Some(_) => {
            let appended = games::advance_on_worker(connection, change).await?;
            if let Appended::At(..) = appended {
                clocks::update(connection, record.id, &next).await?;
            }
            appended
        }
        None => games::advance_with_clocks(connection, change, &next).await?,
    };
    let Appended::At(at, stamp) = appended else { return Ok(Clocked::Conflict) };
    let sealed = match step.game.outcome() {
        Some(outcome) => {
            let end = GameEnd { record, at, outcome: Some(outcome), position: Some(&step.game) };
            settle(connection, &[end], settings.rating_limits).await?
        }
        None => record.sealed,
    };
    // The same transaction wrote the clocks.
    let stamp = stamp.map(|stamp| Stamp { clocks: Some(stamp.game), ..stamp });
    Ok(Clocked::Stored(StoredStep { at, clocks: Some(next), sealed, stamp }))
}

/// Whether a step takes out a seat that ran out of time.
fn is_time_out(step: &Step) -> bool {
    let cause = step.made.first().map(|entry| entry.cause);
    matches!(cause, Some(Cause::Leaving { how: Leaving::TimedOut, .. }))
}

/// Returns the facts about a position that clocks need.
fn moment(game: &Game) -> Moment {
    Moment { turn: game.turn(), to_act: game.to_act().map(|(seat, _)| seat) }
}

/// Returns the clocks of a game that starts now, to be stored in the same transaction; none without a clock.
/// The first seat has no free time. `first_turn` is the part of its time that each seat has for its first
/// turn; none means all of it.
pub(in crate::games) fn clocks_of(
    terms: &Terms,
    game: &Game,
    now: DateTime<Utc>,
    settings: &GameSettings,
    first_turn: Option<Duration>,
) -> Option<Clocks> {
    let (lag, days_off) = (settings.lag_allowance, settings.days_off_per_game);
    let allowances = Allowances { lag, days_off, first_turn };
    Clocks::start(terms.clock, terms.seats.get(), moment(game).to_act, now, allowances)
}
