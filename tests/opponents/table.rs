//! Deals games of every ruleset.

use lapidary_engine::deal::{Contributions, DealId, DealInput, Entropy, Seating, ServerSeed};
use lapidary_engine::game::Game;
use lapidary_engine::kids::sides::{SideDraft, Sides};
use lapidary_engine::ruleset::Ruleset;
use lapidary_engine::seat::SeatCount;
use serde_json::Value;

const BOARDS: &str = include_str!("../../data/kids_boards.json");

/// The built-in sides of Kids.
pub fn sides() -> Sides {
    let mut boards: Value = serde_json::from_str(BOARDS).unwrap();
    let drafts: Vec<SideDraft> = serde_json::from_value(boards["sides"].take()).unwrap();
    Sides::new(&drafts).unwrap()
}

/// The opening for this seed.
pub fn deal(ruleset: Ruleset, seats: SeatCount, seed: u64) -> Game {
    let mut secret = [0; 32];
    secret[..8].copy_from_slice(&seed.to_be_bytes());
    let input = DealInput {
        deal_id: DealId([0; 16]),
        server_seed: &ServerSeed::new(secret),
        ruleset: &ruleset.deal_name(),
        contributions: &Contributions::try_from(vec![Entropy::default(); seats.get()]).unwrap(),
        beacon: &Entropy::default(),
    };
    Game::deal(ruleset, &sides(), &input, Seating::JoinOrder).unwrap().game
}

/// Every ruleset with every number of seats.
pub fn every_table() -> impl Iterator<Item = (Ruleset, SeatCount)> {
    Ruleset::every().flat_map(|ruleset| SeatCount::ALL.map(|seats| (ruleset, seats)))
}
