//! Searches over the positions after complete turns. Hidden cards stay unknown in the whole tree.
//!
//! A node values all its turns at once. These values are the first result of each edge and, as a softmax, its
//! prior. So one simulation adds one node. All memory is reused: a search allocates nothing for a node.

use std::collections::HashMap;
use std::ops::Range;

use lapidary_engine::seat::{SEATS_MAX, Seat, SeatCount};
use lapidary_engine::splendor::action::Action;
use lapidary_engine::splendor::state::State;

use super::by_hand::final_share;
use super::judge::{Base, Judge, share};
use super::turns::{Lister, played};
use crate::budget::Budget;

/// The weight of the prior against the results.
pub const CURIOSITY: f32 = 0.5;
/// The temperature of the prior.
pub const PRIOR_TEMPERATURE: f32 = 0.6;
/// The maximum change of the logarithm of a prior by a seed, in either direction.
const VARIATION: f32 = 0.6;
/// The number of simulations between two checks of the deadline.
const SIMULATIONS_PER_LOOK: u32 = 8;
/// The memory of a search in bytes: 1 GiB for about 500,000 simulations of a few kilobytes.
pub const MEMORY_MAX: usize = 1 << 30;
/// The number that means no edge or no node.
const NONE: u32 = u32::MAX;

/// A share of the game for each seat.
type Shares = [f32; SEATS_MAX];

/// A position in which a seat must move, or the end of a game.
#[derive(Clone, Debug)]
struct SearchNode {
    state: State,
    seat: Seat,
    /// The seat whose turn led here. At the root, the seat itself.
    mover: Seat,
    first: u32,
    count: u32,
    visits: u32,
    /// The sum of the results of all visits for the mover.
    gained: f32,
    best_at_first: u32,
    result: Option<Shares>,
}

/// A turn.
#[derive(Clone, Copy, Debug)]
struct SearchEdge {
    prior: f32,
    /// The sum of the results of its visits, including its first value as one.
    sum: f32,
    visits: u32,
    child: u32,
    actions: u32,
    length: u32,
}

/// A turn as it was listed, with its first value.
#[derive(Clone, Copy, Debug)]
struct ListedTurn {
    actions: u32,
    length: u32,
    logit: f32,
}

impl SearchEdge {
    #[inline]
    fn value(&self) -> f32 {
        self.sum / (self.visits + 1) as f32
    }
}

/// A search with its memory.
#[derive(Debug, Default)]
pub struct Search {
    nodes: Vec<SearchNode>,
    edges: Vec<SearchEdge>,
    actions: Vec<Action>,
    path: Vec<(u32, u32)>,
    lister: Lister,
    base: Base,
    /// The turns of the last position, or of all known ones.
    listed: Vec<ListedTurn>,
    /// The range of listed turns of each position, if the search remembers them.
    known: Option<HashMap<Vec<u8>, Range<usize>>>,
    /// The sum of the results of all visits of the root for each seat, including its first value as one.
    gained: Shares,
    variation: Option<fastrand::Rng>,
    /// The memory of its tree in bytes, if it differs from [`MEMORY_MAX`].
    memory: Option<usize>,
}

/// A turn of the root with what the search found.
#[derive(Clone, Copy, Debug)]
pub struct Found<'a> {
    /// The decisions.
    pub turn: &'a [Action],
    /// How often the search followed it.
    pub visits: u32,
    /// The share of the game that it promises.
    pub value: f32,
    /// How promising it looked at first. The sum over all turns is 1.
    pub prior: f32,
}

/// A position of the tree with the value that the search found.
#[derive(Clone, Copy, Debug)]
pub struct Learned<'a> {
    /// A position after a turn of `mover`.
    pub state: &'a State,
    pub mover: Seat,
    /// How often the search passed it.
    pub visits: u32,
    /// The expected share of `mover`: for two seats by the most visited answer, otherwise on average.
    pub value: f32,
}

impl Search {
    /// A search whose tree has at most so many bytes.
    pub fn with_memory(bytes: usize) -> Search {
        Search { memory: Some(bytes), ..Search::default() }
    }

    /// A search that remembers the first values of all turns, so that later searches can look them up in the
    /// same positions. Always use it with the same judge.
    pub fn remembering() -> Search {
        Search { known: Some(HashMap::new()), ..Search::default() }
    }

    /// Forgets everything that was searched.
    pub fn forget(&mut self) {
        self.nodes.clear();
        self.edges.clear();
        self.actions.clear();
        self.listed.clear();
        self.known.iter_mut().for_each(HashMap::clear);
    }

    /// Searches a position within the budget and the memory.
    pub fn run(&mut self, state: &State, judge: Judge<'_>, budget: Budget<'_>) {
        self.run_with_uniform(state, judge, budget, 0.0);
    }

    /// Searches a position within the budget. Moves the priors of all turns by chance, but not the worth of
    /// positions: two seeds are two opinions of one judge.
    pub fn run_varied(&mut self, state: &State, judge: Judge<'_>, budget: Budget<'_>, seed: u64) {
        self.variation = Some(fastrand::Rng::with_seed(seed));
        self.run(state, judge, budget);
        self.variation = None;
    }

