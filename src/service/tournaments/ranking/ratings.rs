//! The ratings of entries: at entering, and the changes by the games of the tournament.

use std::collections::HashMap;

use lapidary_contest::event::entry::EntryId;
use lapidary_contest::rating::conditions::Unrated;
use lapidary_contest::rating::pool::Pool;
use lapidary_contest::rating::skill::Rating;
use lapidary_model::auth::PlayerId;
use lapidary_model::game::GameId;
use lapidary_model::rating::LoggedSeat;
use lapidary_model::tournaments::event::Event;
use lapidary_model::tournaments::made_game::MadeGame;
use lapidary_model::tournaments::settings::Play;
use lapidary_store::tournaments::games;
use lapidary_store::{Failure, Postgres, ratings};

/// The rating changes of an entry in a pool by the rated games of a tournament.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RatedEntry {
    pub entry: EntryId,
    pub pool: String,
    /// The number of its rated games. Annulled ones do not count.
    pub games: u32,
    /// The rating before the first of them.
    pub before: Rating,
    /// The rating after the last of them.
    pub after: Rating,
    /// The sum of the changes of the shown rating by these games. Games outside the tournament may have
    /// changed it too.
    pub change: i64,
}

/// A game that was made for a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct EventGame {
    /// The game, and whether it should be rated.
    pub made: MadeGame,
    /// The table whose game it is; none if another game has replaced it.
    pub table: Option<u32>,
    /// Whether it has changed ratings, even if it was annulled later.
    pub was_rated: bool,
    /// Whether an administrator has annulled it.
    pub annulled: bool,
    /// Why it has changed none, although it should be rated and was played to its end.
    pub unrated: Option<Unrated>,
}

/// Returns all games that were made for tables, and their rating changes by entries and pools.
pub(in crate::tournaments) async fn rated(
    connection: &mut Postgres,
    event: &Event,
) -> Result<(Vec<EventGame>, Vec<RatedEntry>), Failure> {
    let made = games::made(connection, event.tournament.id).await?;
    let ids: Vec<GameId> = made.iter().map(|game| game.id).collect();
    let mut logged = ratings::of_games(connection, &ids).await?;
    if event.tournament.settings.play == Play::OverTheBoard {
        logged = ratings::of_tournament(connection, event.tournament.id).await?;
    }
    let unrated = ratings::unrated_among(connection, &ids).await?;
    let annulled: HashMap<GameId, bool> =
        logged.iter().map(|seat| (seat.game.game, seat.game.annulled)).collect();
    let tables = event.rounds.iter().flat_map(|round| &round.tables);
    let tables: HashMap<GameId, u32> = tables.filter_map(|table| Some((table.game?, table.number))).collect();
    let games = made.into_iter().map(|made| EventGame {
        table: tables.get(&made.id).copied(),
        was_rated: annulled.contains_key(&made.id),
        annulled: annulled.get(&made.id).is_some_and(|&annulled| annulled),
        unrated: unrated.get(&made.id).copied(),
        made,
    });
    Ok((games.collect(), rated_entries(event, logged)))
}

fn rated_entries(event: &Event, logged: Vec<LoggedSeat>) -> Vec<RatedEntry> {
    let mut rated: Vec<RatedEntry> = Vec::new();
    for seat in logged {
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
    rated
}

/// Returns the shown rating of a player in a pool; none without a rated game there.
pub(in crate::tournaments) async fn shown_rating(
    connection: &mut Postgres,
    player: PlayerId,
    pool: &Pool,
) -> Result<Option<i64>, Failure> {
    let found = ratings::ratings_among(connection, &pool.to_string(), &[player]).await?;
    Ok(found.get(&player).map(|rating| rating.shown()))
}

/// Returns the rating of a player without a rated game.
pub(in crate::tournaments) fn unrated() -> i64 {
    Rating::START.shown()
}
