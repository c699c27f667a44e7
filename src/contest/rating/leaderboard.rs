//! Leaderboards: which players they list, and in which order.

use std::cmp::Reverse;

use super::skill::Rating;

/// What a player needs to be listed on a leaderboard. `GET /v1/players/{username}/ratings` has what a player
/// has reached.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "contract", derive(serde::Serialize, utoipa::ToSchema))]
pub struct ListingRules {
    /// The highest deviation (`rd`).
    #[cfg_attr(feature = "contract", schema(example = 60))]
    pub rd_max: u16,
    /// The minimum number of different opponents.
    #[cfg_attr(feature = "contract", schema(example = 10))]
    pub opponents_min: u32,
    /// The maximum number of days since the last rated game in the pool.
    #[cfg_attr(feature = "contract", schema(example = 30))]
    pub days_idle_max: u32,
}

/// This sigma in millionths is half a point of the shown deviation.
const HALF_A_POINT: i64 = 25_000;

impl ListingRules {
    /// The usual rules.
    pub const USUAL: ListingRules = ListingRules { rd_max: 60, opponents_min: 10, days_idle_max: 30 };
    /// The highest deviation of any rules. The index of leaderboards has only players up to it.
    pub const RD_MAX: u16 = 120;

    /// Returns the lowest sigma, in millionths, of unlisted players: the shown deviation is then above
    /// `rd_max`.
    pub const fn sigma_end(self) -> i64 {
        sigma_end(self.rd_max)
    }
}

/// Returns the lowest sigma, in millionths, with a shown deviation above this one.
pub const fn sigma_end(rd: u16) -> i64 {
    (2 * rd as i64 + 1) * HALF_A_POINT
}

/// The order of a leaderboard: smaller keys come first. Equal keys share a place.
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
pub fn check_listed(
    rules: ListingRules,
    rating: Rating,
    opponents: u32,
    days_idle: u32,
) -> Result<(), Unlisted> {
    if rating.sigma_micro >= rules.sigma_end() {
        Err(Unlisted::Uncertain)
    } else if opponents < rules.opponents_min {
        Err(Unlisted::FewOpponents)
    } else if days_idle > rules.days_idle_max {
        Err(Unlisted::Inactive)
    } else {
        Ok(())
    }
}
