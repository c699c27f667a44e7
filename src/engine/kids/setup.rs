//! Sets up a game (K1, K2, K11). A `Setup` may be invalid; only a valid one becomes a [`State`].

use super::agenda::Agenda;
use super::board::Board;
use super::place::Part;
use super::resource::Resource;
use super::sides::Sides;
use super::state::State;
use super::tile::{
    MARKET_PLACES, Stack, TOWN_TILES, TOWN_TILES_OF_EACH, VILLAGE_TILES, VillageTile, Villages,
};
use super::tokens::{Resources, Tokens};
use super::traveller::Traveller;
use super::variant::Variant;
use crate::deal::DealtKids;
use crate::rounds::Ending;
use crate::seat::{BySeat, Seat, SeatCount};
use crate::turn::Turn;
use std::fmt;

/// The number of gold tokens in every game (K1).
pub const GOLD_TOKENS: u8 = 7;

/// A game as dealt: the table before the first turn.
#[derive(Clone, PartialEq, Eq)]
pub struct Setup {
    /// The number of seats.
    pub seats: SeatCount,
    /// The variant that is played.
    pub variant: Variant,
    /// The board.
    pub board: Board,
    /// The town tiles, top first, including those of the opening market.
    pub towns: Vec<Resource>,
    /// The village tiles in the order in which they are laid on A2's villages, then the unused ones; empty
    /// without Mysteries.
    pub villages: Vec<VillageTile>,
}

/// Why a setup is invalid.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, thiserror::Error)]
pub enum SetupError {
    /// The board does not have the parts of this variant (K2, K11).
    #[error("the board does not have the parts of this variant")]
    WrongBoard,
    /// There are not four town tiles of each resource (K1).
    #[error("there are not four town tiles of each resource")]
    WrongTowns,
    /// The village tiles are not those of the game, or the game is played without Mysteries (K11).
    #[error("the village tiles are not those of this table")]
    WrongVillages,
}

/// The number of tokens of each resource (K1).
pub const fn resource_tokens(seats: SeatCount) -> u8 {
    match seats.get() {
        2 => 3,
        3 => 5,
        _ => 7,
    }
}

impl Setup {
    /// The setup that follows from a deal on boards with these sides; `None` if the deal was made for another
    /// variant.
    pub fn from_deal(variant: Variant, sides: &Sides, dealt: &DealtKids) -> Option<Setup> {
        Setup::on_board(variant, sides.board(dealt.sides, variant), dealt)
    }

    /// The setup that follows from a deal on this board; `None` if the deal was made for another variant.
    pub fn on_board(variant: Variant, board: Board, dealt: &DealtKids) -> Option<Setup> {
        let town = |&number: &u8| {
            let kind = number.checked_sub(1)? / TOWN_TILES_OF_EACH;
            Resource::ALL.get(kind as usize).copied()
        };
        let village = |&number: &u8| VillageTile::CATALOGUE.get(number.checked_sub(1)? as usize).copied();
        Some(Setup {
            seats: SeatCount::new(dealt.seats.len() as u8)?,
            variant,
            board,
            towns: dealt.towns.iter().map(town).collect::<Option<_>>()?,
            villages: dealt.villages.iter().flatten().map(village).collect::<Option<_>>()?,
        })
    }

    /// Whether board and tiles are those of this variant.
    fn check(&self) -> Result<(), SetupError> {
        let parts = [true, self.variant.has_middle(), true];
        if Part::ALL.into_iter().zip(parts).any(|(part, there)| self.board.has(part) != there) {
            return Err(SetupError::WrongBoard);
        }
        let all = Resources::new([TOWN_TILES_OF_EACH; 5]);
        if self.towns.len() != TOWN_TILES || self.towns.iter().copied().collect::<Resources>() != all {
            return Err(SetupError::WrongTowns);
        }
        let expected = if self.variant.has_mysteries() { &VillageTile::CATALOGUE[..] } else { &[] };
        let mut villages = self.villages.clone();
        villages.sort_unstable();
        if villages == expected { Ok(()) } else { Err(SetupError::WrongVillages) }
    }

    /// The game before its first turn.
    pub fn start(&self) -> Result<State, SetupError> {
        self.check()?;
        let mut stack = Stack::of(&self.towns);
        let market = self.variant.has_mysteries().then(|| [(); MARKET_PLACES].map(|()| stack.draw()));
        let tiles: Option<[VillageTile; VILLAGE_TILES]> = self.villages.as_slice().try_into().ok();
        let villages = tiles.map(|tiles| Villages::lay(tiles, self.board.villages_of_middle()));
        Ok(State {
            seat_count: self.seats,
            variant: self.variant,
            board: self.board,
            supply: Tokens::new(Resources::new([resource_tokens(self.seats); 5]), GOLD_TOKENS),
            stack,
            market,
            villages,
            seats: BySeat([Traveller::AT_PORT; 4]),
            turn: Turn { seat: Seat::FIRST, number: 1 },
            agenda: Agenda::TURN_BEGINS,
            ending: Ending::default(),
        })
    }
}

impl fmt::Debug for Setup {
    /// Shows the table but not the order of the tiles (K14).
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Setup")
            .field("seats", &self.seats)
            .field("variant", &self.variant)
            .field("board", &self.board)
            .finish_non_exhaustive()
    }
}
