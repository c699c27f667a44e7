//! The layout. It depends only on the modules and, upright, on the number of seats, so that nothing jumps
//! between two positions of a game.

use crate::arrangement::Arrangement;
use crate::card::CARD;
use crate::gems::KINDS;
use crate::header::HEADER;
use crate::piece::At;
use crate::seats::{self, Frame, LINE};
use lapidary_engine::splendor::card::Deck;
use lapidary_engine::splendor::effect::Place;
use lapidary_engine::splendor::module::{Module, Modules};
use lapidary_engine::splendor::modules::trading_posts::Post;

/// The size of a noble. A city is wider.
pub(super) const NOBLE: f32 = 76.0;
pub(super) const CITY: f32 = 168.0;
/// The height of a trading post.
pub(super) const POST: f32 = 66.0;
/// The distance between parts of the table.
const PART: f32 = 14.0;
/// The width of the supply, or of a token in it.
const SUPPLY: f32 = 66.0;
/// The height of a token of the supply.
const TOKEN: f32 = 55.0;

const WIDTH: f32 = CARD.width as f32;
const HEIGHT: f32 = CARD.height as f32;

/// Landscape: the margin, the distance between two cards, and the width of a seat's panel.
const LYING: (f32, f32, f32) = (14.0, 8.0, 452.0);
/// The width of a base row with its deck, and of an Orient row.
const BASE_ROW: f32 = 5.0 * (WIDTH + LYING.1) - LYING.1;
const ORIENT_ROW: f32 = 3.0 * (WIDTH + LYING.1) - LYING.1;

/// Upright: the margin, and the distance between two cards.
pub(super) const MARGIN: f32 = 6.0;
pub(super) const UPRIGHT_GAP: f32 = 5.0;
/// The usable width.
const USED: f32 = seats::UPRIGHT - 2.0 * MARGIN;
/// The width of a deck that a finger can still tap.
const DECK: f32 = 48.0;
/// The width of a trading post before it is scaled.
const UPRIGHT_POST: f32 = 90.0;
/// The size of a city, as a share of the usual one.
const UPRIGHT_CITY: f32 = 0.8;
/// The height of a panel without its hand.
const UPRIGHT_PANEL: f32 = 176.0;

/// The places of a picture.
pub(super) struct Layout {
    pub width: f32,
    pub height: f32,
    pub arrangement: Arrangement,
    /// The size of cards on the market, as a share of the usual one.
    pub card: f32,
    deck: f32,
    /// The margin, and the distance between two cards.
    margin: f32,
    gap: f32,
    /// The positions of the first deck and the first card of the first row: of the base game, and of Orient.
    decks: [At; 2],
    rows: [At; 2],
    supply: Frame,
    supply_columns: usize,
    /// The size of a noble, a city and a trading post.
    noble: f32,
    city: f32,
    post: f32,
    tiles: f32,
    posts: Option<Frame>,
    /// Where the panels of the seats are.
    pub seats: Frame,
}

impl Layout {
    /// The places of a game with these modules.
    pub fn new(modules: Modules, seats: usize, arrangement: Arrangement) -> Layout {
        match arrangement {
            Arrangement::Landscape => Layout::lying(modules),
            Arrangement::Portrait => Layout::upright(modules, seats),
        }
    }

    fn lying(modules: Modules) -> Layout {
        let (margin, gap, panel) = LYING;
        let top = HEADER + PART + NOBLE + PART;
        let orient = margin + BASE_ROW + PART;
        let cards_end = if modules.has(Module::Orient) { orient + ORIENT_ROW } else { margin + BASE_ROW };
        let supply = Frame { x: cards_end + PART, y: top, width: SUPPLY, height: 3.0 * (HEIGHT + gap) - gap };
        let (table_end, market_end) = (supply.x + SUPPLY, top + supply.height);
        let posts = modules.has(Module::TradingPosts);
        let posts = posts.then_some(Frame {
            x: margin,
            y: market_end + PART,
            width: table_end - margin,
            height: POST,
        });
        let height = posts.map_or(market_end, |posts| posts.y + POST) + margin;
        let seats = HEADER + PART;
        let seats = Frame { x: table_end + 18.0, y: seats, width: panel, height: height - seats - margin };
        Layout {
            width: seats.x + panel + margin,
            height,
            arrangement: Arrangement::Landscape,
            card: 1.0,
            deck: 1.0,
            margin,
            gap,
            decks: [At::new(margin, top), At::new(orient + ORIENT_ROW - WIDTH, top)],
            rows: [At::new(margin + WIDTH + gap, top), At::new(orient, top)],
            supply,
            supply_columns: 1,
            noble: 1.0,
            city: 1.0,
            post: 1.0,
            tiles: HEADER + PART,
            posts,
            seats,
        }
    }

