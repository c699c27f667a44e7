//! Automatic pairing: the server pairs the next round, or ends the tournament after the last.

use super::pace::end_wait;
use super::plans::Plans;
use super::refusal::RoundRefusal;
use crate::tournaments::act::LockedEvent;
use crate::tournaments::play::board_ratings::{RATED_BEFORE, ToRate};
use crate::tournaments::{TournamentRefusal, Tournaments};
use lapidary_model::audit::{AuditEntry, AuditKind};
use lapidary_model::auth::PlayerId;
use lapidary_model::log::AbortReason;
use lapidary_model::tournaments::settings::Status;

impl Tournaments {
    /// Pairs the next round, or ends the tournament after the last, if the server does so automatically. `by`
    /// is the organizer who does not wait for the server. Returns whether there is another round.
    pub(in crate::tournaments) async fn pair_by_itself(
        &self,
        act: &mut LockedEvent<'_>,
        plans: &Plans,
        by: Option<PlayerId>,
    ) -> Result<bool, RoundRefusal> {
        // Whatever happens now, it is tried once.
        end_wait(&mut act.event);
        match plans.next_round(&act.event, &[]) {
            Ok(planned) => {
                self.make_round(act, planned, by).await?;
                Ok(true)
            }
            Err(RoundRefusal::NoMoreRounds | RoundRefusal::TooFew) => {
                let held = self.lock_undecided_games(act).await?;
                act.end(Status::Finished);
                act.record(AuditEntry { by, ..act.audit(AuditKind::Finished) });
                let (reason, limits) = (RATED_BEFORE, self.settings.rating_limits);
                act.rate_results(ToRate { table: None, by, reason, limits }).await?;
                act.save().await?;
                let ended = self.games.end_held(&mut act.db, &held, AbortReason::TournamentOver).await?;
                act.changes.changed.extend(ended);
                act.tell_everybody();
                Ok(false)
            }
            // The organizer's orders cannot be paired, or entries have left since the start and the format
            // has no schedule for the rest: organizers pair by request, or add entries.
            Err(RoundRefusal::Tournament(refusal @ TournamentRefusal::Pairing(_))) => {
                if act.event.rounds.is_empty() {
                    act.record(act.audit(AuditKind::StartFailed).note(refusal.to_string()));
                    act.changes.organizers(&act.event);
                }
                Ok(false)
            }
            Err(refusal) => Err(refusal),
        }
    }
}
