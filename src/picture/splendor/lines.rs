//! The seats above an upright table: all but the first, with a line of counts each. Their panels are below.

use maud::{Markup, html};

use super::story::Story;
use crate::gems::{KINDS, Kind, figure, gem};
use crate::number::Number;
use crate::piece::Piece;
use crate::seats::{LINE_NAME, SeatState, lines};
use crate::table::Table;
use crate::text::Type;
use lapidary_engine::splendor::view::{SeatView, View};

/// The first position of the counts, and the distance between two kinds.
const COUNTS: (f32, f32) = (50.0, 47.0);
/// The middle of the counts.
const MIDDLE: f32 = 32.5;

/// Adds the lines, if the table is upright.
pub(super) fn pieces(table: &Table<'_>, view: &View, story: &Story, pieces: &mut Vec<Piece>) {
    let palette = table.theme.palette();
    for (seat, frame) in lines(table) {
        let Some(seat) = view.seats.get(seat.index()) else { continue };
        let small = Type::plain(13.0, palette.faint);
        let (hand, total) = (seat.hand.len(), seat.tokens.total());
        let has = html! {
            (small.at(7.0, MIDDLE, total))
            @if hand > 0 { (figure("card", 32.0, MIDDLE, 7.0)) (small.at(38.0, MIDDLE, hand)) }
            @for kind in 0..KINDS { (counts(table, seat, kind, story.seat() == Some(seat.seat) && story.is_token(kind))) }
            (Type::bold(22.0, palette.ink).ending().at(frame.width - 8.0, frame.height / 2.0, seat.prestige))
        };
        let state = SeatState::new(table, seat.seat, seat.out, LINE_NAME);
        pieces.push(state.line(table, frame, summary(table, seat), has));
    }
}

/// The counts of a seat in words.
pub(super) fn summary(table: &Table<'_>, seat: &SeatView) -> String {
    let (name, words) = (table.name(seat.seat), table.language.words());
    let points = words.counted(seat.prestige, words.points);
    let bonuses = words.counted(seat.bonuses.total(), words.bonuses);
    format!("{name}: {points}, {bonuses}, {}", words.counted(seat.tokens.total(), words.tokens))
}

/// The bonuses of a color, as on a card, with the tokens beside them.
fn counts(table: &Table<'_>, seat: &SeatView, kind: Kind, last: bool) -> Markup {
    let palette = table.theme.palette();
    let x = COUNTS.0 + COUNTS.1 * kind as f32;
    let bonus = seat.bonuses.counts().0.get(kind).copied().unwrap_or(0);
    let tokens = seat.tokens.counts()[kind];
    let number = |x: f32, count: u8| Type::bold(13.0, palette.ink).centered().at(x, MIDDLE, count);
    let (stroke, width) = if last { (palette.last, "2.5") } else { (palette.edge, ".7") };
    html! {
        g opacity=[(bonus + tokens == 0).then_some(".3")] { (gem(kind, x + 6.5, MIDDLE, 6.5)) }
        @if bonus > 0 {
            rect x=(Number(x + 13.5)) y="24" width="13" height="17" rx="3" fill=(palette.cards[kind]) stroke=(palette.edge)
                stroke-width=".7" {}
            (number(x + 20.0, bonus))
        }
        @if tokens > 0 {
            circle cx=(Number(x + 35.0)) cy=(Number(MIDDLE)) r="8.3" fill=(palette.tile) stroke=(stroke) stroke-width=(width) {}
            (number(x + 35.0, tokens))
        }
    }
}
