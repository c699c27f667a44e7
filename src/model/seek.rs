//! Seeks: players waiting for any opponents on the same terms, and how they are paired.

use std::collections::HashSet;
use std::time::Duration;

use chrono::{DateTime, Utc};
use serde::Serialize;
use utoipa::ToSchema;

use super::game::{GameId, Terms};
use super::player::Occupant;
use crate::auth::PlayerId;
use crate::id::id;
use lapidary_contest::rating::conditions::PAIR_GAMES_PER_DAY_MAX;
use lapidary_words::words;

id! {
    /// The id of a seek.
    SeekId
}

words! {
    /// What has become of a seek.
    SeekStatus:
    /// It waits for opponents.
    Open = "open",
    /// The game has started.
    Paired = "paired",
    /// The player took it back.
    Withdrawn = "withdrawn",
    /// Nobody came in time.
    Expired = "expired",
}

/// The ratings of acceptable opponents.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, ToSchema)]
#[schema(as = SeekRatingRange)]
pub struct RatingRange {
    /// The lowest rating; null for any.
    pub min: Option<i16>,
    /// The highest rating; null for any.
    pub max: Option<i16>,
}

impl RatingRange {
    /// Returns whether an opponent with this rating is acceptable.
    fn accepts(self, rating: i64) -> bool {
        self.min.is_none_or(|min| rating >= min.into()) && self.max.is_none_or(|max| rating <= max.into())
    }
}

/// The maximum difference of ratings between a new seek and its opponents.
const WINDOW_START: i64 = 150;
/// The growth of this difference over the time of the seek; then anybody fits. With a live clock it grows by
/// 10 points a second, with another one by 250 points an hour.
const WINDOW_GROWTH: u128 = 6_000;

/// The maximum number of ladder games that two players start with each other in a day.
pub const MEETINGS_A_DAY_MAX: i64 = PAIR_GAMES_PER_DAY_MAX as i64;

/// Returns the maximum difference of ratings between a seek and its opponents after this wait.
pub fn window(waited: Duration, patience: Duration) -> i64 {
    let grown = waited.as_millis().saturating_mul(WINDOW_GROWTH) / patience.as_millis().max(1);
    WINDOW_START.saturating_add(i64::try_from(grown).unwrap_or(i64::MAX))
}

/// Which open seeks are looked at again.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OpenSeeks {
    /// All.
    All,
    /// Rated ones: the allowed difference of ratings grows every second.
    Rated,
}

/// A seek as others may see it; the game is for its owner.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Seek {
    pub id: SeekId,
    pub player: Occupant,
    pub terms: Terms,
    /// The ratings of acceptable opponents, if it is rated.
    pub range: RatingRange,
    pub status: SeekStatus,
    /// The game that came of it.
    pub game: Option<GameId>,
    /// The commitment to the secret of the deal. The game uses that of its oldest seek.
    pub commitment: [u8; 32],
    pub created_at: DateTime<Utc>,
    pub expires_at: DateTime<Utc>,
}

/// A seek that may be paired.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Candidate {
    pub id: SeekId,
    pub player: PlayerId,
    /// The owner of a bot; of everybody else the player.
    pub owner: PlayerId,
    pub created_at: DateTime<Utc>,
    /// The creation of the newest seek that the player could read before sending this one.
    pub seen_until: Option<DateTime<Utc>>,
    /// Whether the player is a bot.
    pub bot: bool,
    /// The ratings of acceptable opponents.
    pub range: RatingRange,
    /// How long the seek has waited.
    pub waited: Duration,
    /// Of a rated seek, what decides who is near enough.
    pub rated: Option<Near>,
}

/// The rating of a player who seeks a rated game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Near {
    /// The rating as it is shown.
    pub rating: i64,
    /// The greatest difference from the ratings of opponents.
    pub window: i64,
}

/// Pairs of players that must not meet: one has blocked the other, or they have met often today.
pub type Blocks = HashSet<(PlayerId, PlayerId)>;

