//! Positions as bytes, hidden cards included, for callers that keep or send them. Only the version that wrote
//! them reads them.

use crate::fault::Fault;
use lapidary_engine::game::Game;
use lapidary_engine::{kids, splendor};

/// The first byte of a position.
const SPLENDOR: u8 = 0;
const KIDS: u8 = 1;

/// Returns the position as bytes.
#[must_use]
pub fn encode(game: &Game) -> Vec<u8> {
    let mut bytes = vec![match game {
        Game::Splendor(_) => SPLENDOR,
        Game::Kids(_) => KIDS,
    }];
    bytes.extend(game.encode());
    bytes
}

/// Returns the position that these bytes are.
pub fn decode(position: &[u8]) -> Result<Game, Fault> {
    let game = match position.split_first() {
        Some((&SPLENDOR, bytes)) => splendor::state::State::decode(bytes).map(Game::Splendor),
        Some((&KIDS, bytes)) => kids::state::State::decode(bytes).map(Game::Kids),
        _ => return Err(Fault::impossible("these bytes are not a position")),
    };
    game.map_err(Fault::impossible)
}
