//! Rules of rated tournaments: who may make one, who may enter, and tables that organizers leave alone
//! because one of them plays there.

use chrono::TimeDelta;

use super::act::Act;
use super::in_series::belongs_to_group;
use super::{TournamentRefusal, Tournaments};
use crate::clubs::role_in;
use crate::games::HeldGames;
use lapidary_contest::event::entry::EntryId;
use lapidary_model::auth::{Identity, PlayerId};
use lapidary_model::club::{ClubId, ClubRole};
use lapidary_model::player::Role as AccountRole;
use lapidary_model::settings::{GameSettings, RatedEvents};
use lapidary_model::tournaments::event::Tournament;
use lapidary_model::tournaments::settings::{Play, Players, TournamentSettings};
use lapidary_store::Postgres;
use lapidary_store::clubs::ladders;
use lapidary_store::tournaments::members::Role;
use lapidary_store::tournaments::{entries, members};
use lapidary_store::{accounts, bots, games, ratings};

/// Checks that the caller may make a tournament whose games change ratings.
///
/// # Errors
/// [`TournamentRefusal::MayNotRate`].
pub(super) async fn may_rate(
    connection: &mut Postgres,
    settings: &GameSettings,
    caller: &Identity,
) -> Result<(), TournamentRefusal> {
    let player = accounts::by_id(connection, caller.player).await?.ok_or(TournamentRefusal::SessionEnded)?;
    if player.role == AccountRole::Administrator {
        return Ok(());
    }
    if settings.rated_events == RatedEvents::Administrators {
        return Err(TournamentRefusal::MayNotRate);
    }
    let now = games::now(connection).await?;
    let age = TimeDelta::from_std(settings.rated_event_account_age).unwrap_or(TimeDelta::MAX);
    let required = u64::from(settings.rated_event_games);
    let played = match required {
        0 => 0,
        _ => ratings::of_player(connection, caller.player).await?.iter().map(|(_, own)| own.games).sum(),
    };
    match now - player.created_at >= age && played >= required {
        true => Ok(()),
        false => Err(TournamentRefusal::MayNotRate),
    }
}

/// Checks that a player manages a club, to which they add a tournament.
///
/// # Errors
/// [`TournamentRefusal::Field`].
pub(super) async fn manages_club(
    connection: &mut Postgres,
    club: ClubId,
    player: PlayerId,
) -> Result<(), TournamentRefusal> {
    match role_in(connection, club, player).await?.is_some_and(ClubRole::manages) {
        true => Ok(()),
        false => Err(TournamentRefusal::field("/club", "must be the id of a club that you own or manage")),
    }
}

/// Checks that the games of a tournament are those of its ladder, which belongs to its club.
///
/// # Errors
/// [`TournamentRefusal::Field`].
pub(super) async fn fits_ladder(
    connection: &mut Postgres,
    settings: &TournamentSettings,
) -> Result<(), TournamentRefusal> {
    let Some(id) = settings.ladder else { return Ok(()) };
    let found = ladders::find(connection, id).await?.filter(|ladder| ladder.closed_at.is_none());
    let fault = match found.filter(|ladder| Some(ladder.club) == settings.club) {
        None => "must be a ladder of the club of the tournament that is not closed",
        Some(ladder) if settings.rated_pool().as_ref() != Some(&ladder.base_pool) => {
            "is for other games: `base_pool` of the ladder says for which"
        }
        Some(ladder) if ladder.settings.members_only && !settings.members_only => {
            "is for members of the club only, so `members_only` must be true"
        }
        Some(_) => return Ok(()),
    };
    Err(TournamentRefusal::field("/ladder", fault))
}

/// Checks that a tournament is for players like this one: people, or bots, of which an owner enters one in a
/// rated tournament.
///
/// # Errors
/// [`TournamentRefusal::MembersOnly`], [`TournamentRefusal::InvitedOnly`], [`TournamentRefusal::GroupOnly`],
/// [`TournamentRefusal::PlayerKind`], [`TournamentRefusal::SameOwner`].
pub(super) async fn is_for(
    connection: &mut Postgres,
    tournament: &Tournament,
    player: PlayerId,
) -> Result<(), TournamentRefusal> {
    let account = accounts::by_id(connection, player).await?.ok_or(TournamentRefusal::SessionEnded)?;
    let is_member = match tournament.settings.club.filter(|_| tournament.settings.members_only) {
        Some(club) => role_in(connection, club, player).await?.is_some(),
        None => true,
    };
    if !is_member {
        return Err(TournamentRefusal::MembersOnly);
    }
    if tournament.settings.invited_only
        && !members::has(connection, tournament.id, player, Role::Invited).await?
    {
        return Err(TournamentRefusal::InvitedOnly);
    }
    belongs_to_group(connection, tournament.id, player).await?;
    let players = match tournament.settings.play {
        Play::Server => tournament.settings.players(),
        Play::OverTheBoard => Players::Human,
    };
    if !players.allows(account.bot) {
        return Err(TournamentRefusal::PlayerKind(players));
    }
    if tournament.settings.rated
        && account.bot
        && entries::has_sibling(connection, tournament.id, player).await?
    {
        return Err(TournamentRefusal::SameOwner);
    }
    Ok(())
}

impl Act<'_> {
    /// Checks that an organizer does not act for or against an organizer: in a rated tournament nobody who
    /// organizes it acts on entries of those who organize it by name, and of their bots. An administrator who
    /// does not organize it may, unless the entry is their own.
    ///
    /// # Errors
    /// [`TournamentRefusal::OrganizerSeated`].
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
}

impl Act<'_> {
    /// Checks that nobody who plays in a rated tournament that has started, or whose bot does, decides about
    /// the others there, or when it ends: standings are relative.
    ///
    /// # Errors
    /// [`TournamentRefusal::OrganizerPlays`].
    pub(super) async fn does_not_play(&mut self, caller: PlayerId) -> Result<(), TournamentRefusal> {
        let Tournament { settings, started_at, .. } = &self.event.tournament;
        if !settings.rated || started_at.is_none() {
            return Ok(());
        }
        let players = || self.event.entries.iter().map(|entry| &entry.player);
        let bots: Vec<PlayerId> = players().filter(|player| player.bot).map(|bot| bot.player).collect();
        let plays = players().any(|player| player.player == caller);
        match plays || bots::owners(&mut self.db, &bots).await?.values().any(|&owner| owner == caller) {
            true => Err(TournamentRefusal::OrganizerPlays),
            false => Ok(()),
        }
    }
}

impl Tournaments {
    /// Checks that organizers end no rated game that has begun: nobody avoids a loss by a friend who
    /// organizes. An administrator who does not organize the tournament may.
    ///
    /// # Errors
    /// [`TournamentRefusal::RatedGame`]; if the database fails.
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
