//! The inputs of any table: all modules, two to four seats.
//!
//! | module | what is seen of it |
//! |---|---|
//! | Orient | its cards as those of the base game; each power is a group of its own beside level and points; virtual gold counts as gold |
//! | Strongholds | for each place, seat and number of strongholds, what is missing to buy the card there |
//! | Trading Posts | for each post and seat, whether it is owned, otherwise the missing cards |
//! | Cities | for each tile and seat, the missing cards, and these with the missing points |

use std::array;

use lapidary_engine::seat::{SEATS_MAX, Seat};
use lapidary_engine::splendor::card::{CardId, Deck, Power};
use lapidary_engine::splendor::color::Color;
use lapidary_engine::splendor::holdings::Holdings;
use lapidary_engine::splendor::modules::cities::CityId;
use lapidary_engine::splendor::modules::orient::{VIRTUAL_GOLD_PER_CARD, VirtualGold};
use lapidary_engine::splendor::modules::trading_posts::Post;
use lapidary_engine::splendor::noble::NobleId;
use lapidary_engine::splendor::slot::{SLOTS, Slot, SlotSet};
use lapidary_engine::splendor::state::State;

use super::distance::{Distance, MISSING_MAX, WIDEST_MAX};
use super::inputs::{Inputs, Row};

/// The number of steps of a distance.
const MISSING: u16 = MISSING_MAX as u16 + 1;
const WIDEST: u16 = WIDEST_MAX as u16 + 1;
/// The number of cards, of classes of cards, and of city tiles with both faces.
const CARDS: u16 = CardId::COUNT as u16;
const CLASSES: u16 = 14;
const CITIES: u16 = CityId::COUNT as u16;

/// The rows of a seat, relative to its first row: the beginning of each group.
mod group {
    use super::{CARDS, CITIES, CLASSES, MISSING as STEPS, WIDEST};

    pub(super) const TOKENS: u16 = 0;
    pub(super) const GOLD: u16 = TOKENS + 5 * 8;
    pub(super) const TOTAL: u16 = GOLD + 6;
    pub(super) const BONUSES: u16 = TOTAL + 11;
    pub(super) const REACH: u16 = BONUSES + 5 * 8;
    pub(super) const PRESTIGE: u16 = REACH + 5 * 12;
    pub(super) const PURCHASES: u16 = PRESTIGE + 24;
    pub(super) const HAND: u16 = PURCHASES + 24;
    pub(super) const NOBLES: u16 = HAND + 4;
    pub(super) const MISSING: u16 = NOBLES + 11 * STEPS;
    pub(super) const SHAPE: u16 = MISSING + CARDS * STEPS;
    pub(super) const HELD_MISSING: u16 = SHAPE + CLASSES * STEPS * WIDEST;
    pub(super) const HELD_SHAPE: u16 = HELD_MISSING + CARDS * STEPS;
    pub(super) const HIDDEN: u16 = HELD_SHAPE + CLASSES * STEPS * WIDEST;
    pub(super) const VIRTUAL: u16 = HIDDEN + 6;
    pub(super) const STRONGHOLDS: u16 = VIRTUAL + 6;
    pub(super) const POSTS: u16 = STRONGHOLDS + 2 * 3 * STEPS;
    pub(super) const CITY_CARDS: u16 = POSTS + 5 * 10;
    pub(super) const CITY_POINTS: u16 = CITY_CARDS + CITIES * STEPS;
    pub(super) const END: u16 = CITY_POINTS + STEPS * STEPS;
}

