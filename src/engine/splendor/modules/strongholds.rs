//! Knows where the strongholds stand (S1-S4). Knows nothing of turns.

use crate::engine::seat::{Seat, SeatCount};
use crate::engine::splendor::market::{SLOTS, Slot};

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
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Strongholds([Option<Stack>; SLOTS]);

impl Strongholds {
    /// What stands on this place of the market.
    #[inline]
    pub fn on(&self, slot: Slot) -> Option<Stack> {
        self.0[slot.index()]
    }

    /// Whether the seat may buy, reserve or take the card there (S4).
    #[inline]
    pub fn admit(&self, seat: Seat, slot: Slot) -> bool {
        self.on(slot).is_none_or(|stack| stack.owner == seat)
    }

    /// The places where the seat has strongholds, with their numbers, in market order.
    pub fn of(&self, seat: Seat) -> impl Iterator<Item = (Slot, u8)> + '_ {
        Slot::all().filter_map(move |slot| {
            self.on(slot).filter(|stack| stack.owner == seat).map(|stack| (slot, stack.count))
        })
    }

    /// How many strongholds the seat has at home.
    pub fn at_home(&self, seat: Seat) -> u8 {
        STRONGHOLDS_PER_SEAT - self.of(seat).map(|(_, count)| count).sum::<u8>()
    }

    /// The place that bears all three strongholds of the seat (S7).
    pub fn conquest(&self, seat: Seat) -> Option<Slot> {
        self.of(seat).find(|&(_, count)| count == STRONGHOLDS_PER_SEAT).map(|(slot, _)| slot)
    }

    /// The place of an opponent's stronghold that stands alone on its card, if this is one (S2).
    pub fn removable(&self, seat: Seat, slot: Slot) -> Option<Seat> {
        self.on(slot).filter(|stack| stack.owner != seat && stack.count == 1).map(|stack| stack.owner)
    }

    /// Adds one stronghold of the seat.
    pub fn add(&mut self, seat: Seat, slot: Slot) {
        let count = self.on(slot).map_or(0, |stack| stack.count);
        self.0[slot.index()] = Some(Stack { owner: seat, count: count + 1 });
    }

    /// Takes one stronghold away.
    pub fn take_one(&mut self, slot: Slot) {
        self.0[slot.index()] = self
            .on(slot)
            .filter(|stack| stack.count > 1)
            .map(|stack| Stack { count: stack.count - 1, ..stack });
    }

    /// Takes all strongholds away from a place and tells which they were.
    pub fn clear(&mut self, slot: Slot) -> Option<Stack> {
        self.0[slot.index()].take()
    }

    /// Puts these stacks on the places of the market, if every seat has at most its three.
    pub fn from_stacks(stacks: [Option<Stack>; SLOTS], seats: SeatCount) -> Option<Strongholds> {
        let sum = |seat| {
            stacks.iter().flatten().filter(|stack| stack.owner == seat).map(|stack| stack.count).sum::<u8>()
        };
        let sound = stacks
            .iter()
            .flatten()
            .all(|stack| (1..=STRONGHOLDS_PER_SEAT).contains(&stack.count) && seats.has(stack.owner));
        (sound && seats.seats().all(|seat| sum(seat) <= STRONGHOLDS_PER_SEAT)).then_some(Strongholds(stacks))
    }
}
