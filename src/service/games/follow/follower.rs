//! Following a game: its view, then every entry when it is stored, until the game is over or its rematch has
//! started.
//!
//! A follower holds no database connection and no task. The sender of its frames drives it, so a client that
//! does not read falls behind.

use std::sync::Arc;
use std::time::Duration;

use tokio::time::{Instant, timeout_at};

use super::feed::{Feed, KEPT_ENTRIES_MAX, Unseen};
use super::following::Following;
use super::rematching::{RematchLook, Rematching};
use crate::games::GameRefusal;
use crate::games::read::access::{is_late, seat_of, viewer};
use crate::games::read::delay::VisibleGame;
use crate::games::read::history::{GameEvent, History};
use crate::games::read::look::GameView;
use crate::games::read::next_game::{Rematch, is_over, offered};
use crate::stream::{Attendance, Changed, EndReason, KEEP_ALIVE, Watch};
use lapidary_engine::seat::Seat;
use lapidary_engine::viewer::Viewer;
use lapidary_model::auth::{Identity, PlayerId, Visitor};
use lapidary_model::clock::Clock;
use lapidary_model::clocks::Clocks;
use lapidary_model::game::{GameId, Status, Version};
use lapidary_model::player::Occupant;
use lapidary_store::games::GameRecord;

/// The minimum time between two looks of a viewer with a delay.
const LATE_LOOK_MIN: Duration = Duration::from_millis(10);

/// A viewer of a game who gets everything that happens.
pub struct Follower {
    games: Arc<Following>,
    id: GameId,
    visitor: Visitor,
    /// The feed that the followers share; none for a viewer with a delay.
    feed: Option<Arc<Feed>>,
    /// When the viewer may see more of the game, even if nothing happens.
    more_at: Option<Instant>,
    watch: Watch,
    /// The version that the viewer has seen.
    seen: Version,
    /// The players at the table that the viewer has seen, while the game waits for players.
    at_table: Vec<PlayerId>,
    /// The clocks that the viewer has seen.
    clocks: Option<Box<Clocks>>,
    /// The seats that agree to abort the game, as last sent to the viewer.
    offers: Vec<Seat>,
    /// The connected seats, as last sent to the viewer.
    present: Vec<Seat>,
    /// Counts the viewer as connected; none without a seat.
    attendance: Option<Attendance>,
    /// Counts the viewer as a spectator; none with a seat.
    watching: Option<Attendance>,
    /// The rematch that the viewer waits for; none if the follower ends with the game.
    rematching: Option<Box<Rematching>>,
    next: FollowerStep,
}

/// How long a follower waits at most.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FollowUntil {
    /// The end of the game.
    GameOver,
    /// The start of the rematch, which only players of the game see. Others wait for the end of the game.
    Rematch,
}

/// The next thing that a follower gets.
enum FollowerStep {
    /// The snapshot, and the entries since then.
    Snapshot(Box<GameView>, Vec<GameEvent>),
    Backlog(Vec<GameEvent>, Viewer),
    /// What has happened in the meantime.
    Missed(Changed),
    /// What happens from now on.
    News,
    Nothing,
}

/// A part of what a follower gets.
pub enum Frame {
    /// The game as the viewer may see it, and the seats that are connected. It replaces everything before it.
    Snapshot(Box<GameView>, Vec<Seat>),
    /// The next entries, and the viewer that they are for.
    Events(Vec<Arc<GameEvent>>, Viewer),
    /// The clocks, after a turn or after they changed without one.
    Clocks(Clock, Clocks),
    /// The seats that agree to abort the game now.
    Offers(Vec<Seat>),
    /// The seats that are connected now.
    Presence(Vec<Seat>),
    /// The rematch of the ended game; none if nobody offers it any more.
    Rematch(Option<Rematch>),
    /// Nothing has happened for a while.
    KeepAlive,
    /// The last frame, with the version that the viewer has seen.
    End(EndReason, Version),
}

