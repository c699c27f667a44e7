//! The ratings that entries have, read where ratings are stored.

use diesel_async::AsyncPgConnection;

use crate::auth::PlayerId;
use crate::contest::rating::pool::Pool;
use crate::contest::rating::skill::Rating;
use crate::store::{Failure, ratings};

/// Returns the shown rating of a player in a pool; none without a rated game there.
///
/// # Errors
/// If the database fails.
pub(super) async fn shown_rating(
    connection: &mut AsyncPgConnection,
    player: PlayerId,
    pool: &Pool,
) -> Result<Option<i64>, Failure> {
    let found = ratings::ratings_among(connection, &pool.to_string(), &[player]).await?;
    Ok(found.get(&player).map(|rating| rating.shown()))
}

/// Returns the rating of a player without a rated game.
pub(super) fn unrated() -> i64 {
    Rating::START.shown()
}
