//! Strongholds: their places, and what they offer and refuse (S1-S8). `perform` does what is chosen.
//!
//! | ruling | what it changes | where |
//! |---|---|---|
//! | S1 | three for each seat | `STRONGHOLDS_PER_SEAT` |
//! | S2, S3 | a step after a purchase: one stronghold | `take_up_stronghold`, `list_strongholds`, `check_place`, `check_remove`, `place_stronghold`, `remove_stronghold` |
//! | S4 | who may buy, reserve and take a card | `admitted`, `admitted_slots` |
//! | S5, B19 | strongholds return home | `strongholds_come_home`, `strongholds_leave` |
//! | S7 | a step of the turn: a purchase by Conquest | `take_up_conquest`, `list_conquest`, `conquest_card` |
//! | S8 | the refill waits for Conquest | the order of `TURN` in `agenda` |

use crate::bytes::{Reader, SnapshotError};
use crate::record::Recorder;
use crate::seat::{BySeat, Seat, SeatCount};
use crate::splendor::action::{Action, Decision};
use crate::splendor::card::CardId;
use crate::splendor::check::require;
use crate::splendor::effect::Effect;
use crate::splendor::refusal::Refusal;
use crate::splendor::slot::{SLOTS, Slot, SlotSet};
use crate::splendor::state::State;
use crate::splendor::turn::Taken;

mod steps;

pub use steps::{Steps, StrongholdStep};

/// The number of strongholds of each seat (S1).
pub const STRONGHOLDS_PER_SEAT: u8 = 3;

/// Strongholds of one seat on one market card.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Stack {
    /// The seat that owns them.
    pub owner: Seat,
    /// Their number: 1 to 3.
    pub count: u8,
}

/// The places of all strongholds, in a game with Strongholds. Strongholds without a place are at home.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Strongholds {
    /// The places where each seat has strongholds.
    standing: BySeat<SlotSet>,
    /// The places with at least two strongholds.
    two: SlotSet,
    /// The places with three strongholds.
    three: SlotSet,
    /// The number of strongholds of each seat that are not at home: the sum of its stacks, kept up to date.
    away: BySeat<u8>,
}

impl Strongholds {
    /// The strongholds on this place of the market.
    #[inline]
    pub fn on(&self, slot: Slot) -> Option<Stack> {
        // At most one seat has strongholds there, so that its number is a sum. A processor cannot guess where
        // a search would end.
        let number = |seat: Seat| (seat.number() + 1) * u8::from(self.standing[seat].has(slot));
        let owner = Seat::new(Seat::all().map(number).sum::<u8>().checked_sub(1)?)?;
        Some(Stack { owner, count: 1 + u8::from(self.two.has(slot)) + u8::from(self.three.has(slot)) })
    }

    /// Whether the seat may buy, reserve or take the card in this place (S4).
    #[inline]
    pub fn admit(&self, seat: Seat, slot: Slot) -> bool {
        !self.closed_to(seat).has(slot)
    }

    /// The places that opponents' strongholds close to the seat (S4).
    #[inline]
    pub fn closed_to(&self, seat: Seat) -> SlotSet {
        let all = self.standing.0.into_iter().fold(SlotSet::default(), SlotSet::union);
        all.difference(self.standing[seat])
    }

    /// The places where the seat has strongholds, with the number of strongholds, in market order.
    pub fn of(&self, seat: Seat) -> impl Iterator<Item = (Slot, u8)> + '_ {
        self.standing[seat].iter().filter_map(|slot| self.on(slot).map(|stack| (slot, stack.count)))
    }

    /// The number of strongholds that the seat has at home.
    #[inline]
    pub fn at_home(&self, seat: Seat) -> u8 {
        STRONGHOLDS_PER_SEAT.saturating_sub(self.away[seat])
    }

    /// The place with all three strongholds of the seat (S7).
    #[inline]
    pub fn conquest(&self, seat: Seat) -> Option<Slot> {
        self.standing[seat].intersection(self.three).iter().next()
    }

    /// Whether exactly one stronghold is on the place.
    #[inline]
    pub fn has_exactly_one(&self, slot: Slot) -> bool {
        self.on(slot).is_some_and(|stack| stack.count == 1)
    }

    /// The stronghold steps that the seat can take if these places have cards (S2, S3).
    #[inline]
    pub fn steps(&self, seat: Seat, open: SlotSet) -> Steps {
        let closed = self.closed_to(seat);
        Steps {
            removable: closed.difference(self.two),
            targets: open.difference(closed),
            standing: self.standing[seat],
            at_home: usize::from(self.at_home(seat) > 0),
        }
    }

    /// Moves one stronghold of the seat from home to a place without opponents' strongholds.
    pub fn add(&mut self, seat: Seat, slot: Slot) {
        if self.two.has(slot) {
            self.three.insert(slot);
        } else if self.standing[seat].has(slot) {
            self.two.insert(slot);
        }
        self.standing[seat].insert(slot);
        self.away[seat] += 1;
    }

    /// Returns one stronghold home.
    #[inline]
    pub fn send_one_home(&mut self, slot: Slot) {
        let Some(stack) = self.clear(slot) else { return };
        (1..stack.count).for_each(|_| self.add(stack.owner, slot));
    }

    /// Returns all strongholds of a place home; the result says which they were.
    pub fn clear(&mut self, slot: Slot) -> Option<Stack> {
        let stack = self.on(slot)?;
        self.standing[stack.owner].remove(slot);
        self.away[stack.owner] -= stack.count;
        self.two.remove(slot);
        self.three.remove(slot);
        Some(stack)
    }

    /// The strongholds with these stacks on the places of the market, if no seat has more than three.
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

