//! The list of the lobby, which all followers on a server share.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use tokio::time::Instant;

use crate::games::read::reading::Reading;
use lapidary_model::game::{GameId, Status};
use lapidary_model::listing::{Filter, Listed};
use lapidary_store::{Failure, games};

/// How often the list is loaded at most, and how late followers learn of a change at most.
pub(super) const REFRESH_EVERY: Duration = Duration::from_secs(1);
/// The maximum number of games in the lobby, the newest.
const LOBBY_GAMES_MAX: u8 = 200;

/// The games in the lobby. Whatever else is in a lobby gets a list of its own beside it.
pub(super) type Open = BTreeMap<GameId, Arc<Listed>>;

/// The lobby as all followers on this server share it.
#[derive(Default)]
pub(in crate::games) struct Lobby(tokio::sync::Mutex<Option<(Instant, Arc<Open>)>>);

impl Lobby {
    /// Returns the list, which is loaded if it is too old.
    pub(super) async fn list(&self, reading: &Reading) -> Result<Arc<Open>, Failure> {
        let mut shared = self.0.lock().await;
        if let Some((loaded_at, list)) = &*shared
            && loaded_at.elapsed() < REFRESH_EVERY
        {
            return Ok(Arc::clone(list));
        }
        let filter = Filter { status: Some(Status::Waiting), ..Filter::default() };
        let mut connection = reading.pool.get().await?;
        let mut listed = games::list(&mut connection, &filter, None, None, LOBBY_GAMES_MAX).await?;
        drop(connection);
        reading.add_presence(None, &mut listed);
        let before = shared.take().map(|(_, list)| list).unwrap_or_default();
        let shared_before = |game: Listed| match before.get(&game.id) {
            Some(known) if **known == game => (game.id, Arc::clone(known)),
            _ => (game.id, Arc::new(game)),
        };
        let list = Arc::new(listed.into_iter().map(shared_before).collect());
        *shared = Some((Instant::now(), Arc::clone(&list)));
        Ok(list)
    }
}
