//! Recomputing a pool from its log: to check the stored ratings, or to store them again.

use std::collections::HashMap;

use diesel_async::AsyncConnection;
use uuid::Uuid;

use super::start::begin;
use lapidary_contest::rating::ladder::Form;
use lapidary_contest::rating::log::RatingEvent;
use lapidary_contest::rating::pool::Pool;
use lapidary_contest::rating::replay::{LogError, Replay, SeatUpdate};
use lapidary_model::auth::PlayerId;
use lapidary_model::rating::{Ladder, LoggedSeat, Record};
use lapidary_model::settings::Switch;
use lapidary_store::{Failure, Postgres, ratings};

/// The number of games that are read at once.
const GAMES_AT_ONCE: u32 = 5_000;
/// The number of ratings that are read at once.
const RECORDS_AT_ONCE: i64 = 10_000;

/// The first difference between the log of a pool and the stored data.
#[derive(Debug, thiserror::Error)]
pub enum RecomputeError {
    /// The log is incomplete, or its ratings do not follow from it.
    #[error("{0}")]
    Log(#[from] LogError),
    /// The rating of a player differs from the one after their last game in the log.
    #[error("player {player}: {stored:?} is stored, recomputed {recomputed:?}")]
    Player {
        player: PlayerId,
        /// The stored rating, number of games, and end of the last one in milliseconds since 1970.
        stored: Form,
        /// The same, computed from the log.
        recomputed: Form,
    },
    /// The stored opponents of a player differ from those in the log.
    #[error("player {0}: the stored opponents are not those in the log")]
    Opponents(PlayerId),
    /// The pool has a different number of players.
    #[error("the pool has {stored} players, recomputed {recomputed}")]
    Players {
        /// The stored number.
        stored: u64,
        /// The number in the log.
        recomputed: u64,
    },
    /// The database failed.
    #[error(transparent)]
    Storage(#[from] Failure),
}

impl From<diesel::result::Error> for RecomputeError {
    fn from(error: diesel::result::Error) -> Self {
        Failure::from(error).into()
    }
}

/// Recomputes a pool from its log, and compares every rating in the log and every stored rating. Returns the
/// checked pool, without games that end meanwhile.
pub async fn check(connection: &mut Postgres, pool: &str) -> Result<Option<Ladder>, RecomputeError> {
    connection
        .build_transaction()
        .repeatable_read()
        .read_only()
        .run(async |connection| {
            let Some(ladder) = ratings::pool(connection, pool).await? else { return Ok(None) };
            check_in_transaction(connection, &ladder).await?;
            Ok(Some(ladder))
        })
        .await
}

async fn check_in_transaction(connection: &mut Postgres, ladder: &Ladder) -> Result<(), RecomputeError> {
    let (pool, mut replay) = (ladder.pool.as_str(), Replay::default());
    begin(connection, pool, 1, &mut replay).await?;
    while replay.games() < ladder.games {
        let page = next_games(connection, pool, &replay, ladder.games).await?;
        for game in page.chunk_by(is_same_game) {
            replay.check(&events(game))?;
        }
    }
    let rated = replay.forms().filter(|(_, form)| form.games > 0).count() as u64;
    let (mut after, mut stored) = (None, 0);
    loop {
        let records = ratings::records_after(connection, pool, after, RECORDS_AT_ONCE).await?;
        let Some(&(last, _)) = records.last() else { break };
        stored += records.len() as u64;
        for (player, record) in records {
            check_record(player, &record, replay.form(&player.to_string()))?;
        }
        after = Some(last);
    }
    if (stored, ladder.players) != (rated, rated) {
        let stored = if stored == rated { ladder.players } else { stored };
        return Err(RecomputeError::Players { stored, recomputed: rated });
    }
    match ratings::different_opponents(connection, pool).await? {
        Some(player) => Err(RecomputeError::Opponents(player)),
        None => Ok(()),
    }
}

fn check_record(player: PlayerId, record: &Record, recomputed: Form) -> Result<(), RecomputeError> {
    let stored = record.form();
    match stored == recomputed {
        true => Ok(()),
        false => Err(RecomputeError::Player { player, stored, recomputed }),
    }
}

/// Recomputes a pool from its log. Stores the ratings in the log, the players' ratings, and the numbers of
/// their opponents, in one transaction. Games that end meanwhile wait. A consistent log stays as it is.
pub async fn recompute(connection: &mut Postgres, pool: &str) -> Result<Option<Ladder>, RecomputeError> {
    connection
        .transaction(async |connection| {
            recompute_all(connection, pool, Switch::Off).await?;
            Ok(ratings::pool(connection, pool).await?)
        })
        .await
}

/// The changes from recomputing a pool, for all players in its log.
#[derive(Default)]
pub(super) struct Recomputed {
    /// The stored values.
    pub before: HashMap<PlayerId, Record>,
    /// The values computed from the log.
    pub after: Vec<(PlayerId, Form)>,
}

/// Locks a pool, recomputes it from its log in an open transaction, and stores the differences. `limits` says
/// whether the daily limits apply.
pub(super) async fn recompute_all(
    connection: &mut Postgres,
    pool: &str,
    limits: Switch,
) -> Result<Recomputed, RecomputeError> {
    let Some(ladder) = ratings::lock_pool(connection, pool).await? else { return Ok(Recomputed::default()) };
    let mut replay = Replay::default();
    begin(connection, pool, 1, &mut replay).await?;
    correct(connection, pool, &mut replay, ladder.games, limits).await?;
    let after = named_forms(&replay);
    let players: Vec<PlayerId> = after.iter().map(|(player, _)| *player).collect();
    let before = ratings::lock_records(connection, pool, &players).await?;
    ratings::rebuild_opponents(connection, pool).await?;
    let rated: Vec<(PlayerId, Form)> = after.iter().copied().filter(|(_, form)| form.games > 0).collect();
    ratings::rebuild_ratings(connection, pool, &rated).await?;
    Ok(Recomputed { before, after })
}

/// Replays the games of a pool up to a number, and stores what has changed in the log. The caller must hold
/// the pool.
pub(super) async fn correct(
    connection: &mut Postgres,
    pool: &str,
    replay: &mut Replay,
    games: u64,
    limits: Switch,
) -> Result<(), RecomputeError> {
    if limits == Switch::On {
        recall(connection, pool, replay).await?;
    }
    while replay.games() < games {
        let page = next_games(connection, pool, replay, games).await?;
        let mut corrected: Vec<(LoggedSeat, SeatUpdate)> = Vec::new();
        for game in page.chunk_by(is_same_game) {
            let events = events(game);
            let new = replay.recompute(&events)?;
            let seats = game.iter().zip(&events).zip(new);
            let changed = seats.filter(|((_, event), new)| SeatUpdate::logged(event) != *new);
            corrected.extend(changed.map(|((seat, _), new)| (seat.clone(), new)));
        }
        ratings::correct_events(connection, pool, &corrected).await?;
    }
    Ok(())
}

/// Makes a replay apply the daily limit from its next game on, counting the day before.
async fn recall(connection: &mut Postgres, pool: &str, replay: &mut Replay) -> Result<(), RecomputeError> {
    replay.limit_gains();
    let Ok(name) = pool.parse::<Pool>() else { return Ok(()) };
    for (player, at, mu_micro) in ratings::means_before(connection, &name, replay.games() + 1).await? {
        replay.recall(&player.to_string(), at.timestamp_millis(), mu_micro);
    }
    Ok(())
}

/// Returns the next games of a log that already has this number of games.
async fn next_games(
    connection: &mut Postgres,
    pool: &str,
    replay: &Replay,
    games: u64,
) -> Result<Vec<LoggedSeat>, RecomputeError> {
    let page = ratings::games_after(connection, pool, replay.games(), GAMES_AT_ONCE).await?;
    match page.is_empty() {
        true => Err(LogError::Sequence { expected: replay.games() + 1, found: games }.into()),
        false => Ok(page),
    }
}

fn is_same_game(one: &LoggedSeat, other: &LoggedSeat) -> bool {
    one.game.pool_seq == other.game.pool_seq
}

fn events(game: &[LoggedSeat]) -> Vec<RatingEvent> {
    game.iter().map(LoggedSeat::event).collect()
}

/// Returns the players of a replay with their states.
pub(super) fn named_forms(replay: &Replay) -> Vec<(PlayerId, Form)> {
    let named = |(player, form): (&str, Form)| Some((PlayerId(Uuid::try_parse(player).ok()?), form));
    let mut forms: Vec<(PlayerId, Form)> = replay.forms().filter_map(named).collect();
    forms.sort_unstable_by_key(|(player, _)| *player);
    forms
}
