//! The inputs of the base game.

use lapidary_engine::seat::Seat;
use lapidary_engine::splendor::card::{CardId, Deck};
use lapidary_engine::splendor::color::Color;
use lapidary_engine::splendor::holdings::Holdings;
use lapidary_engine::splendor::noble::NobleId;
use lapidary_engine::splendor::slot::{Slot, SlotSet};
use lapidary_engine::splendor::state::State;

use super::distance::Distance;
use super::inputs::{Inputs, Row};

/// The rows of a seat, relative to its first row: the beginning of each group.
mod group {
    pub(super) const TOKENS: u16 = 0;
    pub(super) const GOLD: u16 = TOKENS + 5 * 8;
    pub(super) const TOTAL: u16 = GOLD + 6;
    pub(super) const BONUSES: u16 = TOTAL + 11;
    pub(super) const REACH: u16 = BONUSES + 5 * 8;
    pub(super) const PRESTIGE: u16 = REACH + 5 * 12;
    pub(super) const PURCHASES: u16 = PRESTIGE + 24;
    pub(super) const HAND: u16 = PURCHASES + 24;
    pub(super) const NOBLES: u16 = HAND + 4;
    pub(super) const MISSING: u16 = NOBLES + 11 * 9;
    pub(super) const SHAPE: u16 = MISSING + 90 * 9;
    pub(super) const DUE: u16 = SHAPE + 8 * 9 * 8;
    pub(super) const HELD_MISSING: u16 = DUE + 90 * 10;
    pub(super) const HELD_SHAPE: u16 = HELD_MISSING + 90 * 9;
    pub(super) const HIDDEN: u16 = HELD_SHAPE + 8 * 9 * 8;
    pub(super) const END: u16 = HIDDEN + 3;
}

/// The rows of the table, relative to the first.
mod table {
    pub(super) const SUPPLY: u16 = 0;
    pub(super) const GOLD: u16 = SUPPLY + 5 * 8;
    pub(super) const DECKS: u16 = GOLD + 6;
    pub(super) const VISIBLE: u16 = DECKS + 3 * 11;
    pub(super) const FINAL: u16 = VISIBLE + 3 * 5;
    pub(super) const NEXT: u16 = FINAL + 5;
    pub(super) const ROUND: u16 = NEXT + 4;
    pub(super) const END: u16 = ROUND + 40;
}

/// The first row of the viewing seat, and of the seats after it.
const OWN: u16 = 1;
const OTHER: u16 = OWN + group::END;

const fn first_of_table(others: usize) -> u16 {
    OTHER + others as u16 * group::END
}

/// The number of places for the rows of a seat, and the first places of some groups.
const SEAT_PLACES: usize = NOBLE_PLACES + 11;
const MARKET_PLACES: usize = 20;
const HAND_PLACES: usize = MARKET_PLACES + 12 * 3;
const NOBLE_PLACES: usize = HAND_PLACES + 3 * 3;
/// The number of places for the rows of the table.
const TABLE_PLACES: usize = 15;

/// The rows of a seat.
type SeatRows = [Row; SEAT_PLACES];
/// The rows of the table, and an empty place.
type TableRows = [Row; TABLE_PLACES + 1];

/// The places of the base game's market.
const SLOTS: usize = 12;

/// The inputs of the base game: what is on its table. Each of `OTHERS` other seats has separate rows, in the
/// order of turns. At a larger table, the last seats share rows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BaseGame<const OTHERS: usize>;

/// The cards and nobles on the table.
#[derive(Clone, Copy, Default, Debug)]
pub struct Shared {
    cards: [u8; SLOTS],
    nobles: u16,
}

impl<const OTHERS: usize> Inputs for BaseGame<OTHERS> {
    const ROWS: usize = (first_of_table(OTHERS) + table::END) as usize;
    const SCALE: f32 = if OTHERS == 1 { 1024.0 } else { 512.0 };
    type OwnRows = [Row; SEAT_PLACES + TABLE_PLACES + 1];
    type OtherRows = SeatRows;
    type Shared = Shared;