/// The rows of the table, relative to the first.
mod table {
    pub(super) const SUPPLY: u16 = 0;
    pub(super) const GOLD: u16 = SUPPLY + 5 * 8;
    pub(super) const DECKS: u16 = GOLD + 6;
    pub(super) const VISIBLE: u16 = DECKS + 6 * 11;
    pub(super) const FINAL: u16 = VISIBLE + 6 * 5;
    pub(super) const NEXT: u16 = FINAL + 5;
    pub(super) const ROUND: u16 = NEXT + 4;
    pub(super) const SEATS: u16 = ROUND + 40;
    pub(super) const MODULES: u16 = SEATS + 3;
    pub(super) const RIVALS: u16 = MODULES + 4;
    pub(super) const END: u16 = RIVALS + 3 * 24;
}

/// The first row of the viewing seat, of any other seat, and of the table, and the costs of cards after
/// bonuses, which only the viewing seat uses.
const OWN: u16 = 1;
const OTHER: u16 = OWN + group::END;
const TABLE: u16 = OTHER + group::END;
const DUE: u16 = TABLE + table::END;
const END: u16 = DUE + CARDS * 10;

/// The places of a seat: those of the base game, and those of modules.
const BASE_SLOTS: usize = 12;
const MARKET_PLACES: usize = 20;
const HAND_PLACES: usize = MARKET_PLACES + 3 * BASE_SLOTS;
const NOBLE_PLACES: usize = HAND_PLACES + 3 * 3;
const BASE_PLACES: usize = NOBLE_PLACES + NobleId::COUNT as usize;
const STRONGHOLD_PLACES: usize = 3 * (SLOTS - BASE_SLOTS);
const VIRTUAL_PLACE: usize = STRONGHOLD_PLACES + SLOTS;
const POST_PLACES: usize = VIRTUAL_PLACE + 1;
const CITY_PLACES: usize = POST_PLACES + 5;
const MODULE_PLACES: usize = CITY_PLACES + 2 * 3;
/// The places of the table.
const TABLE_PLACES: usize = 29;

/// The rows of a seat: base game, then modules.
type BaseRows = [Row; BASE_PLACES];
type ModuleRows = [Row; MODULE_PLACES];
type TableRows = [Row; TABLE_PLACES];

/// The inputs of any table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AnyTable;

/// The cards, strongholds and nobles on the table.
#[derive(Clone, Copy, Default, Debug)]
pub struct Shared {
    cards: [u8; SLOTS],
    stacks: [u8; SLOTS],
    nobles: u16,
}

impl Inputs for AnyTable {
    const ROWS: usize = END as usize;
    const SCALE: f32 = 512.0;
    type OwnRows = [Row; BASE_PLACES + TABLE_PLACES + MODULE_PLACES + 1];
    type OtherRows = [Row; BASE_PLACES + MODULE_PLACES];
    type Shared = Shared;

    #[inline]
    fn own_places(state: &State) -> usize {
        BASE_PLACES + TABLE_PLACES + if state.modules().is_empty() { 0 } else { MODULE_PLACES }
    }

    fn write_own(state: &State, seat: Seat, unseen: SlotSet, rows: &mut Self::OwnRows) {
        if let Some((base, rest)) = rows.split_first_chunk_mut()
            && let Some((table, rest)) = rest.split_first_chunk_mut()
            && let Some(modules) = rest.first_chunk_mut()
        {
            Looker { state, seat, is_own: true }.write(unseen, base, modules);
            write_table(state, seat, unseen, table);
        }
    }

    fn write_other(state: &State, _: Seat, other: Seat, unseen: SlotSet, rows: &mut Self::OtherRows) {
        if let Some((base, rest)) = rows.split_first_chunk_mut()
            && let Some(modules) = rest.first_chunk_mut()
        {
            Looker { state, seat: other, is_own: false }.write(unseen, base, modules);
        }
    }

    fn shared(state: &State) -> Shared {
        let mut shared = Shared { nobles: state.nobles_left().bits(), ..Shared::default() };
        for (slot, card) in state.market().face_up() {
            shared.cards[slot.index()] = card.number();
        }
        if let Some(strongholds) = state.strongholds() {
            for slot in Slot::all() {
                let number = strongholds.on(slot).map_or(0, |stack| 4 * stack.owner.number() + stack.count);
                shared.stacks[slot.index()] = number;
            }
        }
        shared
    }

