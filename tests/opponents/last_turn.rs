//! Where one turn of a game is left, its result is counted.

use lapidary_engine::game::Game;
use lapidary_engine::ruleset::Ruleset;
use lapidary_engine::seat::{Seat, SeatCount};
use lapidary_engine::splendor::module::Modules;
use lapidary_engine::splendor::state::State;
use lapidary_engine::viewer::Viewer;
use lapidary_opponents::splendor::by_hand::final_share;
use lapidary_opponents::splendor::judge::{Base, Judge, share};
use lapidary_opponents::splendor::last_turn::LastTurn;
use lapidary_opponents::{Budget, Opponent, OpponentKind, Seen, Strength};

use crate::games::judge_all;
use crate::table::deal;

/// What the seat to move gets by its best decisions, each tried with every payment and every return.
fn best(state: &State, seat: Seat) -> f32 {
    if let Some(share) = final_share(state, seat) {
        return share;
    }
    let mut actions = Vec::new();
    state.legal_actions_with_every_payment(&mut actions);
    let after = |action| {
        let mut after = *state;
        after.play_unchecked(action, &mut ());
        best(&after, seat)
    };
    actions.iter().map(after).fold(0.0, f32::max)
}

#[test]
fn a_last_turn_is_worth_what_its_best_decisions_bring() {
    let (mut met, mut last_turn, mut base) = ([0; 2], LastTurn::default(), Base::default());
    for seed in 0..40 {
        let mut game = deal(Ruleset::Splendor(Modules::NONE), SeatCount::TWO, seed);
        let mut players =
            [seed, seed + 1].map(|seed| Opponent::new(OpponentKind::Greedy, Strength::FULL, seed));
        while let Some((seat, _)) = game.to_act() {
            let Game::Splendor(mut state) = game.clone() else { panic!("another ruleset") };
            state.veil(Viewer::Seat(seat));
            let other = SeatCount::TWO.after(seat);
            if let Some(own) = last_turn.share(&state, seat) {
                assert_eq!(own, best(&state, seat), "seed {seed}");
                assert_eq!(last_turn.share(&state, other), Some(1.0 - own), "seed {seed}");
                let judged = share(Judge::of(&state).logit_after(&mut base, other, &state));
                assert!((judged - (1.0 - own)).abs() < 0.001, "seed {seed}: {judged} for {own}");
                met[usize::from(own > 0.0)] += 1;
            }
            let turn = players[seat.index()].choose(&Seen::new(&game, seat), Budget::simulations(1));
            game = judge_all(&game, seat, &turn);
        }
    }
    assert!(met.iter().all(|&met| met > 0), "last turns that lose, and others: {met:?}");
}
