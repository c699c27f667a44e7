//! A game of self-play: the real deal, and what the seat to move sees of it.

use lapidary_engine::seat::{Seat, SeatCount};
use lapidary_engine::splendor::action::Action;
use lapidary_engine::splendor::slot::{Slot, SlotSet};
use lapidary_engine::splendor::state::State;
use lapidary_engine::viewer::Viewer;
use lapidary_opponents::splendor::by_hand::final_share;
use lapidary_opponents::splendor::features::{Inputs, Row, active_rows};

use crate::model::Sample;

/// How many positions are also learned with cards unseen.
const UNSEEN: f32 = 0.3;

/// A game with the places that were filled last, the latest first.
pub struct SelfPlay {
    pub state: State,
    filled: Vec<Slot>,
}

/// A position after a turn, as its mover saw it.
pub struct Step {
    pub mover: Seat,
    /// The active rows, for the mover.
    pub rows: Box<[Row]>,
    /// The same with the last cards unseen, for some positions.
    pub unseen: Option<Box<[Row]>>,
    /// For more than two seats: another seat, and the active rows for it.
    pub other: Option<(Seat, Box<[Row]>)>,
    /// The share that the mover expected.
    pub value: f32,
    /// The share that a search found, if it was a long one.
    pub searched: Option<f32>,
}

impl SelfPlay {
    /// A game at its beginning.
    pub fn new(opening: State) -> SelfPlay {
        SelfPlay { state: opening, filled: Vec::new() }
    }

    /// The position as the seat to move sees it; `None` when the game is over.
    pub fn veiled(&self) -> Option<(State, Seat)> {
        let (seat, _) = self.state.to_act()?;
        let mut veiled = self.state;
        veiled.veil(Viewer::Seat(seat));
        Some((veiled, seat))
    }

    /// Plays a turn that was chosen in the veiled position, and returns what its mover saw then.
    pub fn play<I: Inputs>(&mut self, turn: &[Action], value: f32, rng: &mut fastrand::Rng) -> Option<Step> {
        let (mut seen, mover) = self.veiled()?;
        let before = self.state;
        for action in turn {
            seen.play_unchecked(action, &mut ());
            self.state.play_unchecked(action, &mut ());
        }
        let (old, new) = (before.market(), self.state.market());
        for slot in Slot::all().filter(|&slot| old.card(slot) != new.card(slot)) {
            self.filled.retain(|&other| other != slot);
            self.filled.insert(0, slot);
        }
        if seen.is_over() {
            return None;
        }
        let rows = |seat: Seat, unseen: SlotSet| -> Box<[Row]> {
            let mut rows = Vec::with_capacity(320);
            active_rows::<I>(&seen, seat, unseen, &mut rows);
            rows.into_boxed_slice()
        };
        let unseen = (rng.f32() < UNSEEN).then(|| {
            let hidden: SlotSet = self.filled.iter().copied().take(rng.usize(2..=4)).collect();
            rows(mover, hidden)
        });
        let others: Vec<Seat> = seen.seat_count().seats().filter(|&seat| seat != mover).collect();
        let other = match seen.seat_count() {
            SeatCount::TWO => None,
            _ => rng.choice(others).map(|seat| (seat, rows(seat, SlotSet::NONE))),
        };
        Some(Step { mover, rows: rows(mover, SlotSet::NONE), unseen, other, value, searched: None })
    }
}

/// What the positions of a finished game teach: a mean of the values of later positions and of the result,
/// with weights that fall by `lambda` for each turn of any seat.
pub fn lessons(steps: Vec<Step>, end: &State, lambda: f32, mut learn: impl FnMut(Sample)) {
    let seats = end.seat_count();
    // For each seat, the return from its next position on, and the value of that position.
    let mut returns: Vec<f32> =
        seats.seats().map(|seat| final_share(end, seat).unwrap_or_default()).collect();
    let mut values = returns.clone();
    for step in steps.into_iter().rev() {
        let target_of = |seat: Seat, returns: &[f32], values: &[f32]| {
            lambda * returns[seat.index()] + (1.0 - lambda) * values[seat.index()]
        };
        let expected = target_of(step.mover, &returns, &values);
        let target = step.searched.map_or(expected, |found| 0.5 * (found + expected));
        if let Some((seat, rows)) = step.other {
            learn(Sample { rows, target: target_of(seat, &returns, &values) });
        }
        returns[step.mover.index()] = expected;
        values[step.mover.index()] = step.value;
        if seats == SeatCount::TWO {
            let other = 1 - step.mover.index();
            returns[other] = 1.0 - expected;
            values[other] = 1.0 - step.value;
        }
        step.unseen.into_iter().for_each(|rows| learn(Sample { rows, target }));
        learn(Sample { rows: step.rows, target });
    }
}
