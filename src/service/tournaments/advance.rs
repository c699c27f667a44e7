//! What follows by itself: a ready check ends, a match goes on, a round closes, the next one is paired. Each
//! step is decided by the stored event under its lock, so repeating a step changes nothing.

use diesel_async::{AsyncConnection, AsyncPgConnection};

use super::access::{load_event, lock_unless_held};
use super::arena::is_pairing_over;
use super::changes::Changes;
use super::matches::{Progress, matches, progress};
use super::open::{lock_players, no_shows, reload};
use super::pace::{end_wait, next_pairing};
use super::plan::plan;
use super::{TournamentRefusal, Tournaments};
use crate::audit::record_audit;
use lapidary_contest::pairing::cost::Cost;
use lapidary_model::auth::PlayerId;
use lapidary_model::log::AbortReason;
use lapidary_model::tournament::TournamentId;
use lapidary_model::tournaments::audit::{AuditEntry, AuditKind};
use lapidary_model::tournaments::event::{Event, Tournament};
use lapidary_model::tournaments::round::{Round, RoundStatus, Stage, TournamentTable};
use lapidary_model::tournaments::settings::{Format, NextRound, Status};
use lapidary_store::games;
use lapidary_store::tournaments::tables::{self, NewTable};
use lapidary_store::tournaments::{self, rounds};

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
        let mut connection = self.pool.get().await?;
        connection
            .transaction(async |connection| {
                for id in tournaments::cancel_orphans(connection).await? {
                    record_audit(connection, &AuditEntry::new(id, AuditKind::Cancelled)).await?;
                }
                Ok::<_, TournamentRefusal>(())
            })
            .await
    }

    async fn advance(&self, id: TournamentId) -> Result<(), TournamentRefusal> {
        self.act(async |connection, changes| {
            let Some(found) = lock_unless_held(connection, id).await? else { return Ok(()) };
            if found.status != Status::Running {
                return Ok(());
            }
            if found.settings.format == Format::Arena && !is_pairing_over(connection, &found).await? {
                return self.seat_waiting(connection, found, changes).await;
            }
            let mut event = load_event(connection, found).await?;
            self.open_if_due(connection, &mut event, changes).await?;
            self.end_if_overdue(connection, &mut event, changes).await?;
            for _ in 0..ROUNDS_PER_LOOK {
                self.finish_round(connection, &mut event, None, changes).await?;
                if !is_next_due(connection, &event).await?
                    || !self.pair_by_itself(connection, &mut event, None, changes).await?
                {
                    break;
                }
            }
            Ok(())
        })
        .await
    }

    /// Opens the last round if its ready check has ended or everybody is ready.
    pub(super) async fn open_if_due(
        &self,
        connection: &mut AsyncPgConnection,
        event: &mut Event,
        changes: &mut Changes,
    ) -> Result<(), TournamentRefusal> {
        let Some(round) = event.last_round().filter(|round| round.status == RoundStatus::Paired) else {
            return Ok(());
        };
        let now = games::now(connection).await?;
        let all_ready = no_shows(event, round).is_empty();
        if all_ready || round.ready_until.is_none_or(|until| until <= now) {
            self.open_round(connection, event, changes).await?;
        }
        Ok(())
    }

    /// Starts the next games of matches, and closes the last round if nothing of it is left to play. `by` is
    /// the organizer who closes it; none for the server. The caller must hold the lock of the tournament.
    pub(super) async fn finish_round(
        &self,
        connection: &mut AsyncPgConnection,
        event: &mut Event,
        by: Option<PlayerId>,
        changes: &mut Changes,
    ) -> Result<(), TournamentRefusal> {
        let Some(round) = event.last_round().filter(|round| round.status == RoundStatus::Open).cloned()
        else {
            return Ok(());
        };
        if round.stage == Stage::Arena && !is_pairing_over(connection, &event.tournament).await? {
            return Ok(());
        }
        let id = event.tournament.id;
        if round.stage == Stage::KnockOut && self.go_on(connection, event, &round, changes).await? {
            reload(connection, event).await?;
        }
        if !event.last_round().is_some_and(Round::is_played) {
            return Ok(());
        }
        let by_itself = event.tournament.settings.next_round == NextRound::Automatic;
        rounds::close(connection, id, round.number, by_itself.then(|| next_pairing(event))).await?;
        let audit = AuditEntry { by, ..AuditEntry::new(id, AuditKind::RoundClosed) };
        record_audit(connection, &audit.round(round.number)).await?;
        changes.everybody(event);
        reload(connection, event).await?;
        Ok(())
    }

    /// Closes the last round of a knock-out if it is over and nobody has noticed yet, so that whoever leaves
    /// now took part until its end. The caller must hold the lock of the tournament.
    pub(super) async fn close_finished(
        &self,
        connection: &mut AsyncPgConnection,
        tournament: &Tournament,
        changes: &mut Changes,
    ) -> Result<(), TournamentRefusal> {
        let knocks_out = matches!(tournament.settings.format, Format::Heats | Format::SingleElimination);
        if knocks_out && tournament.status == Status::Running {
            let mut event = super::access::load_event(connection, tournament.clone()).await?;
            self.finish_round(connection, &mut event, None, changes).await?;
        }
        Ok(())
    }

    /// Starts the next games of the matches of a round; returns whether there are any.
    async fn go_on(
        &self,
        connection: &mut AsyncPgConnection,
        event: &mut Event,
        round: &Round,
        changes: &mut Changes,
    ) -> Result<bool, TournamentRefusal> {
        let is_next =
            |games: &[&TournamentTable], event: &Event| matches!(progress(event, games), Progress::Next(_));
        if !matches(round).iter().any(|(_, games)| is_next(games, event)) {
            return Ok(false);
        }
        lock_players(connection, event).await?;
        let next = |(match_number, games): (u16, Vec<&TournamentTable>)| match progress(event, &games) {
            Progress::Next(seats) => Some(NewTable {
                round: round.number,
                match_number,
                seats,
                manual: false,
                third_place: games.first().is_some_and(|first| first.third_place),
                cost: Cost::default(),
            }),
            _ => None,
        };
        let new: Vec<NewTable> = matches(round).into_iter().filter_map(next).collect();
        if new.is_empty() {
            return Ok(false);
        }
        let added = tables::insert(connection, event.tournament.id, &new).await?;
        changes.games.extend(self.begin_tables(connection, event, &added, None).await?);
        changes.everybody(event);
        Ok(true)
    }

    /// Pairs the next round, or ends the tournament after the last, where the server does that by itself.
    /// `by` is the organizer who does not wait for the server. Returns whether there is another round. The
    /// caller must hold the lock of the tournament.
    pub(super) async fn pair_by_itself(
        &self,
        connection: &mut AsyncPgConnection,
        event: &mut Event,
        by: Option<PlayerId>,
        changes: &mut Changes,
    ) -> Result<bool, TournamentRefusal> {
        let id = event.tournament.id;
        // Whatever happens now, it is tried once.
        end_wait(connection, event).await?;
        match plan(event, &[]) {
            Ok(planned) => {
                self.make_round(connection, event, &planned, by, changes).await?;
                Ok(true)
            }
            Err(TournamentRefusal::NoMoreRounds | TournamentRefusal::TooFew) => {
                let held = self.lock_undecided_games(connection, event).await?;
                let begun = self.games.begun_rated(connection, &held).await?;
                let held = held.without(&begun);
                tournaments::end(connection, id, Status::Finished).await?;
                event.tournament.status = Status::Finished;
                record_audit(connection, &AuditEntry { by, ..AuditEntry::new(id, AuditKind::Finished) })
                    .await?;
                changes
                    .changed
                    .extend(self.games.end_held(connection, &held, AbortReason::TournamentOver).await?);
                changes.everybody(event);
                Ok(false)
            }
            // What an organizer has ordered cannot be paired, so the organizer has to decide.
            Err(TournamentRefusal::Pairing(_)) => Ok(false),
            Err(refusal) => Err(refusal),
        }
    }
}

/// Returns whether the server pairs the next round now: it has waited for corrections of the last one, and
/// for the date of the next one.
async fn is_next_due(connection: &mut AsyncPgConnection, event: &Event) -> Result<bool, TournamentRefusal> {
    let Some(at) = event.last_round().and_then(|round| round.next_round_at) else { return Ok(false) };
    let now = games::now(connection).await?;
    let has_wait = !event.tournament.settings.next_round_after.is_zero();
    let has_date = event.next_date().is_some_and(|date| date > now);
    Ok(!has_wait && !has_date || at <= now)
}
