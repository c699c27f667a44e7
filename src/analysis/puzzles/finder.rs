//! Finds puzzles in finished games.
//!
//! A short search asks in every position whether one turn looks clearly better than all others. If so, two
//! searches that are sixteen times deeper, with two seeds, must find the same; then each of them compares
//! the positions after the best turn and after the best other one.
//!
//! All searches share an evaluation. Where it is not trained, which is with modules, the game is also played
//! on to its end after both turns, many times.

use lapidary_engine::game::{Action as AnyAction, Game};
use lapidary_engine::splendor::action::{Action, Decision};
use lapidary_engine::splendor::state::State;
use lapidary_opponents::splendor::search::Search;
use lapidary_opponents::splendor::turns::sendable;
use lapidary_opponents::{Budget, Opponent, OpponentKind, Seen, Strength};

use super::played_on::wins_more;
use super::puzzle::{Difficulty, Puzzle, played};
use super::themes::themes;
use crate::analyst::{Analyst, Effort, judge_of};
use crate::line::{Choice, Line};

/// How much better the best turn of a puzzle is than every turn that does not solve it, as a share of the
/// game.
pub const MARGIN: f32 = 0.10;
/// The same for the short search, which errs more.
const MARGIN_AT_FIRST: f32 = 0.08;
/// How much less another way to pay, return or choose may promise and still solve the puzzle.
const TOLERANCE: f32 = 0.02;
/// How much deeper the searches are that confirm a puzzle.
pub const TIMES_DEEPER: u32 = 16;
/// The simulations of the short search, at most.
pub const SIMULATIONS_MAX: u32 = Budget::SIMULATIONS_MAX / TIMES_DEEPER;
/// The turns of a puzzle, at least: with fewer there is little to find.
const TURNS_MIN: usize = 8;
/// The choices after a puzzle in which no other is looked for: positions close to each other are mostly the
/// same puzzle.
const APART: usize = 8;

/// Finds puzzles, with the memory that it reuses.
#[derive(Debug)]
pub struct Finder {
    simulations: u32,
    seed: u64,
    search: Search,
}

/// A turn, what it promises to its seat, and the position after it.
#[derive(Clone)]
struct Promised {
    turn: Vec<Action>,
    share: f32,
    visits: u32,
    after: State,
}

/// What a search says about a position in which one turn is clearly the best.
struct Clear {
    solutions: Vec<Promised>,
    rival: Promised,
}

impl Finder {
    /// A finder whose short search has this many simulations, at most [`SIMULATIONS_MAX`]. The seed is that
    /// of the second opinion.
    pub fn new(simulations: u32, seed: u64) -> Finder {
        Finder { simulations: simulations.min(SIMULATIONS_MAX), seed, search: Search::default() }
    }

    /// Finds the puzzles of a game, and hands them on as it finds them.
    pub fn find(&mut self, line: &Line, found: &mut impl FnMut(Puzzle)) {
        let mut next = 0;
        for (number, choice) in line.choices.iter().enumerate() {
            if number >= next
                && let Some(puzzle) = self.puzzle(choice)
            {
                found(puzzle);
                next = number + APART;
            }
        }
    }