/// The bytes of a snapshot: for each place of the market, the owner and the height of its stack.
impl Strongholds {
    pub(in super::super) fn encode(&self, bytes: &mut Vec<u8>) {
        let stack = |slot| self.on(slot).map_or(0, |stack| stack.owner.number() << 2 | stack.count);
        bytes.extend(Slot::all().map(stack));
    }

    pub(in super::super) fn decode(
        reader: &mut Reader<'_>,
        seats: SeatCount,
    ) -> Result<Strongholds, SnapshotError> {
        let mut stacks = [None; SLOTS];
        for (stack, byte) in stacks.iter_mut().zip(reader.array::<SLOTS>()?) {
            if byte != 0 {
                *stack = Some(Stack { owner: Seat::new(byte >> 2).ok_or(SnapshotError)?, count: byte & 3 });
            }
        }
        Strongholds::from_stacks(stacks, seats).ok_or(SnapshotError)
    }
}

/// S2, S3: exactly one stronghold step for each purchase.
impl State {
    /// The possible stronghold steps of the active seat (S2, S3); none without the module.
    #[inline]
    fn stronghold_steps(&self) -> Option<Steps> {
        self.strongholds.as_ref().map(|strongholds| strongholds.steps(self.turn.seat, self.market.open()))
    }

    /// The stronghold step with this number, as an action on cards.
    #[inline]
    fn stronghold_step(&self, steps: &Steps, number: usize) -> Option<Action> {
        let card_on = |slot| self.market.card(slot);
        match steps.nth(number)? {
            StrongholdStep::Remove(slot) => card_on(slot).map(Action::RemoveStronghold),
            StrongholdStep::Place { to, from } => {
                Some(Action::PlaceStronghold { card: card_on(to)?, from: from.and_then(card_on) })
            }
        }
    }

    /// Exactly one stronghold step follows each purchase; if none is possible, the step is skipped (S2, S3).
    pub(in super::super) fn take_up_stronghold<R: Recorder<Action, Effect>>(
        &mut self,
        recorder: &mut R,
    ) -> Taken {
        let Some(steps) = self.stronghold_steps() else { return Taken::Done };
        if steps.is_choice() {
            return Taken::Stays;
        }
        match self.stronghold_step(&steps, 0) {
            Some(only) => self.answer(&only, recorder),
            None => self.lapsed(Decision::Stronghold, recorder),
        }
    }

    /// Lists the stronghold steps (S2, S3).
    pub(in super::super) fn list_strongholds(&self, actions: &mut Vec<Action>) {
        if let Some(steps) = self.stronghold_steps() {
            actions.extend((0..steps.len()).filter_map(|number| self.stronghold_step(&steps, number)));
        }
    }

    /// One of the stronghold steps. `pick` receives their number and returns the index of one.
    #[inline]
    pub(in super::super) fn pick_stronghold(&self, pick: impl FnOnce(usize) -> usize) -> Option<Action> {
        let steps = self.stronghold_steps()?;
        self.stronghold_step(&steps, pick(steps.len()))
    }

    pub(in super::super) fn check_place(&self, card: CardId, from: Option<CardId>) -> Result<(), Refusal> {
        let strongholds = self.strongholds.as_ref().ok_or(Refusal::NotAsked)?;
        let seat = self.turn.seat;
        let slot = self.market.slot_of(card).ok_or(Refusal::NotInMarket)?;
        require(strongholds.admit(seat, slot), Refusal::EnemyStronghold)?;
        let Some(from) = from else {
            return require(strongholds.at_home(seat) > 0, Refusal::NoStrongholdThere);
        };
        require(from != card, Refusal::StrongholdStays)?;
        let own = |slot| strongholds.on(slot).is_some_and(|stack| stack.owner == seat);
        require(self.market.slot_of(from).is_some_and(own), Refusal::NoStrongholdThere)
    }

