//! The steps with a stronghold that a seat has, counted and picked without being written out (S2, S3).
//! Knows nothing of cards: places alone.

use crate::engine::splendor::slot::{Slot, SlotSet};

/// A step with a stronghold, by the places it concerns (S2).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StrongholdStep {
    /// The opponent's stronghold that stands alone there goes home.
    Remove(Slot),
    /// An own stronghold goes there, from another place or from home.
    Place {
        /// Where it goes.
        to: Slot,
        /// Where it comes from; none for home.
        from: Option<Slot>,
    },
}

/// The stronghold steps of a seat, counted without being written out: removals first, then for each place in market
/// order the stronghold from home and those from the other places.
#[derive(Clone, Copy, Debug)]
pub struct Steps {
    /// Where an opponent's stronghold stands alone on its card.
    pub(super) removable: SlotSet,
    /// Where a stronghold can go.
    pub(super) targets: SlotSet,
    /// Where own strongholds stand, all of them among the targets.
    pub(super) standing: SlotSet,
    /// 1 if one is at home, else 0.
    pub(super) at_home: usize,
}

impl Steps {
    /// The number of steps: from each source to each target, but none that stays where it is (S3).
    #[inline]
    pub fn len(&self) -> usize {
        self.removable.len() + self.targets.len() * self.sources() - self.standing.len()
    }

    /// The places that a stronghold can come from, home included.
    #[inline]
    fn sources(&self) -> usize {
        self.at_home + self.standing.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The step with this number.
    pub fn nth(&self, number: usize) -> Option<StrongholdStep> {
        let Some(mut pair) = number.checked_sub(self.removable.len()) else {
            return self.removable.nth(number).map(StrongholdStep::Remove);
        };
        // Pairs of target and source, numbered row by row; those that would stay are passed over.
        let sources = self.sources();
        for (source, slot) in self.standing.iter().enumerate() {
            let stays = self.targets.before(slot).len() * sources + self.at_home + source;
            pair += usize::from(pair >= stays);
        }
        let to = self.targets.nth(pair / sources.max(1))?;
        let from = (pair % sources.max(1)).checked_sub(self.at_home);
        Some(StrongholdStep::Place { to, from: from.and_then(|source| self.standing.nth(source)) })
    }
}
