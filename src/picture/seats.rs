//! The common parts of the panels of seats: a frame, the seat's number, its name and its mark.

use maud::{Markup, html};

use crate::arrangement::Arrangement;
use crate::number::Number;
use crate::piece::{At, Piece};
use crate::table::Table;
use crate::text::Type;
use crate::theme::SEATS;
use lapidary_engine::game::View;
use lapidary_engine::seat::{Seat, SeatCount};

/// The height of a panel's first line.
pub(crate) const NAME_LINE: f32 = 30.0;
/// The distance between two panels.
pub(crate) const GAP: f32 = 8.0;
/// The width of an upright picture.
pub(crate) const UPRIGHT: f32 = 378.0;
/// The margin of an upright picture, and the distance between its parts.
pub(crate) const UPRIGHT_MARGIN: f32 = 6.0;
pub(crate) const UPRIGHT_GAP: f32 = 4.0;
/// The height of the line at the top of an upright picture.
pub(crate) const UPRIGHT_HEADER: f32 = 22.0;
/// The height of a seat's line above the table in an upright picture.
const LINE: f32 = 44.0;
/// The width of a name in its line.
pub(crate) const LINE_NAME: f32 = 84.0;

/// The rectangle of a panel.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Frame {
    pub x: f32,
    pub y: f32,
    pub width: f32,
    pub height: f32,
}

/// The seats in the order of their panels: the first one of the table, then in order of play.
pub(crate) fn order(seats: usize, first: Seat) -> Vec<Seat> {
    let Some(count) = u8::try_from(seats).ok().and_then(SeatCount::new) else { return Vec::new() };
    let first = if count.has(first) { first } else { Seat::FIRST };
    std::iter::successors(Some(first), |&seat| Some(count.after(seat))).take(seats).collect()
}

/// The frames of this many panels below each other.
pub(crate) fn column(area: Frame, panels: usize) -> impl Iterator<Item = Frame> {
    let height = (area.height - GAP * panels.saturating_sub(1) as f32) / panels.max(1) as f32;
    (0..panels).map(move |place| Frame { y: area.y + (height + GAP) * place as f32, height, ..area })
}

/// The seats with a line above an upright table, with their frames: all but the first. None in landscape.
pub(crate) fn lines(table: &Table<'_>) -> impl Iterator<Item = (Seat, Frame)> {
    let seats = if table.arrangement == Arrangement::Portrait { table.names.len() } else { 0 };
    let frame = |place: usize| Frame {
        x: UPRIGHT_MARGIN,
        y: below_lines(place + 1),
        width: UPRIGHT - 2.0 * UPRIGHT_MARGIN,
        height: LINE,
    };
    order(seats, table.first).into_iter().skip(1).enumerate().map(move |(place, seat)| (seat, frame(place)))
}

/// Where the table begins in an upright picture with this many seats: below the lines.
pub(crate) fn below_lines(seats: usize) -> f32 {
    UPRIGHT_HEADER + UPRIGHT_GAP + (LINE + UPRIGHT_GAP) * seats.saturating_sub(1) as f32
}

/// The contents of a seat's panel besides its pieces.
pub(crate) struct SeatState {
    pub seat: Seat,
    /// Whether the game waits for it.
    acts: bool,
    /// Whether the last action was its.
    pub acted: bool,
    /// Whether it went out (B19).
    out: bool,
    /// Its rank in a finished game.
    rank: Option<u8>,
    /// The width that is left for the name.
    name_width: f32,
}

impl SeatState {
    /// The contents of a seat, which may be out, with this width for the name.
    pub fn new(table: &Table<'_>, seat: Seat, out: bool, name_width: f32) -> SeatState {
        let (to_act, outcome) = match table.view {
            View::Splendor(view) => (view.to_act.map(|(seat, _)| seat), view.outcome.as_ref()),
            View::Kids(view) => (view.to_act.map(|(seat, _)| seat), view.outcome.as_ref()),
        };
        let (acts, acted) = (to_act == Some(seat), table.last.is_some_and(|last| last.seat == seat));
        let rank = outcome.and_then(|outcome| outcome.ranks.get(seat.index()).copied());
        SeatState { seat, acts, acted, out, rank, name_width }
    }

