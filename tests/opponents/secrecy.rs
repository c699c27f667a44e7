//! Nothing hidden reaches an opponent: worlds that differ only in what the seat cannot see are the same to
//! it.

use lapidary_engine::game::{Game, GameLog, Payments};
use lapidary_engine::viewer::Viewer;
use lapidary_opponents::{Budget, Opponent, OpponentKind, Seen, Strength};

use crate::table::{deal, every_table};

/// The same game with everything dealt anew that is hidden from the seat that must decide.
fn twin(game: &Game, rng: &mut fastrand::Rng) -> Game {
    let mut twin = game.clone();
    let Some((seat, _)) = game.to_act() else { return twin };
    match &mut twin {
        Game::Splendor(state) => state.redeal(Viewer::Seat(seat), |cards| rng.shuffle(cards)),
        Game::Kids(state) => state.redeal(|places| rng.shuffle(places)),
    }
    twin
}

#[test]
fn worlds_that_look_the_same_are_the_same_to_an_opponent() {
    let mut rng = fastrand::Rng::with_seed(4);
    for (ruleset, seats) in every_table() {
        let mut game = deal(ruleset, seats, 2);
        for step in 0..60 {
            let Some((seat, _)) = game.to_act() else { break };
            let twin = twin(&game, &mut rng);
            let (seen, seen_in_twin) = (Seen::new(&game, seat), Seen::new(&twin, seat));
            assert_eq!(seen, seen_in_twin, "{ruleset:?}");
            if step % 15 == 14 {
                for kind in OpponentKind::ALL {
                    let turn = |seen: &Seen| {
                        Opponent::new(kind, Strength::FULL, 6).choose(seen, Budget::simulations(4))
                    };
                    assert_eq!(turn(&seen), turn(&seen_in_twin), "{ruleset:?} {kind:?}");
                }
            }
            let actions = game.legal_actions(Payments::Canonical);
            let action = *rng.choice(&actions).unwrap();
            game.play(&action, &mut GameLog::default()).unwrap();
        }
    }
}

#[test]
fn the_twins_are_different_games() {
    let mut rng = fastrand::Rng::with_seed(4);
    for (ruleset, seats) in every_table() {
        let game = deal(ruleset, seats, 2);
        assert_ne!(game, twin(&game, &mut rng), "{ruleset:?}");
    }
}