    /// The position of a choice as a puzzle, if it is one.
    fn puzzle(&mut self, choice: &Choice) -> Option<Puzzle> {
        let (before, seat) = (&choice.before, choice.seat);
        if before.to_act() != Some((seat, Decision::Main)) {
            return None;
        }
        clear(&self.look(before, self.simulations, None), MARGIN_AT_FIRST, MARGIN_AT_FIRST)?;
        let deep = self.simulations * TIMES_DEEPER;
        let first = clear(&self.look(before, deep, None), MARGIN, TOLERANCE)?;
        let second = clear(&self.look(before, deep, Some(self.seed)), MARGIN, TOLERANCE)?;
        let best = first.solutions.first()?;
        let after_all = |clear: &Clear| clear.solutions.iter().map(|one| one.after).collect::<Vec<_>>();
        let also = after_all(&second);
        if also.len() != first.solutions.len() || !after_all(&first).iter().all(|one| also.contains(one)) {
            return None;
        }
        let mut shares = None;
        for (seed, rival) in [(None, &first.rival), (Some(self.seed), &second.rival)] {
            let mut analyst = Analyst::new(Effort { simulations: deep, seed });
            let (solved, missed) = (analyst.shares(&best.after), analyst.shares(&rival.after));
            if solved.of(seat) - missed.of(seat) < MARGIN {
                return None;
            }
            shares.get_or_insert((solved, missed));
        }
        let (shares, rival_shares) = shares?;
        let turns = (best.turn.as_slice(), first.rival.turn.as_slice());
        if !judge_of(before).is_trained() && !wins_more(&choice.position, seat, turns, MARGIN, self.seed) {
            return None;
        }
        let is_sendable = |one: &Promised| sendable(&one.turn).count() == one.turn.len();
        let mut all = first.solutions.iter().chain([&first.rival]);
        all.all(is_sendable).then(|| Puzzle {
            position: choice.position,
            seat,
            solutions: first.solutions.iter().map(|one| one.turn.clone()).collect(),
            themes: themes(before, seat, &best.turn, &best.after, &first.rival.after),
            rival: first.rival.turn.clone(),
            shares,
            rival_shares,
            difficulty: difficulty(&choice.position, &first.solutions),
        })
    }

    /// The turns of a veiled position, the most visited first.
    fn look(&mut self, state: &State, simulations: u32, seed: Option<u64>) -> Vec<Promised> {
        let budget = Budget::simulations(simulations);
        match seed {
            None => self.search.run(state, judge_of(state), budget),
            Some(seed) => self.search.run_varied(state, judge_of(state), budget, seed),
        }
        let promised = self.search.found().map(|found| Promised {
            turn: found.turn.to_vec(),
            share: found.value,
            visits: found.visits,
            after: played(*state, found.turn),
        });
        let mut all: Vec<Promised> = promised.collect();
        all.sort_by(|a, b| b.visits.cmp(&a.visits).then(b.share.total_cmp(&a.share)));
        all
    }
}

/// Whether one turn is clearly the best: every other turn promises less by the margin, or begins with the
/// same decision and promises the same.
fn clear(turns: &[Promised], margin: f32, tolerance: f32) -> Option<Clear> {
    let best = turns.first().filter(|_| turns.len() >= TURNS_MIN)?;
    let mut solutions = vec![best.clone()];
    let mut rival: Option<&Promised> = None;
    for other in &turns[1..] {
        if other.share <= best.share - margin {
            if rival.is_none_or(|rival| other.share > rival.share) {
                rival = Some(other);
            }
        } else if is_same_move(best, other) && other.share >= best.share - tolerance {
            solutions.push(other.clone());
        } else {
            return None;
        }
    }
    Some(Clear { solutions, rival: rival?.clone() })
}

/// Whether two turns begin with the same decision, apart from how a purchase is paid.
fn is_same_move(one: &Promised, other: &Promised) -> bool {
    match (one.turn.first(), other.turn.first()) {
        (Some(Action::Buy { card, .. }), Some(Action::Buy { card: same, .. })) => card == same,
        (one, other) => one == other,
    }
}

/// Which built-in opponents find a solution without a search.
fn difficulty(position: &State, solutions: &[Promised]) -> Difficulty {
    let Some((seat, _)) = position.to_act() else { return Difficulty::Hard };
    let game = Game::Splendor(*position);
    let seen = Seen::new(&game, seat);
    let finds = |kind: OpponentKind| {
        let turn = Opponent::new(kind, Strength::FULL, 0).choose(&seen, Budget::simulations(1));
        let decided = |action: &AnyAction| match action {
            AnyAction::Splendor(action) => Some(*action),
            AnyAction::Kids(_) => None,
        };
        let turn: Vec<Action> = turn.iter().filter_map(decided).collect();
        solutions.iter().any(|solution| solution.turn == turn)
    };
    match (finds(OpponentKind::Greedy), finds(OpponentKind::Apprentice)) {
        (true, _) => Difficulty::Easy,
        (false, true) => Difficulty::Medium,
        (false, false) => Difficulty::Hard,
    }
}
