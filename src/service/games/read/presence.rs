//! The connected seats, on all servers.
//!
//! A server has its own connections in memory. Every few seconds it tells the others about them, and loads
//! theirs: so a list of games needs no query for it.
//!
//! A row counts as long as the row of its server, so the rows of a dead server need no cleanup. Spectators
//! are counted in the same way, under a random id that no player has.

use std::collections::HashSet;
use std::time::Duration;

use super::reading::Reading;
use crate::games::GameRefusal;
use crate::stream::{Attendance, Attending};
use lapidary_engine::seat::Seat;
use lapidary_model::auth::{Identity, PlayerId};
use lapidary_model::game::{GameId, Status};
use lapidary_model::listing::Listed;
use lapidary_model::player::Occupant;
use lapidary_store::Postgres;
use lapidary_store::games::GameRecord;
use lapidary_store::presence;

/// How long other servers believe that this one runs, after its last message.
const LIFE: Duration = Duration::from_secs(15);

#[boxed]
impl Reading {
    /// Counts the caller as connected to a game in which they have a seat, as long as the result lives.
    pub(in crate::games) fn attend(
        &self,
        record: &GameRecord,
        caller: Option<&Identity>,
    ) -> Option<Attendance> {
        let caller = caller.filter(|caller| record.seat_of(caller.player).is_some())?;
        Some(self.attend_seated(record.id, caller))
    }

    /// Does the same for a caller with a known seat.
    pub(in crate::games) fn attend_seated(&self, game: GameId, caller: &Identity) -> Attendance {
        let (attendance, comes) = self.presence.attend(game, caller.player);
        if comes {
            self.watchers.hear_presence(&[game]);
        }
        attendance
    }

    /// Returns the players who are connected to a game or to their own feed, on any server.
    pub fn connected_players(&self) -> HashSet<PlayerId> {
        self.presence.players()
    }

    /// Whether this player is connected to a game or to their own feed at this moment, on any server.
    pub fn is_connected(&self, player: PlayerId) -> bool {
        self.presence.is_connected(player)
    }

    /// Returns the seats of a game whose players are connected; before the start, their places in the order
    /// of joining. None if the game is over or frozen.
    pub(in crate::games) fn present(&self, record: &GameRecord) -> Vec<Seat> {
        self.connected(record.id, record.status, &record.occupants)
    }

    /// Adds the connected seats to listed games, unless this viewer sees a game with a delay: then the game
    /// itself does not show them either.
    pub(in crate::games) fn add_presence<'a>(
        &self,
        viewer: Option<PlayerId>,
        listed: impl IntoIterator<Item = &'a mut Listed>,
    ) {
        for game in listed {
            if !game.is_late_for(viewer) {
                game.present = self.connected(game.id, game.status, &game.occupants);
                game.watchers = self.watchers_of(game.id, game.status);
            }
        }
    }

    /// Counts a spectator of a game, as long as the result lives.
    pub(in crate::games) fn watch(&self, game: GameId) -> Attendance {
        self.presence.watch(game)
    }

    /// Returns the number of spectators; 0 if the game is over or frozen.
    pub(in crate::games) fn watchers_of(&self, game: GameId, status: Status) -> usize {
        match status {
            Status::Waiting | Status::Active => self.presence.watching(game),
            Status::Finished | Status::Aborted | Status::Frozen => 0,
        }
    }

    fn connected(&self, game: GameId, status: Status, occupants: &[Occupant]) -> Vec<Seat> {
        if !matches!(status, Status::Waiting | Status::Active) {
            return Vec::new();
        }
        let players = self.presence.connected(game);
        let seats = (0..).map_while(Seat::new).zip(occupants);
        seats.filter(|(_, occupant)| players.contains(&occupant.player)).map(|(seat, _)| seat).collect()
    }

    /// Waits until a player has come to a game on this server.
    pub async fn somebody_came(&self) {
        self.presence.changed().await;
    }

    /// Tells the other servers who is connected to this one, and learns from them who is connected to them.
    /// Updates `told`, which is what they know. If this fails, the next round tells the rest.
    pub async fn share_presence(&self, told: &mut HashSet<Attending>) -> Result<(), GameRefusal> {
        let (here, left) = self.presence.here();
        self.watchers.hear_presence(&Vec::from_iter(left));
        let mut connection = self.pool.get().await?;
        if !presence::keep_alive(&mut connection, self.node, LIFE).await? {
            told.clear();
        }
        let elsewhere = presence::elsewhere(&mut connection, self.node).await?;
        // Without other servers there is nobody to tell.
        if elsewhere.is_some() {
            self.tell(&mut connection, &here, told).await?;
        }
        drop(connection);
        let changed = self.presence.set_elsewhere(elsewhere.unwrap_or_default());
        self.watchers.hear_presence(&Vec::from_iter(changed));
        Ok(())
    }

    async fn tell(
        &self,
        connection: &mut Postgres,
        here: &HashSet<Attending>,
        told: &mut HashSet<Attending>,
    ) -> Result<(), GameRefusal> {
        let come: Vec<Attending> = here.difference(told).copied().collect();
        presence::come(connection, self.node, &come).await?;
        told.extend(come);
        let gone: Vec<Attending> = told.difference(here).copied().collect();
        presence::go(connection, self.node, &gone).await?;
        gone.iter().for_each(|attending| {
            told.remove(attending);
        });
        Ok(())
    }

    /// Tells the other servers that this one has no connections any more. If this fails, they learn it some
    /// seconds later.
    pub async fn leave_presence(&self) -> Result<(), GameRefusal> {
        Ok(presence::stop(&mut *self.pool.get().await?, self.node).await?)
    }
}