    fn upright(modules: Modules, seats: usize) -> Layout {
        let (margin, gap) = (MARGIN, UPRIGHT_GAP);
        let first = margin + DECK + gap;
        let card = (USED - DECK - 4.0 * gap) / 4.0 / WIDTH;
        let rows = 3.0 * (HEIGHT * card + gap) - gap;
        let noble = (USED - 4.0 * gap) / 5.0 / NOBLE;
        let tiles = HEADER + gap + (LINE + gap) * seats.saturating_sub(1) as f32;
        let tiles_height = match modules.has(Module::Cities) {
            true => 2.0 * NOBLE * UPRIGHT_CITY + gap,
            false => NOBLE * noble,
        };
        let top = tiles + tiles_height + gap;
        let base_end = top + rows + gap;
        let second = first + 2.0 * (WIDTH * card + gap);
        // Beside the two columns of Orient there is room for the supply.
        let (supply, supply_columns) = match modules.has(Module::Orient) {
            true => {
                (Frame { x: second + gap, y: base_end, width: USED + margin - second - gap, height: rows }, 2)
            }
            false => (Frame { x: margin, y: base_end, width: USED, height: TOKEN + 3.0 }, KINDS),
        };
        let market_end = base_end + supply.height + gap;
        let post = (USED - 4.0 * gap) / 5.0 / UPRIGHT_POST;
        let posts = modules.has(Module::TradingPosts);
        let posts = posts.then_some(Frame { x: margin, y: market_end, width: USED, height: POST * post });
        let seats_top = posts.map_or(market_end, |posts| posts.y + posts.height + gap);
        let panel = UPRIGHT_PANEL + HEIGHT * card + seats::GAP;
        let seats_height = panel * seats as f32 - seats::GAP;
        let middle = |top: f32| top + (HEIGHT * card - HEIGHT * DECK / WIDTH) / 2.0;
        Layout {
            width: seats::UPRIGHT,
            height: seats_top + seats_height + margin,
            arrangement: Arrangement::Portrait,
            card,
            deck: DECK / WIDTH,
            margin,
            gap,
            decks: [At::new(margin, middle(top)), At::new(margin, middle(base_end))],
            rows: [At::new(first, top), At::new(first, base_end)],
            supply,
            supply_columns,
            noble,
            city: UPRIGHT_CITY,
            post,
            tiles,
            posts,
            seats: Frame { x: margin, y: seats_top, width: USED, height: seats_height },
        }
    }

    /// The position of a tile, in the order of the tiles of a kind.
    fn tile(&self, place: usize, width: f32, scale: f32) -> At {
        let (across, down) = ((width * scale) + self.gap, NOBLE * scale + self.gap);
        let in_a_row = ((self.width - 2.0 * self.margin + self.gap) / across) as usize;
        let (row, column) = (place / in_a_row.max(1), place % in_a_row.max(1));
        At::new(self.margin + across * column as f32, self.tiles + down * row as f32).scaled(scale)
    }

    /// Where a noble lies.
    pub fn noble(&self, place: usize) -> At {
        self.tile(place, NOBLE, self.noble)
    }

    /// Where a city lies.
    pub fn city(&self, place: usize) -> At {
        self.tile(place, CITY, self.city)
    }

    /// The position of a deck. In landscape, base decks are on the left, Orient decks on the right.
    pub fn deck(&self, deck: Deck) -> At {
        self.of_level(self.decks[usize::from(deck.is_orient())], deck).scaled(self.deck)
    }

    /// Where a place of the market is.
    pub fn place(&self, place: Place) -> At {
        let first = self.of_level(self.rows[usize::from(place.deck.is_orient())], place.deck);
        At::new(first.x + (WIDTH * self.card + self.gap) * f32::from(place.index), first.y).scaled(self.card)
    }

    fn of_level(&self, first: At, deck: Deck) -> At {
        At::new(first.x, first.y + (HEIGHT * self.card + self.gap) * f32::from(3 - deck.level().number()))
    }

    /// Where the pile of a kind of tokens is.
    pub fn supply(&self, kind: usize) -> At {
        let across = self.supply.width / self.supply_columns as f32;
        let down = self.supply.height / (KINDS / self.supply_columns) as f32;
        let (row, column) = (kind / self.supply_columns, kind % self.supply_columns);
        let x = self.supply.x + across * column as f32 + (across - SUPPLY) / 2.0;
        At::new(x, self.supply.y + down * row as f32 + (down - TOKEN) / 2.0)
    }

    /// The positions of the trading posts, with the width of each before scaling. None without the module.
    pub fn posts(&self) -> impl Iterator<Item = (Post, At, f32)> {
        self.posts.into_iter().flat_map(move |area| {
            let pitch = (area.width + self.gap) / Post::ALL.len() as f32;
            let at = move |place: usize| At::new(area.x + pitch * place as f32, area.y).scaled(self.post);
            let width = (pitch - self.gap) / self.post;
            Post::ALL.into_iter().enumerate().map(move |(place, post)| (post, at(place), width))
        })
    }
}
