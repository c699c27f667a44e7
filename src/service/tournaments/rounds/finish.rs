//! A round is over: the next games of its matches start, or it closes.

use std::collections::BTreeSet;

use chrono::{DateTime, Utc};

use super::pace::next_pairing;
use crate::tournaments::act::LockedEvent;
use crate::tournaments::play::reporting::decide_reported;
use crate::tournaments::ranking::matches::{Progress, goes_on, matches, progress};
use crate::tournaments::{TournamentRefusal, Tournaments};
use lapidary_contest::pairing::cost::Cost;
use lapidary_model::audit::{AuditEntry, AuditKind};
use lapidary_model::auth::PlayerId;
use lapidary_model::tournaments::event::Event;
use lapidary_model::tournaments::round::{Round, RoundStatus, Stage, TournamentTable};
use lapidary_model::tournaments::settings::{NextRound, Status};

impl Tournaments {
    /// Starts the next games of matches, and closes the last round if nothing of it is left to play. `by` is
    /// the organizer who closes it; none for the server.
    pub(in crate::tournaments) async fn finish_round(
        &self,
        act: &mut LockedEvent<'_>,
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
            act.end_rating(by, self.settings.rating_limits).await?;
            act.tell_everybody();
        }
        Ok(())
    }

    /// Closes the last round of a knock-out if it is over but not closed yet, so that entries that leave now
    /// took part until its end.
    pub(in crate::tournaments) async fn close_finished(
        &self,
        act: &mut LockedEvent<'_>,
    ) -> Result<(), TournamentRefusal> {
        match act.event.tournament.settings.knocks_out() && act.event.tournament.status == Status::Running {
            true => self.finish_round(act, None).await,
            false => Ok(()),
        }
    }

    /// Starts the next games of the matches of the last round, if there are any.
    async fn go_on(&self, act: &mut LockedEvent<'_>) -> Result<(), TournamentRefusal> {
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
}

/// Closes the last round, and notes who takes no further part. `next` is when the server pairs the next one;
/// none if the server does not pair it.
pub(in crate::tournaments) fn close(
    act: &mut LockedEvent<'_>,
    next: Option<DateTime<Utc>>,
    by: Option<PlayerId>,
) {
    let Event { entries, rounds, .. } = &mut act.event;
    let Some(round) = rounds.last_mut() else { return };
    let left = entries.iter().filter(|entry| !entry.takes_part()).map(|entry| entry.id);
    // Entries that are missing when a knock-out round opens are out.
    let missing = round.no_shows.iter().copied().filter(|_| round.stage == Stage::KnockOut);
    round.absent = Some(left.chain(missing).collect::<BTreeSet<_>>().into_iter().collect());
    round.status = RoundStatus::Closed;
    round.closed_at = Some(act.now);
    round.next_round_at = next;
    let number = round.number;
    act.record(AuditEntry { by, ..act.audit(AuditKind::RoundClosed) }.round(number));
}
