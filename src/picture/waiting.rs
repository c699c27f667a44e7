//! A table that waits for players: the picture behind its link before the game starts.

use maud::html;

use crate::gems::{self, KINDS, gem};
use crate::language::{Language, game};
use crate::number::Number;
use crate::piece::{At, Piece};
use crate::svg::{Extent, Scene};
use crate::table::name;
use crate::text::Type;
use crate::theme::{SEATS, Theme};
use lapidary_engine::ruleset::Ruleset;

/// The size of the picture.
const EXTENT: Extent = Extent { width: 1000, height: 525 };

/// A table that waits for players.
#[derive(Clone, Copy, Debug)]
pub struct WaitingTable<'a> {
    /// What is to be played.
    pub ruleset: Ruleset,
    /// The names of those who have joined, in order. None for an erased player.
    pub names: &'a [Option<&'a str>],
    /// The number of seats.
    pub seats: usize,
    /// The language of the texts.
    pub language: Language,
    /// The colors.
    pub theme: Theme,
}

/// Draws a table that waits for players as SVG.
pub fn draw_waiting(table: &WaitingTable<'_>) -> String {
    let (palette, words) = (table.theme.palette(), table.language.words());
    let game = game(table.ruleset, words);
    let width = f32::from(EXTENT.width);
    let title = Type::bold(54.0, palette.ink).centered().fitted(&game, width - 80.0);
    let (middle, gems) =
        (width / 2.0, (0..KINDS).map(|kind| gem(kind, 250.0 + 100.0 * kind as f32, 90.0, 40.0)));
    let head = html! {
        @for gem in gems { (gem) }
        (title.at(middle, 190.0, title.cut(&game, width - 80.0)))
        (Type::plain(30.0, palette.faint).centered().at(middle, 245.0, words.waiting))
    };
    let mut pieces = vec![Piece::new("header", "header", At::new(0.0, 0.0), head)];
    let pitch = (width - 60.0) / table.seats.max(1) as f32;
    for (seat, color) in (0..table.seats).zip(SEATS) {
        let name = table.names.get(seat).map(|named| name(*named, table.language));
        let font = Type::bold(24.0, if name.is_some() { palette.ink } else { palette.faint }).centered();
        let (x, box_width) = (pitch / 2.0, pitch - 24.0);
        let body = html! {
            rect x="12" y="1" width=(Number(box_width)) height="148" rx="14" fill=(palette.panel) stroke=(palette.line)
                stroke-width="2" stroke-dasharray=[name.is_none().then_some("8 6")] {}
            circle cx=(Number(x)) cy="54" r="28" fill=(if name.is_some() { color } else { palette.line }) {}
            @if name.is_some() {
                circle cx=(Number(x)) cy="48" r="9" fill="#fff" {}
                path d={ "M" (Number(x - 15.0)) " 72a15 13 0 0 1 30 0z" } fill="#fff" {}
            }
            (font.at(x, 116.0, font.cut(name.as_deref().unwrap_or(words.free_seat), box_width - 12.0)))
        };
        pieces.push(Piece::new(
            format!("place-{seat}"),
            "seat",
            At::new(30.0 + pitch * seat as f32, 320.0),
            body,
        ));
    }
    let joined: Vec<String> = table.names.iter().map(|named| name(*named, table.language)).collect();
    let scene = Scene {
        extent: EXTENT,
        title: format!("{}: {}", game, words.waiting),
        description: format!("{}/{}. {}", table.names.len(), table.seats, joined.join(", ")),
        language: table.language.name(),
        pieces,
    };
    scene.still(palette, gems::definitions(palette))
}
