//! Whole games: every turn is accepted as one request, every game ends, and equal seeds play equal games.

use lapidary_engine::decisions::judge;
use lapidary_engine::game::{Action, Game, Proposal};
use lapidary_engine::ruleset::Ruleset;
use lapidary_engine::seat::{Seat, SeatCount};
use lapidary_engine::splendor::module::Modules;
use lapidary_engine::viewer::Viewer;
use lapidary_opponents::splendor::judge::Judge;
use lapidary_opponents::splendor::search::Search;
use lapidary_opponents::{Budget, Opponent, OpponentKind, Seen, Strength};

use crate::table::{deal, every_table};

/// No game of these opponents is longer.
const REQUESTS_MAX: usize = 3_000;
/// The simulations of a turn in these games.
const FEW: Budget<'static> = Budget::simulations(3);

fn proposals(turn: &[Action]) -> Vec<Proposal> {
    let proposal = |action: &Action| match *action {
        Action::Splendor(action) => Proposal::Splendor(action.into()),
        Action::Kids(action) => Proposal::Kids(action.into()),
    };
    turn.iter().map(proposal).collect()
}

/// The game after a turn, which must be accepted as one request.
pub fn judge_all(game: &Game, seat: Seat, turn: &[Action]) -> Game {
    let judged = judge(game, seat, &proposals(turn));
    judged.unwrap_or_else(|refusal| panic!("{:?}: {turn:?}: {refusal}", game.ruleset())).game
}

/// Plays a game to its end and returns the turns. Each must be accepted by the engine as one request.
pub fn play(mut game: Game, players: &mut [Opponent], budget: Budget<'_>) -> Vec<Vec<Action>> {
    let mut turns = Vec::new();
    while let Some((seat, decision)) = game.to_act() {
        assert!(turns.len() < REQUESTS_MAX, "the game does not end");
        let turn = players[seat.index()].choose(&Seen::new(&game, seat), budget);
        assert!(!turn.is_empty(), "no turn for {decision} in {:?}", game.ruleset());
        game = judge_all(&game, seat, &turn);
        turns.push(turn);
    }
    assert!(game.outcome().is_some());
    turns
}

fn players(kinds: &[OpponentKind], strength: Strength, seed: u64) -> Vec<Opponent> {
    (seed..).zip(kinds).map(|(seed, &kind)| Opponent::new(kind, strength, seed)).collect()
}

#[test]
fn every_turn_is_accepted_in_every_ruleset() {
    for (number, (ruleset, seats)) in (0usize..).zip(every_table()) {
        let kinds: Vec<OpponentKind> =
            (0..seats.get()).map(|seat| OpponentKind::ALL[(seat + number) % 4]).collect();
        play(deal(ruleset, seats, number as u64), &mut players(&kinds, Strength::FULL, 1), FEW);
    }
}

#[test]
fn weak_opponents_play_legal_games_too() {
    let weak = Strength::new(0).unwrap();
    for kind in OpponentKind::ALL {
        for ruleset in [Ruleset::Splendor(Modules::NONE), Ruleset::Splendor(Modules::ALL)] {
            play(deal(ruleset, SeatCount::TWO, 5), &mut players(&[kind, kind], weak, 2), FEW);
        }
    }
}

#[test]
fn equal_seeds_and_budgets_play_equal_games() {
    for (ruleset, seats) in every_table().step_by(7) {
        let kinds =
            [OpponentKind::Greedy, OpponentKind::Master, OpponentKind::Apprentice, OpponentKind::Random];
        let game = |seed| play(deal(ruleset, seats, 9), &mut players(&kinds, Strength::FULL, seed), FEW);
        assert_eq!(game(3), game(3), "{ruleset:?}");
    }
}

#[test]
fn nothing_is_chosen_for_a_seat_that_is_not_to_act() {
    let game = deal(Ruleset::Splendor(Modules::NONE), SeatCount::TWO, 1);
    let seen = Seen::new(&game, Seat::new(1).unwrap());
    for kind in OpponentKind::ALL {
        let mut opponent = Opponent::new(kind, Strength::FULL, 1);
        assert!(opponent.choose(&seen, FEW).is_empty());
        assert!(!opponent.resigns(&seen));
        assert!(opponent.agrees_to_abort(&seen));
    }
}

#[test]
fn a_hopeless_seat_resigns_and_the_other_does_not() {
    let mut resigned = 0;
    for seed in 0..4 {
        let mut game = deal(Ruleset::Splendor(Modules::NONE), SeatCount::TWO, seed);
        let mut players = players(&[OpponentKind::Apprentice, OpponentKind::Random], Strength::FULL, seed);
        let mut judge = Opponent::new(OpponentKind::Apprentice, Strength::FULL, 1);
        while let Some((seat, _)) = game.to_act() {
            let seen = Seen::new(&game, seat);
            if judge.resigns(&seen) {
                assert_eq!(seat.index(), 1, "the stronger player resigns");
                assert!(judge.agrees_to_abort(&seen));
                assert!(!judge.agrees_to_abort(&Seen::new(&game, Seat::FIRST)));
                assert!(!players[1].resigns(&seen), "random never resigns");
                resigned += 1;
                break;
            }
            let turn = players[seat.index()].choose(&seen, FEW);
            game = judge_all(&game, seat, &turn);
        }
    }
    assert!(resigned >= 3, "{resigned} of 4");
}

#[test]
fn names_and_strengths_are_read_back() {
    for kind in OpponentKind::ALL {
        assert_eq!(OpponentKind::named(kind.name()), Some(kind));
    }
    assert_eq!(OpponentKind::named("stockfish"), None);
    assert_eq!(Strength::new(100), Some(Strength::FULL));
    assert_eq!(Strength::new(101), None);
}

#[test]
fn a_deadline_that_has_passed_still_gives_a_turn() {
    let game = deal(Ruleset::Splendor(Modules::NONE), SeatCount::TWO, 1);
    let seen = Seen::new(&game, Seat::FIRST);
    let mut master = Opponent::new(OpponentKind::Master, Strength::FULL, 1);
    assert!(!master.choose(&seen, Budget::until(&|| true)).is_empty());
}

#[test]
fn a_search_ends_when_its_memory_is_full() {
    let Game::Splendor(state) = deal(Ruleset::Splendor(Modules::NONE), SeatCount::TWO, 1) else {
        unreachable!("dealt Splendor");
    };
    let mut veiled = state;
    veiled.veil(Viewer::Seat(Seat::FIRST));
    let valued = |bytes: usize| {
        let mut search = Search::with_memory(bytes);
        search.run(&veiled, Judge::of(&veiled), Budget::simulations(Budget::SIMULATIONS_MAX));
        assert!(search.best().is_some());
        search.valued()
    };
    let (few, more) = (valued(0), valued(300_000));
    assert!(few < more && more < 300_000 / 16, "{few} and {more} positions");
}