    /// Searches a position within the budget. This part of the root's prior is uniform, which training needs.
    pub fn run_with_uniform(&mut self, state: &State, judge: Judge<'_>, budget: Budget<'_>, uniform: f32) {
        let remembered = size_of_val(&*self.actions) + size_of_val(&*self.listed);
        if self.known.is_none() || remembered > MEMORY_MAX / 4 {
            self.forget();
        }
        self.nodes.clear();
        self.edges.clear();
        let Some((seat, _)) = state.to_act() else { return };
        self.gained = self.add_node(*state, seat, judge);
        let count = self.edges.len();
        for edge in &mut self.edges {
            edge.prior += uniform * (1.0 / count as f32 - edge.prior);
        }
        if count < 2 {
            return;
        }
        for simulation in 0..budget.count() {
            if simulation % SIMULATIONS_PER_LOOK == 0 && (budget.is_expired() || self.is_full()) {
                break;
            }
            self.simulate(judge);
        }
    }

    fn is_full(&self) -> bool {
        let tree = size_of_val(&*self.nodes) + size_of_val(&*self.edges) + size_of_val(&*self.actions);
        tree >= self.memory.unwrap_or(MEMORY_MAX)
    }

    /// The number of positions that the last search valued.
    pub fn valued(&self) -> usize {
        self.edges.len()
    }

