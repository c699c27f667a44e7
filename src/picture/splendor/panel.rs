//! The possessions of a seat: cards and tokens by color, the hand, nobles, prestige, strongholds.

use maud::{Markup, html};

use super::layout::Layout;
use super::story::Story;
use super::tiles;
use super::tokens;
use crate::arrangement::Arrangement;
use crate::card::{CARD, Face, back};
use crate::gems::{GOLD, KINDS, Kind, NAMES, figure};
use crate::number::Number;
use crate::piece::{At, Piece};
use crate::seats::{Frame, NAME_LINE, SeatState, column, order};
use crate::table::Table;
use crate::text::Type;
use crate::theme::SEATS;
use lapidary_engine::seat::Seat;
use lapidary_engine::splendor::module::{Module, Modules};
use lapidary_engine::splendor::slot::Slot;
use lapidary_engine::splendor::state::TOKENS_MAX;
use lapidary_engine::splendor::view::{HandCard, OwnedCard, SeatView, View};

/// The height of a line of tokens, the distance between two columns of cards, and the size of cards, as a
/// share of those in the market: in landscape, and upright, where a finger must be able to tap tokens.
const LYING: (f32, f32, f32) = (30.0, 46.0, 0.5);
const UPRIGHT: (f32, f32, f32) = (48.0, 34.0, 0.36);
/// The width of the hand, and the maximum size of its cards: in landscape, and upright.
const HANDS: [f32; 2] = [148.0, 140.0];
const HAND_SCALES_MAX: [f32; 2] = [0.75, 0.7];
/// The maximum visible part of a covered card.
const COVERED: f32 = 15.0;
/// The width of the number of tokens.
const BAG: f32 = 50.0;
/// The size of a noble in a panel, as a share of that on the table.
const NOBLE_SCALE: f32 = 0.33;

/// A seat with the frame of its panel.
struct Panel<'a> {
    table: &'a Table<'a>,
    story: &'a Story,
    is_upright: bool,
    modules: Modules,
    seat: &'a SeatView,
    frame: Frame,
    state: SeatState,
}

fn panels<'a>(
    table: &'a Table<'a>,
    view: &'a View,
    layout: &Layout,
    story: &'a Story,
) -> impl Iterator<Item = Panel<'a>> {
    let order = order(view.seats.len(), table.first);
    let frames: Vec<Frame> = column(layout.seats, order.len()).collect();
    let is_upright = layout.arrangement == Arrangement::Portrait;
    order.into_iter().zip(frames).filter_map(move |(seat, frame)| {
        let seat = view.seats.get(seat.index())?;
        let beside =
            26.0 * seat.nobles.len() as f32 + if view.modules.has(Module::Strongholds) { 50.0 } else { 0.0 };
        // Upright, a page may show a clock after the name.
        let clock = if is_upright { 56.0 } else { 0.0 };
        let name_width = frame.width - 34.0 - 78.0 - beside - BAG - clock;
        let state = SeatState::new(table, seat.seat, seat.out, name_width);
        Some(Panel { table, story, is_upright, modules: view.modules, seat, frame, state })
    })
}

pub(super) fn frames(
    table: &Table<'_>,
    view: &View,
    layout: &Layout,
    story: &Story,
    pieces: &mut Vec<Piece>,
) {
    pieces.extend(panels(table, view, layout, story).map(|panel| panel.state.piece(table, panel.frame)));
}

/// Adds the possessions of all seats.
pub(super) fn belongings(
    table: &Table<'_>,
    view: &View,
    layout: &Layout,
    story: &Story,
    pieces: &mut Vec<Piece>,
) {
    for panel in panels(table, view, layout, story) {
        panel.first_line(pieces);
        (0..KINDS).for_each(|kind| panel.column(kind, pieces));
        panel.hand(pieces);
    }
}

