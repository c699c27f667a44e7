//! Knows where the strongholds stand (S1-S4). Knows nothing of turns.

use crate::engine::seat::{BySeat, SEATS_MAX, Seat, SeatCount};
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

/// Where all strongholds stand, in a game with Strongholds; those that stand nowhere are at home.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Strongholds {
    stacks: [Option<Stack>; SLOTS],
    /// Where each seat has strongholds.
    standing: BySeat<SlotSet>,
    /// How many each seat has at home.
    home: BySeat<u8>,
}

impl Default for Strongholds {
    fn default() -> Self {
        Strongholds {
            stacks: [None; SLOTS],
            standing: BySeat::default(),
            home: BySeat([STRONGHOLDS_PER_SEAT; SEATS_MAX]),
        }
    }
}

impl Strongholds {
    /// What stands on this place of the market.
    #[inline]
    pub fn on(&self, slot: Slot) -> Option<Stack> {
        self.stacks[slot.index()]
    }

    /// Whether the seat may buy, reserve or take the card there (S4).
    #[inline]
    pub fn admit(&self, seat: Seat, slot: Slot) -> bool {
        self.on(slot).is_none_or(|stack| stack.owner == seat)
    }

    /// The places that opponents' strongholds close to the seat (S4).
    #[inline]
    pub fn closed_to(&self, seat: Seat) -> SlotSet {
        let all = self.standing.0.into_iter().fold(SlotSet::default(), SlotSet::and);
        all.without(self.standing[seat])
    }

    /// The places where the seat has strongholds, with their numbers, in market order.
    #[inline]
    pub fn of(&self, seat: Seat) -> impl Iterator<Item = (Slot, u8)> + '_ {
        self.standing[seat].iter().filter_map(|slot| self.on(slot).map(|stack| (slot, stack.count)))
    }

    /// How many strongholds the seat has at home.
    #[inline]
    pub fn at_home(&self, seat: Seat) -> u8 {
        self.home[seat]
    }

    /// The place that bears all three strongholds of the seat (S7).
    #[inline]
    pub fn conquest(&self, seat: Seat) -> Option<Slot> {
        if self.home[seat] > 0 {
            return None;
        }
        self.of(seat).find(|&(_, count)| count == STRONGHOLDS_PER_SEAT).map(|(slot, _)| slot)
    }

    /// The places where an opponent's stronghold stands alone on its card (S2).
    #[inline]
    pub fn removable(&self, seat: Seat) -> impl Iterator<Item = Slot> + '_ {
        self.closed_to(seat).iter().filter(|&slot| self.stands_alone(slot))
    }

    /// Whether exactly one stronghold stands there.
    #[inline]
    pub fn stands_alone(&self, slot: Slot) -> bool {
        self.on(slot).is_some_and(|stack| stack.count == 1)
    }

    /// Puts one stronghold of the seat, from its home, on a place without an opponent's.
    pub fn add(&mut self, seat: Seat, slot: Slot) {
        let count = self.on(slot).map_or(0, |stack| stack.count);
        self.stacks[slot.index()] = Some(Stack { owner: seat, count: count + 1 });
        self.standing[seat].insert(slot);
        self.home[seat] = self.home[seat].saturating_sub(1);
    }

    /// Sends one stronghold home.
    pub fn send_one_home(&mut self, slot: Slot) {
        let Some(stack) = self.clear(slot) else { return };
        (1..stack.count).for_each(|_| self.add(stack.owner, slot));
    }

    /// Sends all strongholds of a place home and tells which they were.
    pub fn clear(&mut self, slot: Slot) -> Option<Stack> {
        let stack = self.stacks[slot.index()].take()?;
        self.standing[stack.owner].remove(slot);
        self.home[stack.owner] += stack.count;
        Some(stack)
    }

    /// Puts these stacks on the places of the market, if every seat has at most its three.
    pub fn from_stacks(stacks: [Option<Stack>; SLOTS], seats: SeatCount) -> Option<Strongholds> {
        let mut strongholds = Strongholds::default();
        for (slot, stack) in Slot::all().zip(stacks) {
            let Some(stack) = stack else { continue };
            if stack.count == 0 || !seats.has(stack.owner) || stack.count > strongholds.home[stack.owner] {
                return None;
            }
            (0..stack.count).for_each(|_| strongholds.add(stack.owner, slot));
        }
        Some(strongholds)
    }
}