    /// The turns of the root.
    pub fn found(&self) -> impl Iterator<Item = Found<'_>> {
        let edges = self.nodes.first().map(|root| &self.edges[root.first as usize..][..root.count as usize]);
        edges.into_iter().flatten().map(|edge| Found {
            turn: self.turn(edge),
            visits: edge.visits,
            value: edge.value(),
            prior: edge.prior,
        })
    }

    /// The turn that was followed most often, the better of equals.
    pub fn best(&self) -> Option<Found<'_>> {
        self.found().max_by(|a, b| a.visits.cmp(&b.visits).then(a.value.total_cmp(&b.value)))
    }

    /// The turns that the search expects, each the most visited one.
    pub fn line(&self) -> impl Iterator<Item = &[Action]> {
        let mut at = if self.nodes.is_empty() { NONE } else { 0 };
        std::iter::from_fn(move || {
            let node = self.nodes.get(at as usize)?;
            let edges = &self.edges[node.first as usize..][..node.count as usize];
            let edge = edges.iter().max_by_key(|edge| edge.visits).filter(|edge| edge.visits > 0)?;
            at = edge.child;
            Some(self.turn(edge))
        })
    }

    /// The expected share of each seat in the searched position: for two seats by the most visited turn,
    /// otherwise on average over the search.
    pub fn shares(&self) -> [f32; SEATS_MAX] {
        let Some(root) = self.nodes.first() else { return [0.0; SEATS_MAX] };
        match (root.state.seat_count(), self.best()) {
            (SeatCount::TWO, Some(best)) => for_two(root.seat, best.value),
            _ => self.gained.map(|gained| gained / (root.visits + 1) as f32),
        }
    }

    /// The positions below the root with at least this many visits.
    pub fn learned(&self, visits_min: u32) -> impl Iterator<Item = Learned<'_>> {
        self.nodes.iter().skip(1).filter(move |node| node.visits >= visits_min).filter_map(|node| {
            let edges = &self.edges[node.first as usize..][..node.count as usize];
            let best = edges.iter().max_by_key(|edge| edge.visits)?;
            let value = match node.state.seat_count() {
                SeatCount::TWO => 1.0 - best.value(),
                _ => node.gained / node.visits as f32,
            };
            let learned = Learned { state: &node.state, mover: node.mover, visits: node.visits, value };
            node.result.is_none().then_some(learned)
        })
    }

    fn turn(&self, edge: &SearchEdge) -> &[Action] {
        &self.actions[edge.actions as usize..][..edge.length as usize]
    }

    /// Follows the most promising turns to a new position, and reports its value to all edges on the way.
    fn simulate(&mut self, judge: Judge<'_>) {
        self.path.clear();
        let mut at = 0;
        let shares = loop {
            let node = &mut self.nodes[at as usize];
            node.visits += 1;
            if let Some(shares) = node.result {
                node.gained += shares[node.mover.index()];
                break shares;
            }
            let chosen = self.most_promising(at);
            self.path.push((at, chosen));
            let child = self.edges[chosen as usize].child;
            if child != NONE {
                at = child;
                continue;
            }
            break self.grow(at, chosen, judge);
        };
        self.gained.iter_mut().zip(shares).for_each(|(sum, share)| *sum += share);
        for &(node, edge) in &self.path {
            let node = &mut self.nodes[node as usize];
            node.gained += shares[node.mover.index()];
            let seat = node.seat;
            let edge = &mut self.edges[edge as usize];
            edge.visits += 1;
            edge.sum += shares[seat.index()];
        }
    }

    fn most_promising(&self, at: u32) -> u32 {
        let node = &self.nodes[at as usize];
        let factor = CURIOSITY * (node.visits as f32).sqrt();
        let (mut best, mut most) = (node.first, f32::NEG_INFINITY);
        for (number, edge) in (node.first..).zip(&self.edges[node.first as usize..][..node.count as usize]) {
            let seen = 1.0 / (edge.visits + 1) as f32;
            let promise = (edge.sum + factor * edge.prior) * seen;
            if promise > most {
                (best, most) = (number, promise);
            }
        }
        best
    }

    /// Adds the position after a turn to the tree and returns its value.
    fn grow(&mut self, at: u32, edge: u32, judge: Judge<'_>) -> Shares {
        let node = &self.nodes[at as usize];
        let (state, mover) = (played(node.state, self.turn(&self.edges[edge as usize])), node.seat);
        let child = self.nodes.len() as u32;
        self.edges[edge as usize].child = child;
        let shares = self.add_node(state, mover, judge);
        self.nodes[child as usize].visits = 1;
        self.nodes[child as usize].gained = shares[mover.index()];
        shares
    }

    /// Adds a position with all its turns. Returns its value: that of its best turn.
    fn add_node(&mut self, state: State, mover: Seat, judge: Judge<'_>) -> Shares {
        let seat = state.to_act().map_or(mover, |(seat, _)| seat);
        let first = self.edges.len() as u32;
        let mut node = SearchNode {
            state,
            seat,
            mover,
            first,
            count: 0,
            visits: 0,
            gained: 0.0,
            best_at_first: first,
            result: None,
        };
        if state.is_over() {
            let shares = std::array::from_fn(|number| {
                Seat::new(number as u8).and_then(|seat| final_share(&state, seat)).unwrap_or_default()
            });
            node.result = Some(shares);
            self.nodes.push(node);
            return shares;
        }
        let turns = self.turns_of(&state, seat, judge);
        let Search { edges, listed, variation, .. } = self;
        let highest = listed[turns.clone()].iter().fold(f32::NEG_INFINITY, |most, turn| most.max(turn.logit));
        let mut all = 0.0;
        for &ListedTurn { actions, length, logit } in &listed[turns] {
            let moved = variation.as_mut().map_or(0.0, |rng| VARIATION * (2.0 * rng.f32() - 1.0));
            let prior = ((logit - highest) / PRIOR_TEMPERATURE + moved).exp();
            all += prior;
            if logit == highest {
                node.best_at_first = edges.len() as u32;
            }
            edges.push(SearchEdge { prior, sum: share(logit), visits: 0, child: NONE, actions, length });
        }
        node.count = edges.len() as u32 - first;
        edges[first as usize..].iter_mut().for_each(|edge| edge.prior /= all);
        let best = node.best_at_first;
        self.nodes.push(node);
        if state.seat_count() == SeatCount::TWO {
            return for_two(seat, share(highest));
        }
        let shares = self.for_many(&state, seat, best, share(highest), judge);
        let all: f32 = shares.iter().sum::<f32>().max(f32::MIN_POSITIVE);
        // The first values of turns need the scale of the results of visits, which add up to 1 for all seats.
        // Otherwise a turn would look worse after a visit.
        self.edges[first as usize..].iter_mut().for_each(|edge| edge.sum /= all);
        shares.map(|share| share / all)
    }

    /// Lists and values the turns of a position, unless they are known.
    fn turns_of(&mut self, state: &State, seat: Seat, judge: Judge<'_>) -> Range<usize> {
        let Search { actions, lister, base, listed, known, .. } = self;
        let key = known.as_ref().map(|_| state.encode()).unwrap_or_default();
        match known {
            Some(known) => {
                if let Some(turns) = known.get(&key) {
                    return turns.clone();
                }
            }
            None => listed.clear(),
        }
        let first = listed.len();
        judge.prepare(state, seat, base);
        lister.each(state, &mut |turn, after| {
            let logit = judge.logit_after(base, seat, after);
            listed.push(ListedTurn { actions: actions.len() as u32, length: turn.len() as u32, logit });
            actions.extend_from_slice(turn);
        });
        let turns = first..listed.len();
        if let Some(known) = known {
            known.insert(key, turns.clone());
        }
        turns
    }

    /// The value for every seat after the best turn of `seat`, each in its own view.
    fn for_many(&self, state: &State, seat: Seat, best: u32, own: f32, judge: Judge<'_>) -> Shares {
        let after = played(*state, self.edges.get(best as usize).map_or(&[], |edge| self.turn(edge)));
        let mut shares = [0.0; SEATS_MAX];
        for one in state.seats_in_play() {
            shares[one.index()] = if one == seat { own } else { judge.share(&after, one) };
        }
        shares
    }
}

fn for_two(seat: Seat, share: f32) -> Shares {
    let mut shares = [1.0 - share; SEATS_MAX];
    shares[seat.index()] = share;
    shares
}
