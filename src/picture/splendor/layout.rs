//! The layout. It depends only on the modules and, upright, on the number of seats, so that nothing jumps
//! between two positions of a game.

use crate::arrangement::Arrangement;
use crate::card::CARD;
use crate::gems::KINDS;
use crate::header::HEADER;
use crate::piece::At;
use crate::seats::{self, Frame, UPRIGHT_GAP, UPRIGHT_MARGIN, below_lines};
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

/// Upright: the usable width, and the height that a phone shows beside what a page needs.
const USED: f32 = seats::UPRIGHT - 2.0 * UPRIGHT_MARGIN;
const SCREEN: f32 = 672.0;
/// The width of a deck that a finger can still tap, and the height of one in a row below the market.
const DECK: f32 = 48.0;
pub(super) const STRIP: f32 = 44.0;
/// The width of a trading post before it is scaled.
const UPRIGHT_POST: f32 = 90.0;
/// The sizes of nobles and of cities, three of which are in a row.
const UPRIGHT_NOBLE: f32 = 0.78;
const UPRIGHT_CITY: f32 = (USED - 2.0 * UPRIGHT_GAP) / 3.0 / CITY;
/// The minimum size of cards: their numbers must be legible.
const UPRIGHT_CARD_MIN: f32 = 0.65;
/// The height of a panel.
const UPRIGHT_PANEL: f32 = 128.0;

/// The places of a picture.
pub(super) struct Layout {
    pub width: f32,
    pub height: f32,
    pub arrangement: Arrangement,
    /// The size of cards on the market, as a share of the usual one.
    pub card: f32,
    deck: f32,
    /// The margin, the distance between two cards, and from the left of one to the left of the next.
    margin: f32,
    gap: f32,
    pitch: f32,
    /// The positions of the first deck and the first card of the first row: of the base game, and of Orient.
    decks: [At; 2],
    rows: [At; 2],
    /// Whether the decks are in a row.
    pub has_strips: bool,
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
            pitch: WIDTH + gap,
            has_strips: false,
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
        let (margin, gap) = (UPRIGHT_MARGIN, UPRIGHT_GAP);
        let tiles = below_lines(seats);
        let tile = if modules.has(Module::Cities) { UPRIGHT_CITY } else { UPRIGHT_NOBLE };
        let top = tiles + NOBLE * tile + gap;
        // With Orient, six cards are side by side, and their decks below them.
        let has_strips = modules.has(Module::Orient);
        let (columns, lead) = if has_strips { (6.0, 0.0) } else { (4.0, DECK + gap) };
        let pitch = (USED - lead + gap) / columns;
        let strips = if has_strips { STRIP * (pitch - gap) / WIDTH + gap } else { 0.0 };
        let post = (USED - 4.0 * gap) / 5.0 / UPRIGHT_POST;
        let posts_height = if modules.has(Module::TradingPosts) { POST * post + gap } else { 0.0 };
        let below = strips + TOKEN + 3.0 + gap + posts_height + UPRIGHT_PANEL + margin;
        let high = ((SCREEN - top - below) / 3.0 - gap) / HEIGHT;
        let card = high.max(UPRIGHT_CARD_MIN).min((pitch - gap) / WIDTH);
        let first = margin + lead + (pitch - gap - WIDTH * card) / 2.0;
        let market_end = top + 3.0 * (HEIGHT * card + gap);
        let supply = Frame { x: margin, y: market_end + strips, width: USED, height: TOKEN + 3.0 };
        let posts = Frame { y: supply.y + supply.height + gap, height: posts_height - gap, ..supply };
        let seats_top = posts.y + posts_height;
        let panels = seats as f32;
        let seats_height = (UPRIGHT_PANEL + seats::GAP) * panels - seats::GAP;
        let decks = match has_strips {
            true => [At::new(margin, market_end), At::new(margin + 3.0 * pitch, market_end)],
            false => [At::new(margin, top + HEIGHT * (card - DECK / WIDTH) / 2.0); 2],
        };
        Layout {
            width: seats::UPRIGHT,
            height: seats_top + seats_height + margin,
            arrangement: Arrangement::Portrait,
            card,
            deck: if has_strips { (pitch - gap) / WIDTH } else { DECK / WIDTH },
            margin,
            gap,
            pitch,
            has_strips,
            decks,
            rows: [At::new(first, top), At::new(first + 4.0 * pitch, top)],
            supply,
            supply_columns: KINDS,
            noble: UPRIGHT_NOBLE,
            city: UPRIGHT_CITY,
            post,
            tiles,
            posts: (posts_height > 0.0).then_some(posts),
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
        let first = self.decks[usize::from(deck.is_orient())];
        let at = match self.has_strips {
            true => At::new(first.x + self.pitch * f32::from(3 - deck.level().number()), first.y),
            false => self.of_level(first, deck),
        };
        at.scaled(self.deck)
    }

    /// Where a place of the market is.
    pub fn place(&self, place: Place) -> At {
        let first = self.of_level(self.rows[usize::from(place.deck.is_orient())], place.deck);
        At::new(first.x + self.pitch * f32::from(place.index), first.y).scaled(self.card)
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
