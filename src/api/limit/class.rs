//! The classes of limits. The table of operations assigns a class to each operation.

use lapidary_words::words;

words! {
    /// A group of operations that share a limit.
    Class:
    /// Turns. They have a limit of their own, so that views never keep a player from moving.
    Turns = "turns",
    /// Views of a game.
    Views = "views",
    /// Waits for the caller's turn. No request starts in this class: a handler that starts to wait exchanges
    /// its place for one of these.
    Waits = "waits",
    /// Event streams. As with waits, a handler exchanges its place for one of these.
    Streams = "streams",
    /// Accounts, logins and refreshes, which are expensive and need no account.
    Logins = "logins",
    /// Codes of devices, which wait for a player for a while and need no account.
    Devices = "devices",
    /// The same for the wider network around a client, of which one party may have many networks.
    DevicesAround = "devices-around",
    /// Reports to administrators: they count for the network of the account, of which it may have many.
    Reports = "reports",
    /// The same for the wider network around it.
    ReportsAround = "reports-around",
    /// All other reads.
    Reads = "reads",
    /// All other writes.
    Writes = "writes",
}

impl Class {
    /// Returns the class that also counts the wider network of the client, if any. Then the class itself
    /// counts the network, not the account.
    pub const fn around(self) -> Option<Class> {
        match self {
            Class::Devices => Some(Class::DevicesAround),
            Class::Reports => Some(Class::ReportsAround),
            _ => None,
        }
    }
}
