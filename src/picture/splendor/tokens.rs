//! Tokens: the piles of the supply and those of a seat.

use maud::{Markup, html};

use super::layout::Layout;
use super::story::Story;
use crate::gems::{Kind, NAMES, gem};
use crate::number::Number;
use crate::piece::Piece;
use crate::table::Table;
use crate::text::Type;
use crate::theme::Palette;
use lapidary_engine::splendor::view::View;

/// The radius of a token of the supply.
const RADIUS: f32 = 26.0;

/// A token with its gem, around a point.
fn token(kind: Kind, x: f32, y: f32, radius: f32, palette: &Palette, last: bool) -> Markup {
    let (stroke, width) = if last { (palette.last, 3.0) } else { (palette.edge, 1.2) };
    html! {
        circle cx=(Number(x)) cy=(Number(y)) r=(Number(radius)) fill=(palette.tile) stroke=(stroke)
            stroke-width=(Number(width)) stroke-opacity=[(!last).then_some(".6")] {}
        (gem(kind, x, y, radius * 0.72))
    }
}

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
        let body = html! {
            @if count == 0 {
                circle cx=(Number(RADIUS)) cy=(Number(RADIUS)) r=(Number(RADIUS - 0.5)) fill="none" stroke=(palette.line)
                    stroke-dasharray="5 4" {}
                g opacity=".3" { (gem(kind, RADIUS, RADIUS, RADIUS * 0.6)) }
            } @else {
                @if count > 1 { (token(kind, RADIUS, RADIUS + 3.0, RADIUS, palette, false)) }
                (token(kind, RADIUS, RADIUS, RADIUS, palette, last))
            }
            (count_badge(palette, 49.0, 44.0, 12.0, count))
        };
        pieces.push(
            Piece::new(format!("supply-{}", NAMES[kind]), "supply", layout.supply(kind), body)
                .titled(format!("{}: {count} {}", words.supply, words.colors[kind]))
                .counted(count)
                .marked(last),
        );
    }
}

/// A count in a circle.
pub(super) fn count_badge(palette: &Palette, x: f32, y: f32, radius: f32, count: u8) -> Markup {
    html! {
        circle cx=(Number(x)) cy=(Number(y)) r=(Number(radius)) fill=(palette.ink) {}
        (Type::bold(radius * 1.4, palette.panel).centered().at(x, y, count))
    }
}

/// The tokens of one kind of a seat, 44 wide and 26 high.
pub(super) fn of_seat(kind: Kind, count: u8, palette: &Palette, last: bool) -> Markup {
    html! {
        @if count == 0 {
            g opacity=".22" { (gem(kind, 13.0, 13.0, 8.0)) }
        } @else {
            (token(kind, 13.0, 13.0, 12.0, palette, last))
            (Type::bold(18.0, palette.ink).at(28.0, 13.0, count))
        }
    }
}
