//! Nobles, cities and trading posts.

use maud::{Markup, html};

use super::layout::{CITY, Layout, NOBLE, POST};
use super::story::Story;
use crate::arrangement::Arrangement;
use crate::card::counted;
use crate::gems::{GOLD, figure, gem};
use crate::number::Number;
use crate::piece::{At, Piece};
use crate::seats::badge;
use crate::table::Table;
use crate::text::Type;
use crate::theme::Palette;
use lapidary_engine::seat::Seat;
use lapidary_engine::splendor::color::Color;
use lapidary_engine::splendor::modules::cities::CityId;
use lapidary_engine::splendor::modules::trading_posts::Post;
use lapidary_engine::splendor::noble::{NOBLE_POINTS, NobleId};
use lapidary_engine::splendor::tokens::Gems;
use lapidary_engine::splendor::view::View;

pub(super) fn pieces(
    table: &Table<'_>,
    view: &View,
    layout: &Layout,
    story: &Story,
    pieces: &mut Vec<Piece>,
) {
    for (place, &id) in view.nobles.iter().enumerate() {
        pieces.push(noble(id, layout.noble(place), table, story.is_noble(id)));
    }
    for (place, &id) in view.cities.iter().enumerate() {
        pieces.push(city(id, layout.city(place), table, view, story.is_city(id)));
    }
    for (post, at, width) in layout.posts() {
        pieces.push(trading_post(post, at, width, table, view, story.is_post(post)));
    }
}

fn ground(palette: &Palette, width: f32, height: f32, last: bool) -> Markup {
    let (stroke, line) = if last { (palette.last, 4.0) } else { (palette.edge, 1.2) };
    html! {
        rect x=(Number(line / 2.0)) y=(Number(line / 2.0)) width=(Number(width - line)) height=(Number(height - line))
            rx="7" fill=(palette.tile) stroke=(stroke) stroke-width=(Number(line)) stroke-opacity=[(!last).then_some(".55")] {}
    }
}

/// The size of the numbers of a requirement.
const REQUIRED: f32 = 18.6;

/// The requirement of a tile: a number of cards of each color.
fn requirement(palette: &Palette, color: Color, count: u8, x: f32, y: f32) -> Markup {
    html! {
        (gem(color.index(), x, y, 9.0))
        (Type::bold(REQUIRED, palette.ink).at(x + 11.0, y, count))
    }
}

/// A noble at a place.
pub(super) fn noble(noble: NobleId, at: At, table: &Table<'_>, last: bool) -> Piece {
    let (palette, words) = (table.theme.palette(), table.language.words());
    let cards = noble.cards();
    let colors: Vec<Color> = cards.colors().iter().collect();
    let first = NOBLE - 13.0 - 21.0 * colors.len().saturating_sub(1) as f32;
    let body = html! {
        (ground(palette, NOBLE, NOBLE, last))
        (portrait(noble, palette))
        // In a panel it is too small to read.
        @if at.scale > 0.5 {
            (Type::bold(24.0, palette.ink).ending().at(69.0, 17.0, NOBLE_POINTS))
            @for (line, &color) in colors.iter().enumerate() {
                (requirement(palette, color, cards.get(color), 14.0, first + 21.0 * line as f32))
            }
        }
    };
    let title =
        format!("{}: {}, {}", words.noble, words.counted(NOBLE_POINTS, words.points), counted(cards, words));
    Piece::new(noble.name(), "noble", at, body).titled(title).marked(last)
}

/// A bust with a crown. Their shapes differ from noble to noble.
fn portrait(noble: NobleId, palette: &Palette) -> Markup {
    const CROWNS: [&str; 4] = [
        "M41 37V28L46 32 51 25 56 32 61 28V37Z",
        "M41 37C40 28 62 28 61 37ZM49 29 51 24 53 29Z",
        "M39 37H63L59 30H43ZM51 30 58 22 54 30Z",
        "M42 37V30H46V33H49V28H53V33H56V30H60V37Z",
    ];
    const ROBES: [&str; 3] = [
        "M34 75C35 62 43 57 51 57S67 62 68 75Z",
        "M33 75 40 59 51 65 62 59 69 75Z",
        "M36 75V66C36 58 66 58 66 66V75Z",
    ];
    let (crown, robe) = (usize::from(noble.place()) % CROWNS.len(), usize::from(noble.place()) % ROBES.len());
    html! {
        g transform="translate(10 8) scale(.9)" {
            g fill=(palette.ink) fill-opacity=".24" {
                path d=(ROBES[robe]) {}
                ellipse cx="51" cy="46" rx="8" ry="10" {}
            }
            path d=(CROWNS[crown]) fill="#f0b32c" stroke=(palette.edge) stroke-width=".8" stroke-opacity=".6" {}
        }
    }
}

