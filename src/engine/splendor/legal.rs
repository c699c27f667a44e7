//! Knows how to list what the seat to act may do. Knows no way to judge an action: `check` does that, and a test holds
//! the two equal.

use super::action::{Action, Decision};
use super::agenda::Step;
use super::state::{State, TOKENS_MAX};
use super::tokens::Tokens;
use crate::engine::choices::Choices;

impl State {
    /// Replaces the list by the legal actions of the seat to act: purchases once per card with the canonical payment (B10).
    pub fn legal_actions(&self, actions: &mut Vec<Action>) {
        actions.clear();
        match self.to_act() {
            Some((_, Decision::Main)) => self.list_main(actions),
            Some((_, decision)) => self.list_answers(decision, actions),
            None => {}
        }
    }

    /// Replaces the list by the legal actions with every exact payment of every purchase (B10), as far as
    /// [`super::payment::PAYMENTS_LISTED_MAX`] goes for a card.
    pub fn legal_actions_with_every_payment(&self, actions: &mut Vec<Action>) {
        self.legal_actions(actions);
        let canonical = std::mem::take(actions);
        let mut last_bought = None;
        for action in canonical {
            match action {
                Action::Buy { card, .. } if last_bought == Some(card) => {}
                Action::Buy { card, .. } => {
                    last_bought = Some(card);
                    actions.extend(
                        self.every_payment(card).into_iter().map(|payment| Action::Buy { card, payment }),
                    );
                }
                Action::Conquer(_) if last_bought == self.conquest_card() => {}
                Action::Conquer(_) => {
                    last_bought = self.conquest_card();
                    let payments = last_bought.into_iter().flat_map(|card| self.every_payment(card));
                    actions.extend(payments.map(Action::Conquer));
                }
                other => actions.push(other),
            }
        }
    }

    /// Takes, reserves and purchases; a pass if there is nothing else (B4, B12).
    fn list_main(&self, actions: &mut Vec<Action>) {
        let moves = self.main_moves(actions);
        moves.write_out(self, actions);
        if actions.is_empty() {
            actions.push(Action::Pass);
        }
    }

    /// One of the legal actions: the one with the place that `pick` names out of so many. The list is scratch space.
    ///
    /// Equal chances for the places give equal chances for the actions of [`State::legal_actions`], without writing
    /// most of them out.
    pub fn pick_legal(&self, actions: &mut Vec<Action>, pick: impl FnOnce(usize) -> usize) -> Option<Action> {
        if self.is_over() {
            return None;
        }
        match self.agenda.next() {
            Step::Main => {
                actions.clear();
                let moves = self.main_moves(actions);
                let count = moves.len() + actions.len();
                if count == 0 {
                    return Some(Action::Pass);
                }
                let place = pick(count);
                moves.nth(self, place).or_else(|| actions.get(place - moves.len()).copied())
            }
            Step::TokenLimit => {
                let returns = self.returns();
                let returned = returns.nth(pick(returns.len()))?;
                Some(Action::Return(Tokens::from_counts(returned)))
            }
            Step::Stronghold => {
                let steps = self.stronghold_steps()?;
                self.stronghold_step(&steps, pick(steps.len()))
            }
            _ => {
                self.legal_actions(actions);
                let place = pick(actions.len());
                actions.get(place).copied()
            }
        }
    }

    /// The answers to a question in the course of a turn.
    fn list_answers(&self, decision: Decision, actions: &mut Vec<Action>) {
        let seat = self.turn.seat;
        match (decision, self.agenda.next()) {
            (Decision::Keep, _) => actions.extend(self.drawn.cards().map(Action::Keep)),
            (Decision::Associate, Step::Associate(card)) => {
                actions.extend(self.association_targets(seat, card).map(Action::Associate));
            }
            (Decision::TakeFree, Step::TakeFree(level)) => {
                actions.extend(self.free_cards(level).map(Action::TakeFree));
            }
            (Decision::TakeToken, _) => actions.extend(self.colors_left().map(Action::TakeToken)),
            (Decision::Stronghold, _) => {
                if let Some(steps) = self.stronghold_steps() {
                    actions
                        .extend((0..steps.len()).filter_map(|number| self.stronghold_step(&steps, number)));
                }
            }
            (Decision::Conquest, _) => self.list_conquest(actions),
            (Decision::Return, _) => {
                actions
                    .extend(self.returns().all().map(|tokens| Action::Return(Tokens::from_counts(tokens))));
            }
            (Decision::Noble, _) => actions.extend(self.visitors().iter().map(Action::ChooseNoble)),
            (Decision::Post, _) => {
                let reachable = self.posts.map(|posts| posts.within_reach(seat, self.active().card_counts));
                actions.extend(reachable.into_iter().flat_map(|posts| posts.iter()).map(Action::ChoosePost));
            }
            _ => {}
        }
    }

    /// What the active seat may return: every set of held tokens that brings it down to ten (B13).
    #[inline]
    fn returns(&self) -> Choices {
        let held = self.active().tokens;
        Choices::new(held.counts(), held.total().saturating_sub(TOKENS_MAX))
    }

    fn list_conquest(&self, actions: &mut Vec<Action>) {
        if let Some(card) = self.conquest_card() {
            self.add_payments(card, |payment| actions.push(Action::Conquer(payment)));
        }
        actions.push(Action::DeclineConquest);
    }
}
