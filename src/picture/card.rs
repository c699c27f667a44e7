//! A development card: its face and its back. It does not know the card's place.

use maud::{Markup, html};

use crate::gems::{figure, gem};
use crate::language::Words;
use crate::number::Number;
use crate::svg::Extent;
use crate::text::Type;
use crate::theme::Palette;
use lapidary_engine::splendor::card::{CardId, Deck, Power};
use lapidary_engine::splendor::color::Color;
use lapidary_engine::splendor::modules::orient::Association;
use lapidary_engine::splendor::tokens::Gems;

/// The size of a card.
pub(crate) const CARD: Extent = Extent { width: 84, height: 116 };
const WIDTH: f32 = CARD.width as f32;
const HEIGHT: f32 = CARD.height as f32;
/// The distance between two lines of a cost.
const LINE: f32 = 20.0;
/// The positions of both bonuses of a double card, from the top left corner.
const DOUBLE: [(f32, f32); 2] = [(48.0, 20.0), (66.0, 30.0)];

/// The landscape of each level: hills, a coast, a town.
const LANDSCAPES: [&str; 3] = [
    "M0 92 17 76 29 85 50 62 67 79 84 68V108A8 8 0 0 1 76 116H8A8 8 0 0 1 0 108Z",
    "M0 88C14 78 26 78 42 86S70 94 84 82V108A8 8 0 0 1 76 116H8A8 8 0 0 1 0 108ZM56 80 56 54 76 78ZM52 80 52 60 42 78Z",
    "M0 94H36V72H44V80H50V66L56 57 62 66V78H68V62H72V54H78V62H82V94H84V108A8 8 0 0 1 76 116H8A8 8 0 0 1 0 108Z",
];

/// What a card shows.
#[derive(Clone, Copy)]
pub(crate) struct Face {
    pub card: CardId,
    /// The color and bonuses that it took over (O5).
    pub association: Option<Association>,
    /// Whether others see only its back (B18).
    pub blind: bool,
    /// Whether the last action concerned it.
    pub last: bool,
    /// Whether it is so small that it shows only its bonus.
    pub brief: bool,
}

impl Face {
    /// A card as it is printed.
    pub const fn printed(card: CardId) -> Face {
        Face { card, association: None, blind: false, last: false, brief: false }
    }

    /// Its color and bonuses.
    fn bonus(self) -> (Option<Color>, u8) {
        let facts = self.card.facts();
        match self.association {
            Some(taken) => (Some(taken.color), taken.bonus),
            None => (facts.color, facts.bonus),
        }
    }

    /// The card, with its top left corner at the origin.
    pub fn markup(self, palette: &Palette) -> Markup {
        let facts = self.card.facts();
        let (color, bonus) = self.bonus();
        let (ground, shade) = palette.card(color);
        html! {
            rect width=(CARD.width) height=(CARD.height) rx="8" fill=(ground) {}
            path d=(LANDSCAPES[facts.deck.level() as usize]) fill=(shade) {}
            (outline(palette, facts.deck, self.last))
            @if facts.points > 0 && !self.brief { (Type::bold(27.0, palette.ink).at(9.0, 20.0, facts.points)) }
            @if let Some(color) = color { (bonuses(color, bonus)) }
            @if !self.brief { (power(facts.power, color, palette)) (cost(facts.cost, palette)) }
            @if self.blind { (figure("blind", 68.0, 102.0, 9.0)) }
        }
    }

    /// The card in words.
    pub fn title(self, words: &Words) -> String {
        let facts = self.card.facts();
        let (color, bonus) = self.bonus();
        let mut title = words.card.to_owned();
        title.push_str(": ");
        if let Some(color) = color {
            title.push_str(words.colors[color.index()]);
            if bonus > 1 {
                title.push_str(" ×2");
            }
            title.push_str(", ");
        }
        title.push_str(&format!("{} {}", words.level, facts.deck.level().number()));
        if facts.points > 0 {
            title.push_str(&format!(", {}", words.counted(facts.points, words.points)));
        }
        if !facts.cost.is_none() {
            title.push_str(&format!(", {} {}", words.cost, counted(facts.cost, words)));
        }
        title
    }
}

/// Counts in words: `3 blue, 1 red`.
pub(crate) fn counted(gems: Gems, words: &Words) -> String {
    let named =
        gems.colors().iter().map(|color| format!("{} {}", gems.get(color), words.colors[color.index()]));
    named.collect::<Vec<_>>().join(", ")
}

/// The outline of a card; Orient cards have a second line.
fn outline(palette: &Palette, deck: Deck, last: bool) -> Markup {
    let (stroke, width) = if last { (palette.last, 4.0) } else { (palette.edge, 1.2) };
    html! {
        @if deck.is_orient() {
            rect x="4" y="4" width="76" height="108" rx="5" fill="none" stroke=(palette.edge) stroke-opacity=".35"
                stroke-dasharray="6 3" {}
        }
        rect x=(Number(width / 2.0)) y=(Number(width / 2.0)) width=(Number(WIDTH - width))
            height=(Number(HEIGHT - width)) rx="7" fill="none" stroke=(stroke) stroke-width=(Number(width))
            stroke-opacity=[(!last).then_some(".55")] {}
    }
}

