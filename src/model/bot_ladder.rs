//! The ladder of bots: the server matches bots with an endpoint. This module decides who plays whom, and on
//! which terms.
//!
//! It knows ratings and the games of a day, but not how they are stored.

use std::collections::HashMap;
use std::time::Duration;

use crate::auth::PlayerId;
use crate::clock::Clock;
use crate::game::{Terms, Visibility};
use crate::rating::pool_of_terms;
use lapidary_contest::rating::conditions::PAIR_GAMES_PER_DAY_MAX;
use lapidary_contest::rating::pool::{PlayerKind, Pool};
use lapidary_contest::rating::skill::Rating;
use lapidary_engine::deal::Seating;
use lapidary_engine::ruleset::Ruleset;
use lapidary_engine::seat::SeatCount;
use lapidary_engine::splendor::module::Modules;

/// The server starts games for a bot until its shown deviation is at most this.
pub const SETTLED_RD: i64 = 50;
/// The maximum number of games in a day between the bots of two owners, so that two people cannot determine
/// the rating of a bot alone.
pub const OWNER_GAMES_PER_DAY_MAX: i64 = 24;
/// The maximum number of games that the bots of one owner play at the same time.
pub const OWNER_GAMES_AT_ONCE_MAX: i64 = 2;
/// The points of rating added to the distance of an opponent for each game of the last day between the
/// owners, so that a bot meets several neighbors.
const POINTS_PER_GAME: i64 = 25;

/// The terms of games: short enough that a silent bot does not delay others for long.
pub const TERMS: Terms = Terms {
    ruleset: Ruleset::Splendor(Modules::NONE),
    seats: SeatCount::TWO,
    visibility: Visibility::Public,
    seating: Seating::JoinOrder,
    clock: Clock::Live { initial: Duration::from_secs(180), increment: Duration::from_secs(2) },
    delay: None,
    rated: false,
    ladder: true,
    tournament: None,
    season: None,
};

/// Returns the pool in which the games of the ladder are rated.
pub fn pool() -> Option<Pool> {
    pool_of_terms(TERMS.ruleset, TERMS.seats, TERMS.clock, PlayerKind::Endpoint)
}

/// A bot that can play a game of the ladder now.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LadderBot {
    pub bot: PlayerId,
    pub owner: PlayerId,
    /// Whether it has had no game of the ladder for long.
    pub is_idle: bool,
    /// Its rating in the pool of the ladder.
    pub rating: Rating,
}

/// The number of games of the last day between two bots, and between the bots of two owners. The smaller id
/// is first.
pub type Met = HashMap<(PlayerId, PlayerId), i64>;

impl LadderBot {
    /// Returns whether the server searches a game for it. Other bots are opponents only.
    fn is_looking(&self) -> bool {
        self.is_idle || self.rating.shown_deviation() > SETTLED_RD
    }

    /// Returns the distance of another bot. None if the two do not meet. Blocks are ignored: the server makes
    /// the pairs, and nobody can use blocks to choose opponents.
    fn distance(&self, other: &LadderBot, met: &Met) -> Option<i64> {
        let games =
            |one: PlayerId, two: PlayerId| met.get(&(one.min(two), one.max(two))).copied().unwrap_or(0);
        let of_owners = games(self.owner, other.owner);
        // Further games of the two would not be rated.
        let meet = self.owner != other.owner
            && of_owners < OWNER_GAMES_PER_DAY_MAX
            && games(self.bot, other.bot) < PAIR_GAMES_PER_DAY_MAX.into();
        meet.then(|| (self.rating.shown() - other.rating.shown()).abs() + POINTS_PER_GAME * of_owners)
    }
}

/// Returns the next two bots to play: the first one that needs a game and has an opponent, and its nearest
/// neighbor.
pub fn neighbors<'a>(bots: &'a [LadderBot], met: &Met) -> Option<(&'a LadderBot, &'a LadderBot)> {
    bots.iter().filter(|bot| bot.is_looking()).find_map(|bot| {
        let others = bots.iter().filter_map(|other| Some((bot.distance(other, met)?, other)));
        others.min_by_key(|(distance, _)| *distance).map(|(_, nearest)| (bot, nearest))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use uuid::Uuid;

    fn id(number: u128) -> PlayerId {
        PlayerId(Uuid::from_u128(number))
    }

    /// A bot of this owner with this shown rating and deviation.
    fn bot(number: u128, owner: u128, rating: i64, rd: i64) -> LadderBot {
        let rating = Rating { mu_micro: 25_000_000 + (rating - 1500) * 50_000, sigma_micro: rd * 50_000 };
        LadderBot { bot: id(number), owner: id(owner), is_idle: false, rating }
    }

    fn pair(bots: &[LadderBot], met: &Met) -> Option<(PlayerId, PlayerId)> {
        neighbors(bots, met).map(|(one, other)| (one.bot, other.bot))
    }

    #[test]
    fn a_bot_with_an_uncertain_rating_meets_its_nearest_neighbor_of_another_owner() {
        let bots =
            [bot(1, 101, 1500, 50), bot(2, 102, 1500, 51), bot(3, 102, 1510, 50), bot(4, 103, 1520, 50)];
        let met = Met::new();
        assert_eq!(pair(&bots, &met), Some((id(2), id(1))));
        // Only opponents are left: no bot needs a game until one has been idle for long.
        let mut settled = [bots[0].clone(), bots[2].clone()];
        assert_eq!(pair(&settled, &met), None);
        settled[1].is_idle = true;
        assert_eq!(pair(&settled, &met), Some((id(3), id(1))));
        assert_eq!(pair(&bots[1..3], &met), None, "bots of one owner never meet");
    }

    #[test]
    fn owners_and_bots_that_met_often_are_kept_apart() {
        let bots = [bot(1, 101, 1500, 90), bot(2, 102, 1500, 90), bot(3, 103, 1580, 90)];
        let owners = |games| Met::from([((id(101), id(102)), games)]);
        assert_eq!(pair(&bots, &owners(3)), Some((id(1), id(2))));
        assert_eq!(pair(&bots, &owners(4)), Some((id(1), id(3))), "its neighbors take turns");
        assert_eq!(pair(&bots[..2], &owners(OWNER_GAMES_PER_DAY_MAX - 1)), Some((id(1), id(2))));
        assert_eq!(pair(&bots[..2], &owners(OWNER_GAMES_PER_DAY_MAX)), None);
        let two = |games| Met::from([((id(1), id(2)), games)]);
        assert_eq!(pair(&bots[..2], &two(i64::from(PAIR_GAMES_PER_DAY_MAX) - 1)), Some((id(1), id(2))));
        assert_eq!(pair(&bots[..2], &two(PAIR_GAMES_PER_DAY_MAX.into())), None, "further games are unrated");
    }

    #[test]
    fn its_pool_is_its_own() {
        assert_eq!(pool().map(|pool| pool.to_string()).as_deref(), Some("splendor.duel.live.endpoint"));
    }
}
