//! The possessions of a traveler: tokens, town tiles, Treasures and the Queen's jewel.

use maud::{Markup, html};

use super::figures::town_tile;
use super::layout::Layout;
use super::story::Story;
use crate::arrangement::Arrangement;
use crate::gems::{figure, token};
use crate::number::Number;
use crate::piece::{At, Piece};
use crate::seats::{Frame, NAME_LINE, SeatState, column, order};
use crate::table::Table;
use crate::text::Type;
use lapidary_engine::kids::resource::{Resource, Token};
use lapidary_engine::kids::view::{SeatView, View};

/// The distance between two kinds.
const COLUMN: f32 = 52.0;
/// The height of the row of tokens. Upright, a finger must be able to tap them.
const ROW: f32 = 36.0;
const UPRIGHT_ROW: f32 = 48.0;
/// The size of a town tile.
const TILE: f32 = 30.0;

/// Adds the panels of all seats.
pub(super) fn pieces(
    table: &Table<'_>,
    view: &View,
    layout: &Layout,
    story: &Story,
    pieces: &mut Vec<Piece>,
) {
    let order = order(view.seats.len(), table.first);
    let frames: Vec<Frame> = column(layout.seats, order.len()).collect();
    for (seat, frame) in order.into_iter().zip(frames) {
        let Some(seat) = view.seats.get(seat.index()) else { continue };
        let state = SeatState::new(table, seat.seat, seat.out, frame.width - 34.0 - 84.0);
        pieces.push(state.piece(table, frame));
        pieces.extend(state.medal(table, At::new(frame.x + frame.width - 70.0, frame.y + 16.0)));
        let row = if layout.arrangement == Arrangement::Portrait { UPRIGHT_ROW } else { ROW };
        let panel = KidsPanel { table, seat, frame, row, acted: state.acted, story };
        panel.bag(pieces);
        panel.tiles(pieces);
        panel.finds(pieces);
    }
}

struct KidsPanel<'a> {
    table: &'a Table<'a>,
    seat: &'a SeatView,
    frame: Frame,
    row: f32,
    acted: bool,
    story: &'a Story,
}

impl KidsPanel<'_> {
    /// A piece of the seat at a point of the panel.
    fn piece(&self, id: String, class: &'static str, x: f32, y: f32, body: Markup) -> Piece {
        let at = At::new(self.frame.x + x, self.frame.y + y);
        Piece::new(id, class, at, body).of_seat(self.seat.seat.number())
    }

    fn x(kind: Token) -> f32 {
        12.0 + COLUMN * kind.index() as f32
    }

    /// Adds the tokens, with their number and the maximum.
    fn bag(&self, pieces: &mut Vec<Piece>) {
        let (palette, words) = (self.table.theme.palette(), self.table.language.words());
        let (total, limit) = (self.seat.bag.tokens.total(), self.seat.bag_limit);
        let body = Type::bold(18.0, palette.faint).ending().at(0.0, 0.0, format!("{total}/{limit}"));
        let bag = self.piece(format!("bag-{}", self.seat.seat), "bag", self.frame.width - 12.0, 17.0, body);
        pieces.push(bag.titled(format!("{total}/{limit} {}", words.tokens[1])).counted(total));
        for kind in Token::ALL {
            let count = self.seat.bag.tokens.get(kind);
            let last = self.acted && self.story.is_token(kind);
            let body = html! {
                @if count == 0 {
                    g opacity=".25" { (figure(kind.name(), 14.0, 14.0, 9.0)) }
                } @else {
                    (token(kind.name(), 14.0, 14.0, 14.0, palette, last))
                    (Type::bold(19.0, palette.ink).at(31.0, 14.0, count))
                }
                @if self.row > ROW {
                    rect x="-6" y="-10" width=(Number(COLUMN)) height=(Number(self.row)) fill="none" pointer-events="all" {}
                }
            };
            let id = format!("tokens-{}-{}", self.seat.seat, kind.name());
            let piece =
                self.piece(id, "tokens", KidsPanel::x(kind), NAME_LINE + 4.0 + (self.row - ROW) / 2.0, body);
            let title = words.counted_resource(count, kind.index());
            pieces.push(piece.titled(title).counted(count).marked(last));
        }
    }

    /// Adds the town tiles: face-up ones, and face-down ones below.
    fn tiles(&self, pieces: &mut Vec<Piece>) {
        let (palette, words) = (self.table.theme.palette(), self.table.language.words());
        for resource in Resource::ALL {
            let rows =
                [("up", self.seat.tiles_up, 0.0, None), ("down", self.seat.tiles_down, 34.0, Some(".4"))];
            for (side, tiles, y, opacity) in rows {
                let count = tiles.get(resource);
                if count == 0 {
                    continue;
                }
                let last = side == "up" && self.acted && self.story.is_tile(resource);
                let body = html! {
                    g opacity=[opacity] { (town_tile(Some(resource), TILE, palette, last)) }
                    @if count > 1 { (Type::bold(16.0, palette.ink).at(32.0, 15.0, count)) }
                };
                let id = format!("tiles-{}-{}-{side}", self.seat.seat, resource.name());
                let x = KidsPanel::x(Token::Resource(resource));
                let piece = self.piece(id, "tiles", x, NAME_LINE + 4.0 + self.row + y, body);
                let title =
                    format!("{}: {}", words.town_tiles[1], words.counted_resource(count, resource.index()));
                pieces.push(piece.titled(title).counted(count).marked(last));
            }
        }
    }

    /// Adds the seat's finds from villages.
    fn finds(&self, pieces: &mut Vec<Piece>) {
        let (palette, words) = (self.table.theme.palette(), self.table.language.words());
        let (x, y) = (KidsPanel::x(Token::Gold), NAME_LINE + 4.0 + self.row);
        let treasures = self.seat.bag.treasures;
        if treasures > 0 {
            let body = html! {
                (figure("treasure", 15.0, 15.0, 13.0))
                @if treasures > 1 { (Type::bold(16.0, palette.ink).at(31.0, 15.0, treasures)) }
            };
            let piece = self.piece(format!("treasures-{}", self.seat.seat), "treasures", x, y, body);
            pieces.push(piece.titled(words.counted(treasures, words.treasures)).counted(treasures));
        }
        if self.seat.jewel {
            let body = figure("jewel", 15.0, 15.0, 14.0);
            let piece = self.piece(format!("jewel-{}", self.seat.seat), "jewel", x, y + 34.0, body);
            pieces.push(piece.titled(words.jewel.to_owned()));
        }
    }
}
