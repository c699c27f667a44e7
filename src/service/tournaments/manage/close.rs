//! Closing a tournament, or cancelling it.

use super::refusal::ManageRefusal;
use crate::access::Client;
use crate::tournaments::access::is_made_by;
use crate::tournaments::act::{LockedEvent, organize};
use crate::tournaments::impartial::{Harmless, plays};
use crate::tournaments::play::board_ratings::{RATED_BEFORE, ToRate};
use crate::tournaments::read::look::TournamentView;
use crate::tournaments::rounds::finish::close;
use crate::tournaments::rounds::pace::end_wait;
use crate::tournaments::rounds::plans::with_plan;
use crate::tournaments::rounds::refusal::RoundRefusal;
use crate::tournaments::{TournamentRefusal, Tournaments};
use lapidary_contest::event::entry::EntryId;
use lapidary_model::audit::AuditKind;
use lapidary_model::auth::Identity;
use lapidary_model::log::AbortReason;
use lapidary_model::tournament::TournamentId;
use lapidary_model::tournaments::event::Event;
use lapidary_model::tournaments::round::RoundStatus;
use lapidary_model::tournaments::settings::{Play, Status};
use lapidary_store::sessions;

#[boxed]
impl Tournaments {
    /// Ends a tournament: its standings are final, and its seed is revealed. Before the start, or with
    /// `cancel`, it is cancelled. Then unfinished tables are voided and their games aborted, except rated
    /// ones that have begun. Repeating it changes nothing.
    pub async fn close(
        &self,
        id: TournamentId,
        caller: &Identity,
        client: &Client,
        cancel: bool,
    ) -> Result<TournamentView, ManageRefusal> {
        let turn = self.pairings.turn(caller, client).await.map_err(RoundRefusal::from)?;
        with_plan!(plans = turn => organize!(self, id, caller, may Harmless::Ending, async |act| -> ManageRefusal {
            let (status, kind) = match act.event.tournament.status {
                Status::Finished if !cancel => return Ok(()),
                Status::Cancelled => return Ok(()),
                over @ Status::Finished => return Err(TournamentRefusal::State(over).into()),
                Status::Draft | Status::Registration => (Status::Cancelled, AuditKind::Cancelled),
                Status::Running if cancel => (Status::Cancelled, AuditKind::Cancelled),
                Status::Running => (Status::Finished, AuditKind::Finished),
            };
            if act.event.tournament.status == Status::Running && cancel {
                may_cancel(&mut act, caller).await?;
            }
            // The players come first, because a match may go on; then the games, then their tables. Everybody
            // locks them in this order.
            act.lock_players().await?;
            let held = self.lock_undecided_games(&mut act).await?;
            if status == Status::Finished {
                self.finish_round(&mut act, None).await?;
            }
            if act.event.last_round().is_some_and(|round| round.status != RoundStatus::Closed) {
                if status == Status::Finished {
                    return Err(RoundRefusal::RoundUnfinished.into());
                }
                // Its unfinished tables do not count, so that standings stay as they are.
                act.void_unfinished(Some(caller.player), None).await?;
                close(&mut act, None, None);
            }
            // Otherwise a leading organizer could end a rated tournament before its last round.
            if status == Status::Finished {
                match plans.next_round(&act.event, &[]) {
                    Err(RoundRefusal::NoMoreRounds | RoundRefusal::TooFew) => {}
                    Err(refusal @ RoundRefusal::NotPlanned) => return Err(refusal.into()),
                    _ => act.does_not_play(caller.player).await?,
                }
            }
            end_wait(&mut act.event);
            act.end(status);
            act.record(act.audit(kind).by(caller.player));
            let reason = match status {
                Status::Cancelled => "the tournament was cancelled",
                _ => RATED_BEFORE,
            };
            let limits = self.settings.rating_limits;
            act.rate_results(ToRate { table: None, by: Some(caller.player), reason, limits }).await?;
            act.save().await?;
            let ended = self.games.end_held(&mut act.db, &held, AbortReason::TournamentOver).await?;
            act.changes.changed.extend(ended);
            act.tell_everybody();
            Ok(())
        }))?;
        Ok(self.look(id, Some(caller)).await?)
    }
}

/// Refuses to cancel a running tournament without a fresh login, and to an organizer who plays: cancelling
/// ends games without a result, even lost ones. If the creator plays, other organizers may do it. Organizers
/// cannot cancel results over the board that are rated at the end.
async fn may_cancel(act: &mut LockedEvent<'_>, caller: &Identity) -> Result<(), ManageRefusal> {
    sessions::needs_fresh_login(&mut act.db, caller).await??;
    let tables = act.event.rounds.iter().flat_map(|round| &round.tables);
    let (unfinished, over): (Vec<_>, Vec<_>) = tables.partition(|table| table.is_unfinished());
    let seated: Vec<EntryId> = unfinished.iter().flat_map(|table| &table.seats).copied().collect();
    let has_results = over.iter().any(|table| table.played().is_some())
        || unfinished.iter().any(|table| !table.reports.is_empty());
    act.judges_no_organizer(caller.player, &seated).await?;
    act.does_not_play(caller.player).await?;
    let Event { tournament, .. } = &act.event;
    let rates_at_end = tournament.settings.rated && tournament.settings.play == Play::OverTheBoard;
    if rates_at_end && has_results && act.event.is_organizer(caller.player) {
        return Err(ManageRefusal::HasResults);
    }
    let creator = tournament.creator.player;
    if creator != caller.player && !plays(&mut act.db, tournament, creator).await? {
        is_made_by(&mut act.db, tournament, caller.player).await?;
    }
    Ok(())
}
