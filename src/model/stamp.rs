//! The stamp of a stored game: two reads with equal stamps have read the same game.
//!
//! It knows nothing of what has been read.

use chrono::{DateTime, Utc};

/// The transaction that wrote a row (`xmin` in PostgreSQL), of which there are 2^32.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Writer(pub u32);

/// What identifies a state of a game among all that are stored, except for the names of its players.
///
/// Every change of a row has another transaction. Their numbers begin again after 2^32 transactions, and
/// after a failover to a database that has lost the last of them; the time of the change tells such changes
/// apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Stamp {
    /// Who wrote the row of the game.
    pub game: Writer,
    /// The time that this row has as that of its last change.
    pub updated_at: DateTime<Utc>,
    /// Who wrote the clocks; none in a game without clocks.
    pub clocks: Option<Writer>,
}