/// Returns whether two seeks may meet: of different players without blocks between them. A player never meets
/// their own bots, because one person would then play both sides. Rated seeks need close ratings, and bots
/// meet only bots.
fn may_meet(one: &Candidate, other: &Candidate, blocks: &Blocks) -> bool {
    one.owner != other.owner
        && !blocks.contains(&(one.player, other.player))
        && !blocks.contains(&(other.player, one.player))
        && one.rated.zip(other.rated).is_none_or(|ratings| may_meet_rated((one, other), ratings))
}

/// The longer waiting seek decides how close the ratings must be. So nobody waits for the patience of others.
fn may_meet_rated((one, other): (&Candidate, &Candidate), (own, theirs): (Near, Near)) -> bool {
    one.bot == other.bot
        && (own.rating - theirs.rating).abs() <= own.window.max(theirs.window)
        && one.range.accepts(theirs.rating)
        && other.range.accepts(own.rating)
}

/// Sorts the seeks in the order in which `own` is paired with them: rated seeks with the nearest rating
/// first.
pub fn nearest_first(own: &Candidate, others: &mut [Candidate]) {
    let Some(near) = own.rated else { return };
    let distance = |other: &Candidate| other.rated.map_or(0, |their| (near.rating - their.rating).abs());
    others.sort_by_key(|other| (distance(other), other.created_at, other.id));
}

/// Returns this many seeks that may all meet each other: `own` and the first others that fit. The result is
/// in order of age.
pub fn group(own: Candidate, others: &[Candidate], seats: usize, blocks: &Blocks) -> Option<Vec<Candidate>> {
    let mut group = vec![own];
    if !fill(&mut group, others, seats, blocks) {
        return None;
    }
    group.sort_unstable_by_key(|seek| (seek.created_at, seek.id));
    Some(group)
}

