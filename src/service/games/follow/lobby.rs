//! Following the lobby: the public games that wait for players, the running games, and the seeks. The first
//! frame has all of them. Every further frame has the changes since the frame before.
//!
//! All followers on a server share the lists. The lists are loaded at most once in [`REFRESH_EVERY`], however
//! many followers there are, and not at all without followers. A new follower sees whatever was stored
//! before, so their own new game is in the snapshot.

use std::collections::HashSet;
use std::sync::Arc;
use std::time::Duration;

use tokio::time::{Instant, timeout_at};

use super::following::Following;
use super::lobby_list::{List, Open, REFRESH_EVERY};
use crate::games::GameRefusal;
use crate::stream::{
    EndReason, KEEP_ALIVE, PlayerChanged, PlayerWatch, State, StateFollower, StateFrame, compare,
};
use lapidary_model::auth::{Identity, PlayerId};
use lapidary_model::game::GameId;
use lapidary_model::listing::{Listed, Running};
use lapidary_model::player::Occupant;
use lapidary_model::seek::{Seek, SeekId};
use lapidary_store::{blocks, sessions};

/// The lobby of a follower.
pub struct LobbyState {
    games: Arc<Following>,
    /// None without an account.
    caller: Option<(Identity, PlayerWatch)>,
    /// The players that the caller has blocked.
    blocked: HashSet<PlayerId>,
    /// The players who have blocked the caller.
    blockers: HashSet<PlayerId>,
    /// What the follower has received.
    known: Open,
}

/// What is in the lobby, each list with the newest first.
pub struct LobbyLists {
    /// The public games that wait for players.
    pub games: Vec<Arc<Listed>>,
    /// The public games that run.
    pub running: Vec<Arc<Running>>,
    /// The open seeks.
    pub seeks: Vec<Arc<Seek>>,
}

/// A change of the lobby.
pub enum LobbyChange {
    /// Everything.
    Snapshot(LobbyLists),
    /// A game is new or has changed.
    Game(Arc<Listed>),
    /// A game no longer waits for players.
    GameGone(GameId),
    /// A game runs.
    Running(Arc<Running>),
    /// A game no longer runs, or is too old for the list.
    RunningGone(GameId),
    /// A seek is new or has changed.
    Seek(Arc<Seek>),
    /// A seek is no longer open, or is too old for the list.
    SeekGone(SeekId),
}

#[boxed]
impl Following {
    /// Returns the lobby, without games of players that the caller has blocked. Seeks are left out if either
    /// player has blocked the other, because these are never paired.
    pub async fn lobby(self: Arc<Self>, caller: Option<Identity>) -> Result<LobbyLists, GameRefusal> {
        Ok(newest_first(&self.lobby_of(caller).await?.known))
    }

    /// Follows the lobby.
    pub async fn follow_lobby(
        self: Arc<Self>,
        caller: Option<Identity>,
    ) -> Result<StateFollower<LobbyState>, GameRefusal> {
        let state = self.lobby_of(caller).await?;
        let everything = LobbyChange::Snapshot(newest_first(&state.known));
        Ok(StateFollower::new(state, everything))
    }

    async fn lobby_of(self: Arc<Self>, caller: Option<Identity>) -> Result<LobbyState, GameRefusal> {
        let caller = caller.map(|caller| (caller, self.watchers.watch_player(&caller)));
        let (blocked, blockers, known) = (HashSet::new(), HashSet::new(), Open::default());
        let mut state = LobbyState { games: self, caller, blocked, blockers, known };
        state.check().await?;
        state.known = state.shown(Duration::ZERO).await?;
        Ok(state)
    }
}

fn newest_first(open: &Open) -> LobbyLists {
    fn items<Id, Item>(list: &List<Id, Item>) -> Vec<Arc<Item>> {
        list.values().rev().map(Arc::clone).collect()
    }
    LobbyLists { games: items(&open.games), running: items(&open.running), seeks: items(&open.seeks) }
}

impl State for LobbyState {
    type Change = LobbyChange;

