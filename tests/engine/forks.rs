//! Forks: what is hidden in a position is dealt anew, and nothing of the old order shows.

use crate::boards;
use crate::kids::laws as kids_laws;
use crate::table;
use lapidary_engine::deal::{Contributions, DealId, DealInput, Entropy, Seating, ServerSeed};
use lapidary_engine::game::{Game, GameLog, Opening, Payments};
use lapidary_engine::kids::variant::Variant;
use lapidary_engine::seat::SeatCount;
use lapidary_engine::viewer::Viewer;

/// A position every so many decisions of a game is forked.
const LOOKS_EVERY: usize = 7;

fn fork(game: &Game, seed: u8) -> Opening {
    let players = vec![Entropy::default(); game.seat_count().get()];
    let input = DealInput {
        deal_id: DealId([seed; 16]),
        server_seed: &ServerSeed::new([seed; 32]),
        ruleset: &game.ruleset().deal_name(),
        contributions: &Contributions::try_from(players).expect("a number of players"),
        beacon: &Entropy::default(),
    };
    game.fork(&input, Seating::Random).expect("the input has as many players")
}

fn other_world(game: &Game, rng: &mut fastrand::Rng) -> Game {
    match game {
        Game::Splendor(state) => {
            let mut other = *state;
            other.redeal(Viewer::Spectator, |cards| rng.shuffle(cards));
            other.into()
        }
        Game::Kids(state) => {
            let mut other = *state;
            other.redeal(|places| rng.shuffle(places));
            other.into()
        }
    }
}

/// Checks the forks of a position. Returns whether another secret deals something else.
fn check(game: &Game, rng: &mut fastrand::Rng) -> bool {
    let forked = fork(game, 1).game;
    assert_eq!(forked.view(Viewer::Spectator), game.view(Viewer::Spectator), "all that is public stays");
    for _ in 0..3 {
        let twin = other_world(game, rng);
        assert!(fork(&twin, 1).game == forked, "a fork depends on the order that was hidden");
    }
    let decoded = Game::decode(game.ruleset(), &forked.encode()).expect("a position");
    assert!(decoded == forked);
    let mut played = forked.clone();
    let mut log = GameLog::default();
    let legal = played.legal_actions(Payments::Canonical);
    played.play(&legal[rng.usize(..legal.len())], &mut log).expect("a legal action");
    assert!(!log.0.is_empty());
    fork(game, 2).game != forked
}

fn play_and_fork(mut game: Game, rng: &mut fastrand::Rng) -> usize {
    let mut differ = 0;
    for decision in 0.. {
        let legal = game.legal_actions(Payments::Canonical);
        let Some(action) = rng.choice(&legal) else { return differ };
        if decision % LOOKS_EVERY == 0 {
            differ += usize::from(check(&game, rng));
        }
        game.play(action, &mut GameLog::default()).expect("a legal action");
    }
    differ
}

#[test]
fn a_fork_keeps_what_is_public_and_says_nothing_about_the_old_order() {
    let mut rng = fastrand::Rng::with_seed(11);
    for (modules, seats) in table::every_table() {
        let differ = play_and_fork(table::deal(seats, modules, 5).into(), &mut rng);
        assert!(differ > 0, "no secret makes a difference");
    }
    let sides = boards::load(None).expect("our boards are sound");
    for variant in Variant::ALL {
        for seats in (2..=4).filter_map(SeatCount::new) {
            let game = kids_laws::deal(variant, seats, &sides, &mut rng);
            assert!(play_and_fork(game.into(), &mut rng) > 0, "no secret makes a difference");
        }
    }
}

#[test]
fn a_fork_needs_as_many_players_as_the_position_has_seats() {
    let two = SeatCount::new(2).expect("a number of seats");
    let game: Game = table::deal(two, Default::default(), 1).into();
    let players = Contributions::try_from(vec![Entropy::default(); 3]).expect("a number of players");
    let input = DealInput {
        deal_id: DealId([1; 16]),
        server_seed: &ServerSeed::new([1; 32]),
        ruleset: &game.ruleset().deal_name(),
        contributions: &players,
        beacon: &Entropy::default(),
    };
    assert!(game.fork(&input, Seating::JoinOrder).is_err());
}
