//! Automatic steps: a ready check ends, a match goes on, a round closes, the next one is paired. The stored
//! event decides each step under its lock, so repeating a step changes nothing.

use super::arena::is_pairing_over;
use super::plans::{Plans, with_plan};
use super::refusal::RoundRefusal;
use crate::audit::record_audit;
use crate::tournaments::Tournaments;
use crate::tournaments::access::lock_unless_held;
use crate::tournaments::act::{LockedEvent, Reads, change};
use crate::transaction::transaction;
use lapidary_model::audit::{AuditEntry, AuditKind};
use lapidary_model::game::GameId;
use lapidary_model::log::AbortReason;
use lapidary_model::tournament::TournamentId;
use lapidary_model::tournaments::round::Round;
use lapidary_model::tournaments::settings::{Format, Status};
use lapidary_store::tournaments;

/// The number of tournaments of each kind that one statement finds.
const TOURNAMENTS_PER_LOOK: i64 = 100;
/// The maximum number of rounds of one tournament that one look opens and closes, if nobody plays in them.
const ROUNDS_PER_LOOK: usize = 64;

/// The note of the audit about a table that was not finished in time.
const OVERDUE: &str = "the time of the round is over";

#[boxed]
impl Tournaments {
    /// Does the automatic steps of all tournaments, each in its own transaction. Skips a tournament that
    /// another server handles at this moment. If a step fails, the steps done before stay.
    pub async fn advance_all(&self) -> Result<(), RoundRefusal> {
        let mut connection = self.pool.get().await?;
        let due = tournaments::due(&mut connection, TOURNAMENTS_PER_LOOK).await?;
        drop(connection);
        self.advance_each(due.rounds).await?;
        for id in due.to_begin {
            unless_it_changes(self.begin_at_its_date(id).await)?;
        }
        for id in due.to_start {
            unless_it_changes(self.start_at_its_time(id).await)?;
        }
        Ok(())
    }

    /// Advances these tournaments and those that come after them.
    async fn advance_each(&self, mut ids: Vec<TournamentId>) -> Result<(), RoundRefusal> {
        while let Some(&last) = ids.last() {
            for id in ids {
                unless_it_changes(self.advance(id).await)?;
            }
            let mut connection = self.pool.get().await?;
            ids = tournaments::due_rounds(&mut connection, last, TOURNAMENTS_PER_LOOK).await?;
        }
        Ok(())
    }

    /// Cancels tournaments that have not started and have no organizer any more, so that nobody waits for
    /// their start.
    pub async fn cancel_orphans(&self) -> Result<(), RoundRefusal> {
        transaction!(self.pool, async |connection| {
            for id in tournaments::cancel_orphans(connection).await? {
                record_audit(connection, &AuditEntry::new(id, AuditKind::Cancelled)).await?;
            }
            Ok::<_, RoundRefusal>(())
        })
    }

    async fn advance(&self, id: TournamentId) -> Result<(), RoundRefusal> {
        for _ in 0..ROUNDS_PER_LOOK {
            if !self.advance_once(id).await? {
                break;
            }
        }
        Ok(())
    }

    /// Does the next steps, at most until a round is paired. Returns whether nobody plays in that round.
    async fn advance_once(&self, id: TournamentId) -> Result<bool, RoundRefusal> {
        with_plan!(plans = Plans::default() => change!(self, async |connection, changes| -> RoundRefusal {
            let Some((mut db, found)) = lock_unless_held(connection, id).await? else { return Ok(false) };
            if found.status != Status::Running {
                return Ok(false);
            }
            if found.settings.format == Format::Arena && !is_pairing_over(&mut db, &found).await? {
                return self.seat_waiting(db, found, &plans, changes).await.map(|()| false);
            }
            let mut act = LockedEvent::new(db, found, Reads::Whole, changes).await?;
            self.open_if_due(&mut act).await?;
            self.end_if_overdue(&mut act).await?;
            self.finish_round(&mut act, None).await?;
            let is_paired = is_next_due(&act) && self.pair_by_itself(&mut act, &plans, None).await?;
            let is_over = is_paired && act.event.last_round().is_some_and(Round::is_played);
            act.done(is_over).await
        }))
    }

    /// Pairs the first round of a tournament whose date has come. If another server or an organizer holds it
    /// at this moment, the next look does it.
    pub(in crate::tournaments) async fn begin_at_its_date(
        &self,
        id: TournamentId,
    ) -> Result<(), RoundRefusal> {
        with_plan!(plans = Plans::default() => change!(self, async |connection, changes| -> RoundRefusal {
            let Some((db, found)) = lock_unless_held(connection, id).await? else { return Ok(()) };
            let mut act = LockedEvent::new(db, found, Reads::Whole, changes).await?;
            let tournament = &act.event.tournament;
            let at = tournament.first_round_at;
            if tournament.status != Status::Running || at.is_none_or(|at| at > act.now) {
                return Ok(());
            }
            self.pair_by_itself(&mut act, &plans, None).await?;
            act.done(()).await
        }))
    }

    /// Voids the unfinished tables of the last round, if its time is over. Rated games that have begun are
    /// played to their end, as everywhere.
    pub(in crate::tournaments) async fn end_if_overdue(
        &self,
        act: &mut LockedEvent<'_>,
    ) -> Result<(), RoundRefusal> {
        let is_rated = act.event.tournament.settings.rated;
        if !act.event.last_round().is_some_and(|round| round.is_overdue(act.now, is_rated)) {
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

/// Leaves a constantly changing tournament to the next look.
fn unless_it_changes(done: Result<(), RoundRefusal>) -> Result<(), RoundRefusal> {
    match done {
        Err(RoundRefusal::NotPlanned) => Ok(()),
        other => other,
    }
}

/// Returns whether the server pairs the next round now: the time for corrections of the last round is over,
/// and the date of the next one has come.
fn is_next_due(act: &LockedEvent<'_>) -> bool {
    let has_wait = !act.event.tournament.settings.next_round_after.is_zero();
    let has_date = act.event.next_date().is_some_and(|date| date > act.now);
    let at = act.event.last_round().and_then(|round| round.next_round_at);
    at.is_some_and(|at| !has_wait && !has_date || at <= act.now)
}
