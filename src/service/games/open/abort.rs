//! Aborting a game that has hardly begun. The limits prevent a player from aborting until they like the deal.
//! Aborting alone is possible only before an opponent's main action, a limited number of times a day, and the
//! log names the player.

use std::collections::HashSet;

use super::opening::Opening;
use crate::games::effects::game_end::GameEnd;
use crate::games::effects::settle::settle;
use crate::games::read::access::lock_whole;
use crate::games::read::delay::load_delayed;
use crate::games::read::history::History;
use crate::games::read::look::GameView;
use crate::games::{EndRefusal, GameRefusal};
use crate::transaction::transaction;
use lapidary_engine::seat::Seat;
use lapidary_model::auth::Identity;
use lapidary_model::built_in::BuiltIn;
use lapidary_model::challenge::ChallengeStatus;
use lapidary_model::clock::Clock;
use lapidary_model::game::{GameId, Status, Version};
use lapidary_model::log::{AbortReason, Author, NewEntry};
use lapidary_model::settings::GameSettings;
use lapidary_model::settings::Switch;
use lapidary_store::Postgres;
use lapidary_store::games::{self, GameRecord};
use lapidary_store::{challenges, clocks};

/// The effect of a request to abort.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum AbortEffect {
    /// Nothing, because the game is already aborted.
    Nothing,
    /// The game is aborted.
    Aborts(AbortReason),
    /// The seat agrees; other seats must agree too.
    Agrees,
}

#[boxed]
impl Opening {
    /// Aborts a game that waits for players or in which some seat has made no main action yet, or records
    /// that the seat agrees to it.
    pub async fn abort(&self, id: GameId, caller: &Identity) -> Result<GameView, EndRefusal> {
        let mut players = Vec::new();
        let changed = transaction!(self.pool, async |connection| {
            let record = lock_whole(connection, id, caller).await?;
            players = record.players().collect();
            if record.is_organized_by(caller.player) {
                let Some(reason) = self.organizers_abort(connection, &record).await? else {
                    return Ok(None);
                };
                let entry = NewEntry::aborted(None, reason);
                return Ok(Some(end(connection, &record, entry).await?));
            }
            let seat = record.seat_of(caller.player).ok_or(GameRefusal::NotSeated)?;
            let changed = match step(connection, &record, seat, caller, &self.settings).await? {
                AbortEffect::Nothing => None,
                AbortEffect::Aborts(reason) => {
                    if reason == AbortReason::Requested {
                        games::note_abort(connection, id, caller.player).await?;
                    }
                    Some(abort_in_transaction(connection, &record, seat, reason).await?)
                }
                AbortEffect::Agrees => {
                    games::agree_to_abort(connection, id, &agreed(&record, seat)).await?;
                    Some(record.version)
                }
            };
            Ok::<_, EndRefusal>(changed)
        })?;
        if let Some(version) = changed {
            self.watchers.announce(id, version);
            self.wake_built_in(id, players);
        }
        Ok(self.read.look(id, Some(caller)).await?)
    }

    /// Checks an abort without changing anything. Returns the version of the game.
    pub async fn judge_abort(&self, id: GameId, caller: &Identity) -> Result<Version, EndRefusal> {
        transaction!(self.pool, async |connection| {
            let record = lock_whole(connection, id, caller).await?;
            if record.is_organized_by(caller.player) {
                self.organizers_abort(connection, &record).await?;
                return Ok(load_delayed(connection, record).await?.record.version);
            }
            let seat = record.seat_of(caller.player).ok_or(GameRefusal::NotSeated)?;
            step(connection, &record, seat, caller, &self.settings).await?;
            Ok(record.version)
        })
    }
}

