//! Leaderboards: who is listed, and in which order.

use std::cmp::Reverse;

use super::skill::Rating;

/// The highest shown deviation of a listed player.
pub const LISTED_RD_MAX: i64 = 60;
/// The minimum number of distinct opponents of a listed player.
pub const LISTED_OPPONENTS_MIN: u32 = 10;
/// A listed player has finished a rated game within this number of days.
pub const LISTED_DAYS_IDLE_MAX: u32 = 30;

/// The order of a leaderboard: smaller keys come first. Equal keys are shared places.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct LeaderboardKey(Reverse<i64>);

impl LeaderboardKey {
    /// Returns the key of a rating: by `mu - 2 sigma`, highest first.
    pub fn of(rating: Rating) -> LeaderboardKey {
        LeaderboardKey(Reverse(conservative_micro(rating)))
    }
}

/// Returns `mu - 2 sigma` in millionths, the value that an index sorts by.
pub fn conservative_micro(rating: Rating) -> i64 {
    rating.mu_micro.saturating_sub(rating.sigma_micro.saturating_mul(2))
}

/// Why a player is not listed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unlisted {
    /// The deviation is too high.
    Uncertain,
    /// There are too few distinct opponents.
    FewOpponents,
    /// The last rated game is too long ago.
    Inactive,
}

/// Checks that a player is listed.
///
/// # Errors
/// The first reason why the player is not listed.
pub fn check_listed(rating: Rating, opponents: u32, days_idle: u32) -> Result<(), Unlisted> {
    if rating.shown_deviation() > LISTED_RD_MAX {
        Err(Unlisted::Uncertain)
    } else if opponents < LISTED_OPPONENTS_MIN {
        Err(Unlisted::FewOpponents)
    } else if days_idle > LISTED_DAYS_IDLE_MAX {
        Err(Unlisted::Inactive)
    } else {
        Ok(())
    }
}
