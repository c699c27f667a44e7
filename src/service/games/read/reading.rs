//! The type `Reading`. The use cases are in the other files of this folder.

use uuid::Uuid;

use super::reader::Reader;
use super::replays::Replays;
use crate::stream::{Presence, Watchers};
use lapidary_store::Pool;

/// The use cases of reading games and of who is connected to them, with everything that they need.
pub struct Reading {
    pub(in crate::games) pool: Pool,
    pub(super) reader: Reader,
    pub(in crate::games) replays: Replays,
    pub(super) watchers: Watchers,
    /// The players who are connected.
    pub(super) presence: Presence,
    /// The name of this server among the servers that share who is connected.
    pub(super) node: Uuid,
}

impl Reading {
    /// Returns the reader of the games in this database.
    pub(in crate::games) fn new(pool: Pool, reader: Reader, watchers: Watchers) -> Reading {
        let (replays, presence, node) = (Replays::default(), Presence::default(), Uuid::new_v4());
        Reading { pool, reader, replays, watchers, presence, node }
    }
}
