//! The supply: tokens, the stack of town tiles and their market.

use maud::{Markup, html};

use super::figures::{TILE, town_tile};
use super::layout::Layout;
use super::story::Story;
use crate::arrangement::Arrangement;
use crate::gems::figure;
use crate::number::Number;
use crate::piece::{At, Piece};
use crate::table::Table;
use crate::text::Type;
use crate::theme::Palette;
use lapidary_engine::kids::resource::Token;
use lapidary_engine::kids::view::View;

/// The radius of a token.
const RADIUS: f32 = 26.0;
/// The distance between two tokens.
const PITCH: f32 = 70.0;

/// A token around a point.
pub(super) fn token(token: Token, x: f32, y: f32, radius: f32, palette: &Palette, last: bool) -> Markup {
    let (stroke, width) = if last { (palette.last, 3.0) } else { (palette.edge, 1.2) };
    html! {
        circle cx=(Number(x)) cy=(Number(y)) r=(Number(radius)) fill=(palette.tile) stroke=(stroke)
            stroke-width=(Number(width)) stroke-opacity=[(!last).then_some(".6")] {}
        (figure(token.name(), x, y, radius * 0.7))
    }
}

/// A count in a circle.
fn badge(palette: &Palette, x: f32, y: f32, count: u8) -> Markup {
    html! {
        circle cx=(Number(x)) cy=(Number(y)) r="12" fill=(palette.ink) {}
        (Type::bold(17.0, palette.panel).centered().at(x, y, count))
    }
}

pub(super) fn pieces(
    table: &Table<'_>,
    view: &View,
    layout: &Layout,
    story: &Story,
    pieces: &mut Vec<Piece>,
) {
    let (palette, words, area) = (table.theme.palette(), table.language.words(), layout.supply);
    let (inset, pitch) = match layout.arrangement {
        Arrangement::Landscape => (4.0, PITCH),
        Arrangement::Portrait => (0.0, area.width / Token::ALL.len() as f32),
    };
    for (place, kind) in Token::ALL.into_iter().enumerate() {
        let count = view.supply.get(kind);
        let last = story.is_token(kind);
        let body = html! {
            @if count == 0 {
                circle cx="26" cy="26" r="25.5" fill="none" stroke=(palette.line) stroke-dasharray="5 4" {}
                g opacity=".3" { (figure(kind.name(), RADIUS, RADIUS, RADIUS * 0.6)) }
            } @else {
                @if count > 1 { (token(kind, RADIUS, RADIUS + 3.0, RADIUS, palette, false)) }
                (token(kind, RADIUS, RADIUS, RADIUS, palette, last))
            }
            (badge(palette, 49.0, 44.0, count))
        };
        let at = At::new(area.x + inset + pitch * place as f32, area.y + 4.0);
        pieces.push(
            Piece::new(format!("supply-{}", kind.name()), "supply", at, body)
                .titled(format!("{}: {}", words.supply, words.counted_resource(count, kind.index())))
                .counted(count)
                .marked(last),
        );
    }
    // Upright, the town tiles have a separate row.
    let (left, top) = match layout.arrangement {
        Arrangement::Landscape => (area.x + 10.0 + PITCH * Token::ALL.len() as f32, area.y + 6.0),
        Arrangement::Portrait => (area.x + 4.0, area.y + 6.0 + area.height / 2.0),
    };
    pieces.push(stack(table, view, At::new(left, top)));
    for (place, tile) in view.market.iter().flatten().enumerate() {
        let body = html! {
            @match tile {
                Some(tile) => (town_tile(Some(*tile), TILE, palette, false)),
                None => rect x=".5" y=".5" width=(Number(TILE - 1.0)) height=(Number(TILE - 1.0)) rx="7" fill="none"
                    stroke=(palette.line) stroke-dasharray="5 4" {},
            }
        };
        let at = At::new(left + 76.0 + (TILE + 8.0) * place as f32, top);
        let title = tile.map_or(words.town_tiles[0], |tile| words.resources[tile.index()]);
        pieces.push(Piece::new(format!("market-{place}"), "town-tile", at, body).titled(title.to_owned()));
    }
}

fn stack(table: &Table<'_>, view: &View, at: At) -> Piece {
    let palette = table.theme.palette();
    let body = html! {
        @if view.stack_size == 0 {
            rect x=".5" y=".5" width=(Number(TILE - 1.0)) height=(Number(TILE - 1.0)) rx="7" fill="none"
                stroke=(palette.line) stroke-dasharray="5 4" {}
        } @else {
            @if view.stack_size > 1 { g transform="translate(3 3)" { (town_tile(None, TILE, palette, false)) } }
            (town_tile(None, TILE, palette, false))
        }
        (badge(palette, TILE - 2.0, TILE - 8.0, view.stack_size))
    };
    let title = format!("{}: {}", table.language.words().town_tiles[1], view.stack_size);
    Piece::new("stack", "stack", at, body).titled(title).counted(view.stack_size)
}
