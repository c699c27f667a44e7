//! Deals games of every ruleset.

use lapidary_engine::deal::{Contributions, DealId, DealInput, Entropy, Seating, ServerSeed};
use lapidary_engine::game::Game;
use lapidary_engine::kids::sides::{RouteDraft, SideDraft, Sides};
use lapidary_engine::ruleset::Ruleset;
use lapidary_engine::seat::SeatCount;
use serde_json::Value;

const BOARDS: &str = include_str!("../../data/kids_boards.json");

/// The built-in sides of Kids.
pub fn sides() -> Sides {
    let boards: Value = serde_json::from_str(BOARDS).unwrap();
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let list = |value: &Value| value.as_array().unwrap().iter().map(text).collect();
    let route = |value: &Value| RouteDraft {
        id: text(&value["id"]),
        from: text(&value["from"]),
        to: text(&value["to"]),
        cost: value["cost"]
            .as_object()
            .unwrap()
            .iter()
            .map(|(kind, count)| (kind.clone(), count.as_i64().unwrap()))
            .collect(),
    };
    let drafts: Vec<SideDraft> = boards["sides"]
        .as_array()
        .unwrap()
        .iter()
        .map(|side| SideDraft {
            id: text(&side["id"]),
            entries: side.get("entries").map(list).unwrap_or_default(),
            places: list(&side["places"]),
            routes: side["routes"].as_array().unwrap().iter().map(route).collect(),
        })
        .collect();
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
