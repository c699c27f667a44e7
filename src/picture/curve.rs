//! The curve of a game: the expected share of each seat, over its turns. It does not know how the shares are
//! computed.

use std::fmt::Write;

use maud::{Markup, html};

use crate::number::Number;
use crate::svg::{Extent, Scene, document};
use crate::text::Type;
use crate::theme::{Palette, SEATS, Theme};

/// The size of the picture, and the margins around the curve.
const EXTENT: Extent = Extent { width: 800, height: 400 };
const LEFT: f32 = 56.0;
const TOP: f32 = 44.0;
const RIGHT: f32 = 776.0;
const BOTTOM: f32 = 360.0;
/// The shares marked by a line.
const LINES: [u8; 5] = [0, 25, 50, 75, 100];
/// The widest name.
const NAME_WIDTH: f32 = 150.0;

/// What each seat could expect at one moment.
#[derive(Clone, PartialEq, Debug)]
pub struct CurvePoint {
    /// The number of the turn.
    pub turn: u16,
    /// The share of each seat, 0 to 1, in seat order.
    pub shares: Vec<f32>,
    /// Whether the game turned here.
    pub is_turning_point: bool,
}

/// The curve of a game.
#[derive(Clone, Copy, Debug)]
pub struct Curve<'a> {
    /// The names of the players, in seat order. None for an erased account.
    pub names: &'a [Option<&'a str>],
    /// The moments, in order; the last one is the result.
    pub points: &'a [CurvePoint],
    /// The colors.
    pub theme: Theme,
}

/// Draws a curve as SVG.
pub fn draw_curve(curve: &Curve<'_>) -> String {
    let palette = curve.theme.palette();
    let turning: Vec<String> = curve
        .points
        .iter()
        .filter(|point| point.is_turning_point)
        .map(|point| point.turn.to_string())
        .collect();
    let description = match turning.as_slice() {
        [] => "What share of the game each seat could expect. It had no turning point.".to_owned(),
        turns => {
            format!("What share of the game each seat could expect. It turned in turn {}.", turns.join(", "))
        }
    };
    let scene = Scene {
        extent: EXTENT,
        title: "Shares of the game".to_owned(),
        description,
        language: "en",
        pieces: Vec::new(),
    };
    let content = html! {
        (axes(curve, palette))
        @for (seat, name) in curve.names.iter().enumerate() { (seat_line(curve, seat, *name, palette)) }
        @for (index, point) in curve.points.iter().enumerate() {
            @if point.is_turning_point { (mark(curve, index, point, palette)) }
        }
    };
    document(&scene, palette, Markup::default(), content)
}

/// The lines of the shares, with their numbers.
fn axes(curve: &Curve<'_>, palette: &Palette) -> Markup {
    let last = curve.points.last().map_or(0, |point| point.turn);
    html! {
        @for percent in LINES {
            @let y = y(f32::from(percent) / 100.0);
            line x1=(Number(LEFT)) x2=(Number(RIGHT)) y1=(Number(y)) y2=(Number(y)) stroke=(palette.line) {}
            (Type::plain(12.0, palette.faint).ending().at(LEFT - 8.0, y, format!("{percent} %")))
        }
        (Type::plain(12.0, palette.faint).at(LEFT, BOTTOM + 18.0, "turn 1"))
        (Type::plain(12.0, palette.faint).ending().at(RIGHT, BOTTOM + 18.0, format!("turn {last}")))
    }
}

fn seat_line(curve: &Curve<'_>, seat: usize, name: Option<&str>, palette: &Palette) -> Markup {
    let color = SEATS[seat % SEATS.len()];
    let mut places = String::new();
    for (index, point) in curve.points.iter().enumerate() {
        let share = point.shares.get(seat).copied().unwrap_or_default();
        Number(x(curve, index)).write(&mut places);
        let _ = places.write_char(',');
        Number(y(share)).write(&mut places);
        let _ = places.write_char(' ');
    }
    let label = Type::bold(14.0, palette.ink);
    let left = LEFT + seat as f32 * (NAME_WIDTH + 24.0);
    html! {
        g id={ "seat-" (seat) } {
            rect x=(Number(left)) y="16" width="12" height="12" fill=(color) {}
            (label.at(left + 18.0, 22.0, label.cut(name.unwrap_or("–"), NAME_WIDTH)))
            polyline points=(places.trim_end()) fill="none" stroke=(color) stroke-width="2.5"
                stroke-linejoin="round" {}
        }
    }
}

/// A turning point: a line with the number of its turn.
fn mark(curve: &Curve<'_>, index: usize, point: &CurvePoint, palette: &Palette) -> Markup {
    let x = x(curve, index);
    html! {
        g id={ "turning-point-" (index) } {
            line x1=(Number(x)) x2=(Number(x)) y1=(Number(TOP)) y2=(Number(BOTTOM)) stroke=(palette.turn)
                stroke-dasharray="4 4" {}
            (Type::bold(12.0, palette.turn).centered().at(x, BOTTOM + 18.0, point.turn))
        }
    }
}

fn x(curve: &Curve<'_>, index: usize) -> f32 {
    let steps = curve.points.len().saturating_sub(1).max(1);
    LEFT + (RIGHT - LEFT) * index as f32 / steps as f32
}

fn y(share: f32) -> f32 {
    BOTTOM - (BOTTOM - TOP) * share.clamp(0.0, 1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_curve_shows_every_seat_and_every_turning_point() {
        let point = |turn: u16, share: f32| CurvePoint {
            turn,
            shares: vec![share, 1.0 - share],
            is_turning_point: turn == 2,
        };
        let points = [point(1, 0.5), point(2, 0.5), point(3, 1.0)];
        let drawn =
            |names: &[Option<&str>]| draw_curve(&Curve { names, points: &points, theme: Theme::Dark });
        let svg = drawn(&[Some("a<b"), None]);
        assert!(svg.contains("a&lt;b") && svg.contains("It turned in turn 2."), "{svg}");
        assert!(svg.contains("points=\"56,202 416,202 776,44\""), "{svg}");
        assert!(svg.contains("points=\"56,202 416,202 776,360\""), "{svg}");
        assert_eq!(svg.matches("stroke-dasharray").count(), 1);
        assert!(draw_curve(&Curve { names: &[], points: &[], theme: Theme::Light }).starts_with("<svg"));
    }
}
