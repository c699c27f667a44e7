//! The newest entries of the games that are followed on this server. They are loaded once for all followers
//! of a game.
//!
//! A feed keeps whole entries. What a viewer may not see is removed when it is shown.

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

use crate::games::GameRefusal;
use crate::games::read::history::{GameEvent, Happening, History};
use crate::games::read::reading::Reading;
use crate::games::read::replay::{is_of_the_engine, replay};
use crate::stream::Announced;
use lapidary_model::clock::Clock;
use lapidary_model::game::{GameId, Status, Version};
use lapidary_store::Postgres;
use lapidary_store::games::{self, GameRecord};
use lapidary_store::{clocks, log};

/// The maximum number of entries that a feed keeps. A follower that is further behind is disconnected.
pub(super) const KEPT_ENTRIES_MAX: usize = 256;

/// The feeds of the games that are followed.
#[derive(Clone, Default)]
pub struct Feeds(Arc<Mutex<HashMap<GameId, Weak<Feed>>>>);

/// The newest entries of a game.
pub(super) struct Feed {
    feeds: Feeds,
    id: GameId,
    tail: tokio::sync::Mutex<Tail>,
}

/// The game as last loaded, and the entries that led there.
struct Tail {
    record: Arc<GameRecord>,
    /// The number of announcements that the record includes.
    heard: u64,
    events: VecDeque<Arc<GameEvent>>,
}

/// What a follower has not seen yet.
pub(super) struct Unseen {
    /// The game as it is now.
    pub(super) record: Arc<GameRecord>,
    /// The entries after the last one that the follower has seen; none if the feed no longer has all of them.
    pub(super) events: Option<Vec<Arc<GameEvent>>>,
}

impl Feeds {
    fn open(&self) -> MutexGuard<'_, HashMap<GameId, Weak<Feed>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the feed of a game that was just loaded. It lives as long as somebody follows the game.
    pub(super) fn join(&self, record: GameRecord) -> Arc<Feed> {
        let id = record.id;
        let mut feeds = self.open();
        if let Some(feed) = feeds.get(&id).and_then(Weak::upgrade) {
            return feed;
        }
        let tail = Tail { record: Arc::new(record), heard: 0, events: VecDeque::new() };
        let feed = Arc::new(Feed { feeds: self.clone(), id, tail: tokio::sync::Mutex::new(tail) });
        feeds.insert(id, Arc::downgrade(&feed));
        feed
    }
}

impl Drop for Feed {
    fn drop(&mut self) {
        let mut feeds = self.feeds.open();
        // A new feed may already have replaced it.
        if feeds.get(&self.id).is_some_and(|feed| feed.strong_count() == 0) {
            feeds.remove(&self.id);
        }
    }
}

impl Feed {
    /// Returns what happened after a version. The database is queried only if the feed is older than the last
    /// announcement, so of many followers only the first one queries it.
    pub(super) async fn news(
        &self,
        reading: &Reading,
        after: Version,
        announced: Announced,
    ) -> Result<Unseen, GameRefusal> {
        let mut tail = self.tail.lock().await;
        // A waiting game and clocks also change without a new version.
        let changes_alone = tail.record.status == Status::Waiting || tail.record.clocks.is_some();
        if tail.record.version < announced.version || (changes_alone && tail.heard < announced.count) {
            tail.refresh(reading).await?;
        }
        if tail.heard < announced.count {
            // Offers are announced with the current version of the game, or together with a new one.
            tail.look_at_offers(reading).await?;
            tail.heard = announced.count;
        }
        Ok(Unseen { record: Arc::clone(&tail.record), events: tail.after(after) })
    }
}

impl Tail {
    /// Returns the entries after a version; none if some of them are no longer kept.
    fn after(&self, version: Version) -> Option<Vec<Arc<GameEvent>>> {
        let missing = self.record.version.0.saturating_sub(version.0) as usize;
        let first = self.events.len().checked_sub(missing)?;
        Some(self.events.range(first..).map(Arc::clone).collect())
    }

    /// Loads what has happened since the last call.
    async fn refresh(&mut self, reading: &Reading) -> Result<(), GameRefusal> {
        if self.advance(&mut *reading.pool.get().await?).await? {
            return Ok(());
        }
        // No connection is held while waiting for a place, because holders of a place need connections.
        let _place = reading.replays.enter_own().await;
        self.reload(&mut *reading.pool.get().await?).await
    }

    /// Loads the offers between the seats of a game in play, and whether the game was frozen.
    async fn look_at_offers(&mut self, reading: &Reading) -> Result<(), GameRefusal> {
        if self.record.status != Status::Active {
            return Ok(());
        }
        let mut connection = reading.pool.get().await?;
        let offers = games::offers(&mut connection, self.record.id, self.record.version).await?;
        let known = &self.record;
        let news = offers.filter(|news| *news != (known.status, known.abort_agreed.clone()));
        if let Some((status, abort_agreed)) = news {
            self.record = Arc::new(GameRecord { status, abort_agreed, ..self.record.as_ref().clone() });
        }
        Ok(())
    }

    /// Replays new decisions from the last position. Returns false if the game has started or ended since.
    async fn advance(&mut self, connection: &mut Postgres) -> Result<bool, GameRefusal> {
        let known = Arc::clone(&self.record);
        let (Status::Active, Some(position)) = (known.status, &known.game) else { return Ok(false) };
        // The clocks are not newer than the entries: a later change is announced later.
        let clocks = match known.terms.clock {
            Clock::None => None,
            _ => clocks::load(connection, known.id).await?,
        };
        let log = log::read_after(connection, known.id, known.version).await?;
        if !log.iter().all(|stored| is_of_the_engine(&stored.entry)) {
            return Ok(false);
        }
        let replayed = replay(position.clone(), &log)?;
        let mut record = known.after(known.version.plus(log.len()), Status::Active);
        record.game = Some(replayed.game);
        record.clocks = clocks;
        self.record = Arc::new(record);
        let events = log.iter().zip(replayed.entries);
        self.push(events.map(|(stored, entry)| GameEvent {
            seq: stored.seq,
            at: stored.at,
            happening: Happening::Entry(entry),
        }));
        Ok(true)
    }

    /// Loads the game anew, and replays its log from the opening.
    async fn reload(&mut self, connection: &mut Postgres) -> Result<(), GameRefusal> {
        let (id, creator) = (self.record.id, self.record.creator);
        let record = games::load_for(connection, id, creator).await?.ok_or(GameRefusal::NotFound)?;
        if record.version > self.record.version {
            let history = History::load(connection, &record).await?;
            let events = history.events(connection, &record, self.record.version, record.version).await?;
            self.push(events.into_iter());
        }
        self.record = Arc::new(record);
        Ok(())
    }

    fn push(&mut self, events: impl Iterator<Item = GameEvent>) {
        self.events.extend(events.map(Arc::new));
        let excess = self.events.len().saturating_sub(KEPT_ENTRIES_MAX);
        self.events.drain(..excess);
    }
}
