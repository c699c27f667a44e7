//! What each viewer sees (K14). A view is built field by field; it is never a full state with fields removed.

use super::action::Decision;
use super::board::Board;
use super::place::{Part, PlaceId};
use super::state::State;
use super::tile::{Market, Villages};
use super::tokens::{Bag, Resources, Tokens};
use super::variant::Variant;
use crate::outcome::Outcome;
use crate::seat::Seat;
use crate::turn::Turn;
use crate::viewer::Viewer;

/// A game as seen by one viewer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct View {
    /// The variant that is played.
    pub variant: Variant,
    /// The board.
    pub board: Box<Board>,
    /// The seat that must decide next, and the kind of decision; `None` when the game is over.
    pub to_act: Option<(Seat, Decision)>,
    /// How many tokens must be returned, if the pending decision is a return (K5, K12).
    pub tokens_to_return: Option<u8>,
    /// The current turn; `None` when the game is over.
    pub turn: Option<Turn>,
    /// How many turns have begun.
    pub turns_begun: u16,
    /// The seats in order.
    pub seats: Vec<SeatView>,
    /// The tokens in the supply.
    pub supply: Tokens,
    /// How many town tiles are left in the stack.
    pub stack_size: u8,
    /// The market; `None` without Mysteries, or after a Tornado removed it (K11, K12).
    pub market: Option<Market>,
    /// The villages with a face-down tile (K11).
    pub tiled_villages: Vec<PlaceId>,
    /// Whether the gates are closed, which makes this the final round (K9).
    pub gates_closed: bool,
    /// The number of consecutive full rounds without a move (B20).
    pub quiet_rounds: u8,
    /// The result of a finished game.
    pub outcome: Option<Outcome>,
}

/// A seat as seen by one viewer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SeatView {
    /// The seat.
    pub seat: Seat,
    /// Tokens and Treasures.
    pub bag: Bag,
    /// The maximum number of tokens it may hold (K5, K12).
    pub bag_limit: u8,
    /// Face-up town tiles, which can be used to pay.
    pub tiles_up: Resources,
    /// Face-down town tiles, which cannot be used until the next town.
    pub tiles_down: Resources,
    /// Whether the seat has the Queen's jewel.
    pub jewel: bool,
    /// The place of its pawn; `None` once the seat is out.
    pub place: Option<PlaceId>,
    /// Whether it went out (B19).
    pub out: bool,
}

impl State {
    /// The game as seen by this viewer. Hidden tiles are hidden from everyone (K14).
    pub fn view(&self, _viewer: Viewer) -> View {
        View {
            variant: self.variant,
            board: Box::new(self.board),
            to_act: self.to_act(),
            tokens_to_return: self.tokens_to_return(),
            turn: self.turn(),
            turns_begun: self.turns_begun(),
            seats: self.seat_count.seats().map(|seat| self.seat_view(seat)).collect(),
            supply: self.supply,
            stack_size: self.stack.len(),
            market: self.market,
            tiled_villages: self.villages.iter().flat_map(|villages| self.tiled(villages)).collect(),
            gates_closed: self.ending.final_round,
            quiet_rounds: self.ending.quiet_rounds,
            outcome: self.outcome(),
        }
    }

    /// The places of A2 with a face-down tile.
    fn tiled<'a>(&'a self, villages: &'a Villages) -> impl Iterator<Item = PlaceId> + 'a {
        let middle = self.board.sides().find(|side| side.part() == Part::A2);
        middle.into_iter().flat_map(|side| villages.tiled().map(move |number| PlaceId::village(side, number)))
    }

    fn seat_view(&self, seat: Seat) -> SeatView {
        let traveller = &self.seats[seat];
        SeatView {
            seat,
            bag: traveller.bag,
            bag_limit: traveller.bag_limit(),
            tiles_up: traveller.tiles_up,
            tiles_down: traveller.tiles_down,
            jewel: traveller.jewel,
            place: traveller.place,
            out: !traveller.in_play(),
        }
    }
}
