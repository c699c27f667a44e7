//! Who of the seats is connected, on all servers.
//!
//! What a server knows of its own connections is in memory. A round every few seconds tells the others, and
//! asks them for theirs: so a list of games needs no query for it.
//!
//! A row counts as long as the row of its server, so a server that died needs no clearing up. Who follows a
//! game without a seat is counted in the same way, under a random id that no player has.

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

/// How long other servers believe that this one runs, after it has said so.
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

    /// Does the same for a caller who is known to have a seat.
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

    /// Adds to games of a list which seats are connected, unless this viewer sees a game later than its
    /// seats: then they do not learn it from the game itself either.
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

    /// Counts somebody without a seat who follows a game, as long as the result lives.
    pub(in crate::games) fn watch(&self, game: GameId) -> Attendance {
        self.presence.watch(game)
    }

    /// Returns how many follow a game without a seat; 0 if the game is over or frozen.
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
    /// `told` is what they know; it is updated. If this fails, the next round tells the rest.
    pub async fn share_presence(&self, told: &mut HashSet<Attending>) -> Result<(), GameRefusal> {
        let (here, left) = self.presence.here();
        self.watchers.hear_presence(&Vec::from_iter(left));
        let mut connection = self.pool.get().await?;
        if !presence::keep_alive(&mut connection, self.node, LIFE).await? {
            told.clear();
        }
        let elsewhere = presence::elsewhere(&mut connection, self.node).await?;
        // A server alone has nobody to tell.
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

    /// Tells the other servers that nobody is connected to this one any more. If this fails, they learn it
    /// some seconds later.
    pub async fn leave_presence(&self) -> Result<(), GameRefusal> {
        Ok(presence::stop(&mut *self.pool.get().await?, self.node).await?)
    }
}
