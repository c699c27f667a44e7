//! Whether a picture is wider than high.

/// How a picture is arranged.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Arrangement {
    /// The panels of the seats are beside the table.
    #[default]
    Landscape,
    /// Everything is below each other, in a width that a phone shows without scrolling sideways. Everything
    /// that is read is at least 13 units high, and what is chosen 47 wide or high.
    Portrait,
}
