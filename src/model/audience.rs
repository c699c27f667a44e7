//! For whom an entry of an audit is.

/// The audience of an entry of an audit, among those who see its subject. It never changes, even if the
/// subject becomes public later.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Audience {
    /// Everybody.
    Everybody,
    /// Members of a private club; entries, invited players and organizers of a private tournament.
    Members,
    /// Organizers of a draft.
    Organizers,
}
