//! The history of a game: the engine replays the stored log and reports the events.

use chrono::{DateTime, Utc};
use futures_util::future::try_join;

use super::replay::{Replayed, is_of_the_engine, replay};
use crate::games::{Divergence, GameRefusal};
use lapidary_engine::deal::{DealId, ServerSeed};
use lapidary_engine::game::{Game, GameEntry, View};
use lapidary_engine::outcome::Outcome;
use lapidary_engine::ruleset::Ruleset;
use lapidary_engine::seat::Seat;
use lapidary_engine::viewer::Viewer;
use lapidary_model::deal::Contribution;
use lapidary_model::game::{Origin, Version};
use lapidary_model::log::{AbortReason, Author, EntryKind, LogEntry, NewEntry};
use lapidary_model::player::Occupant;
use lapidary_store::Postgres;
use lapidary_store::deals::{self, Secret};
use lapidary_store::games::GameRecord;
use lapidary_store::log;

/// A complete entry of a game's log. What a viewer may not see is removed when it is shown.
pub struct GameEvent {
    /// The version of the game after it.
    pub seq: Version,
    pub at: DateTime<Utc>,
    pub happening: Happening,
}

/// What happened.
pub enum Happening {
    /// The game was dealt.
    Started(Box<Start>),
    /// A decision, or the leaving of a seat.
    Entry(GameEntry),
    /// The game was played to its end.
    Ended(Ended),
    /// The game was aborted.
    Aborted(Aborted),
}

/// How a game started. All of it is public, except the hidden cards in the position of a fork.
pub struct Start {
    pub ruleset: Ruleset,
    /// The players, in order of seats.
    pub seats: Vec<Occupant>,
    pub commitment: [u8; 32],
    /// The entropy that the players contributed to the deal, in the order of joining.
    pub contributions: Vec<(Occupant, Contribution)>,
    /// The public view of the table before the first turn.
    pub view: View,
    /// The first position of a fork; none in a game that begins from the start.
    pub fork: Option<Forked>,
}

/// The first position of a fork. Its hidden cards are removed when it is shown.
pub struct Forked {
    pub origin: Origin,
    pub position: Game,
}

/// How a game ended.
pub struct Ended {
    /// The result; none for an aborted game.
    pub outcome: Option<Outcome>,
    /// The number of turns; none for an aborted game.
    pub turns: Option<u16>,
    /// The deal; none while another game with the same deal is unfinished.
    pub reveal: Option<Reveal>,
}

/// A deal whose secret is public.
pub struct Reveal {
    /// The public name of the deal.
    pub deal_id: DealId,
    /// The secret.
    pub server_seed: ServerSeed,
}

/// How a game was aborted.
pub struct Aborted {
    /// The seat that requested it; before the start, its place in the order of joining. None without a seat.
    pub seat: Option<Seat>,
    pub by: Author,
    pub reason: AbortReason,
    /// The deal; none while another game with the same deal is unfinished.
    pub reveal: Option<Reveal>,
}

/// The log of a game, with everything that its replay needs. It contains secrets, so it must not leave the
/// service.
pub(in crate::games) struct History {
    ruleset: Ruleset,
    pub(in crate::games) secret: Secret,
    /// Whether the secret stays hidden after the end, because another game with the same deal is unfinished.
    pub(in crate::games) sealed: bool,
    log: Vec<LogEntry>,
}

impl History {
    /// Loads everything that is stored about a game up to the version of the record.
    pub(in crate::games) async fn load(
        connection: &Postgres,
        record: &GameRecord,
    ) -> Result<History, GameRefusal> {
        let log = log::read(connection, record.id);
        let (secret, mut log) = try_join(deals::secret(connection, record.id), log).await?;
        log.retain(|entry| entry.seq <= record.version);
        Ok(History { ruleset: record.terms.ruleset, secret, sealed: record.sealed, log })
    }

    /// Returns the end of the game. It has the secret of the deal unless another game with the same deal is
    /// unfinished.
    pub(in crate::games) fn ended(&self, game: Option<&Game>) -> Ended {
        let outcome = game.and_then(Game::outcome);
        Ended {
            turns: game.filter(|_| outcome.is_some()).map(Game::turns_begun),
            outcome,
            reveal: self.reveal(),
        }
    }

