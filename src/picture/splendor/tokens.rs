//! Tokens: the piles of the supply and those of a seat.

use maud::{Markup, html};

use super::layout::Layout;
use super::story::Story;
use crate::gems::{Kind, NAMES, count_badge, gem, pile, token};
use crate::piece::Piece;
use crate::table::Table;
use crate::text::Type;
use crate::theme::Palette;
use lapidary_engine::splendor::view::View;

pub(super) fn supply(
    table: &Table<'_>,
    view: &View,
    layout: &Layout,
    story: &Story,
    pieces: &mut Vec<Piece>,
) {
    let (palette, words) = (table.theme.palette(), table.language.words());
    for (kind, count) in view.supply.counts().into_iter().enumerate() {
        let last = story.is_token(kind);
        let body = pile(NAMES[kind], count, palette, last);
        pieces.push(
            Piece::new(format!("supply-{}", NAMES[kind]), "supply", layout.supply(kind), body)
                .titled(format!("{}: {count} {}", words.supply, words.colors[kind]))
                .counted(count)
                .marked(last),
        );
    }
}

/// The tokens of one kind of a seat: 44 wide and 26 high, or upright 34 wide and 44 high.
pub(super) fn of_seat(kind: Kind, count: u8, palette: &Palette, last: bool, is_upright: bool) -> Markup {
    html! {
        @if is_upright {
            g opacity=[(count == 0).then_some(".22")] { (token(NAMES[kind], 15.0, 19.0, 14.0, palette, last)) }
            @if count > 0 { (count_badge(palette, 23.0, 33.0, 9.4, count)) }
        } @else if count == 0 {
            g opacity=".22" { (gem(kind, 13.0, 13.0, 8.0)) }
        } @else {
            (token(NAMES[kind], 13.0, 13.0, 12.0, palette, last))
            (Type::bold(18.0, palette.ink).at(28.0, 13.0, count))
        }
    }
}
