//! The market: decks, places and the cards there.

use maud::html;

use super::layout::{Layout, STRIP};
use super::story::Story;
use crate::card::{CARD, Face, back, levels};
use crate::number::Number;
use crate::piece::Piece;
use crate::table::Table;
use crate::text::Type;
use lapidary_engine::splendor::slot::Slot;
use lapidary_engine::splendor::view::{MarketRow, View};

pub(super) fn place_id(slot: Slot) -> String {
    format!("slot-{}-{}", slot.place().deck, slot.place().index)
}

/// Adds the decks and the frames of the places.
pub(super) fn places(
    table: &Table<'_>,
    view: &View,
    layout: &Layout,
    story: &Story,
    pieces: &mut Vec<Piece>,
) {
    let palette = table.theme.palette();
    for row in &view.market {
        for slot in Slot::of(row.deck) {
            let frame = html! {
                rect x=".5" y=".5" width=(CARD.width - 1) height=(CARD.height - 1) rx="8" fill="none"
                    stroke=(palette.line) stroke-dasharray="5 4" {}
            };
            pieces.push(Piece::new(place_id(slot), "slot", layout.place(slot.place()), frame));
        }
        pieces.push(deck(table, layout, story, row));
    }
}

fn deck(table: &Table<'_>, layout: &Layout, story: &Story, row: &MarketRow) -> Piece {
    let (palette, words) = (table.theme.palette(), table.language.words());
    let last = story.is_deck(row.deck);
    let body = html! {
        @if row.deck_size == 0 {
            @let height = if layout.has_strips { STRIP } else { f32::from(CARD.height) };
            rect x=".5" y=".5" width=(CARD.width - 1) height=(Number(height - 1.0)) rx="8" fill="none"
                stroke=(palette.line) stroke-width="1.5" stroke-dasharray="5 4" {}
            (Type::bold(24.0, palette.faint).centered().at(42.0, height / 2.0, 0))
        } @else {
            @if layout.has_strips {
                rect width=(CARD.width) height=(Number(STRIP)) rx="8" fill=(palette.backs[row.deck.level() as usize])
                    stroke=(palette.last) stroke-width=(if last { "4" } else { "0" }) {}
                (levels(row.deck, 34.0))
            } @else { (back(row.deck, palette, last)) }
            (Type::bold(24.0, "#fff").centered().at(42.0, 16.0, row.deck_size))
        }
    };
    let title = format!("{}: {} {}, {}", words.deck, words.level, row.deck.level().number(), row.deck_size);
    Piece::new(format!("deck-{}", row.deck), "deck", layout.deck(row.deck), body)
        .titled(title)
        .counted(row.deck_size)
        .marked(last)
}

pub(super) fn cards(table: &Table<'_>, view: &View, layout: &Layout, story: &Story, pieces: &mut Vec<Piece>) {
    let (palette, words) = (table.theme.palette(), table.language.words());
    for row in &view.market {
        for (slot, card) in Slot::of(row.deck).zip(&row.cards) {
            let Some(card) = *card else { continue };
            let face = Face { last: story.is_card(card), ..Face::printed(card) };
            let mut piece =
                Piece::new(format!("card-{card}"), "card", layout.place(slot.place()), face.markup(palette))
                    .titled(face.title(words))
                    .marked(face.last);
            piece.data.slot = Some(format!("{}-{}", row.deck, slot.place().index));
            pieces.push(piece);
        }
    }
}
