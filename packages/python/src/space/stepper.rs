//! A game that is played by indices. It remembers the indices of the action that is not finished yet.

use super::{IndexSet, Rules, Spelling};
use lapidary_engine::game::Payments;

/// The index is not possible now.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NotPossible;

/// Lists that are used again and again.
pub struct Scratch<A> {
    actions: Vec<A>,
    canonical: Vec<A>,
}

impl<A> Default for Scratch<A> {
    fn default() -> Self {
        Scratch { actions: Vec::new(), canonical: Vec::new() }
    }
}

/// A game that is played by indices.
#[derive(Clone, Copy)]
pub struct Stepper<R: Rules> {
    state: R,
    layout: R::Layout,
    payments: Payments,
    pending: Spelling,
    possible: IndexSet,
}

impl<R: Rules> Stepper<R> {
    /// Begins with this position.
    pub fn new(state: R, payments: Payments, scratch: &mut Scratch<R::Action>) -> Stepper<R> {
        let (layout, pending) = (state.layout(), Spelling::default());
        let mut stepper = Stepper { state, layout, payments, pending, possible: IndexSet::default() };
        stepper.settle(scratch);
        stepper
    }

    /// The position.
    pub const fn state(&self) -> &R {
        &self.state
    }

    /// The layout of the space.
    pub const fn layout(&self) -> &R::Layout {
        &self.layout
    }

    /// The payments that are actions.
    pub const fn payments(&self) -> Payments {
        self.payments
    }

    /// The indices of the action that is not finished.
    pub const fn pending(&self) -> &Spelling {
        &self.pending
    }

    /// The indices that are possible now: none when the game is over.
    pub const fn possible(&self) -> &IndexSet {
        &self.possible
    }

    /// Takes a step, and finishes the action as far as one index is possible. Fails if the index is not
    /// possible; nothing changes.
    #[inline]
    pub fn step(&mut self, index: usize, scratch: &mut Scratch<R::Action>) -> Result<(), NotPossible> {
        if !self.possible.has(index) {
            return Err(NotPossible);
        }
        self.advance(index, scratch);
        self.settle(scratch);
        Ok(())
    }

    /// Finishes the action as far as one index is possible. The first index of an action is never taken here: that
    /// a seat had no choice could show what it holds (B18).
    #[inline]
    fn settle(&mut self, scratch: &mut Scratch<R::Action>) {
        self.find(scratch);
        while !self.pending.is_empty()
            && let Some(only) = self.possible.only()
        {
            self.advance(only, scratch);
            self.find(scratch);
        }
    }

    /// Adds a possible index to the unfinished action, and plays the action if it is finished.
    #[inline]
    fn advance(&mut self, index: usize, scratch: &mut Scratch<R::Action>) {
        if let Some((_, to_return, base)) = self.state.returning(&self.layout) {
            self.pending.push(index);
            if self.pending.indices().len() >= usize::from(to_return) {
                let action = R::returned(self.counts(base));
                self.finish(&action);
            }
            return;
        }
        if self.pending.is_empty()
            && let Some(action) = self.state.spelled_alone(&self.layout, index)
        {
            return self.finish(&action);
        }
        self.pending.push(index);
        let spelled = self.pending;
        let mut finished = None;
        self.each(scratch, |spelling, action| {
            if *spelling == spelled {
                finished = Some(*action);
            }
        });
        if let Some(action) = finished {
            self.finish(&action);
        }
    }

    #[inline]
    fn finish(&mut self, action: &R::Action) {
        self.state.apply(action);
        self.pending = Spelling::default();
    }

    /// Finds the possible indices.
    #[inline]
    fn find(&mut self, scratch: &mut Scratch<R::Action>) {
        let mut possible = IndexSet::default();
        if let Some((held, to_return, base)) = self.state.returning(&self.layout) {
            self.find_returns(held, to_return, base, &mut possible);
        } else if self.pending.is_empty() && self.payments == Payments::Canonical {
            self.state.list(Payments::Canonical, &mut scratch.actions);
            scratch.actions.iter().for_each(|action| possible.insert(self.state.first(&self.layout, action)));
        } else {
            let pending = self.pending;
            self.each(scratch, |spelling, _| {
                if let Some(next) = pending.next_in(spelling) {
                    possible.insert(next);
                }
            });
        }
        self.possible = possible;
    }

    /// Tokens are returned in the order of their kinds, so that each set has one spelling: a kind is possible
    /// if enough tokens of it and of later kinds are left.
    #[inline]
    fn find_returns(&self, held: [u8; 6], to_return: u8, base: usize, possible: &mut IndexSet) {
        let chosen = self.counts(base);
        let missing = to_return.saturating_sub(chosen.iter().sum());
        let last = chosen.iter().rposition(|&count| count > 0).unwrap_or_default();
        let mut from_here = 0;
        for kind in (last..held.len()).rev() {
            let left = held[kind].saturating_sub(chosen[kind]);
            from_here += left;
            if left > 0 && from_here >= missing {
                possible.insert(base + kind);
            }
        }
    }

    /// The tokens that the unfinished return has chosen.
    fn counts(&self, base: usize) -> [u8; 6] {
        let mut counts = [0; 6];
        for &index in self.pending.indices() {
            if let Some(count) = usize::from(index).checked_sub(base).and_then(|kind| counts.get_mut(kind)) {
                *count += 1;
            }
        }
        counts
    }

    /// Calls `found` with each legal action and its spelling.
    pub fn each(&self, scratch: &mut Scratch<R::Action>, mut found: impl FnMut(&Spelling, &R::Action)) {
        self.state.list(Payments::Canonical, &mut scratch.canonical);
        for action in &scratch.canonical {
            found(&self.state.spell(&self.layout, action, true), action);
        }
        if self.payments == Payments::All {
            self.state.list(Payments::All, &mut scratch.actions);
            for action in scratch.actions.iter().filter(|action| !scratch.canonical.contains(action)) {
                found(&self.state.spell(&self.layout, action, false), action);
            }
        }
    }
}