#[boxed]
impl Following {
    /// Follows a game from its current version, or from an earlier one, for this long.
    pub async fn follow(
        self: Arc<Self>,
        id: GameId,
        visitor: Visitor,
        since: Option<Version>,
        until: FollowUntil,
    ) -> Result<Follower, GameRefusal> {
        let caller = visitor.identity.as_ref();
        // Announcements from here on are not missed.
        let watch = self.watchers.watch(id, caller);
        let (shown, mut snapshot, backlog) = self.opening_frames(id, &visitor, since).await?;
        snapshot.rematch = self.rematch_now(&shown.record, &snapshot, caller).await?;
        let rematching = (until == FollowUntil::Rematch)
            .then(|| Box::new(Rematching::new(self.settings.rematch_wait, snapshot.rematch.clone())));
        let (seen, at_table) = (snapshot.version, players(&snapshot.occupants));
        let clocks = snapshot.clocks.clone().map(Box::new);
        let offers = snapshot.abort_agreed.clone();
        let more_at = shown.more_in.map(|more_in| Instant::now() + more_in);
        let attendance = self.read.attend(&shown.record, caller);
        let watching = attendance.is_none().then(|| self.read.watch(id));
        let is_late = is_late(&shown.record, caller);
        let present = if is_late { Vec::new() } else { self.read.present(&shown.record) };
        let feed = (!is_late).then(|| self.feeds.join(shown.record));
        let next = FollowerStep::Snapshot(Box::new(snapshot), backlog);
        Ok(Follower {
            games: self,
            id,
            visitor,
            feed,
            more_at,
            watch,
            seen,
            at_table,
            clocks,
            offers,
            present,
            attendance,
            watching,
            rematching,
            next,
        })
    }

    /// Returns the rematch that this view of the current game shows.
    async fn rematch_now(
        &self,
        record: &GameRecord,
        view: &GameView,
        caller: Option<&Identity>,
    ) -> Result<Option<Rematch>, GameRefusal> {
        let is_last = view.version == record.version && view.viewer_seat.is_some() && is_over(record);
        match caller.filter(|_| is_last) {
            Some(caller) => Box::pin(offered(&mut *self.pool.get().await?, record, caller)).await,
            None => Ok(None),
        }
    }

    /// Returns the game, its view at the version where following begins, and the entries since then.
    async fn opening_frames(
        &self,
        id: GameId,
        visitor: &Visitor,
        since: Option<Version>,
    ) -> Result<(VisibleGame, GameView, Vec<GameEvent>), GameRefusal> {
        let caller = visitor.identity.as_ref();
        let shown = self.read.load_visible(id, caller).await?;
        let record = &shown.record;
        let seat = seat_of(record, caller);
        let since = match since {
            Some(since) if since > record.version => {
                return Err(GameRefusal::NoSuchVersion { version: record.version });
            }
            Some(since) if since < record.version => since,
            _ => {
                let view = GameView::of(record, seat);
                return Ok((shown, view, Vec::new()));
            }
        };
        let _place = self.read.replays.enter(visitor).await?;
        let mut connection = self.pool.get().await?;
        let history = History::load(&connection, record).await?;
        let game = if since == Version::ZERO { None } else { Some(history.game_at(since)?) };
        let snapshot = GameView::at(record, seat, since, game.as_ref());
        let backlog = history.events(&mut connection, record, since, record.version).await?;
        Ok((shown, snapshot, backlog))
    }
}

#[boxed]
impl Follower {
    /// Waits for the next frame; none after the last.
    pub async fn next(&mut self) -> Option<Frame> {
        match std::mem::replace(&mut self.next, FollowerStep::News) {
            FollowerStep::Snapshot(view, backlog) => {
                // The game may be over already.
                self.next = match backlog.is_empty() {
                    true => FollowerStep::Missed(Changed::Game),
                    false => FollowerStep::Backlog(backlog, view.viewer),
                };
                Some(Frame::Snapshot(view, self.present.clone()))
            }
            FollowerStep::Backlog(events, viewer) => {
                self.seen = events.last().map_or(self.seen, |event| event.seq);
                self.next = FollowerStep::Missed(Changed::Game);
                Some(Frame::Events(events.into_iter().map(Arc::new).collect(), viewer))
            }
            FollowerStep::Missed(changed) => Some(self.news(Some(changed)).await),
            FollowerStep::News => Some(self.news(None).await),
            FollowerStep::Nothing => {
                self.next = FollowerStep::Nothing;
                None
            }
        }
    }

    fn end(&mut self, reason: EndReason) -> Frame {
        self.next = FollowerStep::Nothing;
        Frame::End(reason, self.seen)
    }

