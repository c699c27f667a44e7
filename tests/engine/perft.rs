//! The counts of positions reachable from the opening, which no deal changes.

use crate::table::deal;
use lapidary::engine::seat::SeatCount;
use lapidary::engine::splendor::module::Modules;
use lapidary::engine::splendor::state::State;

/// `seats: count at depth 1, depth 2 …`
const COUNTS: &str = include_str!("perft.txt");

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
