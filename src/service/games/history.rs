//! What happened in a game: the stored log, told by the engine as it replays it.

use chrono::{DateTime, Utc};
use diesel_async::AsyncPgConnection;

use super::access::{seat_of, viewer, visible};
use super::replay::{Divergence, Replayed, is_of_the_engine, replay};
use super::{GameRefusal, Games};
use crate::auth::Identity;
use crate::engine::deal::{DealId, ServerSeed};
use crate::engine::game::{Game, GameEntry, View};
use crate::engine::outcome::Outcome;
use crate::engine::ruleset::Ruleset;
use crate::engine::seat::Seat;
use crate::engine::viewer::Viewer;
use crate::model::deal::Contribution;
use crate::model::game::{GameId, Status, Version};
use crate::model::log::{AbortReason, Author, Kind, LogEntry, NewEntry};
use crate::model::player::Occupant;
use crate::store::deals::{self, Secret};
use crate::store::games::GameRecord;
use crate::store::log;

/// An entry of a game's log, whole: what a viewer may not know of it is left out when it is shown.
pub struct Event {
    /// The version of the game after it.
    pub seq: Version,
    pub at: DateTime<Utc>,
    pub happening: Happening,
}

/// What happened.
pub enum Happening {
    /// The game was dealt.
    Started(Box<Start>),
    /// A decision, or a seat went out.
    Entry(GameEntry),
    /// The game was played to its end.
    Ended(Ended),
    /// The game was aborted.
    Aborted(Aborted),
}

/// How a game started: all of it is public.
pub struct Start {
    pub ruleset: Ruleset,
    /// Who sits where, in order of seats.
    pub seats: Vec<Occupant>,
    pub commitment: [u8; 32],
    /// What the players added to the deal, in the order in which they joined.
    pub contributions: Vec<(Occupant, Contribution)>,
    /// The table before the first turn, as everybody sees it.
    pub view: View,
}

/// How a game ended.
pub struct Ended {
    /// The result; none for a game that was aborted.
    pub outcome: Option<Outcome>,
    /// How many turns it had; none for a game that was aborted.
    pub turns: Option<u16>,
    /// The public name of the deal.
    pub deal_id: DealId,
    /// The secret of the deal, which everybody may know now.
    pub server_seed: ServerSeed,
}

/// How a game was aborted.
pub struct Aborted {
    /// Whose request did it; before the start the place in the order of joining. None if it was no seat's.
    pub seat: Option<Seat>,
    pub by: Author,
    pub reason: AbortReason,
    /// The public name of the deal, and its secret.
    pub revealed: Ended,
}

/// The log of a game with what it takes to replay it. It holds secrets, so it stays in the service.
pub(super) struct History {
    ruleset: Ruleset,
    secret: Secret,
    log: Vec<LogEntry>,
}

impl History {
    /// Everything that was stored of a game up to the version of the record.
    ///
    /// # Errors
    ///
    /// When the database gives no answer.
    pub(super) async fn load(
        connection: &mut AsyncPgConnection,
        record: &GameRecord,
    ) -> Result<History, GameRefusal> {
        let secret = deals::secret(connection, record.id).await?;
        let mut log = log::read(connection, record.id).await?;
        log.retain(|entry| entry.seq <= record.version);
        Ok(History { ruleset: record.terms.ruleset, secret, log })
    }

    /// What ended the game tells.
    pub(super) fn ended(&self, game: Option<&Game>) -> Ended {
        let outcome = game.and_then(Game::outcome);
        Ended {
            turns: game.filter(|_| outcome.is_some()).map(Game::turns_begun),
            outcome,
            deal_id: self.secret.deal_id,
            server_seed: self.secret.server_seed.clone(),
        }
    }

    /// The stored entries.
    pub(super) fn log(&self) -> &[LogEntry] {
        &self.log
    }

    /// The game before its first turn.
    ///
    /// # Errors
    ///
    /// When it never started.
    pub(super) fn opening(&self) -> Result<Game, GameRefusal> {
        self.secret.opening(self.ruleset)?.ok_or(GameRefusal::NotStarted)
    }

    /// The replay of the log up to a version.
    ///
    /// # Errors
    ///
    /// When log and rules disagree.
    pub(super) fn replay(&self, until: Version) -> Result<Replayed, GameRefusal> {
        let until = self.log.partition_point(|entry| entry.seq <= until);
        self.replay_of(&self.log[..until])
    }

    /// The replay of another log from the same opening.
    ///
    /// # Errors
    ///
    /// When log and rules disagree.
    pub(super) fn replay_of(&self, log: &[LogEntry]) -> Result<Replayed, GameRefusal> {
        Ok(replay(self.opening()?, log)?)
    }

    /// The position at a version.
    ///
    /// # Errors
    ///
    /// When log and rules disagree.
    pub(super) fn game_at(&self, version: Version) -> Result<Game, GameRefusal> {
        Ok(self.replay(version)?.game)
    }

