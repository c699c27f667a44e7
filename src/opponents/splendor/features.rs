//! What the evaluation sees of a position of the base game: which rows of its first layer are active.
//!
//! Every input has a fixed place in a list, and a place holds one row or none. So two positions can be
//! compared place by place, and an evaluation only needs the difference.

use lapidary_engine::seat::Seat;
use lapidary_engine::splendor::card::{CardId, Deck};
use lapidary_engine::splendor::color::Color;
use lapidary_engine::splendor::holdings::Holdings;
use lapidary_engine::splendor::noble::NobleId;
use lapidary_engine::splendor::slot::{Slot, SlotSet};
use lapidary_engine::splendor::state::State;

/// A row of the first layer; row 0 is always zero and stands for nothing.
pub type Row = u16;

/// The rows of a seat, from the first one of the seat on: where each group begins.
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

/// The rows of the table, from the first one on.
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

/// The first row of the seat that looks, of any other seat, and of the table.
const OWN: u16 = 1;
const OTHER: u16 = OWN + group::END;
const TABLE: u16 = OTHER + group::END;
/// The number of rows.
pub const ROWS: usize = (TABLE + table::END) as usize;

/// The number of places for the rows of a seat, and where some begin.
pub const SEAT_PLACES: usize = NOBLE_PLACES + 11;
const MARKET_PLACES: usize = 20;
const HAND_PLACES: usize = MARKET_PLACES + 12 * 3;
const NOBLE_PLACES: usize = HAND_PLACES + 3 * 3;
/// The number of places for the rows of the table.
pub const TABLE_PLACES: usize = 15;

/// The rows of a seat.
pub type SeatRows = [Row; SEAT_PLACES];
/// The rows of the table.
pub type TableRows = [Row; TABLE_PLACES];

/// Whose rows they are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Role {
    /// The seat for which the position is valued.
    Own,
    /// Any other seat.
    Other,
}

/// The places of the base game's market.
const SLOTS: usize = 12;

/// Writes the rows of a seat. Cards in the places `unseen` count as unknown.
pub fn write_seat(state: &State, seat: Seat, role: Role, unseen: SlotSet, rows: &mut SeatRows) {
    let first = if role == Role::Own { OWN } else { OTHER };
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

/// Where the three rows of a market card are.
pub const fn market_place(slot: usize) -> usize {
    MARKET_PLACES + 3 * slot
}

/// Where the row of a noble is.
pub const fn noble_place(noble: usize) -> usize {
    NOBLE_PLACES + noble
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
            let distance = Distance::of(holdings, card);
            rows[at] = first + group::HELD_MISSING + distance.by_card(card);
            rows[at + 1] = first + group::HELD_SHAPE + distance.shape(card);
        }
    }
}

fn market_rows(holdings: &Holdings, card: CardId, first: Row) -> [Row; 3] {
    if card.is_blank() {
        return [0; 3];
    }
    let distance = Distance::of(holdings, card);
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

/// What a seat needs before it can buy a card.
#[derive(Clone, Copy)]
struct Distance {
    /// The cost after bonuses.
    due: u8,
    /// What is missing after bonuses, tokens and gold, at most 8.
    missing: u8,
    /// The most that is missing of one color, before gold, at most 7.
    widest: u8,
}

impl Distance {
    #[inline]
    fn of(holdings: &Holdings, card: CardId) -> Distance {
        let due = card.cost().less(holdings.bonuses);
        let missing = due.less(holdings.tokens.gems());
        let widest = Color::ALL.into_iter().fold(0, |most, color| missing.get(color).max(most));
        Distance {
            due: due.total(),
            missing: missing.total().saturating_sub(holdings.tokens.gold()).min(8),
            widest: widest.min(7),
        }
    }

    #[inline]
    fn by_card(self, card: CardId) -> u16 {
        9 * number(card) + u16::from(self.missing)
    }

    /// The level and points of the card, with what is missing.
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
pub fn write_table(state: &State, seat: Seat, unseen: SlotSet, rows: &mut TableRows) {
    let (supply, market) = (state.tokens_left(), state.market());
    let row = |group: u16, count: u16, most: u16| TABLE + group + count.min(most);
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

/// The active rows of a position, valued for a seat; cards in the places `unseen` count as unknown.
pub fn active_rows(state: &State, seat: Seat, unseen: SlotSet, rows: &mut Vec<Row>) {
    let mut of_seat = [0; SEAT_PLACES];
    let mut of_table = [0; TABLE_PLACES];
    for one in state.seat_count().seats() {
        let role = if one == seat { Role::Own } else { Role::Other };
        write_seat(state, one, role, unseen, &mut of_seat);
        rows.extend(of_seat.iter().filter(|&&row| row != 0));
    }
    write_table(state, seat, unseen, &mut of_table);
    rows.extend(of_table);
}
