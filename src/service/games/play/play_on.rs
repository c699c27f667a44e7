//! A turn in a game that this server remembers. It needs one statement, which succeeds only if the memory is
//! correct.
//!
//! This module only accepts turns. A turn that it cannot accept goes through `turn::AuthorizedTurn`, which
//! loads the game and refuses in the order that the contract defines.

use super::commit::Played;
use super::playing::Playing;
use super::step::Step;
use super::verify;
use crate::games::GameRefusal;
use lapidary_engine::game::Proposal;
use lapidary_engine::ruleset::Ruleset;
use lapidary_model::auth::Identity;
use lapidary_model::game::{GameId, Version};
use lapidary_store::Failure;
use lapidary_store::games::{Judged, Premise};

impl Playing {
    /// Plays decisions made for a version, or returns `None` if the game must be loaded first. `read` parses
    /// the posted decisions.
    ///
    /// The statement that stores them checks the premise: the stored game is the remembered one, the caller's
    /// session is open, and no player of the game was erased.
    pub(super) async fn play_on(
        &self,
        id: GameId,
        version: Version,
        caller: &Identity,
        read: impl FnOnce(Ruleset) -> Option<Vec<Proposal>>,
    ) -> Result<Option<Played>, GameRefusal> {
        let Some(left) = self.recent.recall(id, version) else { return Ok(None) };
        let record = &left.record;
        let (Some(seat), Some(game)) = (record.seat_of(caller.player), &record.game) else { return Ok(None) };
        let Some(proposals) = read(record.terms.ruleset) else { return Ok(None) };
        let Ok(step) = Step::judge(game, seat, &proposals) else { return Ok(None) };
        if verify::is_due(record, step.game.outcome().as_ref()) {
            return Ok(None);
        }
        let judged = left.stamp.map_or(Judged::At(game), Judged::Stamped);
        let premise = Premise::of(caller, &record.occupants).judged(judged);
        match self.commit(record, seat, step, Some(premise)).await {
            Ok(Some((played, after))) => {
                self.recent.remember(after);
                Ok(Some(played))
            }
            // If the connection was lost, only the log shows whether the turn is stored. The longer path
            // reads the log.
            Ok(None) | Err(GameRefusal::Storage(Failure::Contended(_) | Failure::Away(_))) => Ok(None),
            Err(refusal) => Err(refusal),
        }
    }
}
