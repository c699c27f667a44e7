//! The variants of Splendor Kids. It does not know their rules.

use crate::deal::KidsBox;

/// A variant. The Mysteries need the full board (K11), so there is no fourth variant.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Variant {
    /// All three parts of the board (K2).
    Full,
    /// Without the middle part A2, for a shorter game (K2).
    Short,
    /// All three parts, village tiles and a market of town tiles (K11).
    Mysteries,
}

impl Variant {
    /// All variants, in the order of their snapshot byte.
    pub const ALL: [Variant; 3] = [Variant::Full, Variant::Short, Variant::Mysteries];

    /// The id of the Mysteries module.
    pub const MYSTERIES: &'static str = "mysteries";

    /// Whether the Mysteries are in play (K11).
    pub const fn has_mysteries(self) -> bool {
        matches!(self, Variant::Mysteries)
    }

    /// Whether the middle part of the board is in play (K2).
    pub const fn has_middle(self) -> bool {
        !matches!(self, Variant::Short)
    }

    /// The value of the option `board`.
    pub const fn board(self) -> &'static str {
        if self.has_middle() { "full" } else { "short" }
    }

    /// The modules that a deal includes for this variant.
    pub const fn opened_box(self) -> KidsBox {
        KidsBox { mysteries: self.has_mysteries() }
    }
}