    /// Waits until something happens that the viewer may see.
    async fn news(&mut self, mut changed: Option<Changed>) -> Frame {
        let alive_at = Instant::now() + KEEP_ALIVE;
        loop {
            if let Some(changed) = changed {
                // On the heap only while it runs, because a waiting stream would keep its space.
                match Box::pin(self.told(changed)).await {
                    Ok(Some(frame)) => return frame,
                    Ok(None) => {}
                    Err(refusal) => match self.ended_by(&refusal) {
                        Some(reason) => return self.end(reason),
                        // The database is unreachable. The follower tries again later, and misses nothing.
                        None => {
                            tokio::time::sleep_until(alive_at).await;
                            self.next = FollowerStep::Missed(changed);
                            return Frame::KeepAlive;
                        }
                    },
                }
            }
            let stopping = self.games.stopping.clone();
            let rematch_until = self.rematching.as_ref().and_then(|rematching| rematching.until());
            let look_at = [self.more_at, rematch_until].into_iter().flatten().fold(alive_at, Instant::min);
            match stopping.run_until_cancelled(timeout_at(look_at, self.changed())).await {
                None => return self.end(EndReason::Shutdown),
                Some(Err(_)) if look_at == alive_at => {
                    if rematch_until.is_some() {
                        // An announcement of another server may be lost.
                        self.next = FollowerStep::Missed(Changed::Game);
                    }
                    return Frame::KeepAlive;
                }
                Some(Err(_)) => changed = Some(Changed::Game),
                Some(Ok(news)) => changed = Some(news),
            }
        }
    }

    /// Waits until the game, the offer of its rematch or a session of the viewer may have changed.
    async fn changed(&mut self) -> Changed {
        let (watch, Some(rematching)) = (&mut self.watch, &mut self.rematching) else {
            return self.watch.changed().await;
        };
        // On the heap, so that the many streams without a rematch take no more space.
        Box::pin(async move {
            tokio::select! {
                changed = watch.changed() => changed,
                () = rematching.changed() => Changed::Game,
            }
        })
        .await
    }

    /// Returns the frame for a change, if it has news for the viewer.
    async fn told(&mut self, changed: Changed) -> Result<Option<Frame>, GameRefusal> {
        if changed == Changed::Sessions {
            self.check().await?;
            return Ok(None);
        }
        let Some(feed) = &self.feed else { return self.told_late().await };
        let Unseen { record, events } =
            feed.news(&self.games.read, self.seen, self.watch.announced()).await?;
        if is_late(&record, self.visitor.identity.as_ref()) {
            // The viewer has lost their seat while the game waited for players.
            return self.told_late().await;
        }
        self.attend(&record);
        if record.version.0.saturating_sub(self.seen.0) as usize > KEPT_ENTRIES_MAX {
            return Ok(Some(self.end(EndReason::Lagged)));
        }
        let seat = seat_of(&record, self.visitor.identity.as_ref());
        match events {
            Some(events) if events.is_empty() && record.status == Status::Waiting => {
                let at_table = players(&record.occupants);
                if at_table == self.at_table {
                    return Ok(self.present(&record));
                }
                // Players have come or gone, and one of them may have been the viewer.
                self.check().await?;
                self.at_table = at_table;
                self.offers.clone_from(&record.abort_agreed);
                self.present = self.games.read.present(&record);
                Ok(Some(Frame::Snapshot(Box::new(GameView::of(&record, seat)), self.present.clone())))
            }
            Some(events) if events.is_empty() => Ok(match ending(record.status) {
                Some(reason) => self.told_over(&record, reason).await?,
                None => {
                    self.clocks(&record).or_else(|| self.offers(&record)).or_else(|| self.present(&record))
                }
            }),
            Some(events) => {
                if self.seen == Version::ZERO {
                    self.check().await?;
                }
                self.seen = record.version;
                self.next = FollowerStep::Missed(Changed::Game);
                Ok(Some(Frame::Events(events, viewer(&record, seat))))
            }
            None => self.catch_up().await.map(Some),
        }
    }

    /// Returns the frame for a change after the end of the game. It is the last one, unless the viewer waits
    /// for a rematch.
    async fn told_over(
        &mut self,
        record: &GameRecord,
        reason: EndReason,
    ) -> Result<Option<Frame>, GameRefusal> {
        let player =
            self.visitor.identity.filter(|caller| record.seat_of(caller.player).is_some() && is_over(record));
        let (Some(player), Some(rematching)) = (player, &mut self.rematching) else {
            return Ok(Some(self.end(reason)));
        };
        Ok(match rematching.look(&self.games, record, &player).await? {
            RematchLook::Over => Some(self.end(reason)),
            RematchLook::Known => None,
            RematchLook::New(rematch) => {
                self.next = FollowerStep::Missed(Changed::Game);
                Some(Frame::Rematch(rematch))
            }
        })
    }

