//! Lists the complete turns of the deciding seat in a veiled position, with the positions after them.
//!
//! The engine makes every position, so all modules follow the rules of the server. A refilled place shows a
//! blank: the position after a turn is the one before the refill, because nobody knows more.

use lapidary_engine::seat::Seat;
use lapidary_engine::splendor::action::{Action, Decision};
use lapidary_engine::splendor::state::State;
use lapidary_engine::splendor::tokens::{Gems, Tokens};

/// The maximum number of listed turns of a position. Positions of the base game have 20 to 60.
pub const TURNS_MAX: usize = 320;
/// The maximum number of decisions in a turn: with all modules, two purchases, their effects, returns, a
/// noble and a post.
const DECISIONS_MAX: usize = 24;

/// Memory for listing turns, without an allocation for each position.
#[derive(Debug, Default)]
pub struct Lister {
    /// The decisions of the current turn.
    path: Vec<Action>,
    /// The legal actions at each depth.
    levels: Vec<Vec<Action>>,
    /// The different tokens after takes.
    tokens: Vec<Tokens>,
    found: usize,
}

impl Lister {
    /// Calls `visit` with each complete turn and the position after it, at most [`TURNS_MAX`], purchases
    /// first. May list turns to equal positions once.
    pub fn each(&mut self, state: &State, visit: &mut impl FnMut(&[Action], &State)) {
        let Some((seat, _)) = state.to_act() else { return };
        self.found = 0;
        self.path.clear();
        self.tokens.clear();
        self.descend(state, seat, 0, visit);
    }

    fn descend(
        &mut self,
        state: &State,
        seat: Seat,
        depth: usize,
        visit: &mut impl FnMut(&[Action], &State),
    ) {
        let Some((_, decision)) = state.to_act() else { return };
        if self.levels.len() <= depth {
            self.levels.push(Vec::new());
        }
        let mut actions = std::mem::take(&mut self.levels[depth]);
        state.legal_actions(&mut actions);
        keep_sensible(&mut actions, state, seat, decision);
        let mut bonuses_seen = [None; 10];
        for action in actions.iter().rev() {
            if self.found >= TURNS_MAX {
                break;
            }
            let mut after = *state;
            after.play_unchecked(action, &mut ());
            if decision == Decision::Associate && !is_new(&mut bonuses_seen, after.holdings(seat).bonuses) {
                continue;
            }
            self.path.push(*action);
            let goes_on = after.turns_begun() == state.turns_begun() && !after.is_over();
            if goes_on && depth < DECISIONS_MAX {
                self.descend(&after, seat, depth + 1, visit);
            } else if self.is_new_take(&after, seat) {
                self.found += 1;
                visit(&self.path, &after);
            }
            self.path.pop();
        }
        self.levels[depth] = actions;
    }

    /// Whether no other take has led to these tokens. Other turns are always new.
    fn is_new_take(&mut self, after: &State, seat: Seat) -> bool {
        if !matches!(self.path.as_slice(), [Action::Take(_)] | [Action::Take(_), Action::Return(_)]) {
            return true;
        }
        let tokens = after.holdings(seat).tokens;
        let new = !self.tokens.contains(&tokens);
        if new {
            self.tokens.push(tokens);
        }
        new
    }
}

/// Adds these bonuses to the list. Returns whether they are new.
fn is_new(seen: &mut [Option<Gems>; 10], bonuses: Gems) -> bool {
    let first_empty = seen.iter_mut().find(|one| one.is_none_or(|one| one == bonuses));
    first_empty.is_none_or(|one| one.replace(bonuses).is_none())
}

/// Drops actions that name a blank, and returns of gold while gems can be returned. Keeps all if none
/// remains.
fn keep_sensible(actions: &mut Vec<Action>, state: &State, seat: Seat, decision: Decision) {
    let is_sensible: &dyn Fn(&Action) -> bool = match decision {
        Decision::Return => {
            let held = state.holdings(seat).tokens;
            let surplus = held.total() - lapidary_engine::splendor::state::TOKENS_MAX;
            if held.gems().total() < surplus {
                return;
            }
            &|action| !matches!(action, Action::Return(tokens) if tokens.gold() > 0)
        }
        Decision::Main | Decision::TakeFree | Decision::Stronghold => &|action| !names_blank(action),
        _ => return,
    };
    if actions.iter().any(is_sensible) {
        actions.retain(is_sensible);
    }
}

/// Whether the action names an unknown card, so that no request can send it.
pub fn names_blank(action: &Action) -> bool {
    match action {
        Action::Reserve(card)
        | Action::Keep(card)
        | Action::Buy { card, .. }
        | Action::Associate(card)
        | Action::TakeFree(card)
        | Action::RemoveStronghold(card) => card.is_blank(),
        Action::PlaceStronghold { card, from } => card.is_blank() || from.is_some_and(|card| card.is_blank()),
        _ => false,
    }
}

/// A position after decisions that are known to be legal.
pub fn played(mut state: State, turn: &[Action]) -> State {
    turn.iter().for_each(|action| state.play_unchecked(action, &mut ()));
    state
}

/// The decisions of a turn that one request can send: after a blind reserve only those that complete the
/// turn, and none with an unknown card (B18).
pub fn sendable(turn: &[Action]) -> impl Iterator<Item = Action> + '_ {
    let mut revealed = false;
    turn.iter().copied().take_while(move |action| {
        let allowed = !names_blank(action) && (!revealed || action.may_follow_reveal());
        revealed |= matches!(action, Action::ReserveBlind(_));
        allowed
    })
}
