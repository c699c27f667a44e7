//! The ratings of entries: when they enter, and what the games of the tournament have changed.

use diesel_async::AsyncPgConnection;

use lapidary_contest::event::entry::EntryId;
use lapidary_contest::rating::pool::Pool;
use lapidary_contest::rating::skill::Rating;
use lapidary_model::auth::PlayerId;
use lapidary_model::game::GameId;
use lapidary_model::tournaments::event::Event;
use lapidary_store::{Failure, ratings};

/// What the rated games of a tournament have changed for an entry in a pool.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RatedEntry {
    /// The entry.
    pub entry: EntryId,
    /// The pool.
    pub pool: String,
    /// The number of its rated games. Annulled ones do not count.
    pub games: u32,
    /// The rating before the first of them.
    pub before: Rating,
    /// The rating after the last of them.
    pub after: Rating,
    /// The sum of the changes of the shown rating by these games. Games outside of the tournament may have changed it too.
    pub change: i64,
}

/// Returns what the games of all tables have changed, by entries and pools.
///
/// # Errors
/// If the database fails.
pub(super) async fn rated_entries(
    connection: &mut AsyncPgConnection,
    event: &Event,
) -> Result<Vec<RatedEntry>, Failure> {
    let tables = event.rounds.iter().flat_map(|round| &round.tables);
    let games: Vec<GameId> = tables.filter_map(|table| table.game).collect();
    let mut rated: Vec<RatedEntry> = Vec::new();
    for seat in ratings::of_games(connection, &games).await? {
        let (Some(entry), false) = (event.entry_of(seat.player), seat.game.annulled) else { continue };
        let (before, after) = (seat.game.before, seat.game.after);
        let change = after.shown() - before.shown();
        match rated.iter_mut().find(|known| known.entry == entry.id && known.pool == seat.pool) {
            Some(known) => {
                known.games += 1;
                known.after = after;
                known.change += change;
            }
            None => {
                let (entry, pool) = (entry.id, seat.pool);
                rated.push(RatedEntry { entry, pool, games: 1, before, after, change });
            }
        }
    }
    rated.sort_by(|one, other| (one.entry, &one.pool).cmp(&(other.entry, &other.pool)));
    Ok(rated)
}

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
