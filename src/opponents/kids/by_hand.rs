//! The worth of a position of Kids, by hand-written rules: the number of turns that each seat still needs.

use lapidary_engine::kids::action::{Action, Decision};
use lapidary_engine::kids::board::{Board, Route};
use lapidary_engine::kids::place::{PlaceId, PlaceKind};
use lapidary_engine::kids::state::State;
use lapidary_engine::kids::tokens::Resources;
use lapidary_engine::kids::traveller::Traveller;
use lapidary_engine::seat::Seat;

/// The resources that a turn brings on average.
const RESOURCES_PER_TURN: f32 = 2.6;
/// The turns that a resource in the bag saves for later routes; also for a gold or Treasure.
const KEPT: f32 = 0.2;
const JOKER: f32 = 0.36;
/// The turns that a town tile saves; also for the jewel.
const TILE: f32 = 0.55;
const JEWEL: f32 = 1.5;
/// The turns of a traveler in the palace: fewer than with any bag on the way.
const ARRIVED: f32 = -6.0;
/// How quickly a lead in turns becomes a win.
const STEEPNESS: f32 = 0.8;
/// The largest error of the weakest player, in turns.
const ERROR_MAX: f32 = 4.0;
/// Decisions closer than this are equal, and chance decides.
const TIE: f32 = 1e-3;

/// The number of turns from every place of a board to the palace, for a traveler with empty hands.
#[derive(Debug)]
pub struct Journey {
    turns: [f32; 256],
}

impl Journey {
    /// Measures the board of this game.
    pub fn new(state: &State) -> Journey {
        let board = state.board();
        let mut journey = Journey { turns: [f32::INFINITY; 256] };
        journey.turns[usize::from(PlaceId::PALACE.code())] = 0.0;
        // Routes lead forward, so a few rounds over all routes reach every place from the palace.
        while journey.relax(board) {}
        journey
    }

    /// Improves each place by the routes that begin there. Returns whether anything changed.
    fn relax(&mut self, board: &Board) -> bool {
        let mut changed = false;
        for (_, route) in board.routes() {
            let by_route = self.after(route) + f32::from(route.cost().total()) / RESOURCES_PER_TURN;
            let known = &mut self.turns[usize::from(route.from().code())];
            if by_route < *known {
                *known = by_route;
                changed = true;
            }
        }
        changed
    }

    /// The turns for the move itself and the rest of the way.
    fn after(&self, route: Route) -> f32 {
        let here = match route.to().kind() {
            PlaceKind::Village => 0.0,
            PlaceKind::Town => 1.0 - TILE,
            PlaceKind::Port | PlaceKind::Palace => 1.0,
        };
        here + self.turns[usize::from(route.to().code())]
    }

    /// The turns that a traveler still needs.
    fn turns(&self, board: &Board, traveller: &Traveller) -> f32 {
        let Some(place) = traveller.place else { return 60.0 };
        if place == PlaceId::PALACE {
            return ARRIVED - if traveller.jewel { JEWEL } else { 0.0 };
        }
        let by_route = |route: Route| self.after(route) + needed(traveller, route.cost());
        let nearest =
            board.routes_from(place).map(|(_, route)| by_route(route)).fold(f32::INFINITY, f32::min);
        let tiles = f32::from(traveller.tiles_up.total() + traveller.tiles_down.total());
        nearest - TILE * tiles - if traveller.jewel { JEWEL } else { 0.0 }
    }

    /// The turns that a seat still needs. One less if it moves now, as after a move to a village.
    pub fn remaining(&self, state: &State, seat: Seat) -> f32 {
        let to_move = state.to_act() == Some((seat, Decision::Main));
        self.turns(state.board(), state.traveller(seat)) - if to_move { 1.0 } else { 0.0 }
    }

    /// How many turns the seat is ahead of its best opponent.
    pub fn lead(&self, state: &State, seat: Seat) -> f32 {
        let turns = |of: Seat| self.remaining(state, of);
        let others = state.seats_in_play().filter(|&other| other != seat);
        0.25 * others.map(turns).fold(20.0, f32::min) - turns(seat)
    }

    /// The share of the game that the seat can expect, 0 to 1.
    pub fn share(&self, state: &State, seat: Seat) -> f32 {
        if let Some(outcome) = state.outcome() {
            let winners = outcome.winners();
            return if winners.contains(&seat) { 1.0 / winners.len() as f32 } else { 0.0 };
        }
        let weight = |of: Seat| (-STEEPNESS * self.remaining(state, of)).exp();
        let all: f32 = state.seats_in_play().map(weight).sum();
        if state.traveller(seat).in_play() { weight(seat) / all.max(f32::MIN_POSITIVE) } else { 0.0 }
    }

    /// The action that gives the seat the greatest lead. A weaker player errs by up to a few turns.
    pub fn best(
        &self,
        state: &State,
        actions: &[Action],
        weakness: f32,
        rng: &mut fastrand::Rng,
    ) -> Option<Action> {
        let (seat, _) = state.to_act()?;
        let (mut best, mut chosen) = (f32::NEG_INFINITY, None);
        for action in actions {
            let mut after = *state;
            after.redeal(|places| rng.shuffle(places));
            after.play_unchecked(action, &mut ());
            let worth = self.lead(&after, seat) + weakness * ERROR_MAX * (rng.f32() - 0.5) + TIE * rng.f32();
            if worth > best {
                (best, chosen) = (worth, Some(*action));
            }
        }
        chosen
    }
}

/// The turns for taking tokens before the traveler can pay, less what the rest of the bag saves.
fn needed(traveller: &Traveller, cost: Resources) -> f32 {
    let held = traveller.bag.tokens.resources();
    let jokers = traveller.bag.jokers();
    let missing = cost.less(held).less(traveller.tiles_up).total();
    let kept = f32::from(held.less(cost).total());
    let short = f32::from(missing.saturating_sub(jokers));
    let left = f32::from(jokers.saturating_sub(missing));
    (short / RESOURCES_PER_TURN).max(if short > 0.0 { 0.6 } else { 0.0 })
        - KEPT * kept.min(5.0)
        - JOKER * left
}
