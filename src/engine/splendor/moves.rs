//! Knows the legal main actions as sets of bits, to be counted and picked from without being written out (B4-B8).
//! Knows nothing of the other decisions: see `legal`.

use super::action::Action;
use super::card::{Deck, Power};
use super::color::{Color, ColorSet};
use super::market::SlotSet;
use super::modules::trading_posts::Post;
use super::payment::Purse;
use super::state::State;
use super::tokens::Gems;

/// The takes of different gems for each set of colors that the supply has: their number and their sets (B5).
static DIFFERENT: [(u8, [u8; 10]); ColorSet::COUNT] = {
    let mut table = [(0, [0; 10]); ColorSet::COUNT];
    let mut left = 1;
    while left < ColorSet::COUNT as u8 {
        let mut taken = 1;
        while taken < ColorSet::COUNT as u8 {
            let possible = taken & !left == 0;
            let three = taken.count_ones() == 3;
            if possible && (three || left.count_ones() < 3) {
                let (count, sets) = &mut table[left as usize];
                sets[*count as usize] = taken;
                *count += 1;
            }
            taken += 1;
        }
        left += 1;
    }
    table
};

/// Main actions that a bit each can tell: everything but takes with P2 and purchases in which a module has a say.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct MainMoves {
    /// The colors that the supply has.
    left: ColorSet,
    /// The colors of which two equal can be taken.
    pairs: ColorSet,
    /// The places from which a card can be reserved, and their number.
    reserves: SlotSet,
    reserved: u8,
    /// The decks from which a card can be reserved, the first one lowest, and their number.
    blind: u8,
    decks: u8,
    /// The places from which a card can be bought, and their number.
    purchases: SlotSet,
    bought: u8,
    /// The cards of the hand that can be bought, the first one lowest, and their number.
    from_hand: u8,
    bought_from_hand: u8,
}

/// The place of the nth bit that is set.
#[inline]
fn nth_bit(bits: u32, n: usize) -> u32 {
    (0..n).fold(bits, |left, _| left & left.wrapping_sub(1)).trailing_zeros()
}

impl MainMoves {
    /// The number of takes of different gems.
    #[inline]
    fn different(&self) -> usize {
        DIFFERENT[self.left.bits() as usize & 31].0 as usize
    }

    /// The number of actions.
    #[inline]
    pub fn len(&self) -> usize {
        self.different()
            + self.pairs.len() as usize
            + (self.reserved + self.decks + self.bought + self.bought_from_hand) as usize
    }

    /// The action with this place in the order in which they are written out.
    pub fn nth(&self, state: &State, mut place: usize) -> Option<Action> {
        if place < self.different() {
            let set = DIFFERENT[self.left.bits() as usize & 31].1[place];
            return Some(Action::Take(Gems::each(ColorSet::from_bits(set))));
        }
        place -= self.different();
        if place < self.pairs.len() as usize {
            let color = nth_bit(u32::from(self.pairs.bits()), place) as usize;
            return Some(Action::Take(Gems::of(Color::ALL[color], 2)));
        }
        place -= self.pairs.len() as usize;
        if place < self.reserved as usize {
            return self.reserves.nth(place).and_then(|slot| state.market.card(slot)).map(Action::Reserve);
        }
        place -= self.reserved as usize;
        if place < self.decks as usize {
            return Some(Action::ReserveBlind(Deck::ALL[nth_bit(u32::from(self.blind), place) as usize]));
        }
        place -= self.decks as usize;
        let card = if place < self.bought as usize {
            self.purchases.nth(place).and_then(|slot| state.market.card(slot))?
        } else {
            place -= self.bought as usize;
            let held = nth_bit(u32::from(self.from_hand), place) as usize;
            state.active().hand.iter().nth(held)?.card
        };
        let payment = state.active().plain_payment(card.facts().cost)?;
        Some(Action::Buy { card, payment })
    }

    /// Adds the actions to a list, before those that it holds.
    pub fn write_out(&self, state: &State, actions: &mut Vec<Action>) {
        let written = actions.len();
        actions.extend((0..self.len()).filter_map(|place| self.nth(state, place)));
        actions.rotate_left(written);
    }
}

impl State {
    /// The legal main actions; those that a bit cannot tell are added to the list.
    #[inline]
    pub(super) fn main_moves(&self, others: &mut Vec<Action>) -> MainMoves {
        let seat = self.turn.seat;
        let left = self.gems_left();
        let purse = self.purse(seat);
        let mut moves = MainMoves {
            left: left.colors(),
            pairs: left.colors_with(4),
            reserves: SlotSet::default(),
            reserved: 0,
            blind: 0,
            decks: 0,
            purchases: SlotSet::default(),
            bought: 0,
            from_hand: 0,
            bought_from_hand: 0,
        };
        if self.owns_post(seat, Post::ExtraToken) {
            moves.pairs = self.take_pairs_with_extra(moves, others);
        }
        let admitted = self.admitted_slots(seat);
        if !self.active().hand.is_full() {
            moves.reserves = admitted;
            moves.reserved = admitted.len() as u8;
            moves.blind = self.market.decks_left();
            moves.decks = moves.blind.count_ones() as u8;
        }
        self.find_purchases(&purse, admitted, &mut moves, others);
        moves
    }

    /// Lists the takes of two equal with another token (P2); the pairs that lack a partner remain (B6).
    fn take_pairs_with_extra(&self, moves: MainMoves, others: &mut Vec<Action>) -> ColorSet {
        let partners = |pair: Color| moves.left.without(pair);
        for pair in moves.pairs.iter() {
            let with = |other| Action::Take(Gems::of(pair, 2).plus(Gems::one(other)));
            others.extend(partners(pair).iter().map(with));
        }
        moves.pairs.iter().filter(|&pair| !partners(pair).is_empty()).fold(moves.pairs, ColorSet::without)
    }

    /// The purchases with what they can be paid: a bit where tokens of single worth decide, else a line (B8).
    #[inline]
    fn find_purchases(
        &self,
        purse: &Purse,
        admitted: SlotSet,
        moves: &mut MainMoves,
        others: &mut Vec<Action>,
    ) {
        let holdings = self.active();
        let reach = holdings.bonuses.plus(holdings.tokens.gems());
        let plain = purse.is_plain();
        for slot in admitted.iter() {
            let Some(card) = self.market.card(slot) else { continue };
            let facts = card.facts();
            if plain && facts.power == Power::Plain {
                if facts.cost.less(reach).total() <= purse.tokens.gold() {
                    moves.purchases.insert(slot);
                    moves.bought += 1;
                }
            } else {
                self.add_payments(purse, card, |payment| others.push(Action::Buy { card, payment }));
            }
        }
        for (place, reserved) in holdings.hand.iter().enumerate() {
            let card = reserved.card;
            let facts = card.facts();
            if plain && facts.power == Power::Plain {
                if facts.cost.less(reach).total() <= purse.tokens.gold() {
                    moves.from_hand |= 1 << place;
                    moves.bought_from_hand += 1;
                }
            } else {
                self.add_payments(purse, card, |payment| others.push(Action::Buy { card, payment }));
            }
        }
    }

    /// The places whose cards the seat may buy and reserve (S4).
    #[inline]
    fn admitted_slots(&self, seat: crate::engine::seat::Seat) -> SlotSet {
        let open = self.market.open();
        match &self.strongholds {
            None => open,
            Some(strongholds) => open.without(strongholds.closed_to(seat)),
        }
    }
}
