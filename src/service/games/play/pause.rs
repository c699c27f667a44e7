//! Pausing the clock of a game by agreement of all seats in play, and resuming it.

use chrono::{DateTime, Utc};
use diesel_async::AsyncConnection;

use super::playing::Playing;
use crate::games::read::access::lock;
use crate::games::read::look::GameView;
use crate::games::{ClockRefusal, GameRefusal};
use crate::stream::Urgency;
use lapidary_engine::game::Game;
use lapidary_engine::seat::Seat;
use lapidary_model::auth::{Identity, PlayerId};
use lapidary_model::built_in::BuiltIn;
use lapidary_model::clocks::Clocks;
use lapidary_model::game::{GameId, Status};
use lapidary_store::Postgres;
use lapidary_store::clocks::{self, StoredClocks};
use lapidary_store::games::GameRecord;

/// The maximum number of attempts to change clocks while the service wakes up or a seat runs out of time.
pub const CLOCK_TRIES_MAX: usize = 4;

/// A game with locked clocks, as one of its seats sees it.
pub(super) struct LockedClocks<'a> {
    pub(in crate::games) record: &'a GameRecord,
    pub(in crate::games) game: &'a Game,
    pub(in crate::games) seat: Seat,
    pub(in crate::games) clocks: &'a Clocks,
    pub(in crate::games) now: DateTime<Utc>,
}

/// The result of an attempt to change clocks.
#[derive(Debug)]
pub enum Attempt<T> {
    /// It succeeded, with this result.
    Made(T),
    /// Nothing has changed. Remove this hindrance before another attempt.
    Hindered(Hindrance),
}

/// What prevents a change of clocks for a moment.
#[derive(Debug)]
pub enum Hindrance {
    /// The seat to act has run out of time, in a game with this creator.
    Late(PlayerId),
    /// Deadlines must be moved first.
    Asleep,
}

#[boxed]
impl Playing {
    /// Records that the caller's seat agrees to a pause. When all seats in play agree, the clock stops, for
    /// at most the time in the settings. Repeating the request changes nothing.
    pub async fn pause(&self, id: GameId, caller: &Identity) -> Result<GameView, ClockRefusal> {
        let pause_max = self.settings.pause_max;
        self.change_clocks(id, caller, |locked| {
            let LockedClocks { game, seat, clocks, now, record } = *locked;
            // Otherwise its bots could hold a place of the ladder for as long as they like.
            if record.terms.ladder {
                return Err(ClockRefusal::Ladder);
            }
            if clocks.is_paused(now) {
                return Ok(clocks.clone());
            }
            let others = clocks.pause_agreed.iter().copied().filter(|&other| other != seat);
            let agreed: Vec<Seat> = others.chain([seat]).collect();
            Ok(match game.seats_in_play().iter().all(|seat| agreed.contains(seat)) {
                true => clocks.pause(now, pause_max),
                false => Clocks { pause_agreed: agreed, ..clocks.clone() },
            })
        })
        .await
    }

    /// Ends a pause, so that the clock runs again, or withdraws or declines an offered pause. Without either,
    /// nothing changes.
    pub async fn resume(&self, id: GameId, caller: &Identity) -> Result<GameView, ClockRefusal> {
        self.change_clocks(id, caller, |locked| Ok(locked.clocks.resume(locked.now))).await
    }

    /// Changes the clocks of an active game for a seat in play, and announces the change.
    pub(super) async fn change_clocks(
        &self,
        id: GameId,
        caller: &Identity,
        change: impl Fn(&LockedClocks<'_>) -> Result<Clocks, ClockRefusal> + Sync,
    ) -> Result<GameView, ClockRefusal> {
        for _ in 0..CLOCK_TRIES_MAX {
            let mut connection = self.pool.get().await?;
            let (version, attempt, built_in) = connection
                .transaction(async |connection| {
                    let record = lock(connection, id, caller).await?;
                    let seat = record.seat_of(caller.player).ok_or(GameRefusal::NotSeated)?;
                    let game = in_play(&record, seat)?;
                    let attempt = self
                        .change_held(connection, &record, |clocks, now| {
                            change(&LockedClocks { record: &record, game, seat, clocks, now })
                        })
                        .await?;
                    let built_in = record.players().find_map(BuiltIn::of);
                    Ok::<_, ClockRefusal>((record.version, attempt, built_in))
                })
                .await?;
            drop(connection);
            match attempt {
                Attempt::Made(is_changed) => {
                    if is_changed {
                        self.watchers.announce(id, version);
                        if let Some(opponent) = built_in {
                            self.watchers.due().put(id, opponent, Urgency::Clock);
                        }
                    }
                    return Ok(self.read.look(id, Some(caller)).await?);
                }
                Attempt::Hindered(hindrance) => self.remove_hindrance(id, hindrance).await?,
            }
        }
        Err(ClockRefusal::contended())
    }

    /// Locks the clocks of an active game and changes them. Returns whether this made a difference.
    pub(in crate::games) async fn change_held(
        &self,
        connection: &mut Postgres,
        record: &GameRecord,
        change: impl FnOnce(&Clocks, DateTime<Utc>) -> Result<Clocks, ClockRefusal> + Send,
    ) -> Result<Attempt<bool>, ClockRefusal> {
        let gap_max = self.settings.outage_after;
        let held = clocks::lock(connection, record.id, record.version, gap_max, None).await?;
        let StoredClocks { clocks, now, is_awake } = held.ok_or(ClockRefusal::NoClock)?;
        if !is_awake {
            return Ok(Attempt::Hindered(Hindrance::Asleep));
        }
        if clocks.is_late(now) {
            return Ok(Attempt::Hindered(Hindrance::Late(record.creator)));
        }
        let changed = change(&clocks, now)?;
        if changed != clocks {
            clocks::update(connection, record.id, &changed).await?;
        }
        Ok(Attempt::Made(changed != clocks))
    }

    /// Removes a hindrance to a change of clocks. Call it without a transaction.
    pub async fn remove_hindrance(&self, id: GameId, hindrance: Hindrance) -> Result<(), GameRefusal> {
        match hindrance {
            Hindrance::Asleep => self.beat().await,
            Hindrance::Late(creator) => self.time_out(id, creator).await,
        }
    }
}

/// Returns the game, if it is active and has a clock, and the seat is in play.
fn in_play(record: &GameRecord, seat: Seat) -> Result<&Game, ClockRefusal> {
    match (record.status, &record.game) {
        (Status::Waiting, _) | (_, None) => Err(GameRefusal::NotStarted.into()),
        (Status::Finished | Status::Aborted, _) => Err(GameRefusal::Finished.into()),
        (Status::Frozen, _) => Err(GameRefusal::Frozen.into()),
        (Status::Active, Some(game)) if !game.seats_in_play().contains(&seat) => Err(ClockRefusal::Out),
        (Status::Active, Some(_)) if record.clocks.is_none() => Err(ClockRefusal::NoClock),
        (Status::Active, Some(game)) => Ok(game),
    }
}
