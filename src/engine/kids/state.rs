//! The full state of a running game, including hidden tiles. It changes only in `turn` and `perform`.

use super::action::Decision;
use super::agenda::{Agenda, Limit, Step};
use super::board::Board;
use super::tile::{Market, Stack, Villages};
use super::tokens::Tokens;
use super::traveller::{DROUGHT_MAX, Traveller};
use super::variant::Variant;
use crate::rounds::Ending;
use crate::seat::{BySeat, Seat, SeatCount};
use crate::turn::Turn;

/// A game of Splendor Kids, small and cheap to copy. It is valid by construction: see
/// [`super::setup::Setup`].
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct State {
    pub(super) seat_count: SeatCount,
    pub(super) variant: Variant,
    pub(super) board: Board,
    pub(super) supply: Tokens,
    pub(super) stack: Stack,
    pub(super) market: Option<Market>,
    pub(super) villages: Option<Villages>,
    pub(super) seats: BySeat<Traveller>,
    pub(super) turn: Turn,
    pub(super) agenda: Agenda,
    pub(super) ending: Ending,
}

// Every sampled position is a copy.
const _: () = assert!(size_of::<State>() <= 450);

impl State {
    /// The number of seats.
    pub const fn seat_count(&self) -> SeatCount {
        self.seat_count
    }

    /// The variant that is played.
    pub const fn variant(&self) -> Variant {
        self.variant
    }

    /// The board of this game.
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// The tokens in the supply.
    pub const fn tokens_left(&self) -> Tokens {
        self.supply
    }

    /// What a seat has, and the place of its pawn.
    #[inline]
    pub fn traveller(&self, seat: Seat) -> &Traveller {
        &self.seats[seat]
    }

    /// The current turn; `None` when the game is over.
    pub fn turn(&self) -> Option<Turn> {
        if self.is_over() { None } else { Some(self.turn) }
    }

    /// How many turns have begun.
    pub const fn turns_begun(&self) -> u16 {
        self.turn.number
    }

    /// The seat that must decide next, and the kind of decision; `None` when the game is over. It need not be
    /// the seat whose turn it is (K12).
    pub fn to_act(&self) -> Option<(Seat, Decision)> {
        if self.is_over() {
            return None;
        }
        let step = self.agenda.next();
        step.decision().map(|decision| (self.seat_of_step(step), decision))
    }

    /// How many tokens must be returned, if the pending decision is a return (K5, K12).
    pub(super) fn tokens_to_return(&self) -> Option<u8> {
        match self.agenda.next() {
            Step::Return(seat, limit) if !self.is_over() => Some(self.surplus(seat, limit)),
            _ => None,
        }
    }

    /// The seat that a step concerns.
    #[inline]
    pub(super) const fn seat_of_step(&self, step: Step) -> Seat {
        match step {
            Step::Return(seat, _) => seat,
            _ => self.turn.seat,
        }
    }

    /// Whether the game is over.
    #[inline]
    pub const fn is_over(&self) -> bool {
        self.ending.over.is_some()
    }

    /// The seats that have not gone out (B19).
    pub fn seats_in_play(&self) -> impl Iterator<Item = Seat> + '_ {
        self.seat_count.seats().filter(|&seat| self.seats[seat].in_play())
    }

    /// What the seat whose turn it is has.
    #[inline]
    pub(super) fn active(&self) -> &Traveller {
        &self.seats[self.turn.seat]
    }

    /// How many tokens a seat holds above a limit (K5, K12).
    #[inline]
    pub(super) fn surplus(&self, seat: Seat, limit: Limit) -> u8 {
        let traveller = &self.seats[seat];
        let most = match limit {
            Limit::Bag => traveller.bag_limit(),
            Limit::Drought => DROUGHT_MAX,
        };
        traveller.bag.tokens.total().saturating_sub(most)
    }

    /// All tokens of the seats and the supply together.
    pub fn tokens_in_game(&self) -> Tokens {
        self.seat_count.seats().fold(self.supply, |sum, seat| sum.plus(self.seats[seat].bag.tokens))
    }
}

impl std::fmt::Debug for State {
    /// Shows only public information, so that no panic or log line reveals a hidden tile (K14).
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("State").field("turn", &self.turn).field("seats", &self.seats).finish_non_exhaustive()
    }
}
