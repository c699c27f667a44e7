//! Knows how to list what the seat to act may do. Knows no way to judge an action: `check` does that, and a test holds
//! the two equal.

use super::action::{Action, Decision, TownSource};
use super::agenda::Step;
use super::board::Route;
use super::place::RouteId;
use super::resource::{Resource, Token};
use super::state::State;
use super::tokens::{Resources, Tokens};
use crate::engine::seat::Seat;

impl State {
    /// Replaces the list by the legal actions of the seat to act: each route once with the canonical payment (K6).
    pub fn legal_actions(&self, actions: &mut Vec<Action>) {
        self.list(actions, |state, actions| {
            for (route, facts) in state.routes_ahead() {
                let payment = state.active().canonical_payment(facts.cost());
                actions.extend(payment.map(|payment| Action::Move { route, payment }));
            }
        });
    }

    /// Replaces the list by the legal actions with every exact payment of every route (K6).
    pub fn legal_actions_with_every_payment(&self, actions: &mut Vec<Action>) {
        self.list(actions, |state, actions| {
            for (route, facts) in state.routes_ahead() {
                let found = |payment| actions.push(Action::Move { route, payment });
                state.active().every_payment(facts.cost(), found);
            }
        });
    }

    fn list(&self, actions: &mut Vec<Action>, list_moves: impl FnOnce(&State, &mut Vec<Action>)) {
        actions.clear();
        match self.to_act() {
            Some((_, Decision::Main)) => {
                self.list_takes(actions);
                list_moves(self, actions);
            }
            Some((seat, Decision::Return)) => self.list_returns(seat, actions),
            Some((_, Decision::DrawTown)) => actions.extend(self.town_sources().map(Action::DrawTown)),
            Some((_, Decision::Give)) => actions.extend(self.gifts()),
            None => {}
        }
    }

    /// Three different resources, or as many as there are; two of one; one gold (K3, K4).
    fn list_takes(&self, actions: &mut Vec<Action>) {
        let left: Vec<Resource> = self.supply.resources().kinds().collect();
        let take = |resources: &[Resource]| Action::Take(Tokens::new(resources.iter().copied().collect(), 0));
        for (at, &first) in left.iter().enumerate() {
            for (beside, &second) in left.iter().enumerate().skip(at + 1) {
                actions.extend(left[beside + 1..].iter().map(|&third| take(&[first, second, third])));
                if left.len() < 3 {
                    actions.push(take(&[first, second]));
                }
            }
            if left.len() < 3 {
                actions.push(take(&[first]));
            }
        }
        let two = |&resource: &Resource| self.supply.resources().get(resource) >= 2;
        actions.extend(left.iter().copied().filter(two).map(|resource| take(&[resource, resource])));
        if self.supply.gold() > 0 {
            actions.push(Action::Take(Tokens::new(Resources::NONE, 1)));
        }
    }

    /// The routes from where the active pawn stands.
    fn routes_ahead(&self) -> impl Iterator<Item = (RouteId, Route)> + '_ {
        self.active().place.into_iter().flat_map(|place| self.board.routes_from(place))
    }

    /// Every set of held tokens that brings the seat down to its limit (K5, K12).
    fn list_returns(&self, seat: Seat, actions: &mut Vec<Action>) {
        let Step::Return(_, limit) = self.agenda.next() else { return };
        let mut chosen = [0; 6];
        let held = self.seats[seat].bag.tokens.counts();
        list_subsets(held, self.surplus(seat, limit), 0, &mut chosen, &mut |tokens| {
            actions.push(Action::Return(tokens));
        });
    }

    /// The tiles of the market, equal ones once, and the stack (K11, T2).
    pub(super) fn town_sources(&self) -> impl Iterator<Item = TownSource> + '_ {
        let tiles: Resources = self.market.iter().flatten().flatten().copied().collect();
        let stack = (!self.stack.is_empty()).then_some(TownSource::Stack);
        tiles.kinds().map(TownSource::Market).chain(stack)
    }

    /// Each kind of token that the active seat holds, for each other seat in play (K12).
    pub(super) fn gifts(&self) -> impl Iterator<Item = Action> + '_ {
        let tokens: Vec<Token> = self.active().bag.tokens.kinds().collect();
        tokens.into_iter().flat_map(|token| {
            let others = self.seats_in_play().filter(|&seat| seat != self.turn.seat);
            others.map(move |seat| Action::Give { token, seat })
        })
    }
}

/// Calls back with every choice of `left` tokens from the kinds at `kind` and after.
fn list_subsets(held: [u8; 6], left: u8, kind: usize, chosen: &mut [u8; 6], found: &mut impl FnMut(Tokens)) {
    if kind == held.len() {
        if left == 0 {
            found(Tokens::from_counts(*chosen));
        }
        return;
    }
    for count in 0..=left.min(held[kind]) {
        chosen[kind] = count;
        list_subsets(held, left - count, kind + 1, chosen, found);
    }
    chosen[kind] = 0;
}