    #[inline]
    fn own_places(_: &State) -> usize {
        SEAT_PLACES + TABLE_PLACES
    }

    #[inline]
    fn write_own(state: &State, seat: Seat, unseen: SlotSet, rows: &mut Self::OwnRows) {
        if let Some((of_seat, rest)) = rows.split_first_chunk_mut()
            && let Some(of_table) = rest.first_chunk_mut()
        {
            write_seat(state, seat, OWN, unseen, of_seat);
            write_table(state, seat, first_of_table(OTHERS), unseen, of_table);
        }
    }

    #[inline]
    fn write_other(state: &State, seat: Seat, other: Seat, unseen: SlotSet, rows: &mut SeatRows) {
        let seats = state.seat_count().get();
        let after = (other.index() + seats - seat.index()) % seats;
        let block = after.clamp(1, OTHERS) as u16 - 1;
        write_seat(state, other, OTHER + block * group::END, unseen, rows);
    }

    #[inline]
    fn shared(state: &State) -> Shared {
        let card = |slot| Slot::new(slot as u8).and_then(|slot| state.market().card(slot));
        Shared {
            cards: std::array::from_fn(|slot| card(slot).map_or(0, CardId::number)),
            nobles: state.nobles_left().bits(),
        }
    }

    /// Cards and nobles only vanish: a refilled place shows a blank.
    #[inline]
    fn each_change(before: &Shared, after: &State, _: Seat, mut change: impl FnMut(usize, Row)) {
        let now = Self::shared(after);
        for (slot, (now, before)) in now.cards.into_iter().zip(before.cards).enumerate() {
            if now != before {
                let at = market_place(slot);
                (at..at + 3).for_each(|place| change(place, 0));
            }
        }
        let mut gone = before.nobles & !now.nobles;
        while gone != 0 {
            change(NOBLE_PLACES + gone.trailing_zeros() as usize, 0);
            gone &= gone - 1;
        }
    }
}

/// Writes the rows of a seat, beginning with this row. Cards in the places `unseen` are unknown.
fn write_seat(state: &State, seat: Seat, first: Row, unseen: SlotSet, rows: &mut SeatRows) {
    let holdings = state.holdings(seat);
    write_holdings(state, seat, first, rows);
    for slot in 0..SLOTS {
        let card = Slot::new(slot as u8)
            .filter(|&slot| !unseen.has(slot))
            .and_then(|slot| state.market().card(slot));
        let at = market_place(slot);
        rows[at..at + 3].copy_from_slice(&card.map_or([0; 3], |card| market_rows(holdings, card, first)));
    }
    write_hand(holdings, first, rows);
    for noble in NobleId::all() {
        let place = usize::from(noble.place());
        let row = || {
            let missing = noble.cards().less(holdings.card_counts).total();
            first + group::NOBLES + 9 * place as u16 + u16::from(missing.min(8))
        };
        rows[NOBLE_PLACES + place] = if state.nobles_left().has(noble) { row() } else { 0 };
    }
}

/// The index of the three rows of a market card.
const fn market_place(slot: usize) -> usize {
    MARKET_PLACES + 3 * slot
}

fn write_holdings(state: &State, seat: Seat, first: Row, rows: &mut SeatRows) {
    let holdings = state.holdings(seat);
    let gems = holdings.tokens.gems();
    for color in Color::ALL {
        let (index, number) = (color.index(), color.index() as u16);
        let (held, bonus) = (u16::from(gems.get(color)), u16::from(holdings.bonuses.get(color)));
        rows[index] = first + group::TOKENS + 8 * number + held.min(7);
        rows[5 + index] = first + group::BONUSES + 8 * number + bonus.min(7);
        rows[10 + index] = first + group::REACH + 12 * number + (held + bonus).min(11);
    }
    let row = |group: u16, count: u8, most: u16| first + group + u16::from(count).min(most);
    rows[15] = row(group::GOLD, holdings.tokens.gold(), 5);
    rows[16] = row(group::TOTAL, holdings.tokens.total(), 10);
    rows[17] = row(group::PRESTIGE, state.prestige(seat), 23);
    rows[18] = row(group::PURCHASES, holdings.purchases, 23);
    rows[19] = row(group::HAND, holdings.hand.len() as u8, 3);
}

