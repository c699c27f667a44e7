//! Positions as text, for named cases. Everything that the text omits is filled in from the catalogue.
//!
//! ```text
//! modules orient strongholds                 combination of modules
//! seats 2                                    default: 2
//! base-1 CARD CARD | CARD                    the market's row from the left, then the deck from the top
//! nobles NOBLE …      cities CITY …          default: none; cities only with the module Cities
//! seat 0 tokens 2w1o                         further words: `cards`, `hand` (`?CARD` blind), `posts`, `nobles`, `strongholds`
//! seat 0 cards CARD CARD=w2                  `=w2`: associated, white with two bonuses
//! ```
//! A row that is omitted takes the first unused cards, and its deck the rest. A deck that is given has only
//! those cards. Tokens not held are in the supply. Seat 0 is to move.

use lapidary_engine::seat::SeatCount;
use lapidary_engine::splendor::card::{CardId, Deck, Power};
use lapidary_engine::splendor::color::Color;
use lapidary_engine::splendor::module::{Module, Modules};
use lapidary_engine::splendor::modules::cities::CityId;
use lapidary_engine::splendor::modules::trading_posts::Post;
use lapidary_engine::splendor::noble::NobleId;
use lapidary_engine::splendor::setup::{GOLD_TOKENS, gem_tokens};
use lapidary_engine::splendor::state::State;
use lapidary_engine::splendor::tokens::{Gems, Tokens};
use std::collections::HashMap;

/// The words after each `seat N word`, the rows, and the other lines.
#[derive(Default)]
struct Parts<'a> {
    modules: Modules,
    lines: HashMap<&'a str, Vec<&'a str>>,
    seats: HashMap<(u8, &'a str), Vec<&'a str>>,
}

fn card(id: &str) -> CardId {
    CardId::from_name(id).unwrap_or_else(|| panic!("no card {id}"))
}

