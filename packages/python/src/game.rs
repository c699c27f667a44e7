//! A game of any ruleset that is played by indices.

use std::collections::BTreeMap;

use crate::space::{IndexSet, NotPossible, Rules, Scratch, Stepper};
use crate::view::{Bytes, Fields, Sink};
use lapidary_engine::game::{Action, Game, Payments};
use lapidary_engine::outcome::Outcome;
use lapidary_engine::seat::{Seat, SeatCount};
use lapidary_engine::{kids, splendor};

/// A game that is played by indices.
#[derive(Clone, Copy)]
pub enum AnyStepper {
    Splendor(Stepper<splendor::state::State>),
    Kids(Stepper<kids::state::State>),
}

/// Lists that are used again and again.
#[derive(Default)]
pub struct AnyScratch {
    splendor: Scratch<splendor::action::Action>,
    kids: Scratch<kids::action::Action>,
}

/// Runs the same expression on the stepper of either ruleset.
macro_rules! in_each {
    ($stepper:expr, $one:ident => $answer:expr) => {
        match $stepper {
            AnyStepper::Splendor($one) => $answer,
            AnyStepper::Kids($one) => $answer,
        }
    };
}

impl AnyStepper {
    /// Begins with this position.
    pub fn new(game: &Game, payments: Payments, scratch: &mut AnyScratch) -> AnyStepper {
        match game {
            Game::Splendor(state) => {
                AnyStepper::Splendor(Stepper::new(*state, payments, &mut scratch.splendor))
            }
            Game::Kids(state) => AnyStepper::Kids(Stepper::new(*state, payments, &mut scratch.kids)),
        }
    }

    /// The position.
    pub fn game(&self) -> Game {
        in_each!(self, stepper => (*stepper.state()).into())
    }

    /// The possible indices.
    #[inline]
    pub fn possible(&self) -> &IndexSet {
        in_each!(self, stepper => stepper.possible())
    }

    /// Takes a step. Fails if the index is not possible; nothing changes.
    #[inline]
    pub fn step(&mut self, index: usize, scratch: &mut AnyScratch) -> Result<(), NotPossible> {
        match self {
            AnyStepper::Splendor(stepper) => stepper.step(index, &mut scratch.splendor),
            AnyStepper::Kids(stepper) => stepper.step(index, &mut scratch.kids),
        }
    }

    /// The seat that must decide.
    #[inline]
    pub fn decides(&self) -> Option<Seat> {
        in_each!(self, stepper => stepper.state().decides())
    }

    /// The number of seats.
    pub fn seats(&self) -> SeatCount {
        in_each!(self, stepper => stepper.state().seats())
    }

    /// The result, when the game is over.
    pub fn result(&self) -> Option<Outcome> {
        in_each!(self, stepper => stepper.state().result())
    }

    /// The payments that are actions.
    pub const fn payments(&self) -> Payments {
        in_each!(self, stepper => stepper.payments())
    }

    /// The indices of the unfinished action.
    pub fn pending(&self) -> &[u16] {
        in_each!(self, stepper => stepper.pending().indices())
    }

    /// The number of indices of the space.
    pub fn space(&self) -> usize {
        in_each!(self, stepper => len(stepper))
    }

    /// What each index of the space means.
    pub fn names(&self) -> Vec<String> {
        in_each!(self, stepper => names(stepper))
    }

    /// Writes what a seat sees.
    #[inline]
    pub fn observe(&self, seat: Seat, bytes: &mut [u8]) {
        self.observe_into(seat, &mut Bytes::new(bytes));
    }

    /// The fields of an observation.
    pub fn fields(&self) -> Fields {
        let mut fields = Fields::default();
        self.observe_into(Seat::FIRST, &mut fields);
        fields
    }

    /// Only the seat that decides sees its unfinished action.
    #[inline]
    fn observe_into(&self, seat: Seat, out: &mut impl Sink) {
        in_each!(self, stepper => {
            let decides = stepper.state().decides() == Some(seat);
            let pending = if decides { *stepper.pending() } else { Default::default() };
            stepper.state().observe(stepper.layout(), seat, &pending, out);
        });
    }

    /// Every legal action with the indices that spell it.
    pub fn spellings(&self, scratch: &mut AnyScratch) -> Vec<(Vec<u16>, Action)> {
        let mut spellings = Vec::new();
        match self {
            AnyStepper::Splendor(stepper) => stepper.each(&mut scratch.splendor, |spelling, action| {
                spellings.push((spelling.indices().to_vec(), Action::Splendor(*action)));
            }),
            AnyStepper::Kids(stepper) => stepper.each(&mut scratch.kids, |spelling, action| {
                spellings.push((spelling.indices().to_vec(), Action::Kids(*action)));
            }),
        }
        spellings
    }
}

fn len<R: Rules>(stepper: &Stepper<R>) -> usize {
    R::len(stepper.layout())
}

fn names<R: Rules>(stepper: &Stepper<R>) -> Vec<String> {
    R::names(stepper.layout())
}

/// What each seat earns at the end. The sum is 0: of two seats, the winner gets 1 and the loser -1; of more,
/// each loser -1/(seats - 1). Seats that share the first rank share the winner's part.
pub fn rewards(outcome: &Outcome, rewards: &mut [f32]) {
    let winners = outcome.ranks.iter().filter(|&&rank| rank == 1).count().max(1) as f32;
    let others = (outcome.ranks.len() as f32 - 1.0).max(1.0);
    for (reward, &rank) in rewards.iter_mut().zip(&outcome.ranks) {
        let share = if rank == 1 { 1.0 / winners } else { 0.0 };
        *reward = (share * (others + 1.0) - 1.0) / others;
    }
}

/// A field of an observation, as Python sees it: name, first byte, number of bytes, largest value.
pub type FieldRow = (String, usize, usize, u8);

/// The rows of all fields.
pub fn field_rows(fields: Fields) -> Vec<FieldRow> {
    fields.fields.into_iter().map(|field| (field.name, field.start, field.length, field.high)).collect()
}

/// Options by name, as Python gives them.
pub type Options = BTreeMap<String, String>;
