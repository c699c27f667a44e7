//! Seeks: a player waits for any opponents on the same terms, and which of them play together.

use std::collections::HashSet;
use std::fmt;

use chrono::{DateTime, Utc};
use uuid::Uuid;

use super::game::{GameId, Terms};
use super::player::Occupant;
use crate::auth::PlayerId;

/// The id of a seek.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SeekId(pub Uuid);

impl SeekId {
    /// Returns a new id, which sorts after all earlier ids.
    pub fn generate() -> Self {
        SeekId(Uuid::now_v7())
    }
}

impl fmt::Display for SeekId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// What has become of a seek.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Standing {
    /// It waits for opponents.
    Open,
    /// The game has started.
    Paired,
    /// The player took it back.
    Withdrawn,
    /// Nobody came in time.
    Expired,
}

impl Standing {
    /// Every value.
    pub const ALL: [Standing; 4] = [Standing::Open, Standing::Paired, Standing::Withdrawn, Standing::Expired];

    /// Returns its name in the contract.
    pub const fn name(self) -> &'static str {
        match self {
            Standing::Open => "open",
            Standing::Paired => "paired",
            Standing::Withdrawn => "withdrawn",
            Standing::Expired => "expired",
        }
    }

    /// Returns the value with this name.
    pub fn named(name: &str) -> Option<Standing> {
        Standing::ALL.into_iter().find(|standing| standing.name() == name)
    }
}

/// A seek as others may see it; the game is for its owner.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Seek {
    pub id: SeekId,
    pub player: Occupant,
    pub terms: Terms,
    pub standing: Standing,
    /// The game that came of it.
    pub game: Option<GameId>,
    /// The commitment to the secret of the deal, which is used if this is the oldest seek of its game.
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
    /// When the newest seek was made that could be read before this one was sent.
    pub seen_until: Option<DateTime<Utc>>,
}

/// Who has blocked whom.
pub type Blocks = HashSet<(PlayerId, PlayerId)>;

/// Returns whether two seeks may meet: of different players, neither of whom has blocked the other. A player and their own
/// bots do not meet, because one person would play against themself.
fn may_meet(one: &Candidate, other: &Candidate, blocks: &Blocks) -> bool {
    one.owner != other.owner
        && !blocks.contains(&(one.player, other.player))
        && !blocks.contains(&(other.player, one.player))
}

/// Returns this many seeks of which each may meet each other, with `own` and the oldest that fit it; `others` are in order of
/// age. The result is in order of age too.
pub fn group(own: Candidate, others: &[Candidate], seats: usize, blocks: &Blocks) -> Option<Vec<Candidate>> {
    let mut group = vec![own];
    if !fill(&mut group, others, seats, blocks) {
        return None;
    }
    group.sort_unstable_by_key(|seek| (seek.created_at, seek.id));
    Some(group)
}

/// Fills the group from `others`; if the oldest that fits leads nowhere, tries the next one.
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
        }
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
        // The oldest fits, but nobody else fits it.
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
