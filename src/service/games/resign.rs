//! Giving up: resigning from a game that is being played, breaking off one that has hardly begun.

use std::collections::HashSet;

use diesel_async::{AsyncConnection, AsyncPgConnection};

use super::GameRefusal;
use super::access::{locked, seated, visible};
use super::history::History;
use super::look::{GameView, look};
use super::turn::{Played, Step, answer, commit};
use crate::auth::Identity;
use crate::engine::game::{Game, GameLog};
use crate::engine::record::Leaving;
use crate::engine::seat::Seat;
use crate::store::Pool;
use crate::store::games::{self, Advance, Appended, Ending, GameId, GameRecord, Status, Version};
use crate::store::log::{Author, Kind, NewEntry};
use crate::stream::Watchers;

/// How often a resignation is tried while others move.
const TRIES_MAX: usize = 8;

/// Takes the caller's seat out of the game (B19); a repeated resignation gets the answer of the first.
///
/// # Errors
///
/// Why the caller cannot resign.
pub async fn resign(
    pool: &Pool,
    watchers: &Watchers,
    id: GameId,
    caller: &Identity,
) -> Result<Played, GameRefusal> {
    let mut version = Version::ZERO;
    for _ in 0..TRIES_MAX {
        let mut connection = pool.get().await?;
        let (record, seat) = seated(&mut connection, id, caller).await?;
        version = record.version;
        let Some(game) = still_played(&record, seat)? else {
            return resigned_before(&mut connection, &record, seat).await;
        };
        if let Some((played, _)) =
            commit(&mut connection, watchers, &record, seat, resignation(game, seat), None).await?
        {
            return Ok(played);
        }
    }
    Err(GameRefusal::VersionConflict { version })
}

/// Judges a resignation and changes nothing. Returns the version of the game.
///
/// # Errors
/// Why the caller cannot resign.
pub async fn judge_resignation(pool: &Pool, id: GameId, caller: &Identity) -> Result<Version, GameRefusal> {
    let (record, seat) = seated(&mut *pool.get().await?, id, caller).await?;
    still_played(&record, seat)?;
    Ok(record.version)
}

/// The game if the seat can resign from it, or `None` if the seat is out already.
fn still_played(record: &GameRecord, seat: Seat) -> Result<Option<&Game>, GameRefusal> {
    match (record.status, &record.game) {
        (Status::Waiting, _) | (_, None) => Err(GameRefusal::NotStarted),
        (_, Some(game)) if !game.seats_in_play().contains(&seat) => Ok(None),
        (Status::Finished | Status::Aborted, _) => Err(GameRefusal::Finished),
        (Status::Frozen, _) => Err(GameRefusal::Frozen),
        (Status::Active, Some(game)) => Ok(Some(game)),
    }
}

fn resignation(game: &Game, seat: Seat) -> Step {
    let (mut game, mut log) = (game.clone(), GameLog::default());
    game.leave(seat, Leaving::Resigned, &mut log);
    Step { game, made: log.0 }
}

/// The events of a resignation that is in the log, with the view as it stood after them.
async fn resigned_before(
    connection: &mut AsyncPgConnection,
    record: &GameRecord,
    seat: Seat,
) -> Result<Played, GameRefusal> {
    let history = History::load(connection, record).await?;
    let mut later = history.log().iter().skip_while(|stored| {
        stored.entry.seat != Some(seat) || !matches!(stored.entry.kind, Kind::Resigned | Kind::TimedOut)
    });
    let first = later.next().ok_or(GameRefusal::Broken("a seat went out without an entry"))?.seq;
    let until =
        later.take_while(|stored| stored.entry.by == Author::Engine).last().map_or(first, |last| last.seq);
    answer(connection, record, seat, &history, Version(first.0 - 1), until).await
}

/// Breaks off a game that waits, or in which not every seat has made a main action.
///
/// # Errors
///
/// Why it cannot be broken off.
pub async fn abort(
    pool: &Pool,
    watchers: &Watchers,
    id: GameId,
    caller: &Identity,
) -> Result<GameView, GameRefusal> {
    let mut connection = pool.get().await?;
    let aborted: Option<Version> = connection
        .transaction(async |connection| {
            let record = locked(connection, id, caller).await?;
            match can_break_off(connection, &record, caller).await? {
                Some(seat) => break_off(connection, &record, seat).await.map(Some),
                None => Ok(None),
            }
        })
        .await?;
    drop(connection);
    if let Some(version) = aborted {
        watchers.announce(id, version);
    }
    look(pool, id, Some(caller)).await
}

/// Judges an abort and changes nothing. Returns the version of the game.
///
/// # Errors
/// Why the caller cannot abort the game.
pub async fn judge_abort(pool: &Pool, id: GameId, caller: &Identity) -> Result<Version, GameRefusal> {
    let mut connection = pool.get().await?;
    let record = visible(&mut connection, id, Some(caller)).await?;
    can_break_off(&mut connection, &record, caller).await?;
    Ok(record.version)
}

/// The seat that can abort the game, or `None` if the game is aborted already.
async fn can_break_off(
    connection: &mut AsyncPgConnection,
    record: &GameRecord,
    caller: &Identity,
) -> Result<Option<Seat>, GameRefusal> {
    let seat = record.seat_of(caller.player).ok_or(GameRefusal::NotSeated)?;
    match record.status {
        Status::Active if all_have_moved(connection, record).await? => Err(GameRefusal::Started),
        Status::Waiting | Status::Active => Ok(Some(seat)),
        Status::Aborted => Ok(None),
        Status::Finished => Err(GameRefusal::Finished),
        Status::Frozen => Err(GameRefusal::Frozen),
    }
}

/// Whether every seat in play has made a main action.
async fn all_have_moved(
    connection: &mut AsyncPgConnection,
    record: &GameRecord,
) -> Result<bool, GameRefusal> {
    let history = History::load(connection, record).await?;
    let mut moved = HashSet::new();
    for stored in history.log().iter().filter(|stored| stored.entry.by == Author::Player) {
        let before = history.game_at(Version(stored.seq.0 - 1))?;
        if let Some((seat, "main")) = before.to_act() {
            moved.insert(seat);
        }
        let in_play = before.seats_in_play();
        if in_play.iter().all(|seat| moved.contains(seat)) {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Adds the entry that ends a game without a result. To be called while the game is locked.
pub(super) async fn break_off(
    connection: &mut AsyncPgConnection,
    record: &GameRecord,
    seat: Seat,
) -> Result<Version, GameRefusal> {
    let entries = [NewEntry { seat: Some(seat), by: Author::Player, kind: Kind::Aborted, action: None }];
    let change = Advance {
        id: record.id,
        from: record.version,
        game: record.game.as_ref(),
        ending: Ending::Aborted,
        entries: &entries,
    };
    match games::advance(connection, &change).await? {
        Appended::At(_) => Ok(record.version.plus(entries.len())),
        Appended::Conflict => Err(GameRefusal::Broken("a locked game has moved on")),
    }
}