    /// Counts the viewer as connected while they have a seat.
    fn attend(&mut self, record: &GameRecord) {
        if seat_of(record, self.visitor.identity.as_ref()).is_some() != self.attendance.is_some() {
            self.attendance = self.games.read.attend(record, self.visitor.identity.as_ref());
            self.watching = self.attendance.is_none().then(|| self.games.read.watch(self.id));
        }
    }

    /// Returns the number of spectators, as far as the viewer may know it.
    pub fn watchers(&self) -> usize {
        // A viewer with a delay reads no shared feed.
        self.feed.as_ref().map_or(0, |_| self.games.read.watchers_of(self.id, Status::Active))
    }

    /// Returns the frame for the clocks, if they differ from those that the viewer has seen.
    fn clocks(&mut self, record: &GameRecord) -> Option<Frame> {
        if self.clocks.as_deref() == record.clocks.as_ref() {
            return None;
        }
        self.clocks = record.clocks.clone().map(Box::new);
        self.next = FollowerStep::Missed(Changed::Game);
        record.clocks.clone().map(|clocks| Frame::Clocks(record.terms.clock, clocks))
    }

    /// Returns the frame for offers, if they differ from those that the viewer has seen.
    fn offers(&mut self, record: &GameRecord) -> Option<Frame> {
        if record.version != self.seen || self.offers == record.abort_agreed {
            return None;
        }
        self.offers.clone_from(&record.abort_agreed);
        self.next = FollowerStep::Missed(Changed::Game);
        Some(Frame::Offers(self.offers.clone()))
    }

    /// Returns the frame for the connected seats, if they differ from those that the viewer has seen.
    fn present(&mut self, record: &GameRecord) -> Option<Frame> {
        let present = self.games.read.present(record);
        if present == self.present {
            return None;
        }
        self.present.clone_from(&present);
        Some(Frame::Presence(present))
    }

    /// Returns the frame for a change, for a viewer with a delay. What they may see is decided anew each
    /// time, and never taken from the shared feed.
    async fn told_late(&mut self) -> Result<Option<Frame>, GameRefusal> {
        let VisibleGame { record, more_in, .. } =
            self.games.read.load_visible(self.id, self.visitor.identity.as_ref()).await?;
        self.more_at = more_in.map(|more_in| Instant::now() + more_in.max(LATE_LOOK_MIN));
        self.attend(&record);
        let late = is_late(&record, self.visitor.identity.as_ref());
        // The viewer may have taken a seat.
        self.feed = (!late).then(|| self.games.feeds.join(record.clone()));
        let at_table = players(&record.occupants);
        if record.version > self.seen {
            return self.catch_up().await.map(Some);
        }
        if record.status == Status::Waiting && at_table != self.at_table {
            self.at_table = at_table;
            self.present = if late { Vec::new() } else { self.games.read.present(&record) };
            let view = GameView::of(&record, seat_of(&record, self.visitor.identity.as_ref()));
            return Ok(Some(Frame::Snapshot(Box::new(view), self.present.clone())));
        }
        Ok(ending(record.status).map(|reason| self.end(reason)))
    }

    /// Loads entries from before the feed began.
    async fn catch_up(&mut self) -> Result<Frame, GameRefusal> {
        let part = self.games.read.events(self.id, &self.visitor, self.seen).await?;
        self.seen = part.version;
        self.next = FollowerStep::Missed(Changed::Game);
        Ok(Frame::Events(part.events.into_iter().map(Arc::new).collect(), part.viewer))
    }

    /// Checks that the session is open and the viewer may still see the game.
    async fn check(&self) -> Result<(), GameRefusal> {
        self.games.read.load_visible(self.id, self.visitor.identity.as_ref()).await.map(|_| ())
    }

    /// Returns the reason if a refusal ends the follower; none if it may go on later.
    fn ended_by(&self, refusal: &GameRefusal) -> Option<EndReason> {
        match refusal {
            GameRefusal::SessionEnded | GameRefusal::NotFound => Some(EndReason::Revoked),
            // The game will be frozen.
            GameRefusal::Diverged(_) => Some(EndReason::GameFrozen),
            _ => None,
        }
    }
}

fn players(occupants: &[Occupant]) -> Vec<PlayerId> {
    occupants.iter().map(|occupant| occupant.player).collect()
}

/// Returns why nothing more happens in a game with this status; none if the game goes on.
fn ending(status: Status) -> Option<EndReason> {
    match status {
        Status::Finished | Status::Aborted => Some(EndReason::GameOver),
        Status::Frozen => Some(EndReason::GameFrozen),
        Status::Waiting | Status::Active => None,
    }
}
