//! The type `Games`, with everything that its use cases need. The use cases are in the other files of this folder.

use std::sync::Arc;

use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use super::follow::feed::Feeds;
use super::follow::lobby::Lobby;
use super::play::writer::Writer;
use super::read::reader::Reader;
use super::read::recent::Recent;
use super::read::replays::Replays;
use crate::stream::{Presence, Watchers};
use lapidary_engine::kids::sides::Sides;
use lapidary_model::settings::GameSettings;
use lapidary_store::Pool;

/// The use cases of games, with everything that they need.
///
/// Each method is a use case. It is one transaction, or its documentation says why it is several.
pub struct Games {
    pub(super) pool: Pool,
    pub(super) writer: Writer,
    pub(super) reader: Reader,
    pub(super) watchers: Watchers,
    pub(super) recent: Arc<Recent>,
    pub(super) replays: Replays,
    pub(super) feeds: Feeds,
    /// The players who are connected.
    pub(super) presence: Presence,
    /// The name of this server among those that tell each other who is connected.
    pub(super) node: Uuid,
    pub(super) lobby: Lobby,
    pub(super) boards: Sides,
    pub(super) settings: GameSettings,
    pub(super) stopping: CancellationToken,
}

impl Games {
    /// Returns the games in this database, played on these boards. Waits end when `stopping` is canceled.
    pub fn new(
        pool: Pool,
        writer: Writer,
        reader: Reader,
        watchers: Watchers,
        boards: Sides,
        settings: GameSettings,
        stopping: CancellationToken,
    ) -> Games {
        let (recent, replays, feeds) = (reader.recent(), Replays::default(), Feeds::default());
        let (lobby, presence, node) = (Lobby::default(), Presence::default(), Uuid::new_v4());
        Games {
            pool,
            writer,
            reader,
            watchers,
            recent,
            replays,
            feeds,
            presence,
            node,
            lobby,
            boards,
            settings,
            stopping,
        }
    }

    /// Takes no more turns, and returns when those that were taken are stored.
    pub async fn drain(&self) {
        self.writer.drain().await;
    }
}

/// The use cases of reading games.
pub type Reading = Games;
/// The use cases of games in play.
pub type Playing = Games;
/// The use cases of tables before their games start.
pub type Opening = Games;
/// The use cases of challenges, rematches and seeks.
pub type Finding = Games;
/// The use cases of following and waiting.
pub type Following = Games;