    async fn news(&mut self) -> StateFrame<LobbyChange> {
        let alive_at = Instant::now() + KEEP_ALIVE;
        while Instant::now() < alive_at {
            let look_at = alive_at.min(Instant::now() + REFRESH_EVERY);
            let stopping = self.games.stopping.clone();
            match stopping.run_until_cancelled(timeout_at(look_at, self.changed())).await {
                None => return StateFrame::End(EndReason::Shutdown),
                // A failure of the database is ignored: the next look finds what this one has missed.
                Some(Ok(())) => {
                    if let Err(GameRefusal::SessionEnded) = Box::pin(self.check()).await {
                        return StateFrame::End(EndReason::Revoked);
                    }
                }
                Some(Err(_)) => {}
            }
            // On the heap only while it runs, because a waiting stream would keep its space.
            let changes = Box::pin(self.look()).await.unwrap_or_default();
            if !changes.is_empty() {
                return StateFrame::Changes(changes);
            }
        }
        StateFrame::KeepAlive
    }
}

impl LobbyState {
    /// Waits until the caller's session may have ended, or their list of blocked players may have changed.
    async fn changed(&mut self) {
        match &mut self.caller {
            Some((_, watch)) => match watch.changed().await {
                PlayerChanged::Sessions | PlayerChanged::Player | PlayerChanged::Games(_) => {}
            },
            None => std::future::pending().await,
        }
    }

    /// Checks that the session of the caller is open, and loads the players whom they have blocked.
    async fn check(&mut self) -> Result<(), GameRefusal> {
        let Some((caller, _)) = &self.caller else { return Ok(()) };
        let mut connection = self.games.pool.get().await?;
        if !sessions::is_open(&connection, caller).await? {
            return Err(GameRefusal::SessionEnded);
        }
        let blocked = blocks::list(&mut connection, caller.player).await?;
        self.blocked = blocked.into_iter().map(|block| block.player.player).collect();
        self.blockers = HashSet::from_iter(blocks::blockers(&mut connection, caller.player).await?);
        Ok(())
    }

    /// Returns the lobby as the caller may see it, at most `age_max` old.
    async fn shown(&self, age_max: Duration) -> Result<Open, GameRefusal> {
        let lists = self.games.lobby.lists(&self.games.read, age_max).await?;
        if self.blocked.is_empty() && self.blockers.is_empty() {
            return Ok(lists.as_ref().clone());
        }
        let is_blocked = |player: &PlayerId| self.blocked.contains(player);
        let plays = |occupants: &[Occupant]| occupants.iter().any(|occupant| is_blocked(&occupant.player));
        let is_met = |player: &PlayerId| !is_blocked(player) && !self.blockers.contains(player);
        Ok(Open {
            games: only(&lists.games, |game| !plays(&game.occupants) && !is_blocked(&game.creator)),
            running: only(&lists.running, |game| !plays(&game.occupants) && !is_blocked(&game.creator)),
            seeks: only(&lists.seeks, |seek| is_met(&seek.player.player)),
        })
    }

    /// Returns what has changed since the last frame of the caller.
    async fn look(&mut self) -> Result<Vec<LobbyChange>, GameRefusal> {
        let now = self.shown(REFRESH_EVERY).await?;
        let mut changes = Vec::new();
        let known = &self.known;
        compare(&mut changes, (&known.games, &now.games), LobbyChange::GameGone, LobbyChange::Game);
        compare(&mut changes, (&known.running, &now.running), LobbyChange::RunningGone, LobbyChange::Running);
        compare(&mut changes, (&known.seeks, &now.seeks), LobbyChange::SeekGone, LobbyChange::Seek);
        self.known = now;
        Ok(changes)
    }
}

/// Returns the part of a list that is shown.
fn only<Id: Ord + Copy, Item>(list: &List<Id, Item>, is_shown: impl Fn(&Item) -> bool) -> List<Id, Item> {
    let shown = list.iter().filter(|(_, item)| is_shown(item));
    shown.map(|(id, item)| (*id, Arc::clone(item))).collect()
}
