//! The action spaces: every legal action is spelled by indices of a fixed space, most actions by one index.
//!
//! An action with many variants is spelled in steps: a return token by token, a purchase with another payment
//! than the canonical one (B10, K6), two discarded cards (O10), the stronghold that moves and its new place. When
//! one index can follow, it is taken at once, as the engine decides what has one answer (T2).
//!
//! The spaces have a version. Within a version an index never changes its meaning.

mod bits;
mod kids;
mod rules;
mod spelling;
mod splendor;
mod stepper;
mod takes;

pub use bits::IndexSet;
pub use rules::Rules;
pub use spelling::Spelling;
pub use stepper::{NotPossible, Scratch, Stepper};

/// The version of the action spaces and of the observations.
pub const VERSION: u16 = 1;