/// The owning seats, as a row of badges that ends here.
fn owners(table: &Table<'_>, view: &View, x: f32, y: f32, owns: impl Fn(Seat) -> bool) -> Markup {
    let owners: Vec<Seat> = view.seats.iter().map(|seat| seat.seat).filter(|&seat| owns(seat)).collect();
    // Upright, tiles are scaled down.
    let radius = if table.arrangement == Arrangement::Portrait { 13.7 } else { 8.0 };
    html! {
        @for (place, &seat) in owners.iter().rev().enumerate() { (badge(seat, x - 17.0 * place as f32, y, radius)) }
    }
}

fn city(city: CityId, at: At, table: &Table<'_>, view: &View, last: bool) -> Piece {
    let (palette, words) = (table.theme.palette(), table.language.words());
    let (cards, other) = (city.cards(), city.any_one_other_color());
    let fulfilled = |seat: Seat| view.seats.get(seat.index()).is_some_and(|seat| seat.cities.contains(&city));
    let colors: Vec<Color> = cards.colors().iter().collect();
    let pitch = if colors.len() > 4 { 31.0 } else { 36.0 };
    let body = html! {
        (ground(palette, CITY, NOBLE, last))
        path d="M60 75V45H68V36L75 28 82 36V50H92V40H98V34H104V40H110V52H120V30L128 18 136 30V48H146V40H156V75Z"
            fill=(palette.ink) fill-opacity=".16" {}
        (Type::bold(30.0, palette.ink).at(10.0, 22.0, city.points()))
        @for (place, &color) in colors.iter().enumerate() {
            (requirement(palette, color, cards.get(color), 16.0 + pitch * place as f32, 60.0))
        }
        @if other > 0 {
            @let x = 16.0 + pitch * colors.len() as f32;
            (figure("any", x, 60.0, 9.0)) (Type::bold(REQUIRED, palette.ink).at(x + 11.0, 60.0, other))
        }
        (owners(table, view, CITY - 13.0, 14.0, fulfilled))
    };
    let required = counted(cards, words);
    let further = if other > 0 { format!(", {other} +") } else { String::new() };
    let title =
        format!("{}: {}, {required}{further}", words.city, words.counted(city.points(), words.points));
    Piece::new(city.name(), "city", at, body).titled(title).marked(last)
}

fn trading_post(post: Post, at: At, width: f32, table: &Table<'_>, view: &View, last: bool) -> Piece {
    let (palette, words) = (table.theme.palette(), table.language.words());
    let cards: Gems = post.cards();
    let owned = |seat: Seat| view.seats.get(seat.index()).is_some_and(|seat| seat.posts.contains(&post));
    let colors: Vec<Color> = cards.colors().iter().collect();
    let body = html! {
        (ground(palette, width, POST, last))
        (effect(post, palette, width))
        @for (place, &color) in colors.iter().enumerate() {
            (requirement(palette, color, cards.get(color), 15.0, if colors.len() > 1 { 19.0 + 26.0 * place as f32 } else { 33.0 }))
        }
        (owners(table, view, width - 12.0, POST - 12.0, owned))
    };
    let title = format!("{}: {} ({})", words.post, post.name(), counted(cards, words));
    Piece::new(format!("post-{}", post.name()), "post", at, body).titled(title).marked(last)
}

/// The effect of a trading post (P1-P5).
fn effect(post: Post, palette: &Palette, width: f32) -> Markup {
    let x = (width + 34.0) / 2.0;
    let text = |text: &'static str, x: f32| Type::bold(19.0, palette.ink).centered().at(x, 24.0, text);
    html! {
        @match post {
            Post::PurchaseToken => { (figure("card", x - 16.0, 24.0, 11.0)) (text("+", x)) (figure("any", x + 15.0, 24.0, 9.0)) }
            Post::ExtraToken => { (text("2+", x - 11.0)) (figure("any", x + 14.0, 24.0, 9.0)) }
            Post::DoubleGold => { (gem(GOLD, x - 17.0, 24.0, 11.0)) (text("=2", x + 10.0)) }
            Post::DrawTwo => { (figure("card", x - 12.0, 24.0, 12.0)) (figure("card", x + 2.0, 24.0, 12.0)) (text("1", x + 21.0)) }
            Post::PointsPerPost => { (text("+1", x - 13.0)) (figure("flag", x + 13.0, 24.0, 11.0)) }
        }
    }
}

/// The definitions of the parts of tiles other than gems.
pub(super) fn definitions(palette: &Palette) -> Markup {
    html! {
        g id="def-any" {
            circle r="9" fill=(palette.panel) stroke=(palette.edge) stroke-width="1.4" stroke-dasharray="3.2 2.4" {}
            path d="M0-5 1.4-1.4 5 0 1.4 1.4 0 5-1.4 1.4-5 0-1.4-1.4Z" fill=(palette.edge) {}
        }
        g id="def-flag" {
            path d="M-7 10V-9.5M-7-9H8L4-4 8 1H-7Z" fill=(palette.panel) stroke=(palette.edge) stroke-width="1.6" {}
        }
        path id="def-tower" d="M-8 9.5V-4L-9-5V-9.5H-5V-7H-2V-9.5H2V-7H5V-9.5H9V-5L8-4V9.5Z" {}
    }
}
