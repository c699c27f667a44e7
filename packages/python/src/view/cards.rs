//! The printed facts of cards as bytes.

use super::Sink;
use lapidary_engine::splendor::card::{CardId, Power};
use lapidary_engine::splendor::color::Color;

/// The bytes of a card of the base game: its number, cost, color and points.
const BASE: usize = 12;
/// The bytes with those of the Orient: bonuses, effect, and the color of the cards that it costs.
const ALL: usize = BASE + 11;

/// The facts of each card by its number in the catalogue; of none at 0.
static FACTS: [[u8; ALL]; CardId::COUNT as usize + 1] = {
    let mut table = [[0; ALL]; CardId::COUNT as usize + 1];
    let mut number = 1;
    while let Some(card) = CardId::new(number) {
        table[number as usize] = facts(card);
        number += 1;
    }
    table
};

const fn facts(card: CardId) -> [u8; ALL] {
    let (mut bytes, facts) = ([0; ALL], card.facts());
    bytes[0] = card.number();
    let mut color = 0;
    while color < Color::ALL.len() {
        bytes[1 + color] = facts.cost.get(Color::ALL[color]);
        color += 1;
    }
    if let Some(color) = facts.color {
        bytes[6 + color as usize] = 1;
    }
    bytes[11] = facts.points;
    bytes[12] = facts.bonus;
    match facts.power {
        Power::Plain => {}
        Power::VirtualGold => bytes[13] = 1,
        Power::Associate => bytes[14] = 1,
        Power::AssociateThenTake => bytes[15] = 1,
        Power::TakeLevelTwo => bytes[16] = 1,
        Power::DiscardTwo(color) => {
            bytes[17] = 1;
            bytes[18 + color as usize] = 1;
        }
    }
    bytes
}

/// Adds the facts of a card, or zeros.
#[inline]
pub fn put(card: Option<CardId>, with_orient: bool, out: &mut impl Sink) {
    let number = card.map_or(0, CardId::number);
    let facts = FACTS.get(number as usize).unwrap_or(&[0; ALL]);
    out.put("card", CardId::COUNT, &facts[..1]);
    out.put("cost", 7, &facts[1..6]);
    out.put("color", 1, &facts[6..11]);
    out.put("points", 5, &facts[11..12]);
    if with_orient {
        out.put("bonus", 2, &facts[12..13]);
        out.put("effect", 1, &facts[13..18]);
        out.put("costs two cards of", 1, &facts[18..ALL]);
    }
}
