//! Finds puzzles in finished games, and judges earlier puzzles again.
//!
//! A short search asks whether one turn looks clearly better than all others. It hardly visits turns that it
//! does not like, so each turn is then searched separately. All this uses one evaluation. So the game is also
//! played to its end many times after each turn within reach of the best. At last these turns are searched
//! twice more and deeper, with two seeds, which takes longest. A turn that wins by force needs no estimate.

use lapidary_engine::game::{Action as AnyAction, Game};
use lapidary_engine::seat::Seat;
use lapidary_engine::splendor::action::{Action, Decision};
use lapidary_engine::splendor::state::State;
use lapidary_engine::viewer::Viewer;
use lapidary_opponents::splendor::judge::Judge;
use lapidary_opponents::splendor::search::Search;
use lapidary_opponents::splendor::turns::{played, sendable};
use lapidary_opponents::{Budget, Opponent, OpponentKind, Seen, Strength};
use lapidary_words::words;

use super::forced::Prover;
use super::played_on::{DEALS, PlayedOn};
use super::puzzle::{Difficulty, Puzzle};
use super::themes::themes;
use crate::analyst::{Analyst, Effort};
use crate::line::Line;
use crate::shares::Shares;

/// The lead of the best turn of a puzzle over every turn that does not solve it, as a share of the game.
pub const MARGIN: f32 = 0.10;
/// The same for short searches, which err more.
const MARGIN_AT_FIRST: f32 = 0.08;
/// The allowed loss of a solution that only pays, returns or chooses otherwise.
const TOLERANCE: f32 = 0.02;
/// Turns this close to the best are examined more closely, or at least the best of the others.
const REACH: f32 = 0.20;
/// The maximum number of turns with a second separate search.
const RIVALS_AT_FIRST_MAX: usize = 10;
/// The maximum number of turns within reach of the best for deep searches and continued games.
const RIVALS_MAX: usize = 4;
/// The maximum number of other payments of a purchase, in the order of their gold.
const PAYMENTS_MAX: usize = 16;
/// The opponent that continues the game after these turns.
const PLAYED_ON_BY: (OpponentKind, u32) = (OpponentKind::Apprentice, 1);
/// The maximum number of own turns for a forced win, including the first.
const TURNS_TO_WIN: usize = 2;
/// The factor by which a second separate search of a turn is larger.
const TIMES_CLOSER: u32 = 4;
/// How much deeper the searches are that confirm a puzzle.
pub const TIMES_DEEPER: u32 = 8;
/// The simulations of the short search, at most.
pub const SIMULATIONS_MAX: u32 = Budget::SIMULATIONS_MAX / TIMES_DEEPER;
/// The minimum number of turns of a puzzle: with fewer there is little to find.
const TURNS_MIN: usize = 8;
/// The number of choices after a puzzle without another: close positions are usually the same puzzle.
const APART: usize = 8;

words! {
    /// Why a position is no puzzle.
    NoPuzzle:
    /// The short search finds too few turns, or none that is clearly the best.
    Unclear = "unclear",
    /// Another turn is as good when it is searched for itself, or wins by force too.
    AsGood = "as_good",
    /// Games that are played on after another turn are won as often.
    PlayedOn = "played_on",
    /// A turn of it cannot be sent in one request.
    Unsendable = "unsendable",
}

/// Finds puzzles, with the memory that it reuses.
#[derive(Debug)]
pub struct Finder {
    simulations: u32,
    seed: u64,
    prover: Prover,
    /// Its search remembers valued positions, because many searches follow the same turns.
    analyst: Analyst,
}

/// A turn with the position after it.
#[derive(Clone, PartialEq, Debug)]
struct Tried {
    turn: Vec<Action>,
    after: State,
    /// The share that its last separate search promises to its seat.
    share: f32,
    wins_by_force: bool,
}

/// The turns of a position that are compared.
struct Candidates {
    best: Tried,
    /// The most promising of the other turns, with the best first.
    rivals: Vec<Tried>,
    /// The turns with the same first decision as the best.
    variants: Vec<Tried>,
}

impl Finder {
    /// A finder whose short search has this many simulations, at most [`SIMULATIONS_MAX`]. The seed is for
    /// the second opinion.
    pub fn new(simulations: u32, seed: u64) -> Finder {
        let simulations = simulations.min(SIMULATIONS_MAX);
        let mut analyst = Analyst::new(Effort { simulations, seed: None });
        analyst.search = Search::remembering();
        Finder { simulations, seed, prover: Prover::default(), analyst }
    }

