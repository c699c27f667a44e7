//! The type `Playing`. The use cases are in the other files of this folder.

use std::sync::{Arc, Mutex};

use chrono::{DateTime, Utc};

use super::writer::Writer;
use crate::games::read::reading::Reading;
use crate::games::read::recent::Recent;
use crate::stream::Watchers;
use lapidary_model::settings::GameSettings;
use lapidary_store::Pool;

/// The use cases of games in play, with everything that they need.
pub struct Playing {
    pub(in crate::games) pool: Pool,
    pub(in crate::games) writer: Writer,
    /// The games as the last turns left them, shared with the reader.
    pub(in crate::games) recent: Arc<Recent>,
    pub(in crate::games) watchers: Watchers,
    pub(in crate::games) settings: Arc<GameSettings>,
    pub(in crate::games) read: Arc<Reading>,
    /// The last heartbeat that this server knows of. None before the first one.
    pub(in crate::games) last_beat: Mutex<Option<DateTime<Utc>>>,
}

#[boxed]
impl Playing {
    /// Accepts no more turns, and returns when the accepted ones are stored.
    pub async fn drain(&self) {
        self.writer.drain().await;
    }
}
