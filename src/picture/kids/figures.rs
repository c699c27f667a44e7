//! The resources and places of Kids: definitions for use in other places. Each resource has its own shape.

use maud::{Markup, html};

use crate::gems::figure;
use crate::number::Number;
use crate::text::Type;
use crate::theme::Palette;
use lapidary_engine::kids::place::PlaceKind;
use lapidary_engine::kids::resource::Resource;

/// The definitions of all figures.
pub(super) fn definitions(palette: &Palette) -> Markup {
    html! {
        @for resource in Resource::ALL {
            g id={ "def-" (resource.name()) } stroke=(palette.edge) stroke-width=".9" stroke-linejoin="round"
                stroke-opacity=".75" { (resource_figure(resource)) }
        }
        @for kind in PlaceKind::ALL {
            g id={ "def-" (kind.name()) } stroke=(palette.edge) stroke-width=".8" stroke-linejoin="round" { (place_figure(kind)) }
        }
        g id="def-treasure" stroke=(palette.edge) stroke-width=".9" stroke-linejoin="round" {
            path d="M-9 0V-3C-9-8 9-8 9-3V0ZM-9 0H9V8H-9Z" fill="#9a5b22" {}
            path d="M-2-1H2V3H-2Z" fill="#f0b32c" {}
        }
        g id="def-jewel" stroke=(palette.edge) stroke-width=".9" stroke-linejoin="round" {
            path d="M0-9 7-4V4L0 9-7 4V-4Z" fill="#c026d3" {}
            path d="M0-9 3-3-3-3ZM-3-3H3L4 3 0 9-4 3Z" fill="#fff" fill-opacity=".35" stroke="none" {}
        }
        path id="def-pawn" d="M0-9.5A4.3 4.3 0 0 1 2.6-1.6L6.6 7.4Q7 9.5 4.6 9.5H-4.6Q-7 9.5-6.6 7.4L-2.6-1.6A4.3 4.3 0 0 1 0-9.5Z" {}
    }
}

fn resource_figure(resource: Resource) -> Markup {
    match resource {
        Resource::Mushroom => html! {
            path d="M-3 0H3L4 8Q0 10-4 8Z" fill="#f3e3c8" {}
            path d="M-9.5 1C-9.5-12 9.5-12 9.5 1 5 3-5 3-9.5 1Z" fill="#c2452d" {}
            g fill="#fff" stroke="none" { circle cx="-4" cy="-3" r="1.8" {} circle cx="2" cy="-5.4" r="1.6" {} circle cx="5.4" cy="-1.4" r="1.5" {} }
        },
        Resource::Apple => html! {
            path d="M0-4C3-7 9-5.6 9 .6 9 6 5 9.4 2 9.4 .8 9.4 .8 8.8 0 8.8S-.8 9.4-2 9.4C-5 9.4-9 6-9 .6-9-5.6-3-7 0-4Z" fill="#7cb518" {}
            path d="M0-4C0-6 1-8 2.4-9" fill="none" stroke-width="1.6" {}
            path d="M1.6-6.6C4-10 7-9.4 8-9 7-6 4-5.4 1.6-6.6Z" fill="#3f7d20" {}
        },
        Resource::Cabbage => html! {
            path d="M-9 1C-10-3-6-6-4.6-6-4-9 4-9 4.6-6 6-6 10-3 9 1 9 6 5 9 0 9S-9 6-9 1Z" fill="#b9dfae" {}
            path d="M0 8.6C-5-.4-4-4-2-6M0 8.6C5-.4 4-4 2-6M-1 8C-7 5-7 0-7-2M1 8C7 5 7 0 7-2" fill="none" stroke="#2f6b3a" stroke-width="1.1" {}
        },
        Resource::Hazelnut => html! {
            path d="M-7.4-1C-7.4 4-3 7.6 0 9.4 3 7.6 7.4 4 7.4-1Z" fill="#b9773b" {}
            path d="M-8.6-1C-8-7-4-9 0-9S8-7 8.6-1C5 1-5 1-8.6-1Z" fill="#6f4520" {}
            path d="M-4-7.6V-.2M0-8.6V.4M4-7.6V-.2" fill="none" stroke="#3a230f" stroke-width=".9" {}
        },
        Resource::Water => html! {
            path d="M0-9.4C2.6-5 7.4-1.4 7.4 3A7.4 6.4 0 0 1-7.4 3C-7.4-1.4-2.6-5 0-9.4Z" fill="#3b9ae1" {}
            path d="M-4.4 3C-4.4 5 -3 6.6-1 7" fill="none" stroke="#fff" stroke-width="1.8" stroke-linecap="round" {}
        },
    }
}