    /// The events after a version, up to another.
    ///
    /// # Errors
    ///
    /// When log and rules disagree.
    pub(super) async fn events(
        &self,
        connection: &mut AsyncPgConnection,
        record: &GameRecord,
        since: Version,
        until: Version,
    ) -> Result<Vec<Event>, GameRefusal> {
        let started = self.log.iter().any(|entry| entry.entry.kind == Kind::Started);
        let Replayed { game, entries } = match started {
            true => self.replay(until)?,
            false => {
                return Ok(self
                    .log
                    .iter()
                    .filter(|entry| entry.seq > since)
                    .filter_map(|entry| self.aborted(entry))
                    .collect());
            }
        };
        let mut made = entries.into_iter();
        let mut events = Vec::new();
        for stored in self.log.iter().filter(|stored| stored.seq <= until) {
            let entry = if is_of_the_engine(&stored.entry) { made.next() } else { None };
            if stored.seq <= since {
                continue;
            }
            let happening = match (stored.entry.kind, entry) {
                (_, Some(entry)) => Happening::Entry(entry),
                (Kind::Started, None) => Happening::Started(Box::new(self.start(connection, record).await?)),
                (Kind::Finished, None) => Happening::Ended(self.ended(Some(&game))),
                (Kind::Aborted, None) => {
                    events.extend(self.aborted(stored));
                    continue;
                }
                (Kind::Action | Kind::Resigned | Kind::TimedOut, None) => {
                    return Err(Divergence(stored.seq).into());
                }
            };
            events.push(Event { seq: stored.seq, at: stored.at, happening });
        }
        Ok(events)
    }

    /// The end of a game without a result, if this entry is one.
    fn aborted(&self, stored: &LogEntry) -> Option<Event> {
        let NewEntry { seat, by, .. } = stored.entry;
        let aborted = Aborted { seat, by, reason: stored.entry.abort_reason()?, revealed: self.ended(None) };
        Some(Event { seq: stored.seq, at: stored.at, happening: Happening::Aborted(aborted) })
    }

    async fn start(
        &self,
        connection: &mut AsyncPgConnection,
        record: &GameRecord,
    ) -> Result<Start, GameRefusal> {
        let contributions = deals::contributions(connection, record.id).await?;
        Ok(Start {
            ruleset: self.ruleset,
            seats: record.occupants.clone(),
            commitment: record.commitment,
            contributions: contributions.into_iter().map(|given| (occupant(record, &given), given)).collect(),
            view: self.opening()?.view(Viewer::Spectator),
        })
    }
}

fn occupant(record: &GameRecord, given: &Contribution) -> Occupant {
    let known = record.occupants.iter().find(|occupant| occupant.player == given.player);
    known.cloned().unwrap_or(Occupant { player: given.player, username: None })
}

/// A part of a log, and with whose eyes it is to be shown.
pub struct Events {
    pub viewer: Viewer,
    /// The version of the game after the last of them.
    pub version: Version,
    pub events: Vec<Event>,
}

impl Games {
    /// What happened after a version, for whoever asks.
    ///
    /// # Errors
    ///
    /// [`GameRefusal::NotFound`] for those who may not know of the game, [`GameRefusal::NoSuchVersion`] if it never had this version.
    pub async fn events(
        &self,
        id: GameId,
        caller: Option<&Identity>,
        since: Version,
    ) -> Result<Events, GameRefusal> {
        let _place = self.replays.enter().await;
        let mut connection = self.pool.get().await?;
        let record = visible(&mut connection, id, caller).await?;
        if since > record.version {
            return Err(GameRefusal::NoSuchVersion { version: record.version });
        }
        let viewer = viewer(&record, seat_of(&record, caller));
        let events = if since == record.version {
            Vec::new()
        } else {
            let history = History::load(&mut connection, &record).await?;
            history.events(&mut connection, &record, since, record.version).await?
        };
        Ok(Events { viewer, version: record.version, events })
    }
}

/// A whole game, for an export.
pub struct Export {
    pub record: GameRecord,
    pub viewer: Viewer,
    /// The public name of the deal.
    pub deal_id: DealId,
    pub events: Vec<Event>,
    /// What the players added to the deal, in the order in which they joined; empty before the start.
    pub contributions: Vec<(Occupant, Contribution)>,
    /// The secret of the deal; none while it is one.
    pub ended: Option<Ended>,
}

impl Games {
    /// A whole game, as far as whoever asks may see it.
    ///
    /// # Errors
    ///
    /// [`GameRefusal::NotFound`] for those who may not know of the game.
    pub async fn export(&self, id: GameId, caller: Option<&Identity>) -> Result<Export, GameRefusal> {
        let _place = self.replays.enter().await;
        let mut connection = self.pool.get().await?;
        let record = visible(&mut connection, id, caller).await?;
        let history = History::load(&mut connection, &record).await?;
        let events = history.events(&mut connection, &record, Version::ZERO, record.version).await?;
        let contributions = match record.status {
            // Until the start they are secret.
            Status::Waiting => Vec::new(),
            _ => deals::contributions(&mut connection, id).await?,
        };
        Ok(Export {
            viewer: viewer(&record, seat_of(&record, caller)),
            contributions: contributions
                .into_iter()
                .map(|given| (occupant(&record, &given), given))
                .collect(),
            ended: record.status.is_revealed().then(|| history.ended(record.game.as_ref())),
            deal_id: history.secret.deal_id,
            events,
            record,
        })
    }
}