fn write_hand(holdings: &Holdings, first: Row, rows: &mut SeatRows) {
    rows[HAND_PLACES..NOBLE_PLACES].fill(0);
    for (place, card) in holdings.hand.cards().enumerate() {
        let at = HAND_PLACES + 3 * place;
        if card.is_blank() {
            rows[at + 2] = first + group::HIDDEN + card.facts().deck.level() as u16;
        } else {
            let distance = Distance::of(holdings, card, holdings.tokens.gold());
            rows[at] = first + group::HELD_MISSING + distance.by_card(card);
            rows[at + 1] = first + group::HELD_SHAPE + distance.shape(card);
        }
    }
}

fn market_rows(holdings: &Holdings, card: CardId, first: Row) -> [Row; 3] {
    if card.is_blank() {
        return [0; 3];
    }
    let distance = Distance::of(holdings, card, holdings.tokens.gold());
    let by_due = 10 * number(card) + u16::from(distance.due.min(9));
    [
        first + group::MISSING + distance.by_card(card),
        first + group::SHAPE + distance.shape(card),
        first + group::DUE + by_due,
    ]
}

/// The number of a card of the base game, from 0.
const fn number(card: CardId) -> u16 {
    card.number() as u16 - 1
}

impl Distance {
    #[inline]
    fn by_card(self, card: CardId) -> u16 {
        9 * number(card) + u16::from(self.missing)
    }

    /// The level and points of the card, combined with what is missing.
    #[inline]
    fn shape(self, card: CardId) -> u16 {
        let facts = card.facts();
        let class = match facts.deck {
            Deck::Base1 => facts.points.min(1),
            Deck::Base2 => 1 + facts.points.clamp(1, 3),
            _ => 2 + facts.points.clamp(3, 5),
        };
        72 * u16::from(class) + 8 * u16::from(self.missing) + u16::from(self.widest)
    }
}

/// Writes the rows of the table, as the seat sees it.
fn write_table(state: &State, seat: Seat, first: Row, unseen: SlotSet, rows: &mut TableRows) {
    let (supply, market) = (state.tokens_left(), state.market());
    let row = |group: u16, count: u16, most: u16| first + group + count.min(most);
    for color in Color::ALL {
        let group = table::SUPPLY + 8 * color.index() as u16;
        rows[color.index()] = row(group, u16::from(supply.gems().get(color)), 7);
    }
    rows[5] = row(table::GOLD, u16::from(supply.gold()), 5);
    for level in 0..3 {
        let deck = Deck::ALL[level];
        let left = u16::from(market.deck_size(deck)).div_ceil(4);
        let is_known =
            |slot: &Slot| !unseen.has(*slot) && market.card(*slot).is_some_and(|card| !card.is_blank());
        let visible = Slot::of(deck).filter(is_known).count() as u16;
        rows[6 + level] = row(table::DECKS + 11 * level as u16, left, 10);
        rows[9 + level] = row(table::VISIBLE + 5 * level as u16, visible, 4);
    }
    let seats = state.seat_count().get() as u16;
    let number = u16::from(seat.number());
    rows[12] = row(table::FINAL, if state.is_final_round() { 1 + number } else { 0 }, 4);
    let next = state.to_act().map_or(number, |(next, _)| u16::from(next.number()));
    rows[13] = row(table::NEXT, (next + seats - number) % seats, 3);
    rows[14] = row(table::ROUND, state.turns_begun() / seats, 39);
}
