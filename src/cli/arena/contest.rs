//! Plays the games of a match in parallel, and passes them on in the order of the schedule. So results do not
//! depend on the number of threads.

use std::collections::BTreeMap;
use std::io;
use std::ops::{ControlFlow, Range};
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Mutex, PoisonError};

use tokio_util::sync::CancellationToken;

use super::children;
use super::referee::{GameError, Played, Referee};
use super::schedule::{Fixture, Schedule};

/// The maximum number of games that are played or wait while an earlier game is not over.
const GAMES_AHEAD_MAX: u64 = 256;

/// Why a match ends too early.
#[derive(Debug, thiserror::Error)]
pub enum ContestError {
    /// A game has no result.
    #[error(transparent)]
    Game(#[from] GameError),
    /// A thread cannot be started, or a result cannot be kept.
    #[error(transparent)]
    Io(#[from] io::Error),
}

/// Plays these games of the schedule with this many threads. Calls `take` for each game in order until it
/// breaks. Ends early once `stopped` is cancelled.
pub fn play_all(
    referee: &Referee,
    schedule: &Schedule,
    games: Range<u64>,
    jobs: usize,
    stopped: &CancellationToken,
    take: impl FnMut(Played) -> io::Result<ControlFlow<()>>,
) -> Result<(), ContestError> {
    // Games that still run after the last result are useless.
    let over = stopped.child_token();
    let (to_play, to_be_played) = mpsc::channel();
    let to_be_played = Mutex::new(to_be_played);
    let done = std::thread::scope(|scope| {
        let (to_take, played) = mpsc::channel();
        for _ in 0..jobs.max(1) {
            let (to_take, over, to_be_played) = (to_take.clone(), over.clone(), &to_be_played);
            let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
            let work = move || {
                while let Some(fixture) = next(to_be_played) {
                    let result = runtime.block_on(referee.play(fixture, &over));
                    if to_take.send(result).is_err() {
                        break;
                    }
                }
            };
            std::thread::Builder::new().name("arena".to_owned()).spawn_scoped(scope, work)?;
        }
        drop(to_take);
        let done = hand_on(schedule, games, to_play, &played, take);
        over.cancel();
        done
    });
    children::end_leftovers();
    done
}

/// Returns the next game for a thread. None if there is no further game.
fn next(to_be_played: &Mutex<Receiver<Fixture>>) -> Option<Fixture> {
    to_be_played.lock().unwrap_or_else(PoisonError::into_inner).recv().ok()
}

/// Distributes games, and passes the results on in order. Dropping `to_play` lets the threads end.
fn hand_on(
    schedule: &Schedule,
    games: Range<u64>,
    to_play: Sender<Fixture>,
    played: &Receiver<Result<Played, GameError>>,
    mut take: impl FnMut(Played) -> io::Result<ControlFlow<()>>,
) -> Result<(), ContestError> {
    let mut waiting: BTreeMap<u64, Played> = BTreeMap::new();
    let (mut given, mut taken) = (games.start, games.start);
    while taken < games.end {
        while given < games.end.min(taken + GAMES_AHEAD_MAX) {
            // If no thread is left, receiving the next result fails.
            to_play.send(schedule.fixture(given)).ok();
            given += 1;
        }
        match played.recv() {
            Ok(Ok(game)) => waiting.insert(game.fixture.index, game),
            Ok(Err(GameError::Stopped)) | Err(_) => return Ok(()),
            Ok(Err(error)) => return Err(error.into()),
        };
        while let Some(game) = waiting.remove(&taken) {
            taken += 1;
            if take(game)?.is_break() {
                return Ok(());
            }
        }
    }
    Ok(())
}