    /// Finds the puzzles of a game, and passes each on when it is found.
    pub fn find(&mut self, line: &Line, found: &mut impl FnMut(Puzzle)) {
        let mut next = 0;
        for (number, choice) in line.choices.iter().enumerate() {
            if number >= next
                && let Ok(puzzle) = self.puzzle(&choice.position, choice.seat)
            {
                found(puzzle);
                next = number + APART;
            }
        }
    }

    /// A position as a puzzle for the seat to move. What the seat does not see is in catalogue order.
    pub fn puzzle(&mut self, position: &State, seat: Seat) -> Result<Puzzle, NoPuzzle> {
        let mut before = *position;
        before.veil(Viewer::Seat(seat));
        if before.to_act() != Some((seat, Decision::Main)) {
            return Err(NoPuzzle::Unclear);
        }
        self.analyst.search.forget();
        let candidates = self.candidates(position, &before, seat)?;
        let (rival, shares, rival_shares) = self.play_on(position, seat, &candidates)?;
        let solutions = self.solutions(&candidates, seat)?;
        let is_sendable = |one: &Tried| sendable(&one.turn).count() == one.turn.len();
        if !solutions.iter().chain([&rival]).all(is_sendable) {
            return Err(NoPuzzle::Unsendable);
        }
        let best = candidates.best;
        Ok(Puzzle {
            position: *position,
            seat,
            themes: themes(&before, seat, &best.turn, &best.after, &rival.after),
            rival: rival.turn,
            shares,
            rival_shares,
            difficulty: difficulty(position, &solutions),
            solutions: solutions.into_iter().map(|one| one.turn).collect(),
        })
    }

    /// The best turn and those compared with it, each after a separate search.
    fn candidates(&mut self, position: &State, before: &State, seat: Seat) -> Result<Candidates, NoPuzzle> {
        let turns = self.look(before)?;
        let (first, others) = turns.split_first().ok_or(NoPuzzle::Unclear)?;
        let (same, others): (Vec<_>, Vec<_>) = others.iter().partition(|turn| is_same_start(first, turn));
        let mut best = self.tried(position, before, seat, first);
        best.share = self.promised(&best, seat, 1, None);
        let mut rivals = Vec::new();
        for turn in others {
            let mut other = self.tried(position, before, seat, turn);
            other.share = self.promised(&other, seat, 1, None);
            if other.share > best.share - MARGIN_AT_FIRST {
                return Err(NoPuzzle::AsGood);
            }
            rivals.push(other);
        }
        sort_and_cut(&mut rivals, RIVALS_AT_FIRST_MAX);
        for tried in rivals.iter_mut().chain([&mut best]) {
            tried.share = self.promised(tried, seat, TIMES_CLOSER, None);
        }
        sort_and_cut(&mut rivals, RIVALS_MAX);
        let near = rivals.iter().take_while(|other| other.share > best.share - REACH).count().max(1);
        rivals.truncate(near);
        let variants = same.into_iter().cloned().chain(other_payments(before, first));
        let variants = variants.map(|turn| self.tried(position, before, seat, &turn)).collect();
        Ok(Candidates { best, rivals, variants })
    }

    /// A turn without a search.
    fn tried(&mut self, position: &State, before: &State, seat: Seat, turn: &[Action]) -> Tried {
        let wins_by_force = self.prover.wins(position, seat, turn, TURNS_TO_WIN);
        Tried { turn: turn.to_vec(), after: played(*before, turn), share: 0.0, wins_by_force }
    }

    /// The share that a turn promises to its seat: 1 if it wins by force, otherwise by a search of this many
    /// times the size of the short one.
    fn promised(&mut self, tried: &Tried, seat: Seat, times: u32, seed: Option<u64>) -> f32 {
        let effort = Effort { simulations: times * self.simulations, seed };
        if tried.wins_by_force { 1.0 } else { self.analyst.shares(&tried.after, effort).of(seat) }
    }