    /// Returns the deal of an ended game, unless another game with the same deal is unfinished.
    fn reveal(&self) -> Option<Reveal> {
        let Secret { deal_id, server_seed, .. } = &self.secret;
        (!self.sealed).then(|| Reveal { deal_id: *deal_id, server_seed: server_seed.clone() })
    }

    /// Returns the stored entries.
    pub(in crate::games) fn log(&self) -> &[LogEntry] {
        &self.log
    }

    /// Returns the game before its first turn.
    pub(in crate::games) fn opening(&self) -> Result<Game, GameRefusal> {
        self.secret.opening(self.ruleset)?.ok_or(GameRefusal::NotStarted)
    }

    pub(in crate::games) fn replay(&self, until: Version) -> Result<Replayed, GameRefusal> {
        let until = self.log.partition_point(|entry| entry.seq <= until);
        self.replay_of(&self.log[..until])
    }

    /// Replays another log from the same opening.
    pub(in crate::games) fn replay_of(&self, log: &[LogEntry]) -> Result<Replayed, GameRefusal> {
        Ok(replay(self.opening()?, log)?)
    }

    /// Returns the number of turns begun at each version, from the start on.
    pub(super) fn turns_begun(&self) -> Result<Vec<(Version, u16)>, GameRefusal> {
        let opening = self.opening()?.turns_begun();
        let replayed = self.replay_of(&self.log)?;
        let made = self.log.iter().filter(|stored| is_of_the_engine(&stored.entry)).map(|stored| stored.seq);
        Ok([(Version(1), opening)].into_iter().chain(made.zip(replayed.turns_begun)).collect())
    }

    pub(in crate::games) fn game_at(&self, version: Version) -> Result<Game, GameRefusal> {
        Ok(self.replay(version)?.game)
    }

    /// Returns the events after one version, up to another one.
    pub(in crate::games) async fn events(
        &self,
        connection: &mut Postgres,
        record: &GameRecord,
        since: Version,
        until: Version,
    ) -> Result<Vec<GameEvent>, GameRefusal> {
        let started = self.log.iter().any(|entry| entry.entry.kind == EntryKind::Started);
        let Replayed { game, entries, .. } = match started {
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
                (EntryKind::Started, None) => {
                    Happening::Started(Box::new(self.start(connection, record).await?))
                }
                (EntryKind::Finished, None) => Happening::Ended(self.ended(Some(&game))),
                (EntryKind::Aborted, None) => {
                    events.extend(self.aborted(stored));
                    continue;
                }
                (EntryKind::Action | EntryKind::Resigned | EntryKind::TimedOut, None) => {
                    return Err(Divergence(stored.seq).into());
                }
            };
            events.push(GameEvent { seq: stored.seq, at: stored.at, happening });
        }
        Ok(events)
    }

    /// Returns the event that aborts the game, if this entry does so.
    fn aborted(&self, stored: &LogEntry) -> Option<GameEvent> {
        let NewEntry { seat, by, .. } = stored.entry;
        let aborted = Aborted { seat, by, reason: stored.entry.abort_reason()?, reveal: self.reveal() };
        Some(GameEvent { seq: stored.seq, at: stored.at, happening: Happening::Aborted(aborted) })
    }

    async fn start(&self, connection: &mut Postgres, record: &GameRecord) -> Result<Start, GameRefusal> {
        let contributions = deals::contributions(connection, record.id).await?;
        let contributions = contributions.into_iter().map(|seated| seated.given);
        let opening = self.opening()?;
        Ok(Start {
            ruleset: self.ruleset,
            seats: record.occupants.clone(),
            commitment: record.commitment,
            contributions: contributions.map(|given| (occupant(record, &given), given)).collect(),
            view: opening.view(Viewer::Spectator),
            fork: record.origin.map(|origin| Forked { origin, position: opening }),
        })
    }
}

pub(in crate::games) fn occupant(record: &GameRecord, given: &Contribution) -> Occupant {
    let known = record.occupants.iter().find(|occupant| occupant.player == given.player);
    known.cloned().unwrap_or(Occupant { player: given.player, username: None, bot: false })
}
