//! The board: the land of its parts, routes with costs, places, village tiles and pawns.

use maud::{Markup, html};

use super::figures::village_tile;
use super::layout::{
    COST, COSTS_PER_LINE, DrawnRoute, Layout, PAWN_ABOVE, PLACE, TAG, TAG_RADIUS, TILE, radius,
};
use super::story::Story;
use super::words::{place_in_words, resources_in_words};
use crate::arrangement::Arrangement;
use crate::gems::figure;
use crate::number::Number;
use crate::piece::{At, Piece};
use crate::seats::UPRIGHT;
use crate::table::Table;
use crate::text::Type;
use crate::theme::{Palette, SEATS};
use lapidary_engine::kids::place::{Part, PlaceId};
use lapidary_engine::kids::resource::Resource;
use lapidary_engine::kids::view::View;
use lapidary_engine::seat::Seat;

pub(super) fn pieces(
    table: &Table<'_>,
    view: &View,
    layout: &Layout,
    story: &Story,
    pieces: &mut Vec<Piece>,
) {
    let palette = table.theme.palette();
    for &(part, frame) in &layout.parts {
        let body = html! {
            rect width=(Number(frame.width)) height=(Number(frame.height)) rx="14" fill=(palette.lands[part as usize]) {}
        };
        pieces.push(Piece::new(part_id(part), "part", At::new(frame.x, frame.y), body));
    }
    pieces.extend(layout.routes.iter().map(|drawn| route(table, drawn, story)));
    pieces.extend(layout.places.iter().map(|&(id, at)| place(table, id, at, story)));
    pieces.extend(layout.repeated.iter().map(|&(id, at)| repeated(table, id, at)));
    pieces.extend(layout.routes.iter().map(|drawn| cost(table, drawn, story)));
    pieces.extend(tags(table, layout));
    for &id in &view.tiled_villages {
        let center = layout.place(id);
        let at = At::new(center.x + TILE.0, center.y + TILE.1);
        pieces.push(Piece::new(format!("village-tile-{id}"), "village-tile", at, village_tile(palette)));
    }
}

const fn part_id(part: Part) -> &'static str {
    match part {
        Part::A1 => "part-a1",
        Part::A2 => "part-a2",
        Part::A3 => "part-a3",
    }
}

/// A route as an arrow between two places.
fn route(table: &Table<'_>, drawn: &DrawnRoute, story: &Story) -> Piece {
    let (palette, words) = (table.theme.palette(), table.language.words());
    let last = story.is_route(drawn.id);
    let (stroke, width) = if last { (palette.last, 5.0) } else { (palette.faint, 2.2) };
    let (x, y) = (drawn.to.x - drawn.from.x, drawn.to.y - drawn.from.y);
    let length = drawn.length().max(1.0);
    // The direction of the route, and the end of its arrow.
    let (right, down) = (x / length, y / length);
    let tip = (x - right * (PLACE + 2.0), y - down * (PLACE + 2.0));
    let wing = |side: f32| (tip.0 - right * 9.0 - side * down * 5.0, tip.1 - down * 9.0 + side * right * 5.0);
    let points = [wing(1.0), tip, wing(-1.0)].map(|(x, y)| html! { (Number(x)) " " (Number(y)) " " });
    let body = html! {
        @if let Some([(x, y), (right, down)]) = drawn.leader() {
            path d={ "M" (Number(x)) " " (Number(y)) "L" (Number(right)) " " (Number(down)) } stroke=(palette.faint) {}
        }
        path d={ "M0 0L" (Number(tip.0)) " " (Number(tip.1)) } stroke=(stroke) stroke-width=(Number(width))
            stroke-dasharray=[(!last).then_some("7 4")] {}
        path d={ "M" @for point in &points { (point) } } fill="none" stroke=(stroke) stroke-width="3" {}
    };
    let title = format!("{}: {}", words.route, resources_in_words(drawn.route.cost(), words));
    Piece::new(format!("route-{}", drawn.id), "route", drawn.from, body).titled(title).marked(last)
}

