//! The stamp of a stored game: two reads with equal stamps have read the same game.
//!
//! It does not know what was read.

use chrono::{DateTime, Utc};

/// The transaction that wrote a row (`xmin` in PostgreSQL), one of 2^32.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Writer(pub u32);

/// The identity of a stored state of a game, except for the names of its players.
///
/// Every change of a row has another transaction. Their numbers begin again after 2^32 transactions, and
/// after a failover to a database without the last of them. The time of the change distinguishes such
/// changes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Stamp {
    /// Who wrote the row of the game.
    pub game: Writer,
    /// The time that this row has as that of its last change.
    pub updated_at: DateTime<Utc>,
    /// Who wrote the clocks; none in a game without clocks.
    pub clocks: Option<Writer>,
}