impl Panel<'_> {
    /// A piece of the seat at a point of the panel.
    fn piece(&self, name: &str, class: &'static str, x: f32, y: f32, body: Markup) -> Piece {
        let at = At::new(self.frame.x + x, self.frame.y + y);
        Piece::new(format!("{name}-{}", self.seat.seat), class, at, body).of_seat(self.seat.seat.number())
    }

    fn first_line(&self, pieces: &mut Vec<Piece>) {
        let (palette, words) = (self.table.theme.palette(), self.table.language.words());
        let points = Type::bold(28.0, palette.ink).ending().at(0.0, 0.0, self.seat.prestige);
        let piece = self.piece("points", "points", self.frame.width - 12.0, 19.0, points);
        let title = words.counted(self.seat.prestige, words.points);
        pieces.push(piece.titled(title).counted(self.seat.prestige));
        pieces.extend(
            self.state
                .medal(self.table, At::new(self.frame.x + self.frame.width - 66.0, self.frame.y + 16.0)),
        );
        let end = self.frame.width - 76.0 - self.strongholds_width();
        for (place, &noble) in self.seat.nobles.iter().enumerate() {
            let x = end - 26.0 * (place + 1) as f32;
            let at = At::new(self.frame.x + x, self.frame.y + 5.0).scaled(NOBLE_SCALE);
            let piece = tiles::noble(noble, at, self.table, self.story.is_noble(noble));
            pieces.push(piece.of_seat(self.seat.seat.number()));
        }
        let total = self.seat.tokens.total();
        let body = Type::bold(15.0, palette.faint).ending().at(0.0, 0.0, format!("{total}/{TOKENS_MAX}"));
        let bag = self.piece("bag", "bag", end - 26.0 * self.seat.nobles.len() as f32 - 6.0, 17.0, body);
        pieces.push(bag.titled(format!("{total}/{TOKENS_MAX} {}", words.tokens[1])).counted(total));
    }

    /// The width of the strongholds at home.
    fn strongholds_width(&self) -> f32 {
        if self.modules.has(Module::Strongholds) { 50.0 } else { 0.0 }
    }

    /// The cards of a kind. Cards without a color are with the gold.
    fn cards_of(&self, kind: Kind) -> impl Iterator<Item = &OwnedCard> {
        let kind_of = |owned: &OwnedCard| {
            let color = owned.association.map(|taken| taken.color).or(owned.card.facts().color);
            color.map_or(GOLD, |color| color.index())
        };
        self.seat.cards.iter().filter(move |owned| kind_of(owned) == kind)
    }

    /// The height of a line of tokens, the distance between two columns, and the size of cards.
    const fn sizes(&self) -> (f32, f32, f32) {
        if self.is_upright { UPRIGHT } else { LYING }
    }

    fn cards_height(&self) -> f32 {
        self.frame.height - NAME_LINE - self.sizes().0 - 6.0
    }

    /// Adds the cards and tokens of a kind.
    fn column(&self, kind: Kind, pieces: &mut Vec<Piece>) {
        let (palette, words) = (self.table.theme.palette(), self.table.language.words());
        let (tokens_height, column, scale_max) = self.sizes();
        let x = if self.is_upright { 4.0 } else { 10.0 } + column * kind as f32;
        let owned: Vec<&OwnedCard> = self.cards_of(kind).collect();
        let height = self.cards_height();
        let covered = owned.len().saturating_sub(1) as f32;
        // Small enough to see a few cards below each other.
        let share = if self.is_upright { 1.0 } else { 0.72 };
        let scale = (height * share / f32::from(CARD.height)).min(scale_max);
        let step = ((height - f32::from(CARD.height) * scale) / covered.max(1.0)).min(COVERED);
        for (place, owned) in owned.iter().enumerate() {
            let face = Face {
                association: owned.association,
                last: self.story.is_card(owned.card),
                brief: self.is_upright,
                ..Face::printed(owned.card)
            };
            let at =
                At::new(self.frame.x + x, self.frame.y + NAME_LINE + 2.0 + step * place as f32).scaled(scale);
            pieces.push(
                Piece::new(format!("card-{}", owned.card), "card", at, face.markup(palette))
                    .titled(face.title(words))
                    .of_seat(self.seat.seat.number())
                    .marked(face.last),
            );
        }
        self.bonus(kind, x + f32::from(CARD.width) * scale, pieces);
        let count = self.seat.tokens.counts()[kind];
        let last = self.state.acted && self.story.is_token(kind);
        let body = html! {
            (tokens::of_seat(kind, count, palette, last, self.is_upright))
            @if self.is_upright {
                rect x="-2" y="-2" width=(Number(column)) height=(Number(tokens_height)) fill="none" pointer-events="all" {}
            }
        };
        let title = format!("{count} {}", words.colors[kind]);
        let id = format!("tokens-{}-{}", self.seat.seat, NAMES[kind]);
        let at = At::new(self.frame.x + x, self.frame.y + NAME_LINE + height + 6.0);
        let piece = Piece::new(id, "tokens", at, body).titled(title).counted(count);
        pieces.push(piece.of_seat(self.seat.seat.number()).marked(last));
    }

    /// Adds the number of bonuses of a color.
    fn bonus(&self, kind: Kind, right: f32, pieces: &mut Vec<Piece>) {
        let (palette, words) = (self.table.theme.palette(), self.table.language.words());
        let Some(&count) = self.seat.bonuses.counts().0.get(kind).filter(|&&count| count > 0) else { return };
        let at = At::new(self.frame.x + right - 8.0, self.frame.y + NAME_LINE + self.cards_height() - 11.0);
        let body = html! {
            rect x="-10" y="-11" width="20" height="22" rx="5" fill=(palette.panel) stroke=(palette.edge) stroke-opacity=".6" {}
            (Type::bold(18.0, palette.ink).centered().at(0.0, 0.0, count))
        };
        let title = format!("{} ({})", words.counted(count, words.bonuses), words.colors[kind]);
        let piece = Piece::new(format!("bonus-{}-{}", self.seat.seat, NAMES[kind]), "bonus", at, body);
        pieces.push(piece.titled(title).counted(count).of_seat(self.seat.seat.number()));
    }

    /// Adds the reserved cards, then those drawn with P4.
    fn hand(&self, pieces: &mut Vec<Piece>) {
        let (palette, words) = (self.table.theme.palette(), self.table.language.words());
        let drawn = self.seat.drawn.iter().flatten().map(|&card| HandCard::Shown { card, blind: true });
        let hand: Vec<HandCard> = self.seat.hand.iter().copied().chain(drawn).collect();
        let width = HANDS[usize::from(self.is_upright)];
        let (x, y) = (self.frame.width - 8.0 - width, NAME_LINE + 2.0);
        let height = self.frame.height - NAME_LINE - 8.0;
        let scale = (height / f32::from(CARD.height)).min(HAND_SCALES_MAX[usize::from(self.is_upright)]);
        let card_width = f32::from(CARD.width) * scale;
        let most = hand.len().max(3) - 1;
        let step = ((width - card_width) / most as f32).min(card_width + 6.0);
        let line = html! { path d={ "M-8 0V" (Number(height)) } stroke=(palette.line) {} };
        pieces.push(self.piece("hand", "hand", x, y, line));
        for (place, card) in hand.into_iter().enumerate() {
            let at = At::new(self.frame.x + x + step * place as f32, self.frame.y + y).scaled(scale);
            let piece = match card {
                HandCard::Shown { card, blind } => {
                    let face = Face { blind, last: self.story.is_card(card), ..Face::printed(card) };
                    Piece::new(format!("card-{card}"), "card hand", at, face.markup(palette))
                        .titled(face.title(words))
                        .marked(face.last)
                }
                HandCard::Hidden { deck } => {
                    let last = self.state.acted && self.story.is_deck(deck);
                    let title = format!("{}: {} {}", words.hidden_card, words.level, deck.level().number());
                    let id = format!("hand-{}-{place}", self.seat.seat);
                    Piece::new(id, "card hand hidden", at, back(deck, palette, last))
                        .titled(title)
                        .marked(last)
                }
            };
            pieces.push(piece.of_seat(self.seat.seat.number()));
        }
    }
}

