//! The classes of limits. The table of operations assigns a class to each operation.

/// A group of operations that share a limit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Class {
    /// Turns. They have a limit of their own, so that views never keep a player from moving.
    Turns,
    /// Views of a game.
    Views,
    /// Waits for the caller's turn. No request starts in this class: a handler that starts to wait exchanges
    /// its place for one of these.
    Waits,
    /// Event streams. As with waits, a handler exchanges its place for one of these.
    Streams,
    /// Accounts, logins and refreshes, which are expensive and need no account.
    Logins,
    /// Codes of devices, which wait for a player for a while and need no account.
    Devices,
    /// The same for the wider network around a client, of which one party may have many networks.
    DevicesAround,
    /// All other reads.
    Reads,
    /// All other writes.
    Writes,
}

impl Class {
    /// Every class.
    pub const ALL: [Class; 9] = [
        Class::Turns,
        Class::Views,
        Class::Waits,
        Class::Streams,
        Class::Logins,
        Class::Devices,
        Class::DevicesAround,
        Class::Reads,
        Class::Writes,
    ];

    /// Returns the name in the headers and in the metrics.
    pub const fn name(self) -> &'static str {
        match self {
            Class::Turns => "turns",
            Class::Views => "views",
            Class::Waits => "waits",
            Class::Streams => "streams",
            Class::Logins => "logins",
            Class::Devices => "devices",
            Class::DevicesAround => "devices-around",
            Class::Reads => "reads",
            Class::Writes => "writes",
        }
    }

    /// Returns the class in which the wider network of the client is counted too, if it is.
    pub const fn around(self) -> Option<Class> {
        match self {
            Class::Devices => Some(Class::DevicesAround),
            _ => None,
        }
    }
}