    fn each_change(before: &Shared, after: &State, other: Seat, mut change: impl FnMut(usize, Row)) {
        let now = AnyTable::shared(after);
        let looker = Looker { state: after, seat: other, is_own: false };
        for slot in Slot::all() {
            let at = slot.index();
            if (now.cards[at], now.stacks[at]) != (before.cards[at], before.stacks[at]) {
                let [missing, shape, due, stronghold] = looker.slot_rows(slot);
                let (place, of_stronghold) = slot_places(slot);
                for (number, row) in [missing, shape, due].into_iter().enumerate() {
                    change(place.of_other() + number, row);
                }
                change(of_stronghold.of_other(), stronghold);
            }
        }
        let mut gone = before.nobles & !now.nobles;
        while gone != 0 {
            change(NOBLE_PLACES + gone.trailing_zeros() as usize, 0);
            gone &= gone - 1;
        }
    }
}

/// A place of a seat: among those of the base game or among those of modules.
#[derive(Clone, Copy)]
enum SeatPlace {
    Base(usize),
    Module(usize),
}

impl SeatPlace {
    /// Its index among the rows of another seat.
    const fn of_other(self) -> usize {
        match self {
            SeatPlace::Base(at) => at,
            SeatPlace::Module(at) => BASE_PLACES + at,
        }
    }
}

/// The first of the three rows of the card in a place of the market, and the row of its strongholds.
const fn slot_places(slot: Slot) -> (SeatPlace, SeatPlace) {
    let number = slot.index();
    let card = if number < BASE_SLOTS {
        SeatPlace::Base(MARKET_PLACES + 3 * number)
    } else {
        SeatPlace::Module(3 * (number - BASE_SLOTS))
    };
    (card, SeatPlace::Module(STRONGHOLD_PLACES + number))
}

/// A seat whose rows are written from its own view or another's.
#[derive(Clone, Copy)]
struct Looker<'a> {
    state: &'a State,
    seat: Seat,
    is_own: bool,
}

