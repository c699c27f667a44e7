//! Openings by number, of every ruleset.

use std::error::Error;

use lapidary_engine::deal::{Contributions, DealId, DealInput, Entropy, Seating, ServerSeed};
use lapidary_engine::game::Game;
use lapidary_engine::kids::sides::{SideDraft, Sides};
use lapidary_engine::ruleset::Ruleset;
use lapidary_engine::seat::SeatCount;
use lapidary_engine::splendor::module::Modules;
use lapidary_engine::splendor::state::State;
use serde_json::Value;

/// An error of a command.
pub type Failure = Box<dyn Error + Send + Sync>;

const BOARDS: &str = include_str!("../../data/kids_boards.json");

/// The opening with this number.
pub fn deal(ruleset: Ruleset, seats: SeatCount, sides: &Sides, number: u64) -> Result<Game, Failure> {
    with_input(
        ruleset,
        seats,
        number,
        |input| Ok(Game::deal(ruleset, sides, input, Seating::JoinOrder)?.game),
    )
}

/// The opening of Splendor with this number.
pub fn deal_splendor(modules: Modules, seats: SeatCount, number: u64) -> Result<State, Failure> {
    let dealt = |input: &DealInput<'_>| Ok(Game::deal_splendor(modules, input, Seating::JoinOrder)?.game);
    match with_input(Ruleset::Splendor(modules), seats, number, dealt)? {
        Game::Splendor(state) => Ok(state),
        Game::Kids(_) => Err("dealt another game".into()),
    }
}

fn with_input(
    ruleset: Ruleset,
    seats: SeatCount,
    number: u64,
    dealt: impl FnOnce(&DealInput<'_>) -> Result<Game, Failure>,
) -> Result<Game, Failure> {
    let mut secret = [0; 32];
    secret[..8].copy_from_slice(&number.to_le_bytes());
    dealt(&DealInput {
        deal_id: DealId([0; 16]),
        server_seed: &ServerSeed::new(secret),
        ruleset: &ruleset.deal_name(),
        contributions: &Contributions::try_from(vec![Entropy::default(); seats.get()])?,
        beacon: &Entropy::default(),
    })
}

/// The built-in sides of Kids.
pub fn sides() -> Result<Sides, Failure> {
    let mut boards: Value = serde_json::from_str(BOARDS)?;
    Ok(Sides::new(&serde_json::from_value::<Vec<SideDraft>>(boards["sides"].take())?)?)
}