/// Returns the effect of the seat's request on the current game.
async fn step(
    connection: &mut Postgres,
    record: &GameRecord,
    seat: Seat,
    caller: &Identity,
    limits: &GameSettings,
) -> Result<AbortEffect, EndRefusal> {
    let (present, opponent_has_moved) = match record.status {
        Status::Waiting if record.creator == caller.player => {
            return Ok(AbortEffect::Aborts(AbortReason::CreatorLeft));
        }
        // A player who is not the creator can leave. They can abort the game only if all players agree.
        Status::Waiting => (present(record), true),
        // Others in the tournament wait for the table. Its organizers can void it.
        Status::Active if record.terms.tournament.is_some() => return Err(GameRefusal::Started.into()),
        // Otherwise a player who dislikes the deal would lose nothing.
        Status::Active if record.terms.changes_ratings() => return Err(EndRefusal::Rated),
        Status::Active => {
            let (present, moved) = (present(record), seats_that_moved(connection, record).await?);
            // A seat that has left the game no longer decides.
            if !present.contains(&seat) || present.iter().all(|seat| moved.contains(seat)) {
                return Err(GameRefusal::Started.into());
            }
            (present, moved.iter().any(|&other| other != seat))
        }
        Status::Aborted => return Ok(AbortEffect::Nothing),
        Status::Finished => return Err(GameRefusal::Finished.into()),
        Status::Frozen => return Err(GameRefusal::Frozen.into()),
    };
    let agreed = agreed(record, seat);
    if present.iter().all(|seat| agreed.contains(seat)) && present.len() > 1 {
        return Ok(AbortEffect::Aborts(AbortReason::Agreed));
    }
    games::lock_account(connection, caller.player).await?;
    // A built-in opponent only agrees with others.
    let alone = BuiltIn::of(caller.player).is_none()
        && !opponent_has_moved
        && games::aborts_in_a_day(connection, caller.player).await? < limits.aborts_per_day.into();
    Ok(if alone { AbortEffect::Aborts(AbortReason::Requested) } else { AbortEffect::Agrees })
}

/// Returns the seats that decide: those in play, or before the start the places in the order of joining.
pub(in crate::games) fn present(record: &GameRecord) -> Vec<Seat> {
    match &record.game {
        Some(game) => game.seats_in_play(),
        None => (0..).map_while(Seat::new).take(record.occupants.len()).collect(),
    }
}

/// Returns the seats that agree to abort the game, including this one.
fn agreed(record: &GameRecord, seat: Seat) -> Vec<Seat> {
    let others = record.abort_agreed.iter().copied().filter(|&other| other != seat);
    others.chain([seat]).collect()
}

/// Returns the seats that have made a main action. Stops reading the log when all seats in play have made
/// one.
async fn seats_that_moved(
    connection: &mut Postgres,
    record: &GameRecord,
) -> Result<HashSet<Seat>, GameRefusal> {
    let history = History::load(connection, record).await?;
    let mut moved = HashSet::new();
    for stored in history.log().iter().filter(|stored| stored.entry.by == Author::Player) {
        let before = history.game_at(Version(stored.seq.0 - 1))?;
        if let Some((seat, "main")) = before.to_act() {
            moved.insert(seat);
        }
        if before.seats_in_play().iter().all(|seat| moved.contains(seat)) {
            break;
        }
    }
    Ok(moved)
}

/// Aborts a game for a seat. The caller must hold the lock of the game.
pub(super) async fn abort_in_transaction(
    connection: &mut Postgres,
    record: &GameRecord,
    seat: Seat,
    reason: AbortReason,
) -> Result<Version, GameRefusal> {
    let entry = NewEntry::aborted(Some(seat), reason);
    end(connection, record, entry).await
}

/// Adds the entry that ends a game without a result. If the game has not started, its challenge ends too. The
/// caller must hold the lock of the game.
pub(in crate::games) async fn end(
    connection: &mut Postgres,
    record: &GameRecord,
    entry: NewEntry,
) -> Result<Version, GameRefusal> {
    if record.version == Version::ZERO {
        let status = match entry.abort_reason() {
            Some(AbortReason::Expired) => ChallengeStatus::Expired,
            _ => ChallengeStatus::Withdrawn,
        };
        challenges::end(connection, record.id, status, None).await?;
    }
    end_all(connection, &[record], &entry).await?;
    Ok(record.version.plus(1))
}

/// Does the same for started games that belong to the same tournament or to none, and returns their versions.
pub(in crate::games) async fn end_all(
    connection: &mut Postgres,
    records: &[&GameRecord],
    entry: &NewEntry,
) -> Result<Vec<(GameId, Version)>, GameRefusal> {
    if records.is_empty() {
        return Ok(Vec::new());
    }
    let versions = || records.iter().map(|record| (record.id, record.version));
    let at = games::abort(connection, &versions().collect::<Vec<_>>(), entry).await?;
    // A game that waits for players has no clocks yet.
    let timed = records.iter().filter(|record| record.game.is_some() && record.terms.clock != Clock::None);
    let timed: Vec<GameId> = timed.map(|record| record.id).collect();
    if !timed.is_empty() {
        clocks::stop(connection, &timed).await?;
    }
    let ends: Vec<GameEnd<'_>> = records
        .iter()
        .map(|&record| GameEnd { record, at, outcome: None, position: record.game.as_ref() })
        .collect();
    // An aborted game is never rated.
    settle(connection, &ends, Switch::On).await?;
    Ok(versions().map(|(id, version)| (id, version.plus(1))).collect())
}
