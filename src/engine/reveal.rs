//! How much an effect revealed, and what may follow it in the same request. It does not know what was hidden.

/// How much an effect reveals of what was hidden or random before (B18, K14).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum Reveal {
    /// Nothing: any decision may follow in the same request.
    #[default]
    Nothing,
    /// Something that does not change which decisions follow in the rest of the turn, nor which returns,
    /// nobles and posts are legal: these may follow in the same request.
    Inert,
    /// Something that determines the next decision. Nothing may follow in the same request: whether a further
    /// decision is allowed would show what was revealed.
    Decisive,
}
