//! A game as one seat sees it, in a form for opponents. It cannot hold what the seat does not know.

use lapidary_engine::game::Game;
use lapidary_engine::seat::Seat;
use lapidary_engine::viewer::Viewer;
use lapidary_engine::{kids, splendor};

/// A game as one seat sees it (B18, K14).
///
/// Hidden cards of Splendor become blanks of their decks. Hidden tiles of Kids are in catalogue order. So
/// games that look the same to the seat become equal values.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Seen {
    seat: Seat,
    game: Table,
}

/// The game without its secrets.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Table {
    /// A veiled position.
    Splendor(Box<splendor::state::State>),
    /// A position with its hidden tiles in catalogue order.
    Kids(Box<kids::state::State>),
}

impl Seen {
    /// What this seat sees of the game. Drops everything else.
    pub fn new(game: &Game, seat: Seat) -> Seen {
        let game = match game {
            Game::Splendor(state) => {
                let mut veiled = Box::new(*state);
                veiled.veil(Viewer::Seat(seat));
                Table::Splendor(veiled)
            }
            Game::Kids(state) => {
                let mut sorted = Box::new(*state);
                sorted.redeal_from_catalogue(|_, _| ());
                Table::Kids(sorted)
            }
        };
        Seen { seat, game }
    }

    /// The seat that sees it.
    pub const fn seat(&self) -> Seat {
        self.seat
    }

    /// Whether the game waits for a decision of this seat.
    pub fn is_to_act(&self) -> bool {
        let deciding = match &self.game {
            Table::Splendor(state) => state.to_act().map(|(seat, _)| seat),
            Table::Kids(state) => state.to_act().map(|(seat, _)| seat),
        };
        deciding == Some(self.seat)
    }

    pub(crate) const fn table(&self) -> &Table {
        &self.game
    }
}