    pub(in super::super) fn check_remove(&self, card: CardId) -> Result<(), Refusal> {
        let strongholds = self.strongholds.as_ref().ok_or(Refusal::NotAsked)?;
        let slot = self.market.slot_of(card).ok_or(Refusal::NotInMarket)?;
        let alone = !strongholds.admit(self.turn.seat, slot) && strongholds.has_exactly_one(slot);
        require(alone, Refusal::NotRemovable)
    }

    pub(in super::super) fn place_stronghold<R: Recorder<Action, Effect>>(
        &mut self,
        card: CardId,
        from: Option<CardId>,
        recorder: &mut R,
    ) {
        let seat = self.turn.seat;
        let source = from.and_then(|card| self.market.slot_of(card));
        if let (Some(strongholds), Some(slot)) = (&mut self.strongholds, self.market.slot_of(card)) {
            source.into_iter().for_each(|source| strongholds.send_one_home(source));
            strongholds.add(seat, slot);
            recorder.effect(Effect::StrongholdPlaced { seat, card, from });
        }
    }

    pub(in super::super) fn remove_stronghold<R: Recorder<Action, Effect>>(
        &mut self,
        card: CardId,
        recorder: &mut R,
    ) {
        let slot = self.market.slot_of(card);
        if let (Some(strongholds), Some(slot)) = (&mut self.strongholds, slot)
            && let Some(stack) = strongholds.clear(slot)
        {
            recorder.effect(Effect::StrongholdRemoved { seat: stack.owner, card });
        }
    }

    /// The cards with strongholds of a seat; `None` for each stronghold at home, at the end. Empty without
    /// the module.
    pub(in super::super) fn stronghold_view(&self, seat: Seat) -> Vec<Option<CardId>> {
        let Some(strongholds) = &self.strongholds else { return Vec::new() };
        let standing = strongholds
            .of(seat)
            .flat_map(|(slot, count)| std::iter::repeat_n(self.market.card(slot), count as usize));
        let home = std::iter::repeat_n(None, strongholds.at_home(seat) as usize);
        standing.chain(home).collect()
    }
}

/// S4: an opponent's stronghold blocks a card.
impl State {
    /// Whether the seat may buy, reserve or take the card in this place (S4).
    #[inline]
    pub(in super::super) fn admitted(&self, seat: Seat, slot: Slot) -> bool {
        self.strongholds.as_ref().is_none_or(|strongholds| strongholds.admit(seat, slot))
    }

    /// The places whose cards the active seat may buy and reserve (S4).
    #[inline]
    pub(in super::super) fn admitted_slots(&self) -> SlotSet {
        let open = self.market.open();
        match &self.strongholds {
            None => open,
            Some(strongholds) => open.difference(strongholds.closed_to(self.turn.seat)),
        }
    }
}

/// S5: strongholds return home when their card is taken, or when their owner goes out (B19).
impl State {
    /// Returns the strongholds on a card that is bought, reserved or taken (S5).
    pub(in super::super) fn strongholds_come_home<R: Recorder<Action, Effect>>(
        &mut self,
        slot: Slot,
        card: CardId,
        recorder: &mut R,
    ) {
        if let Some(stack) = self.strongholds.as_mut().and_then(|strongholds| strongholds.clear(slot)) {
            recorder.effect(Effect::StrongholdsReturned { seat: stack.owner, card, count: stack.count });
        }
    }

    /// Returns the strongholds of a seat that goes out (B19).
    pub(in super::super) fn strongholds_leave<R: Recorder<Action, Effect>>(
        &mut self,
        seat: Seat,
        recorder: &mut R,
    ) {
        let standing: Vec<Slot> =
            self.strongholds.iter().flat_map(|all| all.of(seat).map(|(slot, _)| slot)).collect();
        for slot in standing {
            if let Some(card) = self.market.card(slot) {
                self.strongholds_come_home(slot, card, recorder);
            }
        }
    }
}

/// S7: a card with all three strongholds of a seat can be bought at the end of its main action.
impl State {
    /// The card with all three strongholds of the active seat (S7).
    #[inline]
    pub(in super::super) fn conquest_card(&self) -> Option<CardId> {
        self.strongholds.as_ref()?.conquest(self.turn.seat).and_then(|slot| self.market.card(slot))
    }

    /// The seat decides about Conquest only if it can pay for the card (S7, T2).
    #[inline(always)]
    pub(in super::super) fn take_up_conquest(&self) -> Taken {
        if self.conquest_card().is_some_and(|card| self.can_pay(card)) { Taken::Stays } else { Taken::Done }
    }

    #[inline]
    fn can_pay(&self, card: CardId) -> bool {
        let mut payable = false;
        self.add_payments(card, |_| payable = true);
        payable
    }

    /// Lists the payments of a Conquest, and the choice to decline it (S7).
    pub(in super::super) fn list_conquest(&self, actions: &mut Vec<Action>) {
        if let Some(card) = self.conquest_card() {
            self.add_payments(card, |payment| actions.push(Action::Conquer(payment)));
        }
        actions.push(Action::DeclineConquest);
    }
}