fn bonuses(color: Color, bonus: u8) -> Markup {
    html! {
        @if bonus > 1 {
            @for (x, y) in DOUBLE { (gem(color.index(), x, y, 14.0)) }
        } @else {
            (gem(color.index(), 61.0, 22.0, 16.0))
        }
    }
}

/// The cost, with a line for each color, from the bottom.
fn cost(cost: Gems, palette: &Palette) -> Markup {
    let colors: Vec<Color> = cost.colors().iter().collect();
    let first = HEIGHT - 14.0 - LINE * colors.len().saturating_sub(1) as f32;
    html! {
        @for (line, color) in colors.into_iter().enumerate() {
            @let y = first + LINE * line as f32;
            (gem(color.index(), 15.0, y, 9.0))
            (Type::bold(20.0, palette.ink).at(27.0, y, cost.get(color)))
        }
    }
}

/// The effect of the card (O3).
fn power(power: Power, color: Option<Color>, palette: &Palette) -> Markup {
    // A free card of this level.
    let free = |level: &'static str| {
        html! {
            (Type::bold(20.0, palette.ink).centered().at(49.0, 60.0, "+"))
            (figure("card", 66.0, 60.0, 13.0))
            (Type::bold(20.0, palette.ink).centered().at(66.0, 60.0, level))
        }
    };
    let link =
        || if color.is_some() { figure("link", 70.0, 100.0, 9.0) } else { figure("link", 61.0, 22.0, 15.0) };
    html! {
        @match power {
            Power::Plain => {}
            Power::VirtualGold => {
                (gem(crate::gems::GOLD, 48.0, 21.0, 14.0)) (gem(crate::gems::GOLD, 66.0, 31.0, 14.0))
            }
            Power::Associate => (link()),
            Power::AssociateThenTake => { (link()) (free("1")) }
            Power::TakeLevelTwo => (free("2")),
            Power::DiscardTwo(color) => {
                (figure("discard", 18.0, 96.0, 14.0)) (gem(color.index(), 40.0, 98.0, 9.0))
                (Type::bold(20.0, palette.ink).at(52.0, 98.0, "2"))
            }
        }
    }
}

/// The back of a card of this deck.
pub(crate) fn back(deck: Deck, palette: &Palette, last: bool) -> Markup {
    html! {
        rect width=(CARD.width) height=(CARD.height) rx="8" fill=(palette.backs[deck.level() as usize]) {}
        path d="M42 20 68 58 42 96 16 58ZM42 34 58 58 42 82 26 58Z" fill="#fff" fill-opacity=".16" fill-rule="evenodd" {}
        (outline(palette, deck, last))
        @if deck.is_orient() {
            path d="M42 46 45 55 54 58 45 61 42 70 39 61 30 58 39 55Z" fill="#fff" fill-opacity=".85" {}
        }
        (levels(deck, 104.0))
    }
}

/// The level of a deck as dots at this height.
pub(crate) fn levels(deck: Deck, y: f32) -> Markup {
    let level = deck.level().number();
    html! {
        @for dot in 0..level {
            circle cx=(Number(42.0 + 14.0 * (f32::from(dot) - f32::from(level - 1) / 2.0))) cy=(Number(y)) r="4.5" fill="#fff" {}
        }
    }
}

/// The definitions of the parts of cards other than gems.
pub(crate) fn definitions(palette: &Palette) -> Markup {
    html! {
        g id="def-blind" {
            path d="M-9 0Q0-8.5 9 0 0 8.5-9 0Z" fill=(palette.panel) stroke=(palette.edge) stroke-width="1.6" {}
            circle r="3" fill=(palette.edge) {}
            path d="M-7 7 7-7" stroke=(palette.edge) stroke-width="2" {}
        }
        g id="def-link" fill="none" stroke=(palette.edge) stroke-width="2.6" {
            rect x="-9" y="-4" width="10.5" height="8" rx="4" {}
            rect x="-1.5" y="-4" width="10.5" height="8" rx="4" {}
        }
        g id="def-card" {
            rect x="-6.5" y="-9" width="13" height="18" rx="2" fill=(palette.panel) stroke=(palette.edge)
                stroke-width="1.4" {}
        }
        g id="def-discard" stroke=(palette.edge) stroke-width="1.5" {
            rect x="-8.5" y="-7" width="10" height="14" rx="2" fill=(palette.panel) {}
            rect x="-2" y="-4.5" width="10" height="14" rx="2" fill=(palette.panel) {}
            path d="M-.2-1.6 6.2 6.6M6.2-1.6-.2 6.6" stroke-width="2" {}
        }
    }
}