fn place_figure(kind: PlaceKind) -> Markup {
    match kind {
        PlaceKind::Port => html! {
            circle r="9.6" fill="#3f6fa8" {}
            path d="M0-6V7M-5.5 2C-5 6-2 7 0 7S5 6 5.5 2M-3-2.6H3" fill="none" stroke="#fff" stroke-width="1.7" stroke-linecap="round" {}
            circle cy="-5.4" r="1.5" fill="none" stroke="#fff" stroke-width="1.3" {}
        },
        PlaceKind::Town => html! {
            rect x="-9.5" y="-9.5" width="19" height="19" rx="3.5" fill="#f4e3c1" {}
            path d="M-7 7.6V-1L-3.4-4.6 .2-1V7.6Z" fill="#d9824b" {}
            path d="M-.4 7.6V-4.4L3.2-8 6.8-4.4V7.6Z" fill="#b2522f" {}
            path d="M2.2 7.6V4H4.2V7.6M-4.4 7.6V4.6H-2.4V7.6" fill="#fff" {}
        },
        PlaceKind::Village => html! {
            circle r="9.6" fill="#d7ead0" {}
            path d="M-6 6.4V0H6V6.4Z" fill="#8a5a33" {}
            path d="M-8 .6 0-7 8 .6Z" fill="#4f8a3a" {}
            path d="M-1.4 6.4V2.4H1.4V6.4Z" fill="#fff" {}
        },
        PlaceKind::Palace => html! {
            circle r="9.8" fill="#ead7f2" {}
            path d="M-7 7V-3L-5-6.4-3-3V-1H-2V-5L0-9 2-5V-1H3V-3L5-6.4 7-3V7Z" fill="#7e3fa0" {}
            path d="M-1.6 7V3.6A1.6 1.6 0 0 1 1.6 3.6V7Z" fill="#f0b32c" {}
        },
    }
}

/// The size of a town tile.
pub(super) const TILE: f32 = 52.0;

/// A town tile with its resource, or its back, at the origin.
pub(super) fn town_tile(resource: Option<Resource>, size: f32, palette: &Palette, last: bool) -> Markup {
    let (stroke, width) = if last { (palette.last, 3.0) } else { (palette.edge, 1.0) };
    let fill = if resource.is_some() { palette.tile } else { palette.backs[1] };
    html! {
        rect x=(Number(width / 2.0)) y=(Number(width / 2.0)) width=(Number(size - width)) height=(Number(size - width))
            rx=(Number(size * 0.14)) fill=(fill) stroke=(stroke) stroke-width=(Number(width)) stroke-opacity=[(!last).then_some(".6")] {}
        @match resource {
            Some(resource) => (figure(resource.name(), size / 2.0, size / 2.0, size * 0.36)),
            None => (figure("town", size / 2.0, size / 2.0, size * 0.3)),
        }
    }
}

/// A face-down village tile around the origin.
pub(super) fn village_tile(palette: &Palette) -> Markup {
    html! {
        rect x="-9" y="-9" width="18" height="18" rx="4" fill=(palette.backs[2]) stroke=(palette.panel) stroke-width="1.2" {}
        (Type::bold(14.0, "#fff").centered().at(0.0, 0.0, "?"))
    }
}
