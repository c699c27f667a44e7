//! The last action: the pieces that it concerned, and a description in words.

use super::words::{place_in_words, resources_in_words};
use crate::header::Said;
use crate::language::Words;
use crate::table::Table;
use lapidary_engine::game::Effect as AnyEffect;
use lapidary_engine::kids::effect::Effect;
use lapidary_engine::kids::place::{PlaceId, RouteId};
use lapidary_engine::kids::resource::{Resource, Token};
use lapidary_engine::kids::tile::VillageTile;
use lapidary_engine::kids::tokens::Tokens;
use lapidary_engine::seat::Seat;

/// The parts of the last action.
pub(super) struct Story {
    effects: Vec<Effect>,
    seat: Option<Seat>,
}

impl Story {
    /// What the last action of the table concerned.
    pub fn new(table: &Table<'_>) -> Story {
        let of_kids = |effect: &AnyEffect| match effect {
            AnyEffect::Kids(effect) => Some(*effect),
            AnyEffect::Splendor(_) => None,
        };
        let last = table.last;
        let effects = last.iter().flat_map(|last| last.effects).filter_map(of_kids).collect();
        Story { effects, seat: last.map(|last| last.seat) }
    }

    /// The seat whose action it was.
    pub fn seat(&self) -> Option<Seat> {
        self.seat
    }

    /// Whether a pawn traveled.
    pub fn moved(&self) -> bool {
        self.any(|effect| matches!(effect, Effect::Moved { .. }))
    }

    /// Whether a pawn moved on this route.
    pub fn is_route(&self, id: RouteId) -> bool {
        self.any(|effect| matches!(effect, Effect::Moved { route, .. } if *route == id))
    }

    /// Whether a pawn moved to this place.
    pub fn is_place(&self, id: PlaceId) -> bool {
        self.any(|effect| matches!(effect, Effect::Moved { to, .. } if *to == id))
    }

    /// Whether tokens of this kind were taken, returned or given.
    pub fn is_token(&self, kind: Token) -> bool {
        self.any(|effect| match effect {
            Effect::TokensTaken { tokens, .. } | Effect::TokensReturned { tokens, .. } => {
                tokens.get(kind) > 0
            }
            Effect::TokenGiven { token, .. } => *token == kind,
            _ => false,
        })
    }

    /// Whether a town tile of this resource was drawn.
    pub fn is_tile(&self, resource: Resource) -> bool {
        self.any(|effect| matches!(effect, Effect::TownDrawn { tile, .. } if *tile == resource))
    }

    fn any(&self, is: impl Fn(&Effect) -> bool) -> bool {
        self.effects.iter().any(is)
    }

    /// What happened, in words.
    pub fn words(&self, table: &Table<'_>) -> Option<Said> {
        let words = table.language.words();
        // The payment for a route is obvious.
        let pays = self.moved();
        let told = |effect: &&Effect| !(pays && matches!(effect, Effect::TokensReturned { .. }));
        let deeds: Vec<String> =
            self.effects.iter().filter(told).filter_map(|effect| deed(effect, words)).collect();
        let seat = self.seat?;
        (!deeds.is_empty()).then(|| Said { names: table.name(seat), text: deeds.join(", ") })
    }
}

/// Describes an effect in words, after the name of the player. None for effects that follow from others.
fn deed(effect: &Effect, words: &Words) -> Option<String> {
    Some(match effect {
        Effect::TokensTaken { tokens, .. } => format!("{} {}", words.takes, tokens_in_words(*tokens, words)),
        Effect::TokensReturned { tokens, .. } => {
            format!("{} {}", words.returns, tokens_in_words(*tokens, words))
        }
        Effect::TokenGiven { token, .. } => format!("{} {}", words.gives, words.resources[token.index()]),
        Effect::Moved { to, .. } => format!("{} → {}", words.moves, place_in_words(*to, words)),
        Effect::TownDrawn { tile, .. } => {
            format!("{} {}", words.receives, words.resources[tile.index()])
        }
        Effect::VillageUncovered { tile, .. } => format!("{} {}", words.finds, village_tile(*tile, words)),
        Effect::SeatOut { .. } => words.leaves.to_owned(),
        Effect::TreasuresSpent { .. }
        | Effect::TilesTurnedDown { .. }
        | Effect::MarketRefilled { .. }
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
        | Effect::TurnBegan { .. }
        | Effect::GameOver { .. } => return None,
    })
}

fn village_tile(tile: VillageTile, words: &Words) -> &'static str {
    match tile {
        VillageTile::Tornado => words.tornado,
        VillageTile::Treasure => words.treasures[0],
        VillageTile::Drought => words.drought,
        VillageTile::Thief => words.thief,
        VillageTile::Jewel => words.jewel,
    }
}

fn tokens_in_words(tokens: Tokens, words: &Words) -> String {
    let resources = tokens.resources();
    let gold = match tokens.gold() {
        0 => None,
        1 => Some(words.resources[Token::Gold.index()].to_owned()),
        count => Some(format!("{count} {}", words.resources[Token::Gold.index()])),
    };
    let named = (!resources.is_none()).then(|| resources_in_words(resources, words));
    named.into_iter().chain(gold).collect::<Vec<_>>().join(", ")
}