impl Looker<'_> {
    const fn first(self) -> Row {
        if self.is_own { OWN } else { OTHER }
    }

    fn holdings(&self) -> &Holdings {
        self.state.holdings(self.seat)
    }

    /// The gems that the gold of the seat can cover, with virtual gold (O4) and the post for it (P3).
    fn gold(&self) -> u8 {
        let holdings = self.holdings();
        let virtual_gold = VirtualGold::among(holdings.cards).len() as u8;
        let gold = holdings.tokens.gold() + VIRTUAL_GOLD_PER_CARD * virtual_gold;
        let doubles = self.state.posts().is_some_and(|posts| posts.owns(self.seat, Post::DoubleGold));
        if doubles { 2 * gold } else { gold }
    }

    fn write(self, unseen: SlotSet, base: &mut BaseRows, modules: &mut ModuleRows) {
        let has_modules = !self.state.modules().is_empty();
        self.write_holdings(base);
        self.write_hand(base);
        for slot in Slot::all().take(if has_modules { SLOTS } else { BASE_SLOTS }) {
            let rows = if unseen.has(slot) { [0; 4] } else { self.slot_rows(slot) };
            let (place, of_stronghold) = slot_places(slot);
            match place {
                SeatPlace::Base(at) => base[at..at + 3].copy_from_slice(&rows[..3]),
                SeatPlace::Module(at) => modules[at..at + 3].copy_from_slice(&rows[..3]),
            }
            if let (true, SeatPlace::Module(at)) = (has_modules, of_stronghold) {
                modules[at] = rows[3];
            }
        }
        for noble in NobleId::all() {
            let place = noble.place();
            let row = || {
                let missing = noble.cards().less(self.holdings().card_counts).total().min(MISSING_MAX);
                self.first() + group::NOBLES + MISSING * u16::from(place) + u16::from(missing)
            };
            base[NOBLE_PLACES + usize::from(place)] =
                if self.state.nobles_left().has(noble) { row() } else { 0 };
        }
        if has_modules {
            self.write_modules(modules);
        }
    }

    fn write_holdings(self, rows: &mut BaseRows) {
        let (holdings, first) = (self.holdings(), self.first());
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
        rows[17] = row(group::PRESTIGE, self.state.prestige(self.seat), 23);
        rows[18] = row(group::PURCHASES, holdings.purchases, 23);
        rows[19] = row(group::HAND, holdings.hand.len() as u8, 3);
    }

    fn write_hand(self, rows: &mut BaseRows) {
        let (holdings, first) = (self.holdings(), self.first());
        rows[HAND_PLACES..NOBLE_PLACES].fill(0);
        for (place, card) in holdings.hand.cards().enumerate() {
            let at = HAND_PLACES + 3 * place;
            if card.is_blank() {
                rows[at + 2] = first + group::HIDDEN + card.facts().deck.index() as u16;
            } else {
                let distance = Distance::of_any(holdings, card, self.gold());
                rows[at] = first + group::HELD_MISSING + by_card(distance, card);
                rows[at + 1] = first + group::HELD_SHAPE + shape(distance, card);
            }
        }
    }

    /// The rows of a card of the market and its strongholds.
    fn slot_rows(self, slot: Slot) -> [Row; 4] {
        let known = self.state.market().card(slot).filter(|card| !card.is_blank());
        let Some(card) = known else { return [0; 4] };
        let distance = Distance::of_any(self.holdings(), card, self.gold());
        let due = DUE + 10 * number(card) + u16::from(distance.due.min(9));
        let stack = self.state.strongholds().and_then(|strongholds| strongholds.on(slot));
        let stronghold = |owner: Seat, count: u8| {
            let kind = 3 * u16::from(owner != self.seat) + u16::from(count.clamp(1, 3)) - 1;
            self.first() + group::STRONGHOLDS + MISSING * kind + u16::from(distance.missing)
        };
        [
            self.first() + group::MISSING + by_card(distance, card),
            self.first() + group::SHAPE + shape(distance, card),
            if self.is_own { due } else { 0 },
            stack.map_or(0, |stack| stronghold(stack.owner, stack.count)),
        ]
    }

    fn write_modules(self, rows: &mut ModuleRows) {
        let (state, first, holdings) = (self.state, self.first(), self.holdings());
        let virtual_gold = VirtualGold::among(holdings.cards).len() as u16;
        rows[VIRTUAL_PLACE] = first + group::VIRTUAL + virtual_gold.min(5);
        if let Some(posts) = state.posts() {
            for (number, post) in Post::ALL.into_iter().enumerate() {
                let missing = post.cards().less(holdings.card_counts).total().min(MISSING_MAX);
                let step = if posts.owns(self.seat, post) { 9 } else { u16::from(missing) };
                rows[POST_PLACES + number] = first + group::POSTS + 10 * number as u16 + step;
            }
        }
        if let Some(cities) = state.cities() {
            for (number, city) in cities.0.into_iter().enumerate() {
                let cards = u16::from(missing_cards(city, holdings).min(MISSING_MAX));
                let points = city.points().saturating_sub(state.prestige(self.seat)).min(MISSING_MAX);
                let at = CITY_PLACES + 2 * number;
                rows[at] = first + group::CITY_CARDS + MISSING * u16::from(city.place()) + cards;
                rows[at + 1] = first + group::CITY_POINTS + MISSING * cards + u16::from(points);
            }
        }
    }
}

/// The cards that a seat lacks for a city (C2).
fn missing_cards(city: CityId, holdings: &Holdings) -> u8 {
    let (named, held) = (city.cards(), holdings.card_counts);
    let others = Color::ALL.into_iter().filter(|&color| named.get(color) == 0);
    let most = others.map(|color| held.get(color)).max().unwrap_or_default();
    named.less(held).total() + city.any_one_other_color().saturating_sub(most)
}

