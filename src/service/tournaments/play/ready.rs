//! The ready check of a round.

use super::begin::seated;
use crate::tournaments::access::{lock_visible, running};
use crate::tournaments::act::{LockedEvent, Reads, change};
use crate::tournaments::{TournamentRefusal, Tournaments};
use lapidary_model::auth::Identity;
use lapidary_model::tournament::TournamentId;
use lapidary_model::tournaments::round::RoundStatus;
use lapidary_store::tournaments::entries;

#[boxed]
impl Tournaments {
    /// Records that the caller is ready for the paired round. When everybody is ready, its games start.
    /// Repeating it changes nothing.
    pub async fn ready(&self, id: TournamentId, caller: &Identity) -> Result<(), TournamentRefusal> {
        change!(self, async |connection, changes| -> TournamentRefusal {
            let (mut db, tournament) = lock_visible(connection, id, caller).await?;
            running(&tournament)?;
            if !entries::has(&mut db, id, caller.player).await? {
                return Err(TournamentRefusal::NotEntered);
            }
            let mut act = LockedEvent::new(db, tournament, Reads::Whole, changes).await?;
            let own = act.event.entry_of(caller.player).ok_or(TournamentRefusal::NotEntered)?.id;
            let round = act.event.rounds.last_mut().ok_or(TournamentRefusal::NoSeat)?;
            if round.no_shows.contains(&own) {
                return Err(TournamentRefusal::MissedReady);
            }
            if !seated(round).contains(&own) {
                return Err(TournamentRefusal::NoSeat);
            }
            if round.status != RoundStatus::Paired || round.ready.contains(&own) {
                return Ok(());
            }
            round.ready.push(own);
            act.changes.players.insert(caller.player);
            self.open_if_due(&mut act).await?;
            act.done(()).await
        })
    }
}
