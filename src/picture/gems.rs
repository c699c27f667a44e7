//! The gems and figures that many pieces share, with their colors: definitions for use in other places. Each
//! color has its own cut: a brilliant, a drop, an emerald cut, a trillion and a cabochon. Gold is a coin.

use maud::{Markup, html};

use crate::number::Number;
use crate::text::Type;
use crate::theme::Palette;
use lapidary_engine::splendor::color::Color;

/// A kind of token: the index of a color, or [`GOLD`].
pub(crate) type Kind = usize;
pub(crate) const GOLD: Kind = 5;
pub(crate) const KINDS: usize = 6;
/// The names of the kinds in ids.
pub(crate) const NAMES: [&str; KINDS] = [
    Color::ALL[0].name(),
    Color::ALL[1].name(),
    Color::ALL[2].name(),
    Color::ALL[3].name(),
    Color::ALL[4].name(),
    "gold",
];
/// The colors of the gems.
const FILLS: [&str; KINDS] = ["#f6f8fc", "#2f6fdf", "#1f9f58", "#dc3347", "#2b2b33", "#f0b32c"];

/// The names of the cuts: the shapes of the gems, so that they are clear without color.
const CUTS: [&str; KINDS] = ["brilliant", "drop", "emerald", "trillion", "cabochon", "coin"];

/// The look of a kind of token, for drawing it outside of pictures.
pub struct Look {
    /// The name of its color, or `gold`.
    pub name: &'static str,
    /// Its color, as SVG writes it.
    pub fill: &'static str,
    /// The name of its cut.
    pub cut: &'static str,
    /// The outline of its cut as SVG path data, at most ten units around the origin.
    pub outline: &'static str,
}

/// Returns the looks of the tokens: the gem colors in their fixed order, then gold.
pub fn looks() -> [Look; KINDS] {
    std::array::from_fn(|kind| Look {
        name: NAMES[kind],
        fill: FILLS[kind],
        cut: CUTS[kind],
        outline: OUTLINES[kind],
    })
}

/// The radius of a gem in its definition.
pub(crate) const RADIUS: f32 = 10.0;

/// A gem around a point, with this radius.
pub(crate) fn gem(kind: Kind, x: f32, y: f32, radius: f32) -> Markup {
    figure(NAMES[kind], x, y, radius)
}

/// A figure of the definitions around a point, with this radius.
pub(crate) fn figure(name: &str, x: f32, y: f32, radius: f32) -> Markup {
    html! {
        use href={ "#def-" (name) }
            transform={ "translate(" (Number(x)) " " (Number(y)) ") scale(" (Number(radius / RADIUS)) ")" } {}
    }
}

/// A token with its figure, around a point.
pub(crate) fn token(name: &str, x: f32, y: f32, radius: f32, palette: &Palette, last: bool) -> Markup {
    let (stroke, width) = if last { (palette.last, 3.0) } else { (palette.edge, 1.2) };
    html! {
        circle cx=(Number(x)) cy=(Number(y)) r=(Number(radius)) fill=(palette.tile) stroke=(stroke)
            stroke-width=(Number(width)) stroke-opacity=[(!last).then_some(".6")] {}
        (figure(name, x, y, radius * 0.72))
    }
}

/// A pile of the supply, 61 wide and 56 high.
pub(crate) fn pile(name: &str, count: u8, palette: &Palette, last: bool) -> Markup {
    html! {
        @if count == 0 {
            circle cx="26" cy="26" r="25.5" fill="none" stroke=(palette.line) stroke-dasharray="5 4" {}
            g opacity=".3" { (figure(name, 26.0, 26.0, 15.6)) }
        } @else {
            @if count > 1 { (token(name, 26.0, 29.0, 26.0, palette, false)) }
            (token(name, 26.0, 26.0, 26.0, palette, last))
        }
        (count_badge(palette, 49.0, 44.0, 12.0, count))
    }
}

/// A count in a circle.
pub(crate) fn count_badge(palette: &Palette, x: f32, y: f32, radius: f32, count: u8) -> Markup {
    html! {
        circle cx=(Number(x)) cy=(Number(y)) r=(Number(radius)) fill=(palette.ink) {}
        (Type::bold(radius * 1.4, palette.panel).centered().at(x, y, count))
    }
}

pub(crate) fn definitions(palette: &Palette) -> Markup {
    html! {
        @for (kind, name) in NAMES.iter().enumerate() {
            g id={ "def-" (name) } stroke-linejoin="round" { (cut(kind, palette.edge)) }
        }
    }
}

/// The definition of the coin alone.
pub(crate) fn coin(palette: &Palette) -> Markup {
    html! { g id="def-gold" stroke-linejoin="round" { (cut(GOLD, palette.edge)) } }
}