/// Fills the group from `others`. If the oldest that fits leads to no group, tries the next one.
fn fill(group: &mut Vec<Candidate>, others: &[Candidate], seats: usize, blocks: &Blocks) -> bool {
    if group.len() >= seats {
        return true;
    }
    for (place, next) in others.iter().enumerate() {
        if group.iter().all(|member| may_meet(member, next, blocks)) {
            group.push(*next);
            if fill(group, &others[place + 1..], seats, blocks) {
                return true;
            }
            group.pop();
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::*;

    fn seek(number: u128, owner: u128) -> Candidate {
        let created_at = DateTime::from_timestamp(number as i64, 0).unwrap();
        let id = |number| Uuid::from_u128(number);
        Candidate {
            id: SeekId(id(number)),
            player: PlayerId(id(number)),
            owner: PlayerId(id(owner)),
            created_at,
            seen_until: None,
            bot: false,
            range: RatingRange::default(),
            waited: Duration::ZERO,
            rated: None,
        }
    }

    fn rated(number: u128, rating: i64) -> Candidate {
        Candidate { rated: Some(Near { rating, window: WINDOW_START }), ..seek(number, number) }
    }

    /// Returns the players of the group of a new seek.
    fn paired(own: Candidate, others: &[Candidate], seats: usize) -> Option<Vec<u128>> {
        let mut others = others.to_vec();
        nearest_first(&own, &mut others);
        numbers(group(own, &others, seats, &blocks(&[])))
    }

    #[test]
    fn rated_seeks_meet_the_nearest_rating_first() {
        let others = [rated(1, 1_620), rated(2, 1_480), rated(3, 1_510), rated(4, 1_900)];
        assert_eq!(paired(rated(9, 1_500), &others, 2), Some(vec![3, 9]));
        assert_eq!(paired(rated(9, 1_500), &others, 3), Some(vec![2, 3, 9]));
        assert_eq!(paired(rated(9, 1_500), &others, 4), Some(vec![1, 2, 3, 9]));
        assert_eq!(paired(rated(9, 1_700), &others[3..], 2), None);
        // Each is close enough to the new seek, but not to the other.
        assert_eq!(paired(rated(9, 1_500), &[rated(1, 1_400), rated(2, 1_600)], 3), None);
    }

    #[test]
    fn the_window_of_whoever_waits_longer_decides() {
        let patience = Duration::from_secs(600);
        assert_eq!(window(Duration::ZERO, patience), WINDOW_START);
        assert_eq!(window(Duration::from_secs(10), patience), WINDOW_START + 100);
        assert_eq!(window(patience, patience), WINDOW_START + WINDOW_GROWTH as i64);
        assert_eq!(window(Duration::MAX, Duration::ZERO), i64::MAX);
        let mut patient = rated(1, 1_900);
        patient.rated = Some(Near { rating: 1_900, window: 400 });
        assert_eq!(paired(rated(9, 1_500), &[patient], 2), Some(vec![1, 9]));
        assert_eq!(paired(rated(9, 1_499), &[patient], 2), None);
    }

    #[test]
    fn ranges_hold_for_both_sides_and_bots_meet_bots() {
        let range = |min, max| RatingRange { min, max };
        for (own, theirs, meet) in [
            (range(Some(1_500), None), range(None, Some(1_500)), true),
            (range(Some(1_501), None), range(None, None), false),
            (range(None, Some(1_499)), range(None, None), false),
            (range(None, None), range(Some(1_600), None), false),
            (range(None, None), range(None, Some(1_400)), false),
        ] {
            let other = Candidate { range: theirs, ..rated(1, 1_500) };
            let own = Candidate { range: own, ..rated(9, 1_500) };
            assert_eq!(paired(own, &[other], 2).is_some(), meet);
        }
        let bot = Candidate { bot: true, ..rated(1, 1_500) };
        assert_eq!(paired(rated(9, 1_500), &[bot], 2), None);
        assert_eq!(paired(Candidate { bot: true, ..rated(9, 1_500) }, &[bot], 2), Some(vec![1, 9]));
    }

    fn numbers(group: Option<Vec<Candidate>>) -> Option<Vec<u128>> {
        group.map(|group| group.iter().map(|seek| seek.id.0.as_u128()).collect())
    }

    fn blocks(pairs: &[(u128, u128)]) -> Blocks {
        let player = |number| PlayerId(Uuid::from_u128(number));
        pairs.iter().map(|&(blocker, blocked)| (player(blocker), player(blocked))).collect()
    }

    #[test]
    fn the_oldest_seeks_that_may_meet_play_together() {
        let (own, others) = (seek(9, 9), [1, 2, 3].map(|number| seek(number, number)));
        for (seats, expected) in [(2, vec![1, 9]), (3, vec![1, 2, 9]), (4, vec![1, 2, 3, 9])] {
            assert_eq!(numbers(group(own, &others, seats, &blocks(&[]))), Some(expected));
        }
        assert_eq!(group(own, &others[1..], 4, &blocks(&[])), None);
    }

    #[test]
    fn blocked_pairs_never_meet_whoever_blocks() {
        let (own, others) = (seek(9, 9), [1, 2, 3].map(|number| seek(number, number)));
        assert_eq!(numbers(group(own, &others, 2, &blocks(&[(9, 1)]))), Some(vec![2, 9]));
        assert_eq!(numbers(group(own, &others, 2, &blocks(&[(1, 9), (9, 2)]))), Some(vec![3, 9]));
        // The oldest fits, but no other fits it.
        assert_eq!(numbers(group(own, &others, 3, &blocks(&[(1, 2), (3, 1)]))), Some(vec![2, 3, 9]));
        assert_eq!(group(own, &others, 4, &blocks(&[(2, 1)])), None);
    }

    #[test]
    fn a_player_and_their_bots_do_not_meet() {
        let others = [seek(1, 9), seek(2, 9), seek(3, 3)];
        assert_eq!(numbers(group(seek(9, 9), &others, 2, &blocks(&[]))), Some(vec![3, 9]));
        assert_eq!(group(seek(9, 9), &others, 3, &blocks(&[])), None);
        assert_eq!(numbers(group(seek(3, 3), &others[..2], 2, &blocks(&[]))), Some(vec![1, 3]));
        assert_eq!(group(seek(4, 4), &others[..2], 3, &blocks(&[])), None);
    }
}
