//! The events on a table of Kids in JSON: one tagged object for each effect, in the order of animation. It
//! knows spellings. All of it is public.

use serde::Serialize;
use utoipa::ToSchema;

use super::action::{Id, TownFrom};
use super::board::place_id;
use super::tokens::{TokenName, TokenSet, tile_list};
use lapidary_engine::kids::action::Decision;
use lapidary_engine::kids::effect::Effect;
use lapidary_engine::kids::resource::Resource;
use lapidary_engine::kids::tile::VillageTile;
use lapidary_engine::outcome::Reason;

/// One thing that happened.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
#[schema(as = KidsEffect)]
pub enum EffectBody {
    /// Tokens went from the supply to the seat.
    TokensTaken { seat: u8, tokens: TokenSet },
    /// Tokens went from the seat to the supply.
    TokensReturned { seat: u8, tokens: TokenSet },
    /// A token went from one seat to another (K12).
    TokenGiven { seat: u8, to: u8, resource: TokenName },
    /// Treasures were spent and left the game (K12).
    TreasuresSpent { seat: u8, count: u8 },
    /// Town tiles were used to pay, and were turned face down (K6).
    TilesTurnedDown { seat: u8, tiles: Vec<Resource> },
    /// A pawn went along a route (K6).
    Moved {
        seat: u8,
        #[schema(value_type = String)]
        route: Id,
        #[schema(value_type = String)]
        from: Id,
        #[schema(value_type = String)]
        to: Id,
    },
    /// The seat drew a town tile, face up (K7, K11).
    TownDrawn { seat: u8, from: TownFrom, tile: Resource },
    /// An empty place of the market was filled from the stack (K11).
    MarketRefilled { place: u8, tile: Resource },
    /// An empty place of the market stays empty, because the stack is empty (K11).
    PlaceLeftEmpty { place: u8 },
    /// All town tiles of the seat were turned face up again (K7).
    TilesTurnedUp { seat: u8 },
    /// The tile of a village was turned up (K12).
    VillageUncovered {
        seat: u8,
        #[schema(value_type = String)]
        place: Id,
        tile: VillageTile,
    },
    /// The seat keeps the Treasure that it found (K12).
    TreasureGained { seat: u8 },
    /// The seat keeps the Queen's jewel that it found (K12, K13).
    JewelGained { seat: u8 },
    /// The market left the game (K12).
    MarketGone {},
    /// A village gives another turn (K8).
    AnotherTurn { seat: u8 },
    /// The traveler reached the palace and received a medal (K9).
    PalaceReached { seat: u8 },
    /// A step of the turn was skipped because it was impossible; `step` is a value of `to_act.decision`.
    StepLapsed { seat: u8, step: Decision },
    /// The first traveler in the palace closed the gates: the current round is the last one (K9).
    GatesClosed { seat: u8 },
    /// No seat in play is in the palace any more: the gates open again (B19).
    GatesOpened {},
    /// The seat went out; what it had leaves the game (B19, K10).
    SeatOut { seat: u8 },
    /// The next turn began.
    TurnBegan { seat: u8, number: u16 },
    /// The game ended.
    GameOver { reason: Reason },
}

impl From<Effect> for EffectBody {
    fn from(effect: Effect) -> Self {
        match effect {
            Effect::TokensTaken { seat, tokens } => {
                EffectBody::TokensTaken { seat: seat.number(), tokens: tokens.into() }
            }
            Effect::TokensReturned { seat, tokens } => {
                EffectBody::TokensReturned { seat: seat.number(), tokens: tokens.into() }
            }
            Effect::TokenGiven { seat, to, token } => {
                EffectBody::TokenGiven { seat: seat.number(), to: to.number(), resource: token.into() }
            }
            Effect::TreasuresSpent { seat, count } => {
                EffectBody::TreasuresSpent { seat: seat.number(), count }
            }
            Effect::TilesTurnedDown { seat, tiles } => {
                EffectBody::TilesTurnedDown { seat: seat.number(), tiles: tile_list(tiles) }
            }
            Effect::Moved { seat, route, from, to } => EffectBody::Moved {
                seat: seat.number(),
                route: route.to_string().into(),
                from: place_id(from),
                to: place_id(to),
            },
            Effect::TownDrawn { seat, source, tile } => {
                EffectBody::TownDrawn { seat: seat.number(), from: source.into(), tile }
            }
            Effect::MarketRefilled { place, tile } => EffectBody::MarketRefilled { place, tile },
            Effect::PlaceLeftEmpty { place } => EffectBody::PlaceLeftEmpty { place },
            Effect::TilesTurnedUp { seat } => EffectBody::TilesTurnedUp { seat: seat.number() },
            Effect::VillageUncovered { seat, place, tile } => {
                EffectBody::VillageUncovered { seat: seat.number(), place: place_id(place), tile }
            }
            Effect::TreasureGained { seat } => EffectBody::TreasureGained { seat: seat.number() },
            Effect::JewelGained { seat } => EffectBody::JewelGained { seat: seat.number() },
            Effect::MarketGone => EffectBody::MarketGone {},
            Effect::AnotherTurn { seat } => EffectBody::AnotherTurn { seat: seat.number() },
            Effect::PalaceReached { seat } => EffectBody::PalaceReached { seat: seat.number() },
            Effect::StepLapsed { seat, step } => EffectBody::StepLapsed { seat: seat.number(), step },
            Effect::GatesClosed { seat } => EffectBody::GatesClosed { seat: seat.number() },
            Effect::GatesOpened => EffectBody::GatesOpened {},
            Effect::SeatOut { seat } => EffectBody::SeatOut { seat: seat.number() },
            Effect::TurnBegan { seat, number } => EffectBody::TurnBegan { seat: seat.number(), number },
            Effect::GameOver { reason } => EffectBody::GameOver { reason },
        }
    }
}
