//! Whether a finished game changes ratings. The conditions keep small groups of accounts from producing
//! ratings.
//!
//! This module knows the game and the last day of its players in the pool, but not how they are stored. The
//! end of the game decides once whether it is rated, so a recomputation needs only [`rises_too_far`].

use std::collections::BTreeMap;
use std::time::Duration;

use super::skill::{MICRO_PER_SHOWN_POINT, Rating};
use lapidary_words::words;

/// The period of the limits in milliseconds: the last 24 hours in the log of the pool.
pub const LAST_DAY_MS: i64 = 86_400_000;
/// The maximum number of rated games between two players in a pool within a day: the day before the
/// game began, so that no game whose result is known is dropped by others.
pub const PAIR_GAMES_PER_DAY_MAX: u32 = 6;
/// How far back the meetings of a pair are counted, to know which of them were within the limit.
pub const MEETINGS_SINCE: Duration = Duration::from_millis(8 * LAST_DAY_MS.cast_unsigned());
/// A seat that leaves with fewer own turns leaves early.
pub const EARLY_TURNS: u32 = 3;
/// The maximum number of rated games within the last day that one player leaves early against the same
/// opponent. What ends after this player has left counts for later games only.
pub const EARLY_LEAVES_PER_DAY_MAX: u32 = 1;
/// The maximum rise of a rating above its lowest value of the last day, in shown points.
pub const GAIN_PER_DAY_MAX: i64 = 300;
/// The same in millionths of the mean.
const GAIN_PER_DAY_MAX_MICRO: i64 = GAIN_PER_DAY_MAX * MICRO_PER_SHOWN_POINT;

words! {
    /// Why a game that was to be rated changes no rating.
    Unrated:
    /// Not everybody may see the game.
    NotPublic = "not_public",
    /// Two of the players are bots of one owner, or one is a bot of the other.
    SameOwner = "same_owner",
    /// Two of the players have played too many rated games with each other within the last day.
    PairLimit = "pair_limit",
    /// A player has left early, and has done so against one of these opponents within the last day.
    LeftEarly = "left_early",
    /// A rating would have risen too far within a day. Such games are rated by now: see [`rises_too_far`].
    GainLimit = "gain_limit",
}

/// A seat of a finished game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Contender {
    /// The id of the owner of a bot. For all others, that of the player.
    pub owner: u128,
    /// Whether the seat left the game with fewer than [`EARLY_TURNS`] own turns.
    pub left_early: bool,
}

/// The games of two players at the same table that count for the limits, in one direction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Meeting {
    /// The seat of one player in the game that has ended.
    pub seat: usize,
    /// The seat of the other one.
    pub other: usize,
    /// The number of games.
    pub games: u32,
    /// In how many of them the first player left early.
    pub left_early: u32,
}

/// The facts in the log of a pool about the players of a table, for the last day.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct LastDay {
    /// The lowest mean of each seat's player before a game, in millionths. None without a game.
    pub lowest_mu_micro: Vec<Option<i64>>,
    /// The meetings; pairs that are left out have not met.
    pub meetings: Vec<Meeting>,
}

impl LastDay {
    /// Returns the lowest mean of a seat's player before a game; none without a game.
    pub fn lowest(&self, seat: usize) -> Option<i64> {
        self.lowest_mu_micro.get(seat).copied().flatten()
    }

    /// Counts as meetings the tables that began in the day before the game did, and are within the
    /// limit of each pair themselves. Each table has the seats in the game of those who sat there, and
    /// how long before the game it began, in milliseconds.
    pub fn count_begun(&mut self, tables: impl IntoIterator<Item = (Vec<usize>, i64)>) {
        let mut pairs: BTreeMap<(usize, usize), Vec<i64>> = BTreeMap::new();
        for (seats, before_ms) in tables {
            for (place, &seat) in seats.iter().enumerate() {
                for &other in &seats[place + 1..] {
                    pairs.entry((seat, other)).or_default().push(before_ms);
                }
            }
        }
        for ((seat, other), mut before) in pairs {
            before.sort_unstable_by(|one, other| other.cmp(one));
            let mut within: Vec<i64> = Vec::new();
            // The game itself comes last.
            for at in before.into_iter().chain([0]) {
                within.retain(|earlier| earlier - at < LAST_DAY_MS);
                if at > 0 && within.len() < PAIR_GAMES_PER_DAY_MAX as usize {
                    within.push(at);
                }
            }
            self.meeting(seat, other).games = u32::try_from(within.len()).unwrap_or(u32::MAX);
        }
    }

    /// Counts a game which the player of the first seat has left early against that of the other one.
    pub fn note_early(&mut self, seat: usize, other: usize) {
        self.meeting(seat, other).left_early += 1;
    }

    fn meeting(&mut self, seat: usize, other: usize) -> &mut Meeting {
        let known = self.meetings.iter().position(|met| (met.seat, met.other) == (seat, other));
        let place = known.unwrap_or(self.meetings.len());
        if known.is_none() {
            self.meetings.push(Meeting { seat, other, games: 0, left_early: 0 });
        }
        &mut self.meetings[place]
    }
}

/// Checks the conditions that hold for every rated game.
pub fn check_table(is_public: bool, seats: &[Contender]) -> Result<(), Unrated> {
    if !is_public {
        return Err(Unrated::NotPublic);
    }
    let shares = |(place, seat): (usize, &Contender)| {
        seats.iter().skip(place + 1).any(|other| other.owner == seat.owner)
    };
    match seats.iter().enumerate().any(shares) {
        true => Err(Unrated::SameOwner),
        false => Ok(()),
    }
}

/// Checks the limits of a day for what the players have done.
pub fn check_limits(seats: &[Contender], last_day: &LastDay) -> Result<(), Unrated> {
    let leaves_early = |seat: usize| seats.get(seat).is_some_and(|seat| seat.left_early);
    if last_day.meetings.iter().any(|met| met.games >= PAIR_GAMES_PER_DAY_MAX) {
        return Err(Unrated::PairLimit);
    }
    let again = |met: &Meeting| leaves_early(met.seat) && met.left_early >= EARLY_LEAVES_PER_DAY_MAX;
    match last_day.meetings.iter().any(again) {
        true => Err(Unrated::LeftEarly),
        false => Ok(()),
    }
}

/// Returns whether a game would raise a rating more than [`GAIN_PER_DAY_MAX`] above its lowest mean of the
/// last day. The seat keeps its rating then, and the others do not: so no rating in a pool rises further
/// within 24 hours, whatever games a group of accounts plays, and no loss depends on what others have gained.
pub fn rises_too_far(before: Rating, after: Rating, lowest_mu_micro: Option<i64>) -> bool {
    let floor = lowest_mu_micro.map_or(before.mu_micro, |lowest| lowest.min(before.mu_micro));
    after.mu_micro > before.mu_micro && after.mu_micro.saturating_sub(floor) > GAIN_PER_DAY_MAX_MICRO
}
