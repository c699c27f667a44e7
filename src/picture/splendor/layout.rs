//! Where everything lies. It depends on the modules alone, so that nothing jumps between two positions of a
//! game.

use crate::card::CARD;
use crate::header::HEADER;
use crate::piece::At;
use crate::seats::Frame;
use lapidary_engine::splendor::card::{Deck, Level};
use lapidary_engine::splendor::effect::Place;
use lapidary_engine::splendor::module::{Module, Modules};

/// The distance of everything from the edge of the picture.
pub(super) const MARGIN: f32 = 14.0;
/// The distance of two cards.
const GAP: f32 = 8.0;
/// The size of a noble; a city is wider.
pub(super) const NOBLE: f32 = 76.0;
/// The width of a city.
pub(super) const CITY: f32 = 168.0;
/// The height of a trading post.
pub(super) const POST: f32 = 66.0;
/// The width of the supply.
const SUPPLY: f32 = 66.0;
/// The distance of the tables' parts.
const PART: f32 = 14.0;
/// The width of a seat's panel.
const PANEL: f32 = 452.0;

const WIDTH: f32 = CARD.width as f32;
const HEIGHT: f32 = CARD.height as f32;
/// The cards of a base row with its deck.
const BASE_ROW: f32 = 5.0 * (WIDTH + GAP) - GAP;
/// The cards of an Orient row with its deck.
const ORIENT_ROW: f32 = 3.0 * (WIDTH + GAP) - GAP;

/// The places of a picture.
pub(super) struct Layout {
    pub width: f32,
    pub height: f32,
    has_orient: bool,
    has_posts: bool,
}

impl Layout {
    /// The places of a game with these modules.
    pub fn new(modules: Modules) -> Layout {
        let has_orient = modules.has(Module::Orient);
        let has_posts = modules.has(Module::TradingPosts);
        let layout = Layout { width: 0.0, height: 0.0, has_orient, has_posts };
        let market_end = Layout::market_top() + 3.0 * (HEIGHT + GAP) - GAP;
        let posts = if has_posts { PART + POST } else { 0.0 };
        let width = layout.table_end() + 18.0 + PANEL + MARGIN;
        Layout { width, height: market_end + posts + MARGIN, ..layout }
    }

    /// Where the nobles or cities begin.
    pub fn tiles(&self) -> At {
        At::new(MARGIN, HEADER + PART)
    }

    const fn market_top() -> f32 {
        HEADER + PART + NOBLE + PART
    }

    fn row(level: Level) -> f32 {
        Layout::market_top() + (HEIGHT + GAP) * f32::from(3 - level.number())
    }

    /// Where a deck lies: base decks on the left, Orient decks on the right.
    pub fn deck(&self, deck: Deck) -> At {
        let x = if deck.is_orient() { MARGIN + BASE_ROW + PART + ORIENT_ROW - WIDTH } else { MARGIN };
        At::new(x, Layout::row(deck.level()))
    }

    /// Where a place of the market is.
    pub fn place(&self, place: Place) -> At {
        let first = match place.deck.is_orient() {
            true => MARGIN + BASE_ROW + PART,
            false => MARGIN + WIDTH + GAP,
        };
        At::new(first + (WIDTH + GAP) * f32::from(place.index), Layout::row(place.deck.level()))
    }

    /// Where the supply is.
    pub fn supply(&self) -> Frame {
        let x = MARGIN + self.cards_width() + PART;
        Frame { x, y: Layout::market_top(), width: SUPPLY, height: 3.0 * (HEIGHT + GAP) - GAP }
    }

    fn cards_width(&self) -> f32 {
        if self.has_orient { BASE_ROW + PART + ORIENT_ROW } else { BASE_ROW }
    }

    fn table_end(&self) -> f32 {
        MARGIN + self.cards_width() + PART + SUPPLY
    }

    /// Where the trading posts are, if there are any.
    pub fn posts(&self) -> Option<Frame> {
        let y = self.height - MARGIN - POST;
        self.has_posts.then(|| Frame { x: MARGIN, y, width: self.table_end() - MARGIN, height: POST })
    }

    /// Where the panels of the seats are.
    pub fn seats(&self) -> Frame {
        let y = HEADER + PART;
        Frame { x: self.table_end() + 18.0, y, width: PANEL, height: self.height - y - MARGIN }
    }
}