fn cost(table: &Table<'_>, drawn: &DrawnRoute, story: &Story) -> Piece {
    let (palette, frame) = (table.theme.palette(), drawn.cost);
    let last = story.is_route(drawn.id);
    let kinds: Vec<Resource> = drawn.route.cost().kinds().collect();
    let body = html! {
        rect width=(Number(frame.width / drawn.scale)) height=(Number(frame.height / drawn.scale)) rx="5"
            fill=(palette.panel) stroke=(if last { palette.last } else { palette.line }) stroke-width=[last.then_some("2")] {}
        @for (place, &kind) in kinds.iter().enumerate() {
            @let x = 10.0 + COST.0 * (place % COSTS_PER_LINE) as f32;
            @let y = 10.0 + COST.1 * (place / COSTS_PER_LINE) as f32;
            (figure(kind.name(), x, y, 8.0)) (count(palette, x + 9.5, y, drawn.route.cost().get(kind)))
        }
    };
    let at = At::new(frame.x, frame.y).scaled(drawn.scale);
    let body = html! { (body) @if table.arrangement == Arrangement::Portrait { (finger(drawn)) } };
    Piece::new(format!("cost-{}", drawn.id), "cost", at, body).marked(last)
}

/// The square around a cost that a finger can tap.
fn finger(drawn: &DrawnRoute) -> Markup {
    const SIZE: f32 = 47.0;
    let (frame, scale) = (drawn.cost, drawn.scale);
    let x = (frame.x + (frame.width - SIZE) / 2.0).clamp(0.0, UPRIGHT - SIZE) - frame.x;
    let y = (frame.height - SIZE) / 2.0;
    let side = Number(SIZE / scale);
    html! { rect x=(Number(x / scale)) y=(Number(y / scale)) width=(side) height=(side) fill="none" pointer-events="all" {} }
}

fn count(palette: &Palette, x: f32, y: f32, count: u8) -> Markup {
    Type::bold(14.0, palette.ink).at(x, y, count)
}

fn place(table: &Table<'_>, id: PlaceId, at: At, story: &Story) -> Piece {
    let (palette, words) = (table.theme.palette(), table.language.words());
    let last = story.is_place(id);
    let radius = radius(id);
    let body = html! {
        @if last { circle r=(Number(radius + 3.0)) fill="none" stroke=(palette.last) stroke-width="4" {} }
        (figure(id.kind().name(), 0.0, 0.0, radius))
    };
    Piece::new(format!("place-{id}"), "place", at, body).titled(place_in_words(id, words)).marked(last)
}

/// A place of the next part, repeated at the end of a part.
fn repeated(table: &Table<'_>, id: PlaceId, at: At) -> Piece {
    let body = html! {
        g opacity=".6" { (figure(id.kind().name(), 0.0, 0.0, PLACE)) }
    };
    let title = place_in_words(id, table.language.words());
    Piece::new(format!("to-{id}"), "place repeated", at, body).titled(title)
}

/// The same letter at a place and at its repetition.
fn tags(table: &Table<'_>, layout: &Layout) -> Vec<Piece> {
    let palette = table.theme.palette();
    let tag = |letter: char, id: String, at: At| {
        let body = html! {
            circle r=(Number(TAG_RADIUS)) fill=(palette.ink) {}
            (Type::bold(13.0, palette.panel).centered().at(0.0, 0.0, letter))
        };
        Piece::new(id, "tag", At::new(at.x + TAG.0, at.y + TAG.1), body)
    };
    let lettered = ('A'..='Z').zip(&layout.repeated);
    let both = lettered.flat_map(|(letter, &(id, at))| {
        [tag(letter, format!("tag-to-{id}"), at), tag(letter, format!("tag-{id}"), layout.place(id))]
    });
    both.collect()
}

pub(super) fn pawns(table: &Table<'_>, view: &View, layout: &Layout, story: &Story, pieces: &mut Vec<Piece>) {
    /// The distance between two pawns at the same place.
    const PITCH: f32 = 18.0;
    let palette = table.theme.palette();
    let at_place = |place: PlaceId| view.seats.iter().filter(move |seat| seat.place == Some(place));
    for seat in &view.seats {
        let Some(place) = seat.place else { continue };
        let before = at_place(place).take_while(|other| other.seat != seat.seat).count() as f32;
        let shift = PITCH * (before - (at_place(place).count() as f32 - 1.0) / 2.0);
        let center = layout.place(place);
        let at = At::new(center.x + shift, center.y - PAWN_ABOVE);
        let last = story.seat() == Some(seat.seat) && story.moved();
        pieces.push(pawn(table, seat.seat, at, if last { palette.last } else { palette.panel }));
    }
}

fn pawn(table: &Table<'_>, seat: Seat, at: At, outline: &str) -> Piece {
    let body = html! {
        g fill=(SEATS[seat.index()]) stroke=(outline) stroke-width="1.6" { (figure("pawn", 0.0, 0.0, 15.0)) }
        (Type::bold(14.0, "#fff").centered().at(0.0, 6.5, seat.number() + 1))
    };
    Piece::new(format!("pawn-{seat}"), "pawn", at, body).titled(table.name(seat)).of_seat(seat.number())
}
