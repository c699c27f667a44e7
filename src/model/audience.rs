//! For whom an entry of an audit is.

/// Who sees an entry of an audit, of those who see what it is about. An entry stays with whom it was written
/// for, also when what it is about becomes public later.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Audience {
    /// Everybody.
    Everybody,
    /// Members of a private club; entries, invited players and organizers of a private tournament.
    Members,
    /// Organizers of a draft.
    Organizers,
}
