//! Knows what each viewer sees (K14). Built from nothing; never stripped from a full state.

use super::action::Decision;
use super::board::Board;
use super::place::{Part, PlaceId};
use super::state::State;
use super::tile::{Market, Villages};
use super::tokens::{Bag, Resources, Tokens};
use super::variant::Variant;
use crate::engine::outcome::Outcome;
use crate::engine::seat::Seat;
use crate::engine::turn::Turn;
use crate::engine::viewer::Viewer;

/// A game as one viewer sees it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct View {
    /// The way to play.
    pub variant: Variant,
    /// The board.
    pub board: Box<Board>,
    /// Who is asked what; none when the game is over.
    pub to_act: Option<(Seat, Decision)>,
    /// How many tokens must be returned, if that is what is asked (K5, K12).
    pub tokens_to_return: Option<u8>,
    /// Whose turn it is; none when the game is over.
    pub turn: Option<Turn>,
    /// How many turns have begun.
    pub turns_begun: u16,
    /// The seats in order.
    pub seats: Vec<SeatView>,
    /// The tokens left.
    pub supply: Tokens,
    /// How many town tiles are left in the stack.
    pub stack_size: u8,
    /// The market; none without Mysteries, and once a Tornado took it (K11, K12).
    pub market: Option<Market>,
    /// The villages on which a tile lies face down (K11).
    pub tiled_villages: Vec<PlaceId>,
    /// Whether the gates are closed: this is the final round (K9).
    pub gates_closed: bool,
    /// Whole rounds in a row without a move (B20).
    pub quiet_rounds: u8,
    /// The result of a finished game.
    pub outcome: Option<Outcome>,
}

/// A seat as one viewer sees it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SeatView {
    /// The seat.
    pub seat: Seat,
    /// Tokens and Treasures.
    pub bag: Bag,
    /// The most tokens it may hold (K5, K12).
    pub bag_limit: u8,
    /// Town tiles that pay.
    pub tiles_up: Resources,
    /// Town tiles that are spent until the next town.
    pub tiles_down: Resources,
    /// Whether it has the Queen's jewel.
    pub jewel: bool,
    /// Where its pawn stands; none once it is out.
    pub place: Option<PlaceId>,
    /// Whether it went out (B19).
    pub out: bool,
}

impl State {
    /// The game as this viewer sees it: what is hidden is hidden from all alike (K14).
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

    /// The places of A2 on which a tile lies face down.
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
