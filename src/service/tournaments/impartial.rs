//! What organizers leave alone in rated tournaments, because they play there or would judge each other.

use super::act::Act;
use super::{TournamentRefusal, Tournaments};
use crate::games::HeldGames;
use lapidary_contest::event::entry::EntryId;
use lapidary_model::auth::PlayerId;
use lapidary_model::tournaments::event::Tournament;
use lapidary_store::bots;
use lapidary_store::tournaments::entries;

impl Act<'_> {
    /// Checks that an organizer does not act for or against an organizer: in a rated tournament nobody who
    /// organizes it acts on entries of those who organize it by name, and of their bots. An administrator who
    /// does not organize it may, unless the entry is their own.
    pub(super) async fn judges_no_organizer(
        &mut self,
        caller: PlayerId,
        touched: &[EntryId],
    ) -> Result<(), TournamentRefusal> {
        let event = &self.event;
        if !event.tournament.settings.rated || touched.is_empty() {
            return Ok(());
        }
        let players: Vec<PlayerId> =
            touched.iter().filter_map(|&entry| Some(event.entry(entry)?.player.player)).collect();
        let owners = bots::owners(&mut self.db, &players).await?;
        let persons: Vec<PlayerId> = players.into_iter().chain(owners.into_values()).collect();
        let seats_organizer = persons.iter().any(|&person| event.is_named_organizer(person));
        match persons.contains(&caller) || seats_organizer && event.is_organizer(caller) {
            true => Err(TournamentRefusal::OrganizerSeated),
            false => Ok(()),
        }
    }

    /// Checks that nobody who plays in a rated tournament that has started, or whose bot does, decides about
    /// the others there, or when it ends: standings are relative.
    pub(super) async fn does_not_play(&mut self, caller: PlayerId) -> Result<(), TournamentRefusal> {
        let Tournament { settings, started_at, .. } = &self.event.tournament;
        if !settings.rated || started_at.is_none() {
            return Ok(());
        }
        match entries::has_with_bots(&mut self.db, caller).await? {
            true => Err(TournamentRefusal::OrganizerPlays),
            false => Ok(()),
        }
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
