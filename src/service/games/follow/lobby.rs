//! Following the lobby: the public games that wait for players. The first frame has all of them, and every
//! further one what has changed since the frame before.
//!
//! All followers on a server share one list. It is loaded anew at most once in [`REFRESH_EVERY`], however
//! many they are, and not at all while nobody follows the lobby.

use std::collections::HashSet;
use std::sync::Arc;

use tokio::time::{Instant, timeout_at};

use super::follower::{EndReason, KEEP_ALIVE};
use super::following::Following;
use super::lobby_list::{Open, REFRESH_EVERY};
use crate::games::GameRefusal;
use crate::stream::{PlayerChanged, PlayerWatch};
use lapidary_model::auth::{Identity, PlayerId};
use lapidary_model::game::GameId;
use lapidary_model::listing::Listed;
use lapidary_store::{blocks, sessions};

/// Somebody who is told which games wait for players.
pub struct LobbyFollower {
    games: Arc<Following>,
    /// None for somebody without an account.
    caller: Option<(Identity, PlayerWatch)>,
    /// The players that the caller has blocked.
    blocked: HashSet<PlayerId>,
    /// What the follower was told.
    known: Open,
    next: Next,
}

enum Next {
    Snapshot,
    News,
    Nothing,
}

/// A part of what a follower of the lobby is told.
pub enum LobbyFrame {
    /// The games that wait for players.
    Snapshot(Vec<Arc<Listed>>),
    /// What has changed.
    Changes(Vec<LobbyChange>),
    /// Nothing has happened for a while.
    KeepAlive,
    /// The last frame.
    End(EndReason),
}

/// A change of the lobby.
pub enum LobbyChange {
    /// A game is new or has changed.
    Game(Arc<Listed>),
    /// A game no longer waits for players.
    GameGone(GameId),
}

impl Following {
    /// Returns the public games that wait for players, the newest first, without those of players that the
    /// caller has blocked.
    ///
    /// # Errors
    /// [`GameRefusal::SessionEnded`]; if the database fails.
    pub async fn lobby(self: Arc<Self>, caller: Option<Identity>) -> Result<Vec<Arc<Listed>>, GameRefusal> {
        Ok(newest_first(&self.follow_lobby(caller).await?.known))
    }

    /// Follows the public games that wait for players.
    ///
    /// # Errors
    /// As [`lobby`](Self::lobby).
    pub async fn follow_lobby(
        self: Arc<Self>,
        caller: Option<Identity>,
    ) -> Result<LobbyFollower, GameRefusal> {
        let caller = caller.map(|caller| (caller, self.watchers.watch_player(&caller)));
        let (blocked, known) = (HashSet::new(), Open::new());
        let mut follower = LobbyFollower { games: self, caller, blocked, known, next: Next::Snapshot };
        follower.check().await?;
        follower.known = follower.shown().await?;
        Ok(follower)
    }
}

fn newest_first(open: &Open) -> Vec<Arc<Listed>> {
    open.values().rev().map(Arc::clone).collect()
}

impl LobbyFollower {
    /// Waits for the next frame; none after the last.
    pub async fn next(&mut self) -> Option<LobbyFrame> {
        match self.next {
            Next::Snapshot => {
                self.next = Next::News;
                Some(LobbyFrame::Snapshot(newest_first(&self.known)))
            }
            Next::News => Some(self.news().await),
            Next::Nothing => None,
        }
    }

    fn end(&mut self, reason: EndReason) -> LobbyFrame {
        self.next = Next::Nothing;
        LobbyFrame::End(reason)
    }

    async fn news(&mut self) -> LobbyFrame {
        let alive_at = Instant::now() + KEEP_ALIVE;
        while Instant::now() < alive_at {
            let look_at = alive_at.min(Instant::now() + REFRESH_EVERY);
            let stopping = self.games.stopping.clone();
            match stopping.run_until_cancelled(timeout_at(look_at, self.changed())).await {
                None => return self.end(EndReason::Shutdown),
                // A failure of the database is passed over: the next look finds what this one has missed.
                Some(Ok(())) => {
                    if let Err(GameRefusal::SessionEnded) = Box::pin(self.check()).await {
                        return self.end(EndReason::Revoked);
                    }
                }
                Some(Err(_)) => {}
            }
            // On the heap only while it runs: a stream that waits would keep its space otherwise.
            let changes = Box::pin(self.look()).await.unwrap_or_default();
            if !changes.is_empty() {
                return LobbyFrame::Changes(changes);
            }
        }
        LobbyFrame::KeepAlive
    }

    /// Waits until the session of the caller may have ended, or their list of blocked players may have
    /// changed.
    async fn changed(&mut self) {
        match &mut self.caller {
            Some((_, watch)) => match watch.changed().await {
                PlayerChanged::Sessions | PlayerChanged::Player | PlayerChanged::Games(_) => {}
            },
            None => std::future::pending().await,
        }
    }

    /// Checks whether the session of the caller is open, and loads whom they have blocked.
    async fn check(&mut self) -> Result<(), GameRefusal> {
        let Some((caller, _)) = &self.caller else { return Ok(()) };
        let mut connection = self.games.pool.get().await?;
        if !sessions::is_open(&mut connection, caller).await? {
            return Err(GameRefusal::SessionEnded);
        }
        let blocked = blocks::list(&mut connection, caller.player).await?;
        self.blocked = blocked.into_iter().map(|block| block.player.player).collect();
        Ok(())
    }

    /// Returns the lobby as the caller may see it: without the games of players that they have blocked.
    async fn shown(&self) -> Result<Open, GameRefusal> {
        let list = self.games.lobby.list(&self.games.read).await?;
        let is_shown = |game: &Listed| {
            let mut players = game.occupants.iter().map(|occupant| occupant.player).chain([game.creator]);
            !players.any(|player| self.blocked.contains(&player))
        };
        let shown = list.iter().filter(|(_, game)| is_shown(game));
        Ok(shown.map(|(id, game)| (*id, Arc::clone(game))).collect())
    }

    /// Returns what has changed since the caller was told.
    async fn look(&mut self) -> Result<Vec<LobbyChange>, GameRefusal> {
        let now = self.shown().await?;
        let gone = self.known.keys().filter(|id| !now.contains_key(id)).map(|id| LobbyChange::GameGone(*id));
        let new = now.iter().filter(|(id, game)| self.known.get(id) != Some(game));
        let changes = gone.chain(new.map(|(_, game)| LobbyChange::Game(Arc::clone(game)))).collect();
        self.known = now;
        Ok(changes)
    }
}