/// The number of a card, from 0.
const fn number(card: CardId) -> u16 {
    card.number() as u16 - 1
}

fn by_card(distance: Distance, card: CardId) -> u16 {
    MISSING * number(card) + u16::from(distance.missing)
}

/// The class of a card combined with what is missing.
fn shape(distance: Distance, card: CardId) -> u16 {
    let step = WIDEST * u16::from(distance.missing) + u16::from(distance.widest);
    MISSING * WIDEST * class(card) + step
}

/// The level and points of a card of the base game, or the power of one of the Orient.
fn class(card: CardId) -> u16 {
    let facts = card.facts();
    match (facts.deck, facts.power) {
        (Deck::Base1, _) => u16::from(facts.points.min(1)),
        (Deck::Base2, _) => 1 + u16::from(facts.points.clamp(1, 3)),
        (Deck::Base3, _) => 2 + u16::from(facts.points.clamp(3, 5)),
        (_, Power::Plain) => 8,
        (_, Power::VirtualGold) => 9,
        (_, Power::Associate) => 10,
        (_, Power::AssociateThenTake) => 11,
        (_, Power::TakeLevelTwo) => 12,
        (_, Power::DiscardTwo(_)) => 13,
    }
}

/// Writes the rows of the table, as the seat sees it.
fn write_table(state: &State, seat: Seat, unseen: SlotSet, rows: &mut TableRows) {
    let (supply, market) = (state.tokens_left(), state.market());
    let row = |group: u16, count: u16, most: u16| TABLE + group + count.min(most);
    for color in Color::ALL {
        let group = table::SUPPLY + 8 * color.index() as u16;
        rows[color.index()] = row(group, u16::from(supply.gems().get(color)), 7);
    }
    rows[5] = row(table::GOLD, u16::from(supply.gold()), 5);
    let mut visible = [0; Deck::ALL.len()];
    for (slot, _) in market.face_up().filter(|(slot, card)| !card.is_blank() && !unseen.has(*slot)) {
        visible[slot.deck().index()] += 1;
    }
    let modules = state.modules();
    let decks = if modules.is_empty() { 3 } else { Deck::ALL.len() };
    for deck in Deck::ALL.into_iter().take(decks) {
        let (at, number) = (deck.index(), deck.index() as u16);
        let left = u16::from(market.deck_size(deck)).div_ceil(4);
        rows[6 + at] = row(table::DECKS + 11 * number, left, 10);
        rows[12 + at] = row(table::VISIBLE + 5 * number, visible[at], 4);
    }
    let seats = state.seat_count().get() as u16;
    let number = u16::from(seat.number());
    rows[18] = row(table::FINAL, if state.is_final_round() { 1 + number } else { 0 }, 4);
    let next = state.to_act().map_or(number, |(next, _)| u16::from(next.number()));
    rows[19] = row(table::NEXT, (next + seats - number) % seats, 3);
    rows[20] = row(table::ROUND, state.turns_begun() / seats, 39);
    rows[21] = row(table::SEATS, seats - 2, 2);
    let module_rows: [Row; 4] =
        array::from_fn(
            |at| if modules.bits() >> at & 1 == 1 { TABLE + table::MODULES + at as u16 } else { 0 },
        );
    rows[22..26].copy_from_slice(&module_rows);
    for distance in 1..SEATS_MAX as u16 {
        let rival = (number + distance) % seats;
        let prestige = Seat::new(rival as u8).map_or(0, |rival| state.prestige(rival));
        let group = table::RIVALS + 24 * (distance - 1);
        rows[25 + usize::from(distance)] =
            if distance < seats { row(group, u16::from(prestige), 23) } else { 0 };
    }
}
