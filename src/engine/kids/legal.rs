//! Lists the legal actions of the seat that must decide. Single actions are judged separately in `check`; a
//! test checks that both agree.

use super::action::{Action, Decision, TownSource};
use super::agenda::{Limit, Step};
use super::place::RouteId;
use super::resource::Token;
use super::state::State;
use super::tokens::{Resources, Tokens};
use crate::choices::Choices;
use crate::seat::Seat;

impl State {
    /// Replaces the list with the legal actions of the seat that must decide: each route once, with the
    /// canonical payment (K6).
    pub fn legal_actions(&self, actions: &mut Vec<Action>) {
        self.list(actions, State::list_moves);
    }

    /// Replaces the list with the legal actions, including every exact payment of every route (K6).
    pub fn legal_actions_with_every_payment(&self, actions: &mut Vec<Action>) {
        self.list(actions, |state, actions| {
            state.each_route_ahead(|route, cost| {
                let found = |payment| actions.push(Action::Move { route, payment });
                state.active().every_payment(cost, found);
            });
        });
    }

    /// Returns one of the legal actions. `pick` receives their number and returns the index of one. The list
    /// is scratch space.
    ///
    /// If `pick` is uniform, every action of [`State::legal_actions`] is equally likely, although most of
    /// them are never listed.
    pub fn pick_legal(&self, actions: &mut Vec<Action>, pick: impl FnOnce(usize) -> usize) -> Option<Action> {
        if self.is_over() {
            return None;
        }
        match self.agenda.next() {
            Step::Main => {
                actions.clear();
                self.list_moves(actions);
                let takes = self.takes();
                let place = pick(takes.len() + actions.len());
                let take = takes.nth(place).map(Action::Take);
                take.or_else(|| actions.get(place - takes.len()).copied())
            }
            Step::Return(seat, limit) => {
                let returns = self.returns(seat, limit);
                let returned = returns.nth(pick(returns.len()))?;
                Some(Action::Return(Tokens::from_counts(returned)))
            }
            _ => {
                self.legal_actions(actions);
                let place = pick(actions.len());
                actions.get(place).copied()
            }
        }
    }

    fn list(&self, actions: &mut Vec<Action>, list_moves: impl FnOnce(&State, &mut Vec<Action>)) {
        actions.clear();
        let Some((_, decision)) = self.to_act() else { return };
        match (decision, self.agenda.next()) {
            (Decision::Return, Step::Return(seat, limit)) => {
                let returned = self.returns(seat, limit).all();
                actions.extend(returned.map(|tokens| Action::Return(Tokens::from_counts(tokens))));
            }
            (Decision::DrawTown, _) => actions.extend(self.town_sources().map(Action::DrawTown)),
            (Decision::Give, _) => actions.extend(self.gifts()),
            (Decision::Main | Decision::Return, _) => {
                let takes = self.takes();
                actions.extend((0..takes.len()).filter_map(|number| takes.nth(number)).map(Action::Take));
                list_moves(self, actions);
            }
        }
    }

    /// Each route that the seat can pay for, once, with the canonical payment (K6).
    #[inline]
    fn list_moves(&self, actions: &mut Vec<Action>) {
        self.each_route_ahead(|route, cost| {
            let payment = self.active().canonical_payment(cost);
            actions.extend(payment.map(|payment| Action::Move { route, payment }));
        });
    }

    /// Calls `found` with each route that begins at the active pawn's place, and its cost.
    #[inline]
    fn each_route_ahead(&self, mut found: impl FnMut(RouteId, Resources)) {
        let Some(place) = self.active().place else { return };
        self.board.routes_from(place).for_each(|(route, facts)| found(route, facts.cost()));
    }

    /// The possible returns: every set of held tokens that brings the seat down to its limit (K5, K12).
    #[inline]
    fn returns(&self, seat: Seat, limit: Limit) -> Choices {
        Choices::new(self.seats[seat].bag.tokens.counts(), self.surplus(seat, limit))
    }

    /// The tiles of the market, equal ones only once, and the stack (K11, T2).
    #[inline]
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
