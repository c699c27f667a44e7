//! How well an opponent plays within its kind: by measured errors and by budget.

/// The strength of an opponent: 0 to 100 percent of its kind's ability.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Strength(u8);

impl Strength {
    /// The best that the kind can do.
    pub const FULL: Strength = Strength(100);

    /// This strength in percent; `None` above 100.
    pub const fn new(percent: u8) -> Option<Strength> {
        if percent <= Strength::FULL.0 { Some(Strength(percent)) } else { None }
    }

    /// The percentage.
    pub const fn percent(self) -> u8 {
        self.0
    }

    /// How much the opponent errs, from 0 to 1: the square of the missing strength, because small errors cost
    /// most games.
    pub(crate) fn weakness(self) -> f32 {
        let missing = f32::from(Strength::FULL.0 - self.0) / f32::from(Strength::FULL.0);
        missing * missing
    }
}

impl Default for Strength {
    fn default() -> Strength {
        Strength::FULL
    }
}
