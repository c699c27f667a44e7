//! The games of this server as one thing: what acting on them takes. What is done to them is in the files beside this one.

use tokio_util::sync::CancellationToken;

use super::recent::Recent;
use super::replays::Replays;
use super::writer::Writer;
use crate::engine::kids::sides::Sides;
use crate::settings::GameSettings;
use crate::store::Pool;
use crate::stream::Watchers;

/// The games of this server, and everything that acting on them takes.
///
/// Its methods are the use cases. Each is one transaction, or says in its documentation why it is several.
pub struct Games {
    pub(super) pool: Pool,
    pub(super) writer: Writer,
    pub(super) watchers: Watchers,
    pub(super) recent: Recent,
    pub(super) replays: Replays,
    pub(super) boards: Sides,
    pub(super) settings: GameSettings,
    pub(super) stopping: CancellationToken,
}

impl Games {
    /// Games in this database, played on these boards. Waits end when `stopping` is cancelled.
    pub fn new(
        pool: Pool,
        writer: Writer,
        watchers: Watchers,
        boards: Sides,
        settings: GameSettings,
        stopping: CancellationToken,
    ) -> Games {
        let (recent, replays) = (Recent::default(), Replays::default());
        Games { pool, writer, watchers, recent, replays, boards, settings, stopping }
    }

    /// Takes no more turns, and returns when those that were taken are stored.
    pub async fn drain(&self) {
        self.writer.drain().await;
    }
}
