//! Ratings as the database stores them and the contract shows them, and the pool of a game.

use chrono::{DateTime, Utc};
use serde::Serialize;
use utoipa::ToSchema;

use super::clock::Clock;
use super::game::{GameId, Terms};
use super::instant;
use super::player::Occupant;
use super::season::SeasonId;
use crate::auth::PlayerId;
use crate::tournament::TournamentId;
use lapidary_contest::rating::ladder::Form;
use lapidary_contest::rating::log::RatingEvent;
use lapidary_contest::rating::pool::{Pace, PlayerKind, Pool, TableSize};
use lapidary_contest::rating::skill::{Rating, ShownRating};
use lapidary_engine::kids::variant::Variant;
use lapidary_engine::ruleset::Ruleset;
use lapidary_engine::seat::SeatCount;

/// Returns the first part of the names of a ruleset's pools: the ruleset with its modules. The short board of
/// Kids counts as a module, because games on it are different.
pub fn pool_ruleset(ruleset: Ruleset) -> String {
    match ruleset {
        Ruleset::Kids(Variant::Short) => format!("{}+{}", ruleset.deal_name(), Variant::Short.board()),
        Ruleset::Kids(_) | Ruleset::Splendor(_) => ruleset.deal_name(),
    }
}

/// Returns the pool of games on these terms between players of one kind. None without a clock.
pub fn pool_of_terms(ruleset: Ruleset, seats: SeatCount, clock: Clock, players: PlayerKind) -> Option<Pool> {
    let pace = match clock {
        Clock::None => return None,
        Clock::Live { .. } => Pace::Live,
        Clock::Correspondence { .. } => Pace::Correspondence,
    };
    Pool::new(&pool_ruleset(ruleset), TableSize::of_seats(seats.get())?, pace, players).ok()
}

/// Returns the pool in which a game of these players changes ratings. None if it is unrated.
pub fn pool_of(terms: &Terms, occupants: &[Occupant]) -> Option<Pool> {
    if !terms.changes_ratings() {
        return None;
    }
    let bots = occupants.iter().filter(|occupant| occupant.bot).count();
    let players = match terms.ladder {
        true => PlayerKind::Endpoint,
        false => PlayerKind::of_table(bots, occupants.len())?,
    };
    let pool = pool_of_terms(terms.ruleset, terms.seats, terms.clock, players)?;
    Some(pool.in_season(terms.season.map(SeasonId::key)))
}

/// Returns the pool by which the meetings of players are counted ([`Pool::met_in`]) in games on these terms,
/// if they change ratings.
pub fn meeting_key(terms: &Terms) -> Option<Pool> {
    let players = if terms.ladder { PlayerKind::Endpoint } else { PlayerKind::Human };
    let pool = pool_of_terms(terms.ruleset, terms.seats, terms.clock, players)?;
    terms.changes_ratings().then(|| pool.in_season(terms.season.map(SeasonId::key)))
}

/// Returns the pool with this name, if games of this server can belong to it.
pub fn known_pool(name: &str) -> Option<Pool> {
    let pool: Pool = name.parse().ok()?;
    Ruleset::every().any(|ruleset| pool_ruleset(ruleset) == pool.ruleset()).then_some(pool)
}

/// A pool, within which ratings are compared.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = PoolOfLadder)]
pub struct Ladder {
    /// The pool: ruleset with modules, size of the table, pace, and kind of players; that of a season of a
    /// club with the id of the season.
    #[schema(example = "splendor.duel.live.human")]
    pub pool: String,
    /// The number of players with a rated game.
    pub players: u64,
    /// The number of games in the log, including annulled ones.
    pub games: u64,
    /// How often the log was changed afterward.
    #[serde(skip)]
    pub revision: u64,
    /// The end of the last game.
    #[serde(serialize_with = "instant::serialize")]
    pub last_game_at: DateTime<Utc>,
}

/// What a player has reached in a pool.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = RatingRecord)]
pub struct Record {
    #[serde(flatten)]
    #[schema(value_type = ShownRating)]
    pub rating: Rating,
    /// The number of rated games.
    pub games: u64,
    /// The number of distinct opponents.
    pub opponents: u64,
    /// The end of the last rated game.
    #[serde(serialize_with = "instant::serialize")]
    pub last_game_at: DateTime<Utc>,
}

impl Record {
    /// Returns the state of a ladder that continues after the last rated game.
    pub fn form(&self) -> Form {
        let games = u32::try_from(self.games).unwrap_or(u32::MAX);
        Form { rating: self.rating, games, last_at_ms: Some(self.last_game_at.timestamp_millis()) }
    }
}

/// A listed player.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct Standing {
    pub player: Occupant,
    #[serde(flatten)]
    pub record: Record,
}