/// Adds the strongholds of all seats: on cards of the market, and at home.
pub(super) fn strongholds(table: &Table<'_>, view: &View, layout: &Layout, pieces: &mut Vec<Piece>) {
    let story = Story::new(table);
    let (on_card, at_home) =
        if layout.arrangement == Arrangement::Portrait { (1.15, 1.1) } else { (1.0, 0.8) };
    for panel in panels(table, view, layout, &story) {
        let mut on_cards = Vec::new();
        for (number, card) in panel.seat.strongholds.iter().enumerate() {
            let at = match card.and_then(|card| slot_of(view, card)) {
                Some(slot) => {
                    let card = layout.place(slot.place());
                    let before = on_cards.iter().filter(|&&other| other == slot).count() as f32;
                    on_cards.push(slot);
                    At::new(
                        card.x + f32::from(CARD.width) * card.scale - 15.0 - 17.0 * before,
                        card.y + f32::from(CARD.height) * card.scale - 17.0,
                    )
                    .scaled(on_card)
                }
                None => {
                    let x = panel.frame.width - 84.0 - 16.0 * number as f32;
                    At::new(panel.frame.x + x, panel.frame.y + 17.0).scaled(at_home)
                }
            };
            pieces.push(stronghold(table, panel.seat.seat, number, at));
        }
    }
}

fn slot_of(view: &View, card: lapidary_engine::splendor::card::CardId) -> Option<Slot> {
    let row = view.market.iter().find(|row| row.cards.contains(&Some(card)))?;
    Slot::of(row.deck).zip(&row.cards).find(|(_, there)| **there == Some(card)).map(|(slot, _)| slot)
}

/// A stronghold around a point, with the number of its seat, from 1.
fn stronghold(table: &Table<'_>, seat: Seat, number: usize, at: At) -> Piece {
    let palette = table.theme.palette();
    let body = html! {
        g fill=(SEATS[seat.index()]) stroke=(palette.panel) stroke-width="1.5" { (figure("tower", 0.0, 0.0, 10.0)) }
        (Type::bold(12.0, "#fff").centered().at(0.0, 4.0, seat.number() + 1))
    };
    let title = format!("{}: {}", table.language.words().stronghold, table.name(seat));
    Piece::new(format!("stronghold-{seat}-{number}"), "stronghold", at, body)
        .titled(title)
        .of_seat(seat.number())
}
