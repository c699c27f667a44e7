//! What organizers must not decide in rated tournaments, because they play there (`playing.rs`) or would
//! judge each other.

use std::collections::BTreeSet;

use super::act::LockedEvent;
use super::playing::does_not_enter;
pub(super) use super::playing::{Harmless, does_not_play, plays};
use super::{TournamentRefusal, Tournaments};
use crate::games::HeldGames;
use lapidary_contest::event::entry::EntryId;
use lapidary_model::auth::PlayerId;
use lapidary_model::tournaments::entry::Entry;
use lapidary_model::tournaments::event::Event;
use lapidary_model::tournaments::round::TournamentTable;
use lapidary_model::tournaments::settings::Play;
use lapidary_store::bots;
use lapidary_store::tournaments::entries;

/// Returns whether everybody at a table has an account, with which they report its result or object.
pub(super) fn everybody_reports(event: &Event, table: &TournamentTable) -> bool {
    let reports = |entry: &Entry| entry.guest.is_none() && !entry.is_erased();
    table.seats.iter().all(|&seat| event.entry(seat).is_some_and(reports))
}

impl LockedEvent<'_> {
    /// Checks that an organizer does not act for or against an organizer. In a rated tournament, organizers
    /// may not act on the entries of those who organize it by name, or of their bots. An administrator who
    /// does not organize it may, except on their own entry.
    pub(super) async fn judges_no_organizer(
        &mut self,
        caller: PlayerId,
        touched: &[EntryId],
    ) -> Result<(), TournamentRefusal> {
        let Event { tournament, organizers, .. } = &self.event;
        if !tournament.settings.rated || touched.is_empty() {
            return Ok(());
        }
        // Over the board, results of those who organize are not rated.
        let named: Vec<PlayerId> = match tournament.settings.play {
            Play::OverTheBoard => Vec::new(),
            Play::Server => organizers.iter().copied().chain([tournament.creator.player]).collect(),
        };
        let seated: Vec<&Entry> = touched.iter().filter_map(|&entry| self.event.entry(entry)).collect();
        let has_guests = seated.iter().any(|entry| entry.guest.is_some());
        let mut seated: Vec<PlayerId> = seated.iter().map(|entry| entry.player.player).collect();
        if has_guests {
            seated.extend(entries::reserved(&mut self.db, touched).await?);
        }
        let all: Vec<PlayerId> = seated.iter().chain(&named).copied().chain([caller]).collect();
        let owners = bots::owners(&self.db, &all).await?;
        // A bot and its owner count as one person.
        let person = |player: &PlayerId| owners.get(player).copied().unwrap_or(*player);
        let seated: BTreeSet<PlayerId> = seated.iter().map(person).collect();
        let seats_organizer = named.iter().map(person).any(|organizer| seated.contains(&organizer));
        match seated.contains(&person(&caller)) || seats_organizer && self.event.is_organizer(caller) {
            true => Err(TournamentRefusal::OrganizerSeated),
            false => Ok(()),
        }
    }

    /// Checks the same for deciding the results of tables.
    pub(super) async fn judges_no_organizer_at(
        &mut self,
        caller: PlayerId,
        tables: &[TournamentTable],
    ) -> Result<(), TournamentRefusal> {
        let seated: Vec<EntryId> = tables.iter().flat_map(|table| &table.seats).copied().collect();
        self.judges_no_organizer(caller, &seated).await
    }

    /// Checks that no organizer of a rated tournament plays there: even pairs of others that must not meet
    /// affect whom they meet.
    pub(super) async fn chooses_no_opponents(&mut self, caller: PlayerId) -> Result<(), TournamentRefusal> {
        let all: Vec<EntryId> = self.event.entries.iter().map(|entry| entry.id).collect();
        self.judges_no_organizer(caller, &all).await
    }

    /// Checks that no organizer who plays decides, as [`does_not_play`] does.
    pub(super) async fn does_not_play(&mut self, caller: PlayerId) -> Result<(), TournamentRefusal> {
        does_not_play(&mut self.db, &self.event.tournament, caller).await
    }

    /// Checks that no organizer who has an entry chooses whom somebody meets, as [`does_not_enter`] does.
    pub(super) async fn does_not_enter(&mut self, caller: PlayerId) -> Result<(), TournamentRefusal> {
        does_not_enter(&mut self.db, &self.event.tournament, caller).await
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
    /// Checks that organizers end no rated game that has begun: nobody may avoid a loss through a friend who
    /// organizes. An administrator who does not organize the tournament may end them.
    pub(super) async fn ends_no_rated_game(
        &self,
        act: &mut LockedEvent<'_>,
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
