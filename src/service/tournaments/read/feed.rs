//! Following a tournament. The first frame has the tournament and its last round, and every further one has
//! the changes since then.
//!
//! Everything that happens on any server adds a row to the audit. So a server checks the audit's length, at
//! most a few times a second for each tournament.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use tokio::sync::Mutex;
use tokio::time::{Instant, sleep};

use super::look::{RoundView, TournamentView};
use crate::stream::{EndReason, KEEP_ALIVE, State, StateFollower, StateFrame};
use crate::tournaments::{TournamentRefusal, Tournaments};
use lapidary_model::auth::Identity;
use lapidary_model::tournament::TournamentId;
use lapidary_model::tournaments::round::Stage;
use lapidary_store::tournaments::audit;
use lapidary_store::{Failure, sessions};

/// How often a server checks whether something has happened in a followed tournament.
const LOOK_EVERY: Duration = Duration::from_millis(250);
/// How many of the last tables of an arena followers see, besides those in play. An arena can have thousands.
const ARENA_TABLES_KEPT: usize = 64;
/// How long the length of an audit is remembered without requests.
const REMEMBERED: Duration = Duration::from_secs(10);

/// The lengths of the audits of the tournaments that are followed on this server.
#[derive(Default)]
pub(in crate::tournaments) struct Marks(Mutex<HashMap<TournamentId, (Instant, i64)>>);

/// A tournament as a follower sees it.
#[derive(Debug, Clone, PartialEq)]
pub struct Followed {
    pub tournament: TournamentView,
    /// Its last round.
    pub round: Option<RoundView>,
}

/// A change for a follower.
pub enum TournamentChange {
    /// The tournament and its last round.
    Snapshot(Box<Followed>),
    /// The tournament has changed, or values computed from earlier rounds.
    Tournament(Box<TournamentView>),
    /// The last round is new or has changed.
    Round(Box<RoundView>),
}

/// A tournament for a follower.
pub struct TournamentState {
    tournaments: Arc<Tournaments>,
    id: TournamentId,
    caller: Option<Identity>,
    mark: i64,
    known: Followed,
}

#[boxed]
impl Tournaments {
    /// Returns the tournament and its last round.
    pub async fn followed(
        &self,
        id: TournamentId,
        caller: Option<&Identity>,
    ) -> Result<Followed, TournamentRefusal> {
        if let Some(caller) = caller
            && !sessions::is_open(&*self.pool.get().await?, caller).await?
        {
            return Err(TournamentRefusal::SessionEnded);
        }
        let tournament = self.look(id, caller).await?;
        let mut round = match &tournament.round {
            Some(round) => Some(self.round(id, caller, round.number).await?),
            None => None,
        };
        if let Some(arena) = round.as_mut().filter(|view| view.round.stage == Stage::Arena) {
            arena.round.keep_last(ARENA_TABLES_KEPT);
        }
        Ok(Followed { tournament, round })
    }

    /// Follows a tournament.
    pub async fn follow(
        self: Arc<Self>,
        id: TournamentId,
        caller: Option<Identity>,
    ) -> Result<StateFollower<TournamentState>, TournamentRefusal> {
        // Changes from here on are not missed.
        let mark = self.mark(id).await?;
        let known = self.followed(id, caller.as_ref()).await?;
        let everything = TournamentChange::Snapshot(Box::new(known.clone()));
        Ok(StateFollower::new(TournamentState { tournaments: self, id, caller, mark, known }, everything))
    }

    /// Returns the length of the audit of a tournament, which may be a moment old.
    async fn mark(&self, id: TournamentId) -> Result<i64, Failure> {
        let mut marks = self.marks.0.lock().await;
        if let Some((at, mark)) = marks.get(&id)
            && at.elapsed() < LOOK_EVERY
        {
            return Ok(*mark);
        }
        let mark = audit::count(&mut *self.pool.get().await?, id).await?;
        marks.retain(|_, (at, _)| at.elapsed() < REMEMBERED);
        marks.insert(id, (Instant::now(), mark));
        Ok(mark)
    }
}

impl State for TournamentState {
    type Change = TournamentChange;

    async fn news(&mut self) -> StateFrame<TournamentChange> {
        let alive_at = Instant::now() + KEEP_ALIVE;
        loop {
            let stopping = self.tournaments.stopping.clone();
            if stopping.run_until_cancelled(sleep(LOOK_EVERY)).await.is_none() {
                return StateFrame::End(EndReason::Shutdown);
            }
            let is_silent = Instant::now() >= alive_at;
            // On the heap only while it runs, because a waiting stream would keep its space.
            match Box::pin(self.look(is_silent)).await {
                Ok(changes) if !changes.is_empty() => return StateFrame::Changes(changes),
                Err(TournamentRefusal::SessionEnded | TournamentRefusal::NotFound) => {
                    return StateFrame::End(EndReason::Revoked);
                }
                // If the database is unreachable, the follower tries again later, and misses nothing.
                Ok(_) | Err(_) if is_silent => return StateFrame::KeepAlive,
                Ok(_) | Err(_) => {}
            }
        }
    }
}

impl TournamentState {
    /// Returns the changes since the caller's last frame. With `anyway`, also checks what they may see if
    /// nothing has happened.
    async fn look(&mut self, anyway: bool) -> Result<Vec<TournamentChange>, TournamentRefusal> {
        let mark = self.tournaments.mark(self.id).await?;
        if mark == self.mark && !anyway {
            return Ok(Vec::new());
        }
        let now = self.tournaments.followed(self.id, self.caller.as_ref()).await?;
        let mut changes = Vec::new();
        if now.tournament != self.known.tournament {
            changes.push(TournamentChange::Tournament(Box::new(now.tournament.clone())));
        }
        if let Some(round) = now.round.as_ref().filter(|_| now.round != self.known.round) {
            changes.push(TournamentChange::Round(Box::new(round.clone())));
        }
        // Something outside the frames has changed: an earlier result was corrected, points were adjusted.
        if changes.is_empty() && mark != self.mark {
            changes.push(TournamentChange::Tournament(Box::new(now.tournament.clone())));
        }
        self.known = now;
        self.mark = mark;
        Ok(changes)
    }
}
