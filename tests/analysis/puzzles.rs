//! Puzzles hold nothing that their seat does not know, have one answer, and are the same when read again.

use lapidary_analysis::puzzles::{AnswerRefusal, Finder, NoPuzzle, Puzzle, Theme, read, write};
use lapidary_analysis::{Effort, Line};
use lapidary_engine::decisions::ListRefusal;
use lapidary_engine::game::{Game, Proposal};
use lapidary_engine::replay::Replay;
use lapidary_engine::seat::SeatCount;
use lapidary_engine::splendor::action::Action;
use lapidary_engine::splendor::card::CardId;
use lapidary_engine::splendor::module::{Module, Modules};
use lapidary_engine::viewer::Viewer;
use lapidary_opponents::OpponentKind;

use crate::played::{deal, play};

/// The set of the program.
const SET: &str = include_str!("../../data/puzzles.txt");
/// Two puzzles of an earlier set that were none: other turns than their solutions win as well.
const WRONG: &str = include_str!("wrong_puzzles.txt");
/// The simulations of a search: few, so that the tests are fast.
const FEW: u32 = 40;

fn text(puzzles: &[Puzzle]) -> String {
    let mut text = String::new();
    write(&mut text, puzzles).unwrap();
    text
}

fn proposals(turn: &[Action]) -> Vec<Proposal> {
    turn.iter().map(|&action| Proposal::Splendor(action.into())).collect()
}

/// The puzzles of the first of some short games that has any.
fn found() -> Vec<Puzzle> {
    let (mut puzzles, mut finder) = (Vec::new(), Finder::new(FEW, 1));
    for seed in 0..20 {
        if !puzzles.is_empty() {
            break;
        }
        let opening = deal(Modules::NONE, SeatCount::TWO, seed);
        let line = Line::read(&opening, &play(&opening, &[OpponentKind::Greedy, OpponentKind::Random], seed))
            .unwrap();
        finder.find(&line, &mut |puzzle| puzzles.push(puzzle));
    }
    puzzles
}

#[test]
fn the_same_games_have_the_same_puzzles() {
    let puzzles = found();
    assert!(!puzzles.is_empty());
    assert_eq!(puzzles, found());
    let text = text(&puzzles);
    let again = read(&text).unwrap();
    assert_eq!(self::text(&again), text);
    for (one, other) in puzzles.iter().zip(&again) {
        assert_eq!(
            (one.id(), &one.position, &one.solutions),
            (other.id(), &other.position, &other.solutions)
        );
    }
}

/// The puzzles of some short games with modules.
fn found_with(modules: Modules, games: u64) -> Vec<Puzzle> {
    let (mut puzzles, mut finder) = (Vec::new(), Finder::new(FEW, 1));
    for seed in 0..games {
        let opening = deal(modules, SeatCount::TWO, seed);
        let line = Line::read(&opening, &play(&opening, &[OpponentKind::Greedy, OpponentKind::Random], seed))
            .unwrap();
        finder.find(&line, &mut |puzzle| puzzles.push(puzzle));
    }
    puzzles
}

#[test]
fn games_with_modules_have_puzzles_that_are_the_same_when_read_again() {
    let mut all = Vec::new();
    for module in Module::ALL {
        let puzzles = found_with(Modules::NONE.with(module), 3);
        for puzzle in &puzzles {
            assert!(puzzle.themes.contains(&Theme::Module(module)), "{puzzle}");
            assert!(puzzle.judge(&proposals(&puzzle.solutions[0])).unwrap().is_right);
            assert!(!puzzle.judge(&proposals(&puzzle.rival)).unwrap().is_right);
        }
        all.extend(puzzles);
    }
    assert!(!all.is_empty());
    assert_eq!(text(&read(&text(&all)).unwrap()), text(&all));
}

#[test]
fn a_puzzle_holds_nothing_that_its_seat_does_not_know() {
    let opening = deal(Modules::NONE, SeatCount::TWO, 3);
    let entries = play(&opening, &[OpponentKind::Greedy, OpponentKind::Greedy], 3);
    let find = |opening: &Game| {
        let line = Line::read(opening, &entries).unwrap();
        let mut puzzles = Vec::new();
        Finder::new(FEW, 1).find(&line, &mut |puzzle| puzzles.push(puzzle));
        puzzles
    };
    for puzzle in find(&opening) {
        let mut redealt = puzzle.position;
        redealt.redeal(Viewer::Seat(puzzle.seat), |cards| cards.reverse());
        assert_eq!(
            Game::from(redealt).view(Viewer::Seat(puzzle.seat)),
            Game::from(puzzle.position).view(Viewer::Seat(puzzle.seat))
        );
        redealt.redeal(Viewer::Seat(puzzle.seat), <[CardId]>::sort_unstable);
        assert_eq!(redealt, puzzle.position, "hidden cards are in catalogue order");
        // The position is one of the game, as its seat saw it.
        let mut replay = Replay::of(opening.clone(), entries.len());
        let seen = puzzle.known();
        let is_there = entries.iter().any(|entry| {
            let Game::Splendor(mut state) = *replay.game() else { return false };
            state.veil(Viewer::Seat(puzzle.seat));
            drop(replay.read(entry).unwrap());
            state == seen
        });
        assert!(is_there);
    }
}

