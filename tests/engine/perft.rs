//! The numbers of lines of decisions up to some depth. From an opening, they do not depend on the deal.
//! Others start in the middle of recorded games of every module and of Kids; `tests/oracle/perft.py` counts
//! these with the plain rules of `examples`.

use crate::playthroughs::position_after;
use crate::table::deal;
use lapidary_engine::game::{Game, GameLog, Payments};
use lapidary_engine::seat::SeatCount;
use lapidary_engine::splendor::module::{Module, Modules};
use lapidary_engine::splendor::state::State;

/// `seats: count at depth 1, depth 2 …`
const COUNTS: &str = include_str!("perft.txt");
/// `playthrough decisions-before: count at depth 1, depth 2 …`; every payment is counted separately
const COUNTS_MIDDLE: &str = include_str!("perft_middle.txt");

fn perft(state: &State, depth: usize) -> u64 {
    let mut actions = Vec::new();
    state.legal_actions(&mut actions);
    if depth == 1 {
        return actions.len() as u64;
    }
    let below = |action| {
        let mut next = *state;
        next.play(action, &mut ()).unwrap();
        perft(&next, depth - 1)
    };
    actions.iter().map(below).sum()
}

#[test]
fn the_opening_has_the_published_counts() {
    for line in COUNTS.lines() {
        let (seats, counts) = line.split_once(": ").unwrap();
        let seats = SeatCount::new(seats.parse().unwrap()).unwrap();
        for seed in 0..2 {
            let opening = deal(seats, Modules::NONE, seed);
            for (depth, count) in counts.split(", ").enumerate() {
                assert_eq!(perft(&opening, depth + 1).to_string(), count, "{seats:?} depth {}", depth + 1);
            }
        }
    }
}

fn perft_with_every_payment(game: &Game, depth: usize) -> u64 {
    let actions = game.legal_actions(Payments::All);
    if depth == 1 {
        return actions.len() as u64;
    }
    let below = |action| {
        let mut next = game.clone();
        next.play(action, &mut GameLog::default()).unwrap();
        perft_with_every_payment(&next, depth - 1)
    };
    actions.iter().map(below).sum()
}

#[test]
fn recorded_positions_of_every_module_have_the_same_counts_as_the_plain_rules() {
    let mut modules = std::collections::BTreeSet::new();
    for line in COUNTS_MIDDLE.lines() {
        let (position, counts) = line.split_once(": ").unwrap();
        let (name, decisions) = position.split_once(' ').unwrap();
        let game = position_after(name, decisions.parse().unwrap());
        modules.insert(game.ruleset().deal_name());
        for (depth, count) in counts.split(", ").enumerate() {
            let found = perft_with_every_payment(&game, depth + 1).to_string();
            assert_eq!(found, count, "{position} depth {}", depth + 1);
        }
    }
    for ruleset in ["splendor", "kids", "kids+mysteries"] {
        assert!(modules.contains(ruleset), "{ruleset} has a position");
    }
    for module in Module::ALL {
        assert!(modules.contains(&format!("splendor+{}", module.name())), "{module:?} has a position");
    }
}
