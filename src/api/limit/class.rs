//! The limits by name. Which operation counts against which is a column of the table of operations.

/// What is limited together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Class {
    /// Turns, separately, so that looking never keeps a player from moving.
    Turns,
    /// Looking at a game.
    Views,
    /// Waiting for one's turn. No request begins here: a handler that waits exchanges its place for one of these.
    Waits,
    /// Accounts, logins and refreshes, which are expensive and need no account.
    Logins,
    /// Everything else that changes nothing.
    Reads,
    /// Everything else.
    Writes,
}

impl Class {
    /// The name in the headers.
    pub const fn name(self) -> &'static str {
        match self {
            Class::Turns => "turns",
            Class::Views => "views",
            Class::Waits => "waits",
            Class::Logins => "logins",
            Class::Reads => "reads",
            Class::Writes => "writes",
        }
    }
}
