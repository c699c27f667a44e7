//! The stronghold steps of a seat, counted and picked without listing them (S2, S3). It knows only places,
//! not cards.

use crate::splendor::slot::{Slot, SlotSet};

/// A stronghold step, in terms of places (S2).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StrongholdStep {
    /// Returns home the opponent's stronghold that is alone on the place.
    Remove(Slot),
    /// Moves one of the seat's strongholds to a place, from another place or from home.
    Place {
        /// The target.
        to: Slot,
        /// The source; `None` for home.
        from: Option<Slot>,
    },
}

/// The stronghold steps of a seat, counted without listing them. Removals come first; then, for each target
/// in market order, the stronghold from home and those from other places.
#[derive(Clone, Copy, Debug)]
pub struct Steps {
    /// The places with a single stronghold of an opponent.
    pub(super) removable: SlotSet,
    /// The places to which a stronghold can move.
    pub(super) targets: SlotSet,
    /// The places with strongholds of the seat; all of them are targets.
    pub(super) standing: SlotSet,
    /// 1 if a stronghold is at home, otherwise 0.
    pub(super) at_home: usize,
}

impl Steps {
    /// The number of steps: from each source to each target, except a move to its own place (S3).
    #[inline]
    pub fn len(&self) -> usize {
        self.removable.len() + self.targets.len() * self.sources() - self.standing.len()
    }

    /// The number of sources of a stronghold, including home.
    #[inline]
    fn sources(&self) -> usize {
        self.at_home + self.standing.len()
    }

    /// Whether there are no steps.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Whether there are several steps. With three targets there are, from any source, and hardly any
    /// position has fewer.
    #[inline]
    pub fn is_choice(&self) -> bool {
        self.targets.has_three() || self.len() > 1
    }

    /// The step with this number.
    #[inline]
    pub fn nth(&self, number: usize) -> Option<StrongholdStep> {
        let Some(mut pair) = number.checked_sub(self.removable.len()) else {
            return self.removable.nth(number).map(StrongholdStep::Remove);
        };
        // Pairs of target and source, numbered row by row, without the pairs of a place with itself.
        let sources = self.sources();
        for (source, slot) in self.standing.iter().enumerate() {
            let stays = self.targets.before(slot).len() * sources + self.at_home + source;
            pair += usize::from(pair >= stays);
        }
        // A seat has at most three sources. Dividing by a number that the compiler does not know took a fifth
        // of the time of this function.
        let (target, source) = match sources {
            2 => (pair / 2, pair % 2),
            3 => (pair / 3, pair % 3),
            _ => (pair, 0),
        };
        let to = self.targets.nth(target)?;
        let from = source.checked_sub(self.at_home);
        Some(StrongholdStep::Place { to, from: from.and_then(|source| self.standing.nth(source)) })
    }
}
