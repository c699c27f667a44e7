//! What organizers leave alone in rated tournaments, because they play there or would judge each other.
//!
//! An organizer who plays in a rated tournament that has started does there only what [`Harmless`] lists. An
//! act that is added is refused to them until it has its line.

use std::collections::BTreeSet;

use super::act::Act;
use super::{TournamentRefusal, Tournaments};
use crate::games::HeldGames;
use lapidary_contest::event::entry::EntryId;
use lapidary_model::auth::PlayerId;
use lapidary_model::tournaments::entry::Entry;
use lapidary_model::tournaments::event::{Event, Tournament};
use lapidary_model::tournaments::round::{Agreement, TableStatus, TournamentTable};
use lapidary_model::tournaments::settings::Play;
use lapidary_store::tournaments::{Locked, audit, entries};
use lapidary_store::{Failure, bots};

/// What an organizer who plays may do: nothing of it decides about results, pairings or who takes part.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Harmless {
    /// Telling everybody something.
    Announcing,
    /// Starting, and pairing the next round by the rules, without tables that are set.
    Pairing,
    /// Closing a round of which everything is played.
    ClosingRound,
    /// Ending the tournament after its last round.
    Ending,
    /// Changing the name and the description, asking others to organize, and giving up the rating.
    Describing,
    /// Leaving with the own entry, and its byes.
    OwnEntry,
    /// Changing the name of a guest.
    NamingGuest,
    /// Fixing the table in the hall that an entry needs.
    FixingTable,
    /// Deleting a tournament in which nobody else has an entry.
    Deleting,
    /// Adding it to a series, which changes nothing in it.
    AddingToSeries,
}

/// Checks that nobody who plays in a rated tournament that has started, or whose bot does, decides about the
/// others there, or when it ends: standings are relative.
pub(super) async fn does_not_play(
    db: &mut Locked<'_>,
    tournament: &Tournament,
    caller: PlayerId,
) -> Result<(), TournamentRefusal> {
    match plays(db, tournament, caller).await? {
        true => Err(TournamentRefusal::OrganizerPlays),
        false => Ok(()),
    }
}

/// Returns whether a player plays in a rated tournament that has started, or a bot of theirs does, or whoever
/// owns this bot.
pub(super) async fn plays(
    db: &mut Locked<'_>,
    tournament: &Tournament,
    player: PlayerId,
) -> Result<bool, Failure> {
    let binds = tournament.settings.rated && tournament.started_at.is_some();
    Ok(binds && entries::has_with_bots(db, player).await?)
}

/// Checks that nobody who has organized a rated tournament since its start gets an entry there afterward.
pub(super) async fn has_not_organized(
    db: &mut Locked<'_>,
    tournament: &Tournament,
    player: PlayerId,
) -> Result<(), TournamentRefusal> {
    let Some(start) = tournament.started_at.filter(|_| tournament.settings.rated) else { return Ok(()) };
    match audit::has_acted_since(db, player, start).await? {
        true => Err(TournamentRefusal::HasOrganized),
        false => Ok(()),
    }
}

/// Returns whether the players of a table over the board cannot decide it: they contradict each other, or one
/// of them has no account to report with.
fn needs_organizer(event: &Event, table: &TournamentTable) -> bool {
    event.tournament.settings.play == Play::OverTheBoard
        && table.status == TableStatus::Playing
        && (table.agreement() == Agreement::Disputed || !everybody_reports(event, table))
}

/// Returns whether everybody at a table has an account, with which they report its result or object.
pub(super) fn everybody_reports(event: &Event, table: &TournamentTable) -> bool {
    let reports = |entry: &Entry| entry.guest.is_none() && !entry.is_erased();
    table.seats.iter().all(|&seat| event.entry(seat).is_some_and(reports))
}

impl Act<'_> {
    /// Checks that an organizer does not act for or against an organizer: in a rated tournament nobody who
    /// organizes it acts on entries of those who organize it by name, and of their bots. An administrator who
    /// does not organize it may, unless the entry is their own.
    pub(super) async fn judges_no_organizer(
        &mut self,
        caller: PlayerId,
        touched: &[EntryId],
    ) -> Result<(), TournamentRefusal> {
        let Event { tournament, organizers, .. } = &self.event;
        if !tournament.settings.rated || touched.is_empty() {
            return Ok(());
        }
        let seated = touched.iter().filter_map(|&entry| Some(self.event.entry(entry)?.player.player));
        let seated: Vec<PlayerId> = seated.collect();
        let named: Vec<PlayerId> = organizers.iter().copied().chain([tournament.creator.player]).collect();
        let all: Vec<PlayerId> = seated.iter().chain(&named).copied().chain([caller]).collect();
        let owners = bots::owners(&mut self.db, &all).await?;
        // A bot and its owner are one person.
        let person = |player: &PlayerId| owners.get(player).copied().unwrap_or(*player);
        let seated: BTreeSet<PlayerId> = seated.iter().map(person).collect();
        let seats_organizer = named.iter().map(person).any(|organizer| seated.contains(&organizer));
        match seated.contains(&person(&caller)) || seats_organizer && self.event.is_organizer(caller) {
            true => Err(TournamentRefusal::OrganizerSeated),
            false => Ok(()),
        }
    }

    /// Checks the same for tables of which the result is decided. Whoever does not play decides a table that
    /// its players cannot decide, although an organizer sits there: nobody else could.
    pub(super) async fn judges_no_organizer_at(
        &mut self,
        caller: PlayerId,
        tables: &[TournamentTable],
    ) -> Result<(), TournamentRefusal> {
        let decided = tables.iter().filter(|table| !needs_organizer(&self.event, table));
        let touched: Vec<EntryId> = decided.flat_map(|table| &table.seats).copied().collect();
        self.judges_no_organizer(caller, &touched).await
    }

    /// Checks that nobody who plays decides, as [`does_not_play`] does.
    pub(super) async fn does_not_play(&mut self, caller: PlayerId) -> Result<(), TournamentRefusal> {
        does_not_play(&mut self.db, &self.event.tournament, caller).await
    }

    /// Checks that an organizer may set these tables of the next round.
    pub(super) async fn may_set(
        &mut self,
        caller: PlayerId,
        tables: &[Vec<EntryId>],
    ) -> Result<(), TournamentRefusal> {
        if !tables.is_empty() {
            self.does_not_play(caller).await?;
        }
        self.judges_no_organizer(caller, &tables.concat()).await
    }
}

impl Tournaments {
    /// Checks that organizers end no rated game that has begun: nobody avoids a loss by a friend who
    /// organizes. An administrator who does not organize the tournament may.
    pub(super) async fn ends_no_rated_game(
        &self,
        act: &mut Act<'_>,
        caller: PlayerId,
        held: &HeldGames,
    ) -> Result<(), TournamentRefusal> {
        let is_bound = act.event.is_organizer(caller);
        match is_bound && !self.games.begun_rated(&mut act.db, held).await?.is_empty() {
            true => Err(TournamentRefusal::RatedGame),
            false => Ok(()),
        }
    }
}
