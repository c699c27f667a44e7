//! The seats above an upright table: all but the first, with a line of counts each. Their panels are below.

use maud::{Markup, html};

use super::layout::{Layout, MARGIN, UPRIGHT_GAP};
use super::story::Story;
use crate::arrangement::Arrangement;
use crate::gems::{KINDS, Kind, figure, gem};
use crate::number::Number;
use crate::piece::Piece;
use crate::seats::{SeatState, lines};
use crate::table::Table;
use crate::text::Type;
use lapidary_engine::splendor::state::TOKENS_MAX;
use lapidary_engine::splendor::view::{SeatView, View};

/// The first position of the counts, and the distance between two kinds.
const COUNTS: (f32, f32) = (116.0, 37.0);

/// Adds the lines, if the table is upright.
pub(super) fn pieces(
    table: &Table<'_>,
    view: &View,
    layout: &Layout,
    story: &Story,
    pieces: &mut Vec<Piece>,
) {
    if layout.arrangement == Arrangement::Landscape {
        return;
    }
    let (palette, words) = (table.theme.palette(), table.language.words());
    for (seat, frame) in lines(view.seats.len(), table.first, MARGIN, UPRIGHT_GAP) {
        let Some(seat) = view.seats.get(seat.index()) else { continue };
        let small = Type::plain(13.0, palette.faint);
        let (hand, total) = (seat.hand.len(), seat.tokens.total());
        let has = html! {
            (small.at(8.0, 36.0, format!("{total}/{TOKENS_MAX}")))
            @if hand > 0 { (figure("card", 58.0, 36.0, 9.0)) (small.at(68.0, 36.0, hand)) }
            @for kind in 0..KINDS { (counts(table, seat, kind)) }
            (Type::bold(22.0, palette.ink).ending().at(frame.width - 8.0, frame.height / 2.0, seat.prestige))
        };
        let title = format!(
            "{}: {}, {}, {}",
            table.name(seat.seat),
            words.counted(seat.prestige, words.points),
            words.counted(seat.bonuses.total(), words.bonuses),
            words.counted(total, words.tokens)
        );
        let state = SeatState {
            seat: seat.seat,
            acts: view.to_act.is_some_and(|(decider, _)| decider == seat.seat),
            acted: story.seat() == Some(seat.seat),
            out: seat.out,
            rank: None,
            name_width: COUNTS.0 - 46.0,
        };
        pieces.push(state.line(table, frame, title, has));
    }
}

/// The bonuses of a color, as on a card, with the tokens below.
fn counts(table: &Table<'_>, seat: &SeatView, kind: Kind) -> Markup {
    let palette = table.theme.palette();
    let x = COUNTS.0 + COUNTS.1 * kind as f32;
    let bonus = seat.bonuses.counts().0.get(kind).copied().unwrap_or(0);
    let tokens = seat.tokens.counts()[kind];
    let number = |y: f32, count: u8| Type::bold(14.0, palette.ink).centered().at(x + 24.0, y, count);
    html! {
        g opacity=[(bonus + tokens == 0).then_some(".3")] { (gem(kind, x + 7.0, 24.0, 8.0)) }
        @if bonus > 0 {
            rect x=(Number(x + 16.0)) y="4" width="16" height="19" rx="3" fill=(palette.ground) stroke=(palette.edge)
                stroke-opacity=".5" {}
            (number(13.5, bonus))
        }
        @if tokens > 0 {
            circle cx=(Number(x + 24.0)) cy="34.5" r="9.5" fill=(palette.tile) stroke=(palette.edge) stroke-opacity=".5" {}
            (number(34.5, tokens))
        }
    }
}