#[test]
fn every_puzzle_of_the_program_has_an_answer_and_a_clear_one() {
    let puzzles = read(SET).unwrap();
    assert_eq!(text(&puzzles), SET, "it is written as this program writes it");
    for puzzle in &puzzles {
        let best = &puzzle.solutions[0];
        for solution in &puzzle.solutions {
            assert!(puzzle.judge(&proposals(solution)).unwrap().is_right);
        }
        let rival = puzzle.judge(&proposals(&puzzle.rival)).unwrap();
        assert!(!rival.is_right);
        let gain = puzzle.shares.of(puzzle.seat) - puzzle.rival_shares.of(puzzle.seat);
        assert!(gain >= 0.0999, "{gain}");
        let has = |theme| puzzle.themes.contains(&theme);
        let returns = best.iter().any(|action| matches!(action, Action::Return(_)));
        assert_eq!(has(Theme::Return), returns);
        assert!(!has(Theme::Block) || matches!(best[0], Action::Reserve(_)));
    }
}

#[test]
fn a_turn_that_wins_whatever_is_answered_is_right_although_it_is_no_solution() {
    let puzzles = read(WRONG).unwrap();
    let turn = |text: &str| proposals(&[text.parse().unwrap()]);
    // A free card of the hand brings the fifteenth point, and the other seat can get to thirteen at most.
    assert!(puzzles[0].judge(&turn("buy base-1-white-8 0")).unwrap().is_right);
    // A free card of the market brings it too, but the one that comes in its place may be worth three points.
    for other in ["buy base-2-green-2 0", "take ugr", "buy base-1-blue-2 0", "reserve base-3-white-3"] {
        assert!(!puzzles[0].judge(&turn(other)).unwrap().is_right, "{other}");
    }
}

#[test]
fn a_position_in_which_other_turns_win_as_well_is_no_puzzle() {
    for (puzzle, reason) in read(WRONG).unwrap().iter().zip([NoPuzzle::Unclear, NoPuzzle::AsGood]) {
        let mut finder = Finder::new(Effort::SIMULATIONS, 1);
        assert_eq!(finder.puzzle(&puzzle.position, puzzle.seat), Err(reason), "{puzzle}");
    }
}

#[test]
fn a_game_that_ends_with_the_same_result_is_solved_whatever_is_paid() {
    let puzzles = read(SET).unwrap();
    let mut met = 0;
    for puzzle in &puzzles {
        let Action::Buy { card, .. } = puzzle.solutions[0][0] else { continue };
        let mut ended = puzzle.known();
        puzzle.solutions[0].iter().for_each(|action| ended.play_unchecked(action, &mut ()));
        let mut actions = Vec::new();
        puzzle.known().legal_actions_with_every_payment(&mut actions);
        for payment in actions.iter().filter(|_| ended.is_over()) {
            if matches!(payment, Action::Buy { card: other, .. } if *other == card) {
                let turn = [&[*payment], &puzzle.solutions[0][1..]].concat();
                assert!(puzzle.judge(&proposals(&turn)).unwrap().is_right, "{payment} in {puzzle}");
                met += 1;
            }
        }
    }
    assert!(met > 0, "no puzzle ends with a purchase");
}

#[test]
fn an_answer_is_a_whole_legal_turn() {
    let puzzles = read(SET).unwrap();
    let puzzle = &puzzles[0];
    let refused = puzzle.judge(&proposals(&[Action::Pass])).unwrap_err();
    assert!(matches!(refused, AnswerRefusal::Illegal(ListRefusal::Illegal { index: 0, .. })), "{refused}");
    assert_eq!(puzzle.judge(&[]), Err(AnswerRefusal::Incomplete("main")));
    let more = [puzzle.solutions[0].clone(), puzzle.solutions[0].clone()].concat();
    assert!(matches!(puzzle.judge(&proposals(&more)), Err(AnswerRefusal::Illegal(_))));
}

#[test]
fn what_is_no_set_is_refused_with_its_line() {
    let block = SET.lines().take(10).collect::<Vec<_>>().join("\n");
    assert_eq!(read(&block).unwrap().len(), 1);
    let line = |text: &str| read(text).unwrap_err().line;
    assert_eq!(line(""), 1);
    assert_eq!(line(&block.replace("puzzles-1", "puzzles-2")), 1);
    assert_eq!(line(&block.replace("ruleset splendor", "ruleset splendor+cities")), 3);
    assert_eq!(line(&block.replace("position 01", "position 07")), 4);
    assert_eq!(line(&block.replace("solution ", "solution fly; ")), 5);
    assert_eq!(line(&block.replace("difficulty ", "difficulty very ")), 10);
    assert_eq!(line(&block.replace("solution ", "solution pass | ")), 3, "it is not legal");
    let twice = format!("{block}\n\n{}", block.split_once("\n\n").unwrap().1);
    assert_eq!(line(&twice), 12, "a position that occurs twice");
    assert_eq!(line(&format!("{block}\nmore")), 11);
}
