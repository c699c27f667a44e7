//! The supply: tokens, the stack of town tiles and their market.

use maud::html;

use super::figures::{TILE, town_tile};
use super::layout::{Layout, UPRIGHT_SUPPLY};
use super::story::Story;
use crate::arrangement::Arrangement;
use crate::gems::{count_badge, pile};
use crate::number::Number;
use crate::piece::{At, Piece};
use crate::table::Table;
use lapidary_engine::kids::resource::Token;
use lapidary_engine::kids::view::View;

/// Where the stack of town tiles is: in landscape, and upright.
const STACK: [f32; 2] = [430.0, 308.0];
/// The size of tokens and of the stack upright.
const UPRIGHT: f32 = 0.88;
/// The distance between two tokens.
const PITCH: f32 = 70.0;

pub(super) fn pieces(
    table: &Table<'_>,
    view: &View,
    layout: &Layout,
    story: &Story,
    pieces: &mut Vec<Piece>,
) {
    let (palette, words, area) = (table.theme.palette(), table.language.words(), layout.supply);
    let (inset, pitch, scale) = match layout.arrangement {
        Arrangement::Landscape => (4.0, PITCH, 1.0),
        Arrangement::Portrait => (0.0, 51.0, UPRIGHT),
    };
    for (place, kind) in Token::ALL.into_iter().enumerate() {
        let count = view.supply.get(kind);
        let last = story.is_token(kind);
        let body = pile(kind.name(), count, palette, last);
        let at = At::new(area.x + inset + pitch * place as f32, area.y + 4.0).scaled(scale);
        pieces.push(
            Piece::new(format!("supply-{}", kind.name()), "supply", at, body)
                .titled(format!("{}: {}", words.supply, words.counted_resource(count, kind.index())))
                .counted(count)
                .marked(last),
        );
    }
    let (left, top) =
        (area.x + STACK[usize::from(layout.arrangement == Arrangement::Portrait)], area.y + 6.0);
    pieces.push(stack(table, view, At::new(left, top).scaled(scale)));
    // Upright, the market of town tiles has a separate row.
    let market = match layout.arrangement {
        Arrangement::Landscape => (left + 76.0, top),
        Arrangement::Portrait => (area.x + 4.0, top + UPRIGHT_SUPPLY),
    };
    for (place, tile) in view.market.iter().flatten().enumerate() {
        let body = html! {
            @match tile {
                Some(tile) => (town_tile(Some(*tile), TILE, palette, false)),
                None => rect x=".5" y=".5" width=(Number(TILE - 1.0)) height=(Number(TILE - 1.0)) rx="7" fill="none"
                    stroke=(palette.line) stroke-dasharray="5 4" {},
            }
        };
        let at = At::new(market.0 + (TILE + 8.0) * place as f32, market.1);
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
        (count_badge(palette, TILE - 2.0, TILE - 8.0, 12.0, view.stack_size))
    };
    let title = format!("{}: {}", table.language.words().town_tiles[1], view.stack_size);
    Piece::new("stack", "stack", at, body).titled(title).counted(view.stack_size)
}
