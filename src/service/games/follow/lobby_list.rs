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

/// The minimum time between two loads of the lists, and so the maximum delay of a change for followers.
pub(super) const REFRESH_EVERY: Duration = Duration::from_secs(1);
/// The maximum number of waiting games in the lobby; it has the newest.
const LOBBY_GAMES_MAX: u8 = 200;
/// The maximum number of running games in the lobby; it has the newest.
const LOBBY_RUNNING_MAX: u8 = 100;
/// The maximum number of seeks in the lobby; it has the newest.
const LOBBY_SEEKS_MAX: u8 = 200;

/// A list of the lobby, by id.
pub(super) type List<Id, Item> = BTreeMap<Id, Arc<Item>>;

/// The content of the lobby. Any further kind of content gets its own list.
#[derive(Default, Clone)]
pub(super) struct Open {
    /// The public games that wait for players.
    pub(super) games: List<GameId, Listed>,
    /// The public games that run.
    pub(super) running: List<GameId, Running>,
    /// The open seeks.
    pub(super) seeks: List<SeekId, Seek>,
}

/// The lobby that all followers on a server share, and when its loading began.
#[derive(Default)]
pub(in crate::games) struct Lobby(tokio::sync::Mutex<Option<(Instant, Arc<Open>)>>);

impl Lobby {
    /// Returns the lists, at most `age_max` old at this call. With zero they show whatever was stored before
    /// it. Callers that wait at the same time share one load.
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

/// Makes a list that shares unchanged items with the one before.
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
