//! What a ruleset brings so that its actions can be spelled and its positions observed.

use super::Spelling;
use crate::view::Sink;
use lapidary_engine::game::Payments;
use lapidary_engine::outcome::Outcome;
use lapidary_engine::seat::{Seat, SeatCount};

/// A state of a ruleset, with the layout of its action space.
pub trait Rules: Copy + Send {
    /// A decision.
    type Action: Copy + PartialEq + Send;
    /// Where the indices of each kind of action begin.
    type Layout: Copy + Send + Sync;

    /// The layout of the space for the modules of this game.
    fn layout(&self) -> Self::Layout;
    /// The number of indices.
    fn len(layout: &Self::Layout) -> usize;
    /// What each index means.
    fn names(layout: &Self::Layout) -> Vec<String>;

    /// Replaces the list with the legal actions.
    fn list(&self, payments: Payments, actions: &mut Vec<Self::Action>);
    /// The indices of an action; `is_canonical` says whether its payment is the canonical one, or one of
    /// several discards (O10).
    fn spell(&self, layout: &Self::Layout, action: &Self::Action, is_canonical: bool) -> Spelling;
    /// The first index of an action with a canonical payment.
    fn first(&self, layout: &Self::Layout, action: &Self::Action) -> usize;
    /// The action that a legal first index spells alone; none if more follow, or if that must be found out.
    fn spelled_alone(&self, layout: &Self::Layout, index: usize) -> Option<Self::Action>;
    /// If tokens must be returned: those held, the number to return, and the first of the six indices.
    fn returning(&self, layout: &Self::Layout) -> Option<([u8; 6], u8, usize)>;
    /// The action that returns these tokens.
    fn returned(counts: [u8; 6]) -> Self::Action;

    /// Applies a legal action.
    fn apply(&mut self, action: &Self::Action);
    /// The seat that must decide.
    fn decides(&self) -> Option<Seat>;
    /// The number of seats.
    fn seats(&self) -> SeatCount;
    /// The result, when the game is over.
    fn result(&self) -> Option<Outcome>;

    /// Writes what a seat sees, with the indices of the unfinished action.
    fn observe(&self, layout: &Self::Layout, seat: Seat, pending: &Spelling, out: &mut impl Sink);
}
