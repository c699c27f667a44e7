//! Knows how much was uncovered, and what a request may go on with after it. Knows nothing of what was hidden.

/// How much an effect uncovers of what was hidden or random before (B18, K14).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum Reveal {
    /// Nothing: any decision may follow in the same request.
    #[default]
    Nothing,
    /// Something that decides neither what is asked for the rest of the turn nor which returns, nobles and posts are
    /// legal: these may follow in the same request.
    Inert,
    /// Something that decides what is asked next: nothing may follow in the same request, because whether a decision is
    /// asked would tell what was uncovered.
    Decisive,
}
