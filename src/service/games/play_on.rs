//! A turn in a game that this server remembers: one statement, which holds only if what was remembered is true.
//!
//! It only ever accepts. Whatever it cannot accept takes the long way through `turn::Turn`, which looks into the
//! database and refuses in the order that the contract tells.

use super::turn::{Played, judge};
use super::verify;
use super::{GameRefusal, Games};
use crate::auth::Identity;
use crate::engine::game::Proposal;
use crate::engine::ruleset::Ruleset;
use crate::model::game::{GameId, Version};
use crate::store::Failure;
use crate::store::games::Premise;

impl Games {
    /// Plays decisions made for a version, or says that they have to take the long way; `read` makes them of what was posted.
    ///
    /// The statement that stores them holds the premise: the position is the one they were judged by, the caller's session is
    /// open, and the players still have the names that the answer shows.
    ///
    /// # Errors
    ///
    /// When the database gives no answer and nothing was tried.
    pub(super) async fn play_on(
        &self,
        id: GameId,
        version: Version,
        caller: &Identity,
        read: impl FnOnce(Ruleset) -> Option<Vec<Proposal>>,
    ) -> Result<Option<Played>, GameRefusal> {
        let Some(record) = self.recent.recall(id, version) else { return Ok(None) };
        let (Some(seat), Some(game)) = (record.seat_of(caller.player), &record.game) else { return Ok(None) };
        let Some(proposals) = read(record.terms.ruleset) else { return Ok(None) };
        let Ok(step) = judge(game, seat, &proposals) else { return Ok(None) };
        if verify::is_due(&record, step.game.outcome().as_ref()) {
            return Ok(None);
        }
        let premise = Premise { position: game, caller, occupants: &record.occupants };
        match self.commit(&record, seat, step, Some(premise)).await {
            Ok(Some((played, after))) => {
                self.recent.remember(after);
                Ok(Some(played))
            }
            // Whether it was stored when the database went away, the long way finds in the log.
            Ok(None) | Err(GameRefusal::Storage(Failure::Contended(_) | Failure::Away(_))) => Ok(None),
            Err(refusal) => Err(refusal),
        }
    }
}
