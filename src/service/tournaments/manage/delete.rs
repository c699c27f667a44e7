//! Deleting a tournament that nobody else needs: a draft, or an event that was only a test.

use super::refusal::ManageRefusal;
use crate::tournaments::Tournaments;
use crate::tournaments::access::is_made_by;
use crate::tournaments::act::{LockedEvent, change};
use crate::tournaments::impartial::Harmless;
use lapidary_model::auth::Identity;
use lapidary_model::tournament::TournamentId;
use lapidary_model::tournaments::entry::Entry;
use lapidary_store::tournaments::{self, entries};
use lapidary_store::{series, sessions};

#[boxed]
impl Tournaments {
    /// Deletes a tournament with its guests, its results and its audit, as if it had never existed. Only the
    /// caller's account may have an entry in it, so it has no games and no ratings. Once it has started, no
    /// guest can claim an entry any more.
    pub async fn delete(&self, id: TournamentId, caller: &Identity) -> Result<(), ManageRefusal> {
        change!(self, async |connection, changes| -> ManageRefusal {
            let mut act = LockedEvent::organized(connection, changes, id, caller, Harmless::Deleting).await?;
            is_made_by(&mut act.db, &act.event.tournament, caller.player).await?;
            sessions::needs_fresh_login(&mut act.db, caller).await??;
            let is_other = |entry: &Entry| entry.guest.is_none() && entry.player.player != caller.player;
            let has_started = act.event.tournament.started_at.is_some();
            if act.event.entries.iter().any(is_other)
                || has_started && entries::can_be_taken(&mut act.db).await?
            {
                return Err(ManageRefusal::OthersTakePart);
            }
            if series::of_event(&mut act.db, id).await?.is_some() {
                return Err(ManageRefusal::CountsInSeries);
            }
            act.tell_everybody();
            act.changes.organizers(&act.event);
            act.changes.invited(&mut act.db, id).await?;
            Ok(tournaments::delete(act.db).await?)
        })
    }
}
