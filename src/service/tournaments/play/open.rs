//! Opening a round: missing players leave it, and the games of its tables start.

use std::time::Duration;

use super::begin::{at_tables, seated};
use super::results::places;
use crate::tournaments::act::LockedEvent;
use crate::tournaments::{TournamentRefusal, Tournaments};
use lapidary_contest::event::entry::EntryId;
use lapidary_contest::event::record::{dropped, records};
use lapidary_contest::pairing::recut::{Recut, recut};
use lapidary_model::audit::AuditKind;
use lapidary_model::tournaments::entry::EntryStatus;
use lapidary_model::tournaments::event::Event;
use lapidary_model::tournaments::round::{Round, RoundStatus, Stage, TournamentTable};
use lapidary_model::tournaments::settings::Unfinished;

impl Tournaments {
    /// Opens the last round if its ready check has ended or everybody is ready.
    pub(in crate::tournaments) async fn open_if_due(
        &self,
        act: &mut LockedEvent<'_>,
    ) -> Result<(), TournamentRefusal> {
        let Some(round) = act.event.last_round().filter(|round| round.status == RoundStatus::Paired) else {
            return Ok(());
        };
        let all_ready = no_shows(&act.event, round).is_empty();
        if all_ready || round.ready_until.is_none_or(|until| until <= act.now) {
            self.open_round(act).await?;
        }
        Ok(())
    }

    /// Opens the paired last round.
    pub(in crate::tournaments) async fn open_round(
        &self,
        act: &mut LockedEvent<'_>,
    ) -> Result<(), TournamentRefusal> {
        act.lock_players().await?;
        let Some(round) = act.event.last_round().cloned() else { return Ok(()) };
        let no_shows = no_shows(&act.event, &round);
        let left = seated(&round).into_iter().filter(|&entry| !act.event.takes_part(entry));
        let missing: Vec<EntryId> = no_shows.iter().copied().chain(left).collect();
        let mut byes: Vec<EntryId> =
            round.byes.iter().copied().filter(|entry| !missing.contains(entry)).collect();
        if !missing.is_empty() {
            match act.event.tournament.settings.boards() {
                Some(_) => forfeit_boards(act, &round, &missing),
                None => byes.extend(seat_again(act, &round, &missing)),
            }
        }
        let deadline = deadline(&act.event, &round);
        for &entry in &no_shows {
            act.record(act.audit(AuditKind::NoShow).round(round.number).entry(entry));
        }
        act.record(act.audit(AuditKind::RoundOpened).round(round.number));
        let Some(opened) = act.event.rounds.last_mut() else { return Ok(()) };
        opened.status = RoundStatus::Open;
        opened.byes = byes;
        opened.no_shows = no_shows;
        opened.opened_at = Some(act.now);
        opened.ends_at = deadline.map(|(after, _)| act.now + after);
        opened.unfinished = deadline.map(|(_, unfinished)| unfinished);
        let is_waiting = |table: &&TournamentTable| table.game.is_none() && table.is_unfinished();
        let mut waiting: Vec<TournamentTable> = opened.tables.iter().filter(is_waiting).cloned().collect();
        drop_no_shows(act);
        if act.event.tournament.settings.duplicate {
            self.start_duplicates(act, waiting).await?;
        } else {
            self.begin_tables(act, &mut waiting, None).await?;
            act.put(waiting);
        }
        act.tell_everybody();
        Ok(())
    }
}

/// Returns the time limit of a round that opens now, and what happens then. A knock-out match needs a winner,
/// so it has no limit.
fn deadline(event: &Event, round: &Round) -> Option<(Duration, Unfinished)> {
    let settings = &event.tournament.settings;
    let has_deadline = matches!(round.stage, Stage::Swiss | Stage::RoundRobin | Stage::Heats);
    settings.round_ends_after.filter(|_| has_deadline).map(|after| (after, settings.unfinished))
}

/// Returns the players at tables who are not ready, if there is a ready check.
pub(in crate::tournaments) fn no_shows(event: &Event, round: &Round) -> Vec<EntryId> {
    if event.tournament.settings.ready_check.is_zero() {
        return Vec::new();
    }
    at_tables(round).filter(|&entry| event.takes_part(entry) && !round.ready.contains(&entry)).collect()
}

/// Seats the other players anew when some are missing; returns who then has a bye.
fn seat_again(act: &mut LockedEvent<'_>, round: &Round, missing: &[EntryId]) -> Vec<EntryId> {
    let event = &act.event;
    let before = event.played(event.rounds.len().saturating_sub(1));
    let records = records(&before, &event.tournament.settings.points);
    let may_meet = |a: EntryId, b: EntryId| {
        let met = records.get(&a).is_some_and(|record| record.met.contains_key(&b));
        let forbidden =
            round.forbidden.iter().any(|&pair| pair == (a, b) || pair == (b, a)) || event.are_teammates(a, b);
        // In a schedule or a bracket everybody has fixed opponents.
        matches!(round.stage, Stage::Swiss | Stage::Heats) && !met && !forbidden
    };
    // A table that an organizer has voided gets no players, and its players get no table.
    let mut free: Vec<&TournamentTable> = round.tables.iter().filter(|table| table.is_unfinished()).collect();
    let own: Vec<Vec<EntryId>> = free.iter().map(|table| table.seats.clone()).collect();
    let Recut { tables: seats, byes } =
        recut(&own, missing, event.tournament.settings.seats.count(), &may_meet);
    let mut changed = Vec::new();
    // A table keeps its number while one of its players is left.
    for seats in seats {
        let place = free.iter().position(|old| seats.iter().any(|entry| old.seats.contains(entry)));
        changed.extend(place.map(|place| free.remove(place).with_seats(seats)));
    }
    for table in free {
        let mut void = table.clone();
        void.void(None, act.now);
        act.record(act.audit(AuditKind::TableVoided).table(round.number, table.number));
        changed.push(void);
    }
    act.put(changed);
    byes
}

/// Awards the boards of missing players to their opponents.
fn forfeit_boards(act: &mut LockedEvent<'_>, round: &Round, missing: &[EntryId]) {
    let is_missing = |entry: &EntryId| missing.contains(entry);
    let tables =
        round.tables.iter().filter(|table| table.is_unfinished() && table.seats.iter().any(is_missing));
    let mut decided = Vec::new();
    for before in tables {
        let mut table = before.clone();
        table.forfeit(missing, act.now);
        let note = table.result.as_deref().map(places).unwrap_or_default();
        let audit = act.audit(AuditKind::TableFinished).table(round.number, table.number).note(note);
        act.record(audit.changes(before.differences(&table)));
        decided.push(table);
    }
    act.put(decided);
}

/// Drops players who were missing too often.
fn drop_no_shows(act: &mut LockedEvent<'_>) {
    let played = act.event.played(act.event.rounds.len());
    // A player whom an organizer has reinstated is dropped only for being missing again.
    let missing = act.event.last_round().map(|round| round.no_shows.clone()).unwrap_or_default();
    let often = dropped(&records(&played, &act.event.tournament.settings.points));
    for entry in often.into_iter().filter(|entry| missing.contains(entry)) {
        let own = act.event.entry_mut(entry).filter(|own| own.status == EntryStatus::Active);
        if let Some(own) = own {
            own.status = EntryStatus::Dropped;
            act.record(act.audit(AuditKind::Dropped).entry(entry));
        }
    }
}