    /// The ground of a panel or a line.
    fn ground(&self, table: &Table<'_>, frame: Frame) -> Markup {
        let palette = table.theme.palette();
        let (stroke, width) = if self.acts { (palette.turn, 3.0) } else { (palette.line, 1.0) };
        html! {
            rect x=(Number(width / 2.0)) y=(Number(width / 2.0)) width=(Number(frame.width - width)) rx="10"
                height=(Number(frame.height - width)) fill=(palette.panel) stroke=(stroke) stroke-width=(Number(width)) {}
        }
    }

    /// The panel of the seat.
    pub fn piece(&self, table: &Table<'_>, frame: Frame) -> Piece {
        let (palette, words) = (table.theme.palette(), table.language.words());
        let name = table.name(self.seat);
        let font = Type::bold(17.0, if self.out { palette.faint } else { palette.ink });
        let shown = if self.out { format!("{name} ({})", words.out) } else { name.clone() };
        let shown = font.cut_name(&shown, self.name_width);
        let body = html! {
            (self.ground(table, frame))
            (badge(self.seat, 18.0, 17.0, 10.0))
            @if self.acted {
                path d="M2 9 8 17 2 25Z" fill=(palette.last) {}
            }
            g class="name" { (font.at(34.0, 17.0, shown)) }
        };
        let rank = self.rank.map_or_else(String::new, |rank| format!(", {} {rank}", words.rank));
        let turn = if self.acts { format!(", {}", words.to_act) } else { String::new() };
        let title = format!("{name}{turn}{rank}");
        Piece::new(format!("seat-{}", self.seat), "seat", At::new(frame.x, frame.y), body)
            .titled(title)
            .of_seat(self.seat.number())
    }

    /// The line of the seat above an upright table, with its possessions.
    pub fn line(&self, table: &Table<'_>, frame: Frame, title: String, counts: Markup) -> Piece {
        let palette = table.theme.palette();
        let name = Type::bold(14.0, if self.out { palette.faint } else { palette.ink });
        let body = html! {
            (self.ground(table, frame))
            (badge(self.seat, 16.0, 14.0, 10.0))
            @if self.acted { path d="M1 7 6 14 1 21Z" fill=(palette.last) {} }
            g class="name" { (name.at(30.0, 14.0, name.cut_name(&table.name(self.seat), self.name_width))) }
            (counts)
        };
        Piece::new(format!("line-{}", self.seat), "line", At::new(frame.x, frame.y), body)
            .titled(title)
            .of_seat(self.seat.number())
    }

    /// The medal of the seat in a finished game, around a point.
    pub fn medal(&self, table: &Table<'_>, at: At) -> Option<Piece> {
        let palette = table.theme.palette();
        let rank = self.rank?;
        let (fill, ink) = if rank == 1 { ("#f0b32c", "#1b2430") } else { (palette.line, palette.ink) };
        let body = html! {
            path d="M-6 4-9 13-4.5 11-2 15 0 5 2 15 4.5 11 9 13 6 4Z" fill=(fill) fill-opacity=".7" {}
            circle r="9" fill=(fill) stroke=(palette.edge) stroke-opacity=".5" {}
            (Type::bold(13.0, ink).centered().at(0.0, 0.0, rank))
        };
        let title = format!("{} {rank}", table.language.words().rank);
        Some(
            Piece::new(format!("rank-{}", self.seat), "rank", at, body)
                .titled(title)
                .of_seat(self.seat.number()),
        )
    }
}

/// The number of a seat, from 1, in its color, around a point.
pub(crate) fn badge(seat: Seat, x: f32, y: f32, radius: f32) -> Markup {
    html! {
        circle cx=(Number(x)) cy=(Number(y)) r=(Number(radius)) fill=(SEATS[seat.index()]) {}
        (Type::bold(radius * 1.35, "#fff").centered().at(x, y, seat.number() + 1))
    }
}
