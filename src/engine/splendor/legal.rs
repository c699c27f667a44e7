//! Lists the legal actions of the seat that must decide. Single actions are judged separately in `check`; a
//! test checks that both agree.

use super::action::{Action, Decision};
use super::agenda::Step;
use super::state::{State, TOKENS_MAX};
use super::tokens::Tokens;
use crate::choices::Choices;

impl State {
    /// Replaces the list with the legal actions of the seat that must decide; each purchase once, with the
    /// canonical payment (B10).
    pub fn legal_actions(&self, actions: &mut Vec<Action>) {
        actions.clear();
        match self.to_act() {
            Some((_, Decision::Main)) => self.list_main(actions),
            Some((_, decision)) => self.list_answers(decision, actions),
            None => {}
        }
    }

    /// Replaces the list with the legal actions, including every exact payment of every purchase (B10), up to
    /// [`super::payment::PAYMENTS_LISTED_MAX`] for each card.
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

    /// Lists takes, reserves and purchases; only if there are none, a pass (B4, B12).
    fn list_main(&self, actions: &mut Vec<Action>) {
        let moves = self.main_moves(actions);
        moves.write_out(self, actions);
        if actions.is_empty() {
            actions.push(Action::Pass);
        }
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
                let moves = self.main_moves(actions);
                let count = moves.len() + actions.len();
                if count == 0 {
                    return Some(Action::Pass);
                }
                let place = pick(count);
                match place.checked_sub(moves.len()) {
                    None => moves.nth(self, place),
                    Some(place) => actions.get(place).copied(),
                }
            }
            Step::TokenLimit => {
                let returns = self.returns();
                let returned = returns.nth(pick(returns.len()))?;
                Some(Action::Return(Tokens::from_counts(returned)))
            }
            Step::Stronghold => self.pick_stronghold(pick),
            _ => {
                self.legal_actions(actions);
                let place = pick(actions.len());
                actions.get(place).copied()
            }
        }
    }

    /// Lists the legal decisions of a step other than the main action.
    fn list_answers(&self, decision: Decision, actions: &mut Vec<Action>) {
        match (decision, self.agenda.next()) {
            (Decision::Keep, _) => self.list_drawn(actions),
            (Decision::Associate, Step::Associate(card)) => self.list_associations(card, actions),
            (Decision::TakeFree, Step::TakeFree(level)) => self.list_free(level, actions),
            (Decision::TakeToken, _) => self.list_tokens(actions),
            (Decision::Stronghold, _) => self.list_strongholds(actions),
            (Decision::Conquest, _) => self.list_conquest(actions),
            (Decision::Return, _) => {
                actions
                    .extend(self.returns().all().map(|tokens| Action::Return(Tokens::from_counts(tokens))));
            }
            (Decision::Noble, _) => actions.extend(self.visitors().iter().map(Action::ChooseNoble)),
            (Decision::Post, _) => self.list_posts(actions),
            _ => {}
        }
    }

    /// The possible returns of the active seat: every set of held tokens that brings it down to ten (B13).
    #[inline]
    fn returns(&self) -> Choices {
        let held = self.active().tokens;
        Choices::new(held.counts(), held.total().saturating_sub(TOKENS_MAX))
    }
}
