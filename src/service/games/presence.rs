//! Who of the seats is connected, on all servers.
//!
//! What a server knows of its own connections is in memory. A round every few seconds tells the others, and asks them for the
//! games that are followed here.

use std::collections::HashSet;
use std::time::Duration;

use diesel_async::AsyncPgConnection;

use super::{GameRefusal, Games};
use crate::auth::Identity;
use crate::engine::seat::Seat;
use crate::model::game::{GameId, Status};
use crate::store::games::GameRecord;
use crate::store::presence;
use crate::stream::{Attendance, Attending};

/// How long other servers believe that this one runs, after it has said so.
const LIFE: Duration = Duration::from_secs(15);

impl Games {
    /// Counts the caller as connected to a game in which they have a seat, as long as the result lives.
    pub(super) fn attend(&self, record: &GameRecord, caller: Option<&Identity>) -> Option<Attendance> {
        let caller = caller.filter(|caller| record.seat_of(caller.player).is_some())?;
        Some(self.attend_seated(record.id, caller))
    }

    /// Does the same for a caller who is known to have a seat.
    pub(super) fn attend_seated(&self, game: GameId, caller: &Identity) -> Attendance {
        let (attendance, comes) = self.presence.attend(game, caller.player);
        if comes {
            self.watchers.nudge(game);
        }
        attendance
    }

    /// Returns the seats of a game whose players are connected; none if the game is not played.
    pub(super) fn present(&self, record: &GameRecord) -> Vec<Seat> {
        if record.status != Status::Active {
            return Vec::new();
        }
        let seats = (0..).map_while(Seat::new).zip(&record.occupants);
        let here = seats.filter(|(_, occupant)| self.presence.is_here(record.id, occupant.player));
        here.map(|(seat, _)| seat).collect()
    }

    /// Waits until a player has come to a game on this server.
    pub async fn somebody_came(&self) {
        self.presence.changed().await;
    }

    /// Tells the other servers who is connected to this one, and learns from them who is connected to the games that are
    /// followed here. `told` is what they know; it is updated.
    ///
    /// # Errors
    /// If the database fails. The next round tells the rest.
    pub async fn share_presence(&self, told: &mut HashSet<Attending>) -> Result<(), GameRefusal> {
        let (here, left) = self.presence.here();
        left.into_iter().for_each(|game| self.watchers.nudge(game));
        let followed = self.watchers.followed();
        if here.is_empty() && told.is_empty() && followed.is_empty() {
            return Ok(());
        }
        let mut connection = self.pool.get().await?;
        if !presence::keep_alive(&mut connection, self.node, LIFE).await? {
            told.clear();
        }
        // A server alone has nobody to tell.
        if presence::has_others(&mut connection, self.node).await? {
            self.tell(&mut connection, &here, told).await?;
        }
        let elsewhere = presence::elsewhere(&mut connection, self.node, &followed).await?;
        drop(connection);
        self.presence.set_elsewhere(elsewhere).into_iter().for_each(|game| self.watchers.nudge(game));
        Ok(())
    }

    async fn tell(
        &self,
        connection: &mut AsyncPgConnection,
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

    /// Tells the other servers that nobody is connected to this one any more.
    ///
    /// # Errors
    /// If the database fails. They learn it some seconds later.
    pub async fn leave_presence(&self) -> Result<(), GameRefusal> {
        Ok(presence::stop(&mut *self.pool.get().await?, self.node).await?)
    }
}