    /// The turns that solve a puzzle by both deep searches, if no other turn is as good.
    fn solutions(&mut self, candidates: &Candidates, seat: Seat) -> Result<Vec<Tried>, NoPuzzle> {
        let Candidates { best, rivals, variants } = candidates;
        let seeds = [None, Some(self.seed)];
        let mut most = [0.0; 2];
        for (most, seed) in most.iter_mut().zip(seeds) {
            *most = self.promised(best, seat, TIMES_DEEPER, seed);
            let behind = |rival| *most - self.promised(rival, seat, TIMES_DEEPER, seed);
            if rivals.iter().map(behind).any(|behind| behind < MARGIN) {
                return Err(NoPuzzle::AsGood);
            }
        }
        let mut solutions = vec![best.clone()];
        for other in variants {
            let is_near = self.promised(other, seat, TIMES_CLOSER, None) > best.share - REACH;
            let mut deep = most.into_iter().zip(seeds);
            let is_as_good =
                |(most, seed)| most - self.promised(other, seat, TIMES_DEEPER, seed) <= TOLERANCE;
            if is_near && deep.all(is_as_good) {
                solutions.push(other.clone());
            }
        }
        Ok(solutions)
    }

    /// The best of the other turns, and the shares after it and after the best turn, if continued games
    /// confirm the searches.
    fn play_on(
        &self,
        position: &State,
        seat: Seat,
        Candidates { best, rivals, .. }: &Candidates,
    ) -> Result<(Tried, Shares, Shares), NoPuzzle> {
        let after = |turn: &[Action]| PlayedOn::after(position, seat, turn, (DEALS, self.seed), PLAYED_ON_BY);
        let ends = if best.wins_by_force { PlayedOn::won_by(seat) } else { after(&best.turn) };
        let mut most = None::<(Tried, Shares, Shares)>;
        for rival in rivals {
            let otherwise = after(&rival.turn);
            if !ends.wins_more(&otherwise, seat, MARGIN) {
                return Err(NoPuzzle::PlayedOn);
            }
            let rival_shares = otherwise.shares();
            if most.as_ref().is_none_or(|most| rival_shares.of(seat) > most.2.of(seat)) {
                most = Some((rival.clone(), ends.shares(), rival_shares));
            }
        }
        most.ok_or(NoPuzzle::Unclear)
    }

    /// The turns of a veiled position, with the most visited first, if the short search finds one clearly the
    /// best.
    fn look(&mut self, state: &State) -> Result<Vec<Vec<Action>>, NoPuzzle> {
        let search = &mut self.analyst.search;
        search.run(state, Judge::of(state), Budget::simulations(self.simulations));
        let mut found: Vec<_> = search.found().collect();
        found.sort_by(|a, b| b.visits.cmp(&a.visits).then(b.value.total_cmp(&a.value)));
        let best = found.first().filter(|_| found.len() >= TURNS_MIN).ok_or(NoPuzzle::Unclear)?;
        let is_as_good = |turn: &[Action], value: f32| {
            value > best.value - MARGIN_AT_FIRST && !is_same_start(best.turn, turn)
        };
        if found[1..].iter().any(|other| is_as_good(other.turn, other.value)) {
            return Err(NoPuzzle::Unclear);
        }
        Ok(found.iter().map(|found| found.turn.to_vec()).collect())
    }
}

/// Keeps this many of the most promising turns, in that order.
fn sort_and_cut(turns: &mut Vec<Tried>, most: usize) {
    turns.sort_by(|a, b| b.share.total_cmp(&a.share));
    turns.truncate(most);
}

/// The same purchase with other payments than the listed one, each before the same decisions.
fn other_payments(state: &State, turn: &[Action]) -> impl Iterator<Item = Vec<Action>> {
    let mut payments = Vec::new();
    if let Some((Action::Buy { card, .. }, _)) = turn.split_first() {
        state.legal_actions_with_every_payment(&mut payments);
        payments.retain(|action| {
            matches!(action, Action::Buy { card: other, .. } if other == card) && *action != turn[0]
        });
    }
    payments.sort_by_key(|action| match action {
        Action::Buy { payment, .. } => payment.tokens.gold(),
        _ => 0,
    });
    let rest = turn[1..].to_vec();
    payments.into_iter().take(PAYMENTS_MAX).map(move |first| [vec![first], rest.clone()].concat())
}

/// Whether two turns begin with the same decision, apart from the payment of a purchase.
fn is_same_start(one: &[Action], other: &[Action]) -> bool {
    match (one.first(), other.first()) {
        (Some(Action::Buy { card, .. }), Some(Action::Buy { card: same, .. })) => card == same,
        (one, other) => one == other,
    }
}

/// The difficulty: which built-in opponents find a solution without a search.
fn difficulty(position: &State, solutions: &[Tried]) -> Difficulty {
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