impl<'a> Parts<'a> {
    fn read(text: &'a str) -> Parts<'a> {
        let mut parts = Parts::default();
        for line in text.lines().map(str::trim).filter(|line| !line.is_empty()) {
            let words: Vec<&str> = line.split_whitespace().collect();
            match words.as_slice() {
                ["seat", seat, what, values @ ..] => {
                    parts.seats.insert((seat.parse().unwrap(), what), values.to_vec());
                }
                [what, values @ ..] => {
                    parts.lines.insert(what, values.to_vec());
                }
                [] => {}
            }
        }
        let modules = parts.line("modules").iter().map(|name| Module::named(name).unwrap());
        parts.modules = modules.collect();
        parts
    }

    fn line(&self, what: &str) -> &[&'a str] {
        self.lines.get(what).map_or(&[], Vec::as_slice)
    }

    fn seat(&self, seat: u8, what: &'static str) -> &[&'a str] {
        self.seats.get(&(seat, what)).map_or(&[], Vec::as_slice)
    }

    fn seat_count(&self) -> SeatCount {
        SeatCount::new(self.line("seats").first().map_or(2, |seats| seats.parse().unwrap())).unwrap()
    }

    /// Every card in the text.
    fn named(&self) -> Vec<CardId> {
        let on_seats = self
            .seats
            .iter()
            .filter(|((_, what), _)| ["cards", "hand"].contains(what))
            .flat_map(|(_, ids)| ids);
        let in_rows = Deck::ALL
            .iter()
            .flat_map(|deck| self.line(deck.name()))
            .filter(|word| **word != "|" && **word != "-");
        on_seats
            .chain(in_rows)
            .map(|id| card(id.trim_start_matches('?').split('=').next().unwrap()))
            .collect()
    }

    /// The row of a deck, and the cards left in the deck.
    fn row(&self, deck: Deck, named: &[CardId]) -> (Vec<Option<CardId>>, Vec<CardId>) {
        let mut free = deck.cards().filter(|card| !named.contains(card));
        let (row, rest) =
            match self.line(deck.name()).split(|word| *word == "|").collect::<Vec<_>>().as_slice() {
                [row, rest] => (row.to_vec(), Some(rest.iter().map(|id| card(id)).collect())),
                [row] => (row.to_vec(), None),
                _ => panic!("one bar at most"),
            };
        let mut places: Vec<Option<CardId>> = row.iter().map(|id| (*id != "-").then(|| card(id))).collect();
        while places.len() < deck.places() {
            places.push(free.next());
        }
        (places, rest.unwrap_or_else(|| free.collect()))
    }

    fn tokens(&self, seat: u8) -> Tokens {
        self.seat(seat, "tokens").first().map_or(Tokens::NONE, |tokens| tokens.parse().unwrap())
    }

    fn encode(&self) -> Vec<u8> {
        let seats = self.seat_count();
        let numbers = 0..seats.get() as u8;
        let all = Tokens::new(Gems::new([gem_tokens(seats); 5]), GOLD_TOKENS);
        let supply = numbers.clone().fold(all, |left, seat| left.less(self.tokens(seat)));
        let mut bytes = vec![1, seats.get() as u8, self.modules.bits()];
        bytes.extend(supply.counts());
        let named = self.named();
        let mut rows = Vec::new();
        for deck in Deck::ALL.into_iter().filter(|deck| !deck.is_orient() || self.modules.has(Module::Orient))
        {
            let (row, rest) = self.row(deck, &named);
            bytes.push(rest.len() as u8);
            bytes.extend(rest.iter().map(|card| card.number()));
            bytes.extend(row.iter().map(|card| card.map_or(0, CardId::number)));
            rows.extend(row);
        }
        bytes.push(0);
        bytes.extend(nobles(self.line("nobles")).to_le_bytes());
        numbers.clone().for_each(|seat| self.encode_seat(seat, &mut bytes));
        bytes.extend([0, 9, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
        self.encode_modules(&rows, &mut bytes);
        bytes
    }

    fn encode_seat(&self, seat: u8, bytes: &mut Vec<u8>) {
        bytes.extend(self.tokens(seat).counts());
        let ids = self.seat(seat, "cards");
        let owned =
            ids.iter().fold(0u128, |bits, id| bits | 1 << card(id.split('=').next().unwrap()).number());
        bytes.extend(owned.to_le_bytes());
        let hand = self.seat(seat, "hand");
        bytes.push(2 * hand.len() as u8);
        bytes.extend(
            hand.iter()
                .flat_map(|id| [card(id.trim_start_matches('?')).number(), u8::from(id.starts_with('?'))]),
        );
        bytes.extend(nobles(self.seat(seat, "nobles")).to_le_bytes());
        let free = ids.iter().filter(|id| id.ends_with('!')).count();
        bytes.extend([(ids.len() - free) as u8, 0]);
    }

    fn encode_modules(&self, rows: &[Option<CardId>], bytes: &mut Vec<u8>) {
        let seats = 0..self.seat_count().get() as u8;
        if self.modules.has(Module::Orient) {
            let associating =
                |card: &CardId| matches!(card.facts().power, Power::Associate | Power::AssociateThenTake);
            bytes.extend(CardId::all().filter(associating).map(|card| self.association(card)));
        }
        if self.modules.has(Module::Strongholds) {
            let on = |card: Option<CardId>, seat: u8| {
                self.seat(seat, "strongholds")
                    .iter()
                    .filter(|id| Some(**id) == card.map(|card| card.name()))
                    .count() as u8
            };
            let stack = |card| seats.clone().map(|seat| (seat, on(card, seat))).find(|(_, count)| *count > 0);
            bytes.extend((0..18).map(|place| {
                stack(rows.get(place).copied().flatten()).map_or(0, |(seat, count)| seat << 2 | count)
            }));
        }
        if self.modules.has(Module::TradingPosts) {
            let bit = |name: &&str| 1u8 << Post::named(name).unwrap() as u8;
            bytes.extend(seats.map(|seat| self.seat(seat, "posts").iter().map(bit).sum::<u8>()));
        }
        bytes.extend(self.line("cities").iter().map(|name| CityId::from_name(name).unwrap().place()));
    }

    /// The byte of an association in the `cards` of some seat.
    fn association(&self, card: CardId) -> u8 {
        let association =
            self.seats.values().flatten().find_map(|word| word.strip_prefix(card.name())?.strip_prefix('='));
        association.map_or(0, |association| {
            let (color, bonus) = association.split_at(1);
            let color = Color::from_letter(color.chars().next().unwrap()).unwrap();
            1 + color as u8 + 5 * (bonus.parse::<u8>().unwrap() - 1)
        })
    }
}

fn nobles(names: &[&str]) -> u16 {
    names.iter().map(|name| 1u16 << NobleId::from_name(name).unwrap().place()).sum()
}

/// Parses a position.
pub fn position(text: &str) -> State {
    State::decode(&Parts::read(text).encode()).unwrap()
}