/// A gem in its cut, around the origin.
pub(crate) fn cut(kind: Kind, edge: &str) -> Markup {
    let outline = OUTLINES[kind];
    html! {
        path d=(outline) fill=(FILLS[kind]) {}
        (facets(kind))
        path d=(outline) fill="none" stroke=(edge) stroke-width=".9" stroke-opacity=".7" {}
    }
}

/// The outline of each gem.
const OUTLINES: [&str; KINDS] = [
    // A brilliant, from the side.
    "M-5.6-7.6H5.6L9.5-2.4 0 9.3-9.5-2.4Z",
    // A drop.
    "M0-9.5C2.4-5.2 7.6-1.6 7.6 3A7.6 6.5 0 0 1-7.6 3C-7.6-1.6-2.4-5.2 0-9.5Z",
    // An emerald cut.
    "M-4.4-9.5H4.4L7.4-6.5V6.5L4.4 9.5H-4.4L-7.4 6.5V-6.5Z",
    // A trillion.
    "M0-9.2Q7-2.6 9.4 7.2 0 9.8-9.4 7.2-7-2.6 0-9.2Z",
    // A cabochon.
    "M-9.3 0A9.3 9.3 0 0 1 9.3 0 9.3 9.3 0 0 1-9.3 0Z",
    // A coin with a milled edge.
    "M0-9.5 2-8 4.3-8.5 5.6-6.5 8-5.6 8.2-3.2 9.5-1.2 8.6 1 9.2 3.4 7.4 5 6.6 7.3 4.2 7.6 2.2 9.2 0 8.4-2.2 9.2-4.2 7.6-6.6 7.3-7.4 5-9.2 3.4-8.6 1-9.5-1.2-8.2-3.2-8-5.6-5.6-6.5-4.3-8.5-2-8Z",
];

/// The facets that reflect light in a gem.
fn facets(kind: Kind) -> Markup {
    match kind {
        0 => html! {
            path d="M-5.6-7.6-3.4-2.4-9.5-2.4ZM5.6-7.6 9.5-2.4 3.4-2.4ZM-3.4-2.4H3.4L0 9.3Z" fill="#7f93b8" fill-opacity=".38" {}
            path d="M0-7.6 3.4-2.4H-3.4Z" fill="#fff" {}
            path d="M3.4-2.4H9.5L0 9.3Z" fill="#7f93b8" fill-opacity=".62" {}
        },
        1 => html! {
            path d="M0-9.5C-2.4-5.2-7.6-1.6-7.6 3L-4 2.4C-4-.4-1.5-2.6 0-5Z" fill="#fff" fill-opacity=".45" {}
            path d="M7.6 3A7.6 6.5 0 0 1-7.6 3L-4 2.4A4 3.6 0 0 0 4 2.4Z" fill="#0b1b4d" fill-opacity=".4" {}
            path d="M0-5C1.5-2.6 4-.4 4 2.4A4 3.6 0 0 1-4 2.4C-4-.4-1.5-2.6 0-5Z" fill="#fff" fill-opacity=".16" {}
        },
        2 => html! {
            path d="M-4.4-9.5H4.4L2.4-5.6H-2.4L-3.7-4.2V4.2L-7.4 6.5V-6.5Z" fill="#fff" fill-opacity=".42" {}
            path d="M7.4-6.5V6.5L4.4 9.5H-4.4L-2.4 5.6H2.4L3.7 4.2V-4.2Z" fill="#02331a" fill-opacity=".38" {}
            path d="M-2.4-5.6H2.4L3.7-4.2V4.2L2.4 5.6H-2.4L-3.7 4.2V-4.2Z" fill="#fff" fill-opacity=".14" {}
        },
        3 => html! {
            path d="M0-9.2Q-7-2.6-9.4 7.2L-4.1-1.4Z" fill="#fff" fill-opacity=".42" {}
            path d="M-4.1-1.4H4.1L0 5.8Z" fill="#fff" fill-opacity=".24" {}
            path d="M9.4 7.2Q0 9.8-9.4 7.2L0 5.8Z" fill="#4a0512" fill-opacity=".45" {}
            path d="M0-9.2Q7-2.6 9.4 7.2L4.1-1.4Z" fill="#4a0512" fill-opacity=".2" {}
        },
        4 => html! {
            path d="M-8 0A8 8 0 0 0 8 0 8.4 6.4 0 0 1-8 0Z" fill="#fff" fill-opacity=".16" {}
            ellipse cx="-2.6" cy="-4.4" rx="3.4" ry="2" fill="#fff" fill-opacity=".75" transform="rotate(-28 -2.6 -4.4)" {}
        },
        _ => html! {
            circle r="6.4" fill="#fff" fill-opacity=".25" stroke="#8a5a00" stroke-width=".8" {}
            path d="M0-4.6 1.2-1.3 4.6 0 1.2 1.3 0 4.6-1.2 1.3-4.6 0-1.2-1.3Z" fill="#8a5a00" {}
        },
    }
}
