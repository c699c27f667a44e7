//! When rounds begin and end by themselves: their dates, and the time to play them. Both are times of the
//! database, stored before they come, so that a server that starts again finds them.

use std::time::Duration;

use chrono::{DateTime, Utc};

use super::access::lock_unless_held;
use super::act::{Act, act};
use super::plan::plan;
use super::{TournamentRefusal, Tournaments};
use lapidary_model::audit::AuditKind;
use lapidary_model::game::GameId;
use lapidary_model::log::AbortReason;
use lapidary_model::tournament::TournamentId;
use lapidary_model::tournaments::event::Event;
use lapidary_model::tournaments::round::RoundStatus;
use lapidary_model::tournaments::settings::{NextRound, Status, TournamentSettings};

/// What the audit says about a table that was not finished in time.
const OVERDUE: &str = "the time of the round is over";

impl Tournaments {
    /// Pairs the first round of a tournament whose date has come. If another server or an organizer holds it
    /// at this moment, it is left to the next look.
    pub(super) async fn begin_at_its_date(&self, id: TournamentId) -> Result<(), TournamentRefusal> {
        act!(self, async |connection, changes| {
            let Some((db, found)) = lock_unless_held(connection, id).await? else { return Ok(()) };
            let mut act = Act::new(db, found, changes).await?;
            let tournament = &act.event.tournament;
            let at = tournament.first_round_at;
            if tournament.status != Status::Running || at.is_none_or(|at| at > act.now) {
                return Ok(());
            }
            let is_paired = self.pair_by_itself(&mut act, None).await?;
            if !is_paired && act.event.tournament.status == Status::Running {
                not_begun(&mut act);
            }
            act.done(()).await
        })
    }

    /// Voids the tables of the last round that have no result, if its time is over. Rated games that have
    /// begun are played to their end, as everywhere.
    pub(super) async fn end_if_overdue(&self, act: &mut Act<'_>) -> Result<(), TournamentRefusal> {
        if !act.event.last_round().is_some_and(|round| round.is_overdue(act.now)) {
            return Ok(());
        }
        // The players come first, then the games, then their tables.
        act.lock_players().await?;
        let tables = act.event.rounds.last().into_iter().flat_map(|round| &round.tables);
        let unfinished = tables.filter(|table| table.is_unfinished());
        let ids: Vec<GameId> = unfinished.filter_map(|table| table.game).collect();
        let creator = act.event.tournament.creator.player;
        let held = self.games.lock_games_to_end(&mut act.db, ids, creator).await?;
        act.void_unfinished(None, Some(OVERDUE)).await?;
        act.save().await?;
        let ended = self.games.end_held(&mut act.db, &held, AbortReason::TableDecided).await?;
        act.changes.changed.extend(ended);
        act.tell_everybody();
        Ok(())
    }
}

/// Tells the organizers why the first round was not paired at its date: somebody has left since the start,
/// and the format has no schedule for those who remain. It is tried once: they pair, or add entries.
fn not_begun(act: &mut Act<'_>) {
    let Err(refusal) = plan(&act.event, &[]) else { return };
    act.record(act.audit(AuditKind::StartFailed).note(refusal.to_string()));
    act.changes.organizers(&act.event);
}

/// Returns when the server pairs the round after the last one, which ends now.
pub(super) fn next_pairing(event: &Event, now: DateTime<Utc>) -> DateTime<Utc> {
    let after = now + event.tournament.settings.next_round_after;
    event.next_date().map_or(after, |date| after.max(date))
}

/// Lets the server not wait any more to pair a round.
pub(super) fn end_wait(event: &mut Event) {
    event.tournament.first_round_at = None;
    event.rounds.iter_mut().for_each(|round| round.next_round_at = None);
}

/// Lets the server pair the round after the last one at this date, but not before the time for corrections is
/// over; without a date, then. Nothing changes if it does not wait for that.
pub(super) fn wait_until(event: &mut Event, date: Option<DateTime<Utc>>, after: Duration) {
    let Some(last) = event.rounds.last_mut().filter(|last| last.next_round_at.is_some()) else { return };
    let corrected = last.closed_at.map(|closed_at| closed_at + after);
    last.next_round_at = corrected.max(date);
}

/// Lets the server wait as the changed settings of a running tournament say, if it waits to pair a round. Who
/// pairs by call is not waited for.
pub(super) fn change_waits(act: &mut Act<'_>, settings: &TournamentSettings) {
    let old = &act.event.tournament.settings;
    if act.event.tournament.status != Status::Running {
        return;
    }
    if settings.next_round == NextRound::Call && old.next_round != NextRound::Call {
        return end_wait(&mut act.event);
    }
    if settings.round_dates == old.round_dates {
        return;
    }
    let date = settings.round_date(act.event.rounds.len() + 1);
    if act.event.tournament.first_round_at.is_some() {
        act.event.tournament.first_round_at = date.or(Some(act.now));
    }
    if act.event.last_round().is_some_and(|last| last.status == RoundStatus::Closed) {
        wait_until(&mut act.event, date, settings.next_round_after);
    }
}

/// Checks dates of rounds of which this many are paired: those stay, and others that differ from the old ones
/// are to come.
///
/// # Errors
/// [`TournamentRefusal::Field`].
pub(super) fn dates_to_come(
    dates: &[DateTime<Utc>],
    old: &[DateTime<Utc>],
    paired: usize,
    now: DateTime<Utc>,
) -> Result<(), TournamentRefusal> {
    let is_new = |&(place, date): &(usize, &DateTime<Utc>)| old.get(place) != Some(date);
    for (place, &date) in dates.iter().enumerate().filter(is_new) {
        let fault = match place < paired {
            true => "must stay: its round is paired",
            false if date <= now => "must be a time to come",
            false => continue,
        };
        return Err(TournamentRefusal::field(format!("/round_dates/{place}"), fault));
    }
    Ok(())
}