/// The position of a standing in its pool, from which the next page continues.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StandingKey {
    /// Twice the deviation less the mean, in millionths. The best player has the smallest.
    pub order: i64,
    /// The player; it decides between equal ratings.
    pub player: PlayerId,
}

impl Standing {
    /// Returns its position.
    pub fn key(&self) -> StandingKey {
        let Rating { mu_micro, sigma_micro } = self.record.rating;
        StandingKey { order: 2 * sigma_micro - mu_micro, player: self.player.player }
    }
}

/// The table over the board whose result was rated.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
pub struct RatedTable {
    /// The tournament.
    pub tournament: TournamentId,
    /// The number of the table there.
    #[schema(example = 1)]
    pub table: u32,
}

/// A rated game of a player.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RatedGame {
    /// The number of the game in its pool.
    pub pool_seq: u64,
    /// The game; of a result over the board an id that no game has.
    pub game: GameId,
    /// The table over the board; none for a game of the server.
    pub table: Option<RatedTable>,
    /// The place, 1 is the best.
    pub place: u8,
    /// The player's seat.
    pub seat: u8,
    /// The number of seats.
    pub seats: u8,
    /// The rating before the game.
    pub before: Rating,
    /// The rating after the game.
    pub after: Rating,
    /// The end of the game.
    pub finished_at: DateTime<Utc>,
    /// Whether the game was annulled.
    pub annulled: bool,
    /// Whether the player keeps the rating, which would otherwise rise too far in a day.
    pub capped: bool,
}

/// The rating of a seat of a rated game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SeatRating {
    pub seat: u8,
    /// The rating before the game; before its end, the current one.
    pub before: Rating,
    /// The rating after the game. None before its end, and if it changed none.
    pub after: Option<Rating>,
    /// Whether the game was annulled.
    pub annulled: bool,
}

/// A seat of a rated game in the log.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LoggedSeat {
    pub pool: String,
    pub player: PlayerId,
    /// The game, as the player has played it.
    pub game: RatedGame,
    /// The name of the algorithm.
    pub algorithm: String,
}

impl LoggedSeat {
    /// Returns the same as the check of a log reads it.
    pub fn event(&self) -> RatingEvent {
        RatingEvent {
            pool_seq: self.game.pool_seq,
            game: self.game.game.to_string(),
            player: self.player.to_string(),
            place: self.game.place,
            seat: self.game.seat,
            seats: self.game.seats,
            before: self.game.before,
            after: self.game.after,
            finished_at_ms: self.game.finished_at.timestamp_millis(),
            annulled: self.game.annulled,
            capped: self.game.capped,
        }
    }
}

/// How a game, or its annulment, has changed the rating of a player.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RatingChange {
    pub player: PlayerId,
    /// The rating before.
    pub before: Rating,
    /// The rating after.
    pub after: Rating,
}

/// How an annulment has changed the rating of a player.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct RatingCorrection {
    pub player: Occupant,
    #[schema(value_type = ShownRating)]
    pub before: Rating,
    #[schema(value_type = ShownRating)]
    pub after: Rating,
}

/// A game that was annulled.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct Annulment {
    pub game: GameId,
    #[schema(example = "splendor.duel.live.human")]
    pub pool: String,
    /// The number of the game in its pool.
    pub pool_seq: u64,
    /// Why, in the words of the administrator.
    pub reason: String,
    #[serde(serialize_with = "instant::serialize")]
    pub annulled_at: DateTime<Utc>,
    /// The number of players whose current rating this has changed.
    pub corrected_players: u64,
}

/// The maximum length of the reason of an annulment, in characters.
pub const ANNUL_REASON_CHARS_MAX: usize = 500;

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn every_combination_of_modules_and_options_has_pools_of_its_own() {
        let clock = Clock::Live { initial: Duration::ZERO, increment: Duration::ZERO };
        let mut names = std::collections::HashSet::new();
        for ruleset in Ruleset::every() {
            for seats in ruleset.seats() {
                for players in PlayerKind::ALL.iter().copied() {
                    let pool = pool_of_terms(ruleset, *seats, clock, players).unwrap();
                    assert_eq!(known_pool(&pool.to_string()), Some(pool.clone()));
                    names.insert(pool.to_string());
                    assert_eq!(pool_of_terms(ruleset, *seats, Clock::None, players), None);
                }
            }
        }
        assert_eq!(names.len(), Ruleset::every().count() * 2 * PlayerKind::ALL.len());
        assert!(names.contains("splendor.duel.live.human") && names.contains("kids+short.table.live.bot"));
    }

    #[test]
    fn pools_of_other_games_are_unknown() {
        for name in ["chess.duel.live.human", "splendor+splendor.duel.live.human", "splendor.duel.live", ""] {
            assert_eq!(known_pool(name), None, "{name}");
        }
    }
}
