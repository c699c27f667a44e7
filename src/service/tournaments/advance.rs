//! What follows by itself: a ready check ends, a match goes on, a round closes, the next one is paired. Each
//! step is decided by the stored event under its lock, so repeating a step changes nothing.

use std::collections::BTreeSet;

use chrono::{DateTime, Utc};

use super::access::lock_unless_held;
use super::act::{Act, act};
use super::arena::is_pairing_over;
use super::board_ratings::{RATED_BEFORE, ToRate};
use super::matches::{Progress, goes_on, matches, progress};
use super::open::no_shows;
use super::pace::{end_wait, next_pairing};
use super::plan::plan;
use super::reporting::decide_reported;
use super::{TournamentRefusal, Tournaments};
use crate::audit::record_audit;
use crate::transaction::transaction;
use lapidary_contest::pairing::cost::Cost;
use lapidary_model::audit::{AuditEntry, AuditKind};
use lapidary_model::auth::PlayerId;
use lapidary_model::log::AbortReason;
use lapidary_model::tournament::TournamentId;
use lapidary_model::tournaments::event::Event;
use lapidary_model::tournaments::round::{Round, RoundStatus, Stage, TournamentTable};
use lapidary_model::tournaments::settings::{Format, NextRound, Status};
use lapidary_store::tournaments;

/// The number of tournaments of each kind that one statement finds.
const TOURNAMENTS_PER_LOOK: i64 = 100;
/// The maximum number of rounds of one tournament that one look opens and closes, if nobody plays in them.
const ROUNDS_PER_LOOK: usize = 64;

impl Tournaments {
    /// Does what follows by itself in all tournaments. Each is a transaction of its own; one that another
    /// server looks after at this moment is left to it.
    ///
    /// # Errors
    /// If the database fails; then the steps done before stay.
    pub async fn advance_all(&self) -> Result<(), TournamentRefusal> {
        let mut connection = self.pool.get().await?;
        let due = tournaments::due(&mut connection, TOURNAMENTS_PER_LOOK).await?;
        drop(connection);
        self.advance_each(due.rounds).await?;
        for id in due.to_begin {
            self.begin_at_its_date(id).await?;
        }
        for id in due.to_start {
            self.start_at_its_time(id).await?;
        }
        Ok(())
    }

    /// Advances these tournaments and those that come after them.
    async fn advance_each(&self, mut ids: Vec<TournamentId>) -> Result<(), TournamentRefusal> {
        while let Some(&last) = ids.last() {
            for id in ids {
                self.advance(id).await?;
            }
            let mut connection = self.pool.get().await?;
            ids = tournaments::due_rounds(&mut connection, last, TOURNAMENTS_PER_LOOK).await?;
        }
        Ok(())
    }

    /// Cancels the tournaments that have not started and that nobody organizes any more, so that nobody waits
    /// for their start.
    ///
    /// # Errors
    /// If the database fails; then nothing has changed.
    pub async fn cancel_orphans(&self) -> Result<(), TournamentRefusal> {
        transaction!(self.pool, async |connection| {
            for id in tournaments::cancel_orphans(connection).await? {
                record_audit(connection, &AuditEntry::new(id, AuditKind::Cancelled)).await?;
            }
            Ok::<_, TournamentRefusal>(())
        })
    }

    async fn advance(&self, id: TournamentId) -> Result<(), TournamentRefusal> {
        act!(self, async |connection, changes| {
            let Some((mut db, found)) = lock_unless_held(connection, id).await? else { return Ok(()) };
            if found.status != Status::Running {
                return Ok(());
            }
            if found.settings.format == Format::Arena && !is_pairing_over(&mut db, &found).await? {
                return self.seat_waiting(db, found, changes).await;
            }
            let mut act = Act::new(db, found, changes).await?;
            self.open_if_due(&mut act).await?;
            self.end_if_overdue(&mut act).await?;
            for _ in 0..ROUNDS_PER_LOOK {
                self.finish_round(&mut act, None).await?;
                if !is_next_due(&act) || !self.pair_by_itself(&mut act, None).await? {
                    break;
                }
            }
            act.done(()).await
        })
    }

    /// Opens the last round if its ready check has ended or everybody is ready.
    pub(super) async fn open_if_due(&self, act: &mut Act<'_>) -> Result<(), TournamentRefusal> {
        let Some(round) = act.event.last_round().filter(|round| round.status == RoundStatus::Paired) else {
            return Ok(());
        };
        let all_ready = no_shows(&act.event, round).is_empty();
        if all_ready || round.ready_until.is_none_or(|until| until <= act.now) {
            self.open_round(act).await?;
        }
        Ok(())
    }

