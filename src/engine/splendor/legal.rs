//! Knows how to list what the seat to act may do. Knows no way to judge an action: `check` does that, and a test holds
//! the two equal.

use super::action::{Action, Decision};
use super::agenda::Step;
use super::card::Deck;
use super::color::ColorSet;
use super::modules::trading_posts::Post;
use super::state::{State, TOKENS_MAX};
use super::tokens::{Gems, Tokens};

/// The takes of different gems for each set of colors that the supply has: their number and their sets (B5).
const DIFFERENT: [(u8, [u8; 10]); ColorSet::COUNT] = {
    let mut table = [(0, [0; 10]); ColorSet::COUNT];
    let mut left = 1;
    while left < ColorSet::COUNT as u8 {
        let mut taken = 1;
        while taken < ColorSet::COUNT as u8 {
            let possible = taken & !left == 0;
            let three = taken.count_ones() == 3;
            if possible && (three || left.count_ones() < 3) {
                let (count, sets) = &mut table[left as usize];
                sets[*count as usize] = taken;
                *count += 1;
            }
            taken += 1;
        }
        left += 1;
    }
    table
};

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
        self.list_takes(actions);
        if !self.active().hand.is_full() {
            self.list_reserves(actions);
        }
        self.list_purchases(actions);
        if actions.is_empty() {
            actions.push(Action::Pass);
        }
    }

    fn list_takes(&self, actions: &mut Vec<Action>) {
        let left = self.gems_left();
        let (count, sets) = &DIFFERENT[left.colors().bits() as usize & 31];
        actions.extend(
            sets.iter().take(*count as usize).map(|&set| Action::Take(Gems::each(ColorSet::from_bits(set)))),
        );
        let piles = left.colors_with(4);
        if piles.is_empty() {
            return;
        }
        let extra = self.owns_post(self.turn.seat, Post::ExtraToken);
        for color in piles.iter() {
            let pair = Gems::of(color, 2);
            let others = left.colors().without(color);
            if extra && !others.is_empty() {
                actions.extend(others.iter().map(|other| Action::Take(pair.plus(Gems::one(other)))));
            } else {
                actions.push(Action::Take(pair));
            }
        }
    }

    fn list_reserves(&self, actions: &mut Vec<Action>) {
        let seat = self.turn.seat;
        actions.extend(
            self.market
                .face_up()
                .filter(|&(slot, _)| self.admitted(seat, slot))
                .map(|(_, card)| Action::Reserve(card)),
        );
        let decks = Deck::ALL.into_iter().filter(|&deck| self.market.deck_size(deck) > 0);
        actions.extend(decks.map(Action::ReserveBlind));
    }

    fn list_purchases(&self, actions: &mut Vec<Action>) {
        let seat = self.turn.seat;
        let purse = self.purse(seat);
        for (slot, card) in self.market.face_up() {
            if self.admitted(seat, slot) {
                self.add_payments(&purse, card, |payment| actions.push(Action::Buy { card, payment }));
            }
        }
        for reserved in self.active().hand.iter() {
            let card = reserved.card;
            self.add_payments(&purse, card, |payment| actions.push(Action::Buy { card, payment }));
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
            (Decision::Stronghold, _) => self.each_stronghold_step(|action| actions.push(action)),
            (Decision::Conquest, _) => self.list_conquest(actions),
            (Decision::Return, _) => self.list_returns(actions),
            (Decision::Noble, _) => actions.extend(self.visitors().map(Action::ChooseNoble)),
            (Decision::Post, _) => {
                let reachable = self.posts.map(|posts| posts.within_reach(seat, self.active().card_counts));
                actions.extend(reachable.into_iter().flat_map(|posts| posts.iter()).map(Action::ChoosePost));
            }
            _ => {}
        }
    }

    fn list_conquest(&self, actions: &mut Vec<Action>) {
        let purse = self.purse(self.turn.seat);
        if let Some(card) = self.conquest_card() {
            self.add_payments(&purse, card, |payment| actions.push(Action::Conquer(payment)));
        }
        actions.push(Action::DeclineConquest);
    }

    /// Every set of held tokens that brings the seat down to ten (B13).
    fn list_returns(&self, actions: &mut Vec<Action>) {
        let held = self.active().tokens;
        let surplus = held.total().saturating_sub(TOKENS_MAX);
        let mut chosen = [0; 6];
        list_subsets(held.counts(), surplus, 0, &mut chosen, &mut |tokens| {
            actions.push(Action::Return(tokens))
        });
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
