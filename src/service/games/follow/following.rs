//! The type `Following`. The use cases are in the other files of this folder.

use std::sync::Arc;

use tokio_util::sync::CancellationToken;

use super::feed::Feeds;
use super::lobby_list::Lobby;
use crate::games::read::reading::Reading;
use crate::stream::Watchers;
use lapidary_model::settings::GameSettings;
use lapidary_store::Pool;

/// The use cases of following and waiting, with everything that they need.
pub struct Following {
    pub(in crate::games) pool: Pool,
    pub(in crate::games) watchers: Watchers,
    pub(in crate::games) feeds: Feeds,
    pub(in crate::games) lobby: Lobby,
    pub(in crate::games) settings: Arc<GameSettings>,
    /// Ends all waits when it is cancelled.
    pub(in crate::games) stopping: CancellationToken,
    pub(in crate::games) read: Arc<Reading>,
}