    /// Starts the next games of matches, and closes the last round if nothing of it is left to play. `by` is
    /// the organizer who closes it; none for the server.
    pub(super) async fn finish_round(
        &self,
        act: &mut Act<'_>,
        by: Option<PlayerId>,
    ) -> Result<(), TournamentRefusal> {
        let Some(round) = act.event.last_round().filter(|round| round.status == RoundStatus::Open) else {
            return Ok(());
        };
        if round.stage == Stage::Arena && !act.event.tournament.is_pairing_over(act.now) {
            return Ok(());
        }
        let knocks_out = round.stage == Stage::KnockOut;
        decide_reported(act).await?;
        if knocks_out {
            self.go_on(act).await?;
        }
        if act.event.last_round().is_some_and(Round::is_played) {
            let by_itself = act.event.tournament.settings.next_round == NextRound::Automatic;
            close(act, by_itself.then(|| next_pairing(&act.event, act.now)), by);
            act.tell_everybody();
        }
        Ok(())
    }

    /// Closes the last round of a knock-out if it is over and nobody has noticed yet, so that whoever leaves
    /// now took part until its end.
    pub(super) async fn close_finished(&self, act: &mut Act<'_>) -> Result<(), TournamentRefusal> {
        match act.event.tournament.settings.knocks_out() && act.event.tournament.status == Status::Running {
            true => self.finish_round(act, None).await,
            false => Ok(()),
        }
    }

    /// Starts the next games of the matches of the last round, if there are any.
    async fn go_on(&self, act: &mut Act<'_>) -> Result<(), TournamentRefusal> {
        if !act.event.last_round().is_some_and(|round| goes_on(&act.event, round)) {
            return Ok(());
        }
        act.lock_players().await?;
        let Some(round) = act.event.last_round() else { return Ok(()) };
        let next = |(match_number, games): (u16, Vec<&TournamentTable>)| match progress(&act.event, &games) {
            Progress::Next(seats) => {
                let first = games.first()?;
                Some((match_number, seats, first.in_round, first.third_place))
            }
            _ => None,
        };
        let following = matches(round).into_iter().filter_map(next);
        let mut new: Vec<TournamentTable> = (act.event.next_table()..)
            .zip(following)
            .map(|(number, (match_number, seats, in_round, third_place))| {
                let new =
                    TournamentTable::waiting(number, round.number, match_number, seats, Cost::default());
                TournamentTable { in_round, third_place, ..new }
            })
            .collect();
        if !new.is_empty() {
            self.begin_tables(act, &mut new, None).await?;
            act.put(new);
            act.tell_everybody();
        }
        Ok(())
    }

    /// Pairs the next round, or ends the tournament after the last, where the server does that by itself.
    /// `by` is the organizer who does not wait for the server. Returns whether there is another round.
    pub(super) async fn pair_by_itself(
        &self,
        act: &mut Act<'_>,
        by: Option<PlayerId>,
    ) -> Result<bool, TournamentRefusal> {
        // Whatever happens now, it is tried once.
        end_wait(&mut act.event);
        match plan(&act.event, &[]) {
            Ok(planned) => {
                self.make_round(act, planned, by).await?;
                Ok(true)
            }
            Err(TournamentRefusal::NoMoreRounds | TournamentRefusal::TooFew) => {
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
            // What an organizer has ordered cannot be paired, so the organizer has to decide.
            Err(TournamentRefusal::Pairing(_)) => Ok(false),
            Err(refusal) => Err(refusal),
        }
    }
}

/// Closes the last round, and notes who takes no part any more. `next` is when the server pairs the next one;
/// none if it does not wait for that.
pub(super) fn close(act: &mut Act<'_>, next: Option<DateTime<Utc>>, by: Option<PlayerId>) {
    let Event { entries, rounds, .. } = &mut act.event;
    let Some(round) = rounds.last_mut() else { return };
    let left = entries.iter().filter(|entry| !entry.takes_part()).map(|entry| entry.id);
    // Whoever was missing when a knock-out round was opened is out.
    let missing = round.no_shows.iter().copied().filter(|_| round.stage == Stage::KnockOut);
    round.absent = Some(left.chain(missing).collect::<BTreeSet<_>>().into_iter().collect());
    round.status = RoundStatus::Closed;
    round.closed_at = Some(act.now);
    round.next_round_at = next;
    let number = round.number;
    act.record(AuditEntry { by, ..act.audit(AuditKind::RoundClosed) }.round(number));
}

/// Returns whether the server pairs the next round now: it has waited for corrections of the last one, and
/// for the date of the next one.
fn is_next_due(act: &Act<'_>) -> bool {
    let has_wait = !act.event.tournament.settings.next_round_after.is_zero();
    let has_date = act.event.next_date().is_some_and(|date| date > act.now);
    let at = act.event.last_round().and_then(|round| round.next_round_at);
    at.is_some_and(|at| !has_wait && !has_date || at <= act.now)
}
