//! The lists of the lobby, which all followers on a server share.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use tokio::time::Instant;
use uuid::Uuid;

use crate::games::read::reading::Reading;
use lapidary_model::auth::PlayerId;
use lapidary_model::game::{GameId, Status};
use lapidary_model::listing::{Filter, Listed, Running};
use lapidary_model::seek::{Seek, SeekId};
use lapidary_store::seeks::Whose;
use lapidary_store::{Failure, games, seeks};

/// How often the lists are loaded at most for those who follow, and how late they learn of a change at most.
pub(super) const REFRESH_EVERY: Duration = Duration::from_secs(1);
/// The maximum number of games in the lobby that wait for players, the newest.
const LOBBY_GAMES_MAX: u8 = 200;
/// The maximum number of games in the lobby that run, the newest.
const LOBBY_RUNNING_MAX: u8 = 100;
/// The maximum number of seeks in the lobby, the newest.
const LOBBY_SEEKS_MAX: u8 = 200;

/// A list of the lobby, by id.
pub(super) type List<Id, Item> = BTreeMap<Id, Arc<Item>>;

/// What is in the lobby. Whatever else is in a lobby gets a list of its own.
#[derive(Default, Clone)]
pub(super) struct Open {
    /// The public games that wait for players.
    pub(super) games: List<GameId, Listed>,
    /// The public games that run.
    pub(super) running: List<GameId, Running>,
    /// The open seeks.
    pub(super) seeks: List<SeekId, Seek>,
}

/// The lobby as all followers on this server share it, and when it began to be loaded.
#[derive(Default)]
pub(in crate::games) struct Lobby(tokio::sync::Mutex<Option<(Instant, Arc<Open>)>>);

impl Lobby {
    /// Returns the lists as they were at most `age_max` before this call. With zero they show whatever was
    /// stored before it; callers that wait at the same time share one load.
    pub(super) async fn lists(&self, reading: &Reading, age_max: Duration) -> Result<Arc<Open>, Failure> {
        let asked_at = Instant::now();
        let mut shared = self.0.lock().await;
        if let Some((loaded_from, lists)) = &*shared
            && *loaded_from + age_max >= asked_at
        {
            return Ok(Arc::clone(lists));
        }
        let loaded_from = Instant::now();
        let (waiting, running) = (of_status(Status::Waiting), of_status(Status::Active));
        let nobody = PlayerId(Uuid::nil());
        let mut connection = reading.pool.get().await?;
        let mut waiting = games::list(&mut connection, &waiting, None, None, LOBBY_GAMES_MAX).await?;
        let running = games::list(&mut connection, &running, None, None, LOBBY_RUNNING_MAX).await?;
        let open = seeks::list(&mut connection, Whose::Anybody, nobody, None, LOBBY_SEEKS_MAX.into()).await?;
        drop(connection);
        reading.add_presence(None, &mut waiting);
        let before = shared.take().map(|(_, lists)| lists).unwrap_or_default();
        let lists = Arc::new(Open {
            games: list(&before.games, waiting.into_iter().map(|game| (game.id, game))),
            running: list(&before.running, running.into_iter().map(|game| (game.id, Running::from(game)))),
            seeks: list(&before.seeks, open.into_iter().map(|seek| (seek.id, seek))),
        });
        *shared = Some((loaded_from, Arc::clone(&lists)));
        Ok(lists)
    }
}

fn of_status(status: Status) -> Filter {
    Filter { status: Some(status), ..Filter::default() }
}

/// Makes a list, which shares with the one before what has not changed.
fn list<Id: Ord, Item: PartialEq>(
    before: &List<Id, Item>,
    items: impl Iterator<Item = (Id, Item)>,
) -> List<Id, Item> {
    let shared = |(id, item): (Id, Item)| match before.get(&id) {
        Some(known) if **known == item => (id, Arc::clone(known)),
        _ => (id, Arc::new(item)),
    };
    items.map(shared).collect()
}
