//! Knows where the strongholds stand (S1-S4). Knows nothing of turns.

use crate::engine::seat::{BySeat, Seat, SeatCount};
use crate::engine::splendor::market::{SLOTS, Slot, SlotSet};

/// The strongholds of each seat (S1).
pub const STRONGHOLDS_PER_SEAT: u8 = 3;

/// Strongholds of one seat on one market card.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Stack {
    /// Whose they are.
    pub owner: Seat,
    /// How many: 1 to 3.
    pub count: u8,
}

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

/// Where all strongholds stand, in a game with Strongholds; those that stand nowhere are at home.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Strongholds {
    /// Where each seat has strongholds.
    standing: BySeat<SlotSet>,
    /// Where at least two stand.
    two: SlotSet,
    /// Where three stand.
    three: SlotSet,
}

impl Strongholds {
    /// What stands on this place of the market.
    #[inline]
    pub fn on(&self, slot: Slot) -> Option<Stack> {
        let owner = Seat::all().find(|&seat| self.standing[seat].has(slot))?;
        Some(Stack { owner, count: 1 + u8::from(self.two.has(slot)) + u8::from(self.three.has(slot)) })
    }

    /// Whether the seat may buy, reserve or take the card there (S4).
    #[inline]
    pub fn admit(&self, seat: Seat, slot: Slot) -> bool {
        !self.closed_to(seat).has(slot)
    }

    /// The places that opponents' strongholds close to the seat (S4).
    #[inline]
    pub fn closed_to(&self, seat: Seat) -> SlotSet {
        let all = self.standing.0.into_iter().fold(SlotSet::default(), SlotSet::and);
        all.without(self.standing[seat])
    }

    /// The places where the seat has strongholds, with their numbers, in market order.
    pub fn of(&self, seat: Seat) -> impl Iterator<Item = (Slot, u8)> + '_ {
        self.standing[seat].iter().filter_map(|slot| self.on(slot).map(|stack| (slot, stack.count)))
    }

    /// How many strongholds the seat has at home.
    #[inline]
    pub fn at_home(&self, seat: Seat) -> u8 {
        let own = self.standing[seat];
        let away = own.len() + own.within(self.two).len() + own.within(self.three).len();
        STRONGHOLDS_PER_SEAT.saturating_sub(away as u8)
    }

    /// The place that bears all three strongholds of the seat (S7).
    #[inline]
    pub fn conquest(&self, seat: Seat) -> Option<Slot> {
        self.standing[seat].within(self.three).iter().next()
    }

    /// Whether exactly one stronghold stands there.
    #[inline]
    pub fn stands_alone(&self, slot: Slot) -> bool {
        self.on(slot).is_some_and(|stack| stack.count == 1)
    }

    /// The steps that the seat can take when these places bear cards (S2, S3).
    #[inline]
    pub fn steps(&self, seat: Seat, open: SlotSet) -> Steps {
        let closed = self.closed_to(seat);
        Steps {
            removable: closed.without(self.two),
            targets: open.without(closed),
            standing: self.standing[seat],
            at_home: usize::from(self.at_home(seat) > 0),
        }
    }

    /// Puts one stronghold of the seat, from its home, on a place without an opponent's.
    pub fn add(&mut self, seat: Seat, slot: Slot) {
        if self.two.has(slot) {
            self.three.insert(slot);
        } else if self.standing[seat].has(slot) {
            self.two.insert(slot);
        }
        self.standing[seat].insert(slot);
    }

    /// Sends one stronghold home.
    pub fn send_one_home(&mut self, slot: Slot) {
        let Some(stack) = self.clear(slot) else { return };
        (1..stack.count).for_each(|_| self.add(stack.owner, slot));
    }

    /// Sends all strongholds of a place home and tells which they were.
    pub fn clear(&mut self, slot: Slot) -> Option<Stack> {
        let stack = self.on(slot)?;
        self.standing[stack.owner].remove(slot);
        self.two.remove(slot);
        self.three.remove(slot);
        Some(stack)
    }

    /// Puts these stacks on the places of the market, if every seat has at most its three.
    pub fn from_stacks(stacks: [Option<Stack>; SLOTS], seats: SeatCount) -> Option<Strongholds> {
        let mut strongholds = Strongholds::default();
        for (slot, stack) in Slot::all().zip(stacks) {
            let Some(stack) = stack else { continue };
            if stack.count == 0 || !seats.has(stack.owner) || stack.count > strongholds.at_home(stack.owner) {
                return None;
            }
            (0..stack.count).for_each(|_| strongholds.add(stack.owner, slot));
        }
        Some(strongholds)
    }
}

/// The stronghold steps of a seat, counted without being written out: removals first, then for each place in market
/// order the stronghold from home and those from the other places.
#[derive(Clone, Copy, Debug)]
pub struct Steps {
    /// Where an opponent's stronghold stands alone on its card.
    removable: SlotSet,
    /// Where a stronghold can go.
    targets: SlotSet,
    /// Where own strongholds stand, all of them among the targets.
    standing: SlotSet,
    /// 1 if one is at home, else 0.
    at_home: usize,
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
