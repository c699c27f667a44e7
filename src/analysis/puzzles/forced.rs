//! Forced wins. Proves them by playing every turn of the others and every card that they may reveal. A proof
//! needs no estimate.

use lapidary_engine::seat::Seat;
use lapidary_engine::splendor::action::Action;
use lapidary_engine::splendor::card::{CardId, CardSet, Deck};
use lapidary_engine::splendor::state::State;
use lapidary_engine::viewer::Viewer;
use lapidary_opponents::splendor::by_hand::final_share;
use lapidary_opponents::splendor::turns::{Lister, TURNS_MAX, played, sendable};

/// The maximum number of positions in a proof. Longer proofs are not found.
pub const POSITIONS_MAX: usize = 1_000_000;

/// Searches for proofs, with memory that it reuses.
#[derive(Debug, Default)]
pub(super) struct Prover {
    lister: Lister,
    /// The cards that the seat knows.
    seen: CardSet,
    positions: usize,
}

impl Prover {
    /// Whether a seat is the sole winner by this turn and at most `turns` own turns including it, whatever
    /// the others do and whatever is revealed. The seat itself buys only cards that it sees now.
    pub fn wins(&mut self, position: &State, seat: Seat, turn: &[Action], turns: usize) -> bool {
        self.positions = 0;
        self.seen = CardSet::NONE;
        let face_up = position.market().face_up().map(|(_, card)| card);
        face_up.chain(position.holdings(seat).hand.cards()).for_each(|card| self.seen.insert(card));
        (1..=turns).any(|turns| self.turn_wins(position, seat, turn, turns))
    }

    fn turn_wins(&mut self, position: &State, seat: Seat, turn: &[Action], turns: usize) -> bool {
        worlds(position, seat, turn, turns).all(|world| self.holds(&played(world, turn), seat, turns - 1))
    }

    /// Whether the seat wins with this many own turns, whatever the others do before each of them.
    fn holds(&mut self, state: &State, seat: Seat, turns: usize) -> bool {
        if let Some(share) = final_share(state, seat) {
            return share == 1.0;
        }
        let Some((next, _)) = state.to_act() else { return false };
        if next != seat {
            let answers = self.after_each(state, |_, after| Some(*after));
            return answers.is_some_and(|all| all.iter().all(|after| self.holds(after, seat, turns)));
        }
        if turns == 0 {
            return false;
        }
        let mut known = *state;
        known.veil(Viewer::Seat(seat));
        let seen = self.seen;
        let is_possible = |turn: &[Action]| {
            sendable(turn).count() == turn.len() && turn.iter().filter_map(bought).all(|card| seen.has(card))
        };
        let own = self.after_each(&known, |turn, _| is_possible(turn).then(|| turn.to_vec()));
        own.is_some_and(|all| all.iter().any(|turn| self.turn_wins(state, seat, turn, turns)))
    }

    /// Collects what `wanted` returns for each turn of a position. None if there are too many turns.
    fn after_each<T>(
        &mut self,
        state: &State,
        wanted: impl Fn(&[Action], &State) -> Option<T>,
    ) -> Option<Vec<T>> {
        let (mut count, mut all) = (0, Vec::new());
        self.lister.each(state, &mut |turn, after| {
            count += 1;
            all.extend(wanted(turn, after));
        });
        self.positions += count;
        (count < TURNS_MAX && self.positions <= POSITIONS_MAX).then_some(all)
    }
}

/// The card that a decision acquires at once.
const fn bought(action: &Action) -> Option<CardId> {
    match action {
        Action::Buy { card, .. } | Action::TakeFree(card) => Some(*card),
        _ => None,
    }
}

/// Returns positions with the hidden cards in other places, so that each relevant hidden place has each card
/// once: places that the turn refills and cards that others hold, or all if more turns follow.
fn worlds(position: &State, seat: Seat, turn: &[Action], turns: usize) -> impl Iterator<Item = State> {
    let (viewer, after) = (Viewer::Seat(seat), played(*position, turn));
    let hidden = |deck: Deck| {
        let others = position.seat_count().seats().filter(|&other| other != seat);
        let held = others.flat_map(|other| position.holdings(other).hand.iter());
        held.filter(|held| held.blind && held.card.facts().deck == deck).count()
    };
    let places = |deck: Deck| match (position.market().deck_size(deck), hidden(deck)) {
        (left, 0) if turns == 1 && left == after.market().deck_size(deck) => 1,
        (left, held) => usize::from(left) + held,
    };
    let count = Deck::ALL.into_iter().map(places).max().unwrap_or(1).max(1);
    let position = *position;
    (0..count).map(move |places| {
        let mut world = position;
        world.redeal(viewer, |cards| cards.rotate_left(places % cards.len().max(1)));
        world
    })
}
