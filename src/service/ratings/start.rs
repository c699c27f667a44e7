//! The ratings with which players enter a game: their ratings in its pool, or their first ratings in a
//! season.

use std::collections::HashMap;

use lapidary_contest::rating::ladder::Form;
use lapidary_contest::rating::pool::Pool;
use lapidary_contest::rating::replay::Replay;
use lapidary_contest::rating::season::carried;
use lapidary_contest::rating::skill::Rating;
use lapidary_model::auth::PlayerId;
use lapidary_model::season::SeasonId;
use lapidary_store::{Failure, Postgres, ratings};

/// The number of players whose earlier seasons one statement reads.
const PLAYERS_AT_ONCE: usize = 500;

/// Returns the ratings of these players in a pool. Players who are new there are left out.
pub async fn ratings_in(
    connection: &Postgres,
    pool: &Pool,
    players: &[PlayerId],
) -> Result<HashMap<PlayerId, Rating>, Failure> {
    let mut known = ratings::ratings_among(connection, &pool.to_string(), players).await?;
    let others: Vec<PlayerId> =
        players.iter().copied().filter(|player| !known.contains_key(player)).collect();
    known.extend(starts(connection, pool, &others).await?);
    Ok(known)
}

/// Returns the ratings with which these players begin in a pool before their first game there, if it
/// continues an earlier season. Players who begin as new ones are left out.
pub(super) async fn starts(
    connection: &Postgres,
    pool: &Pool,
    players: &[PlayerId],
) -> Result<HashMap<PlayerId, Rating>, Failure> {
    let Some(season) = SeasonId::of(pool).filter(|_| !players.is_empty()) else { return Ok(HashMap::new()) };
    let last = ratings::last_in_earlier_seasons(connection, season, players).await?;
    Ok(last.into_iter().map(|(player, (rating, seasons))| (player, carried(rating, seasons))).collect())
}

/// Sets the first ratings of players in the games of a pool, from a number on, according to earlier seasons.
pub(super) async fn begin(
    connection: &mut Postgres,
    name: &str,
    number: u64,
    replay: &mut Replay,
) -> Result<(), Failure> {
    let Some(pool) = name.parse::<Pool>().ok().filter(|pool| pool.season().is_some()) else { return Ok(()) };
    let players = ratings::players_from(connection, name, number).await?;
    for some in players.chunks(PLAYERS_AT_ONCE) {
        for (player, rating) in starts(connection, &pool, some).await? {
            replay.resume(&player.to_string(), Form { rating, ..Form::default() });
        }
    }
    Ok(())
}
