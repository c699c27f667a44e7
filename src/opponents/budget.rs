//! How long an opponent may think about a turn. It has no clock; the caller has one.

/// The effort for one turn: a number of simulations, and a deadline if the caller has a clock.
///
/// Random, greedy and apprentice ignore it. With simulations alone, the turn does not depend on the speed of
/// the machine.
#[derive(Clone, Copy)]
pub struct Budget<'a> {
    simulations: u32,
    expired: Option<&'a dyn Fn() -> bool>,
}

impl<'a> Budget<'a> {
    /// The maximum number of simulations. A full memory also ends a search
    /// ([`MEMORY_MAX`](crate::splendor::search::MEMORY_MAX)).
    pub const SIMULATIONS_MAX: u32 = 10_000_000;

    /// At most this many simulations, and at most [`Budget::SIMULATIONS_MAX`].
    pub const fn simulations(count: u32) -> Budget<'a> {
        let simulations = if count < Self::SIMULATIONS_MAX { count } else { Self::SIMULATIONS_MAX };
        Budget { simulations, expired: None }
    }

    /// As many simulations as possible until `expired` returns true. It is called every few simulations, less
    /// than a millisecond apart.
    pub const fn until(expired: &'a dyn Fn() -> bool) -> Budget<'a> {
        Budget { simulations: Self::SIMULATIONS_MAX, expired: Some(expired) }
    }

    /// The same budget, which also ends when `expired` returns true.
    #[must_use]
    pub const fn or_until(self, expired: &'a dyn Fn() -> bool) -> Budget<'a> {
        Budget { expired: Some(expired), ..self }
    }

    /// The maximum number of simulations.
    pub const fn count(&self) -> u32 {
        self.simulations
    }

    /// Whether the deadline has passed.
    pub fn is_expired(&self) -> bool {
        self.expired.is_some_and(|expired| expired())
    }

    /// The budget with a share of its simulations and the same deadline.
    #[must_use]
    pub(crate) fn scaled(self, share: f32) -> Budget<'a> {
        let simulations = (self.simulations as f32 * share).max(1.0) as u32;
        Budget { simulations, ..self }
    }
}
