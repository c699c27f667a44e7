//! The things that can happen on the table, in steps small enough to animate. It does not know why they
//! happen.

use super::action::{Decision, TownSource};
use super::place::{PlaceId, RouteId};
use super::resource::{Resource, Token};
use super::tile::VillageTile;
use super::tokens::{Resources, Tokens};
use crate::outcome::Reason;
use crate::reveal::Reveal;
use crate::rounds::Milestone;
use crate::seat::Seat;
use crate::turn::Turn;

/// One thing that happened. All of it is public (K14).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Effect {
    /// Tokens went from the supply to the seat (K3).
    TokensTaken { seat: Seat, tokens: Tokens },
    /// Tokens went from the seat to the supply (K5, K6, K12).
    TokensReturned { seat: Seat, tokens: Tokens },
    /// A token went from one seat to another (K12).
    TokenGiven { seat: Seat, to: Seat, token: Token },
    /// Treasures were spent and left the game (K12).
    TreasuresSpent { seat: Seat, count: u8 },
    /// Town tiles were used as payment and turned face down (K6).
    TilesTurnedDown { seat: Seat, tiles: Resources },
    /// A pawn went along a route (K6).
    Moved { seat: Seat, route: RouteId, from: PlaceId, to: PlaceId },
    /// The seat drew a town tile, face up (K7, K11).
    TownDrawn { seat: Seat, source: TownSource, tile: Resource },
    /// An empty place of the market was filled from the stack (K11).
    MarketRefilled { place: u8, tile: Resource },
    /// An empty place of the market stays empty, because the stack is empty (K11).
    PlaceLeftEmpty { place: u8 },
    /// All town tiles of the seat lie face up again (K7).
    TilesTurnedUp { seat: Seat },
    /// The tile of a village was revealed (K12).
    VillageUncovered { seat: Seat, place: PlaceId, tile: VillageTile },
    /// The seat keeps the Treasure that it found (K12).
    TreasureGained { seat: Seat },
    /// The seat keeps the Queen's jewel that it found (K12, K13).
    JewelGained { seat: Seat },
    /// The market left the game (K12).
    MarketGone,
    /// A village gives another turn (K8).
    AnotherTurn { seat: Seat },
    /// The traveler reached the palace and received a medal (K9).
    PalaceReached { seat: Seat },
    /// A step of the turn was skipped because it was impossible (K7, K12).
    StepLapsed { seat: Seat, step: Decision },
    /// The first traveler in the palace closed the gates: the current round is the last (K9).
    GatesClosed { seat: Seat },
    /// The round ended, but no seat in play is in the palace: the gates open again (B19).
    GatesOpened,
    /// The seat went out; everything it has leaves the game (B19, K10).
    SeatOut { seat: Seat },
    /// The next turn began.
    TurnBegan { seat: Seat, number: u16 },
    /// The game ended.
    GameOver { reason: Reason },
}

impl From<Milestone> for Effect {
    fn from(milestone: Milestone) -> Effect {
        match milestone {
            Milestone::FinalRound(seat) => Effect::GatesClosed { seat },
            Milestone::PlayGoesOn => Effect::GatesOpened,
            Milestone::TurnBegan(Turn { seat, number }) => Effect::TurnBegan { seat, number },
            Milestone::GameOver(reason) => Effect::GameOver { reason },
        }
    }
}

impl Effect {
    /// How much the effect reveals of what was hidden before (K14).
    ///
    /// A village tile determines which decision comes next and which seat makes it (K12). A town tile changes
    /// nothing for the rest of the turn.
    pub const fn reveal(&self) -> Reveal {
        match self {
            Effect::VillageUncovered { .. } => Reveal::Decisive,
            Effect::TownDrawn { source: TownSource::Stack, .. } | Effect::MarketRefilled { .. } => {
                Reveal::Inert
            }
            Effect::TokensTaken { .. }
            | Effect::TokensReturned { .. }
            | Effect::TokenGiven { .. }
            | Effect::TreasuresSpent { .. }
            | Effect::TilesTurnedDown { .. }
            | Effect::Moved { .. }
            | Effect::TownDrawn { source: TownSource::Market(_), .. }
            | Effect::PlaceLeftEmpty { .. }
            | Effect::TilesTurnedUp { .. }
            | Effect::TreasureGained { .. }
            | Effect::JewelGained { .. }
            | Effect::MarketGone
            | Effect::AnotherTurn { .. }
            | Effect::PalaceReached { .. }
            | Effect::StepLapsed { .. }
            | Effect::GatesClosed { .. }
            | Effect::GatesOpened
            | Effect::SeatOut { .. }
            | Effect::TurnBegan { .. }
            | Effect::GameOver { .. } => Reveal::Nothing,
        }
    }
}
