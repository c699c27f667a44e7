//! The type `Tournaments`. The use cases are in the other files of this folder.

use std::sync::Arc;

use tokio_util::sync::CancellationToken;

use crate::access::Access;
use crate::games::TournamentGames;
use crate::tournaments::read::feed::Marks;
use crate::tournaments::rounds::plans::PairingQueue;
use lapidary_model::settings::GameSettings;
use lapidary_store::Pool;

/// The use cases of tournaments, with everything that they need.
pub struct Tournaments {
    pub(super) pool: Pool,
    pub(super) games: Arc<TournamentGames>,
    pub(super) access: Arc<Access>,
    pub(super) marks: Marks,
    pub(super) pairings: PairingQueue,
    pub(super) settings: GameSettings,
    pub(super) stopping: CancellationToken,
}

impl Tournaments {
    /// Returns the tournaments in this database. Streams end when `stopping` is cancelled.
    pub fn new(
        pool: Pool,
        games: Arc<TournamentGames>,
        access: Arc<Access>,
        settings: GameSettings,
        stopping: CancellationToken,
    ) -> Tournaments {
        let (marks, pairings) = (Marks::default(), PairingQueue::default());
        Tournaments { pool, games, access, marks, pairings, settings, stopping }
    }
}
