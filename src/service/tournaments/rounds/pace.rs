//! When rounds begin and end automatically: their dates, and the time to play them. Both are times of the
//! database. They are stored in advance, so that a restarted server finds them.

use std::time::Duration;

use chrono::{DateTime, Utc};

use super::refusal::RoundRefusal;
use crate::tournaments::TournamentRefusal;
use crate::tournaments::act::LockedEvent;
use lapidary_model::tournaments::event::Event;
use lapidary_model::tournaments::round::RoundStatus;
use lapidary_model::tournaments::settings::{NextRound, Status, TournamentSettings};

/// Returns when the server pairs the round after the last one, which ends now.
pub(in crate::tournaments) fn next_pairing(event: &Event, now: DateTime<Utc>) -> DateTime<Utc> {
    let after = now + event.tournament.settings.next_round_after;
    event.next_date().map_or(after, |date| after.max(date))
}

/// Stops the server from waiting to pair a round.
pub(in crate::tournaments) fn end_wait(event: &mut Event) {
    event.tournament.first_round_at = None;
    event.rounds.iter_mut().for_each(|round| round.next_round_at = None);
}

/// Makes the server pair the round after the last one at this date, but not before the time for corrections
/// is over; without a date, after that time. Changes nothing if the server does not wait to pair it.
pub(in crate::tournaments) fn wait_until(event: &mut Event, date: Option<DateTime<Utc>>, after: Duration) {
    let Some(last) = event.rounds.last_mut().filter(|last| last.next_round_at.is_some()) else { return };
    let corrected = last.closed_at.map(|closed_at| closed_at + after);
    last.next_round_at = corrected.max(date);
}

/// Applies the changed settings of a running tournament to the server's wait to pair a round. There is no
/// wait where organizers pair by request.
pub(in crate::tournaments) fn change_waits(act: &mut LockedEvent<'_>, settings: &TournamentSettings) {
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

/// Checks dates of rounds. Dates of paired rounds must stay, and other changed dates must be in the future.
pub(in crate::tournaments) fn dates_to_come(
    dates: &[DateTime<Utc>],
    old: &[DateTime<Utc>],
    paired: usize,
    now: DateTime<Utc>,
) -> Result<(), RoundRefusal> {
    let is_new = |&(place, date): &(usize, &DateTime<Utc>)| old.get(place) != Some(date);
    for (place, &date) in dates.iter().enumerate().filter(is_new) {
        let fault = match place < paired {
            true => "must stay: its round is paired",
            false if date <= now => "must be a time to come",
            false => continue,
        };
        return Err(TournamentRefusal::field(format!("/round_dates/{place}"), fault).into());
    }
    Ok(())
}
