//! Teams: making, changing and deleting them, and the codes with which players join.

use diesel_async::AsyncPgConnection;

use super::access::{acts_as_organizer, leaving, load_event, load_visible, lock_visible};
use super::{TournamentRefusal, Tournaments};
use crate::audit::record_audit;
use lapidary_contest::event::entry::EntryId;
use lapidary_contest::event::team::TeamId;
use lapidary_model::auth::{HandedCode, Identity};
use lapidary_model::names::caseless;
use lapidary_model::tournament::TournamentId;
use lapidary_model::tournaments::audit::{AuditEntry, AuditKind};
use lapidary_model::tournaments::entry::Entry;
use lapidary_model::tournaments::event::{Event, Tournament};
use lapidary_model::tournaments::settings::Status;
use lapidary_model::tournaments::team::{Team, TeamRules};
use lapidary_store::tournaments::teams;

/// A team with its members, also those that have left the tournament.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TeamView {
    /// The team.
    pub team: Team,
    /// Its members in the order of numbers.
    pub members: Vec<Entry>,
}

/// A change of a team; what is none stays.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TeamChange {
    /// The name.
    pub name: Option<String>,
    /// The member that leads it.
    pub captain: Option<EntryId>,
}

impl Tournaments {
    /// Makes a team before the start. A player makes it for their own entry, which leads it; an organizer
    /// makes it for any entry, or for nobody.
    ///
    /// # Errors
    /// [`TournamentRefusal::NoTeams`]; [`TournamentRefusal::State`]; [`TournamentRefusal::NotEntered`];
    /// [`TournamentRefusal::NotOrganizer`] for the entry of somebody else;
    /// [`TournamentRefusal::AlreadyInTeam`]; [`TournamentRefusal::TooManyTeams`];
    /// [`TournamentRefusal::Field`] for a name that another team has.
    pub async fn make_team(
        &self,
        id: TournamentId,
        caller: &Identity,
        name: &str,
        captain: Option<EntryId>,
    ) -> Result<TeamView, TournamentRefusal> {
        self.act(async |connection, changes| {
            let (event, organizes) = lock_with_teams(connection, id, caller).await?;
            before_start(&event.tournament)?;
            let captain = captain_of_new(&event, caller, organizes, captain)?;
            if let Some(team) = captain.and_then(|captain| captain.team) {
                return Err(TournamentRefusal::AlreadyInTeam(team));
            }
            has_own_name(&event.teams, None, "/name", name)?;
            room_for_teams(&event, event.teams.len() + 1)?;
            let captain = captain.cloned();
            let number = captain.as_ref().map(|captain| captain.id);
            let team = teams::insert(connection, id, name, number).await?;
            record_audit(
                connection,
                &AuditEntry::new(id, AuditKind::TeamMade).by(caller.player).note(named(team)),
            )
            .await?;
            if let Some(entry) = number {
                teams::set_of_entry(connection, id, entry, Some(team)).await?;
                let audit = AuditEntry::new(id, AuditKind::TeamJoined).by(caller.player).entry(entry);
                record_audit(connection, &audit.note(named(team))).await?;
            }
            changes.everybody(&event);
            let members = captain.into_iter().map(|own| Entry { team: Some(team), ..own }).collect();
            Ok(TeamView { team: Team { id: team, name: name.to_owned(), chosen_captain: number }, members })
        })
        .await
    }

    /// Returns a page of teams after a number, in the order of numbers.
    ///
    /// # Errors
    /// [`TournamentRefusal::NotFound`]; if the database fails.
    pub async fn teams(
        &self,
        id: TournamentId,
        caller: Option<&Identity>,
        after: u32,
        limit: u8,
    ) -> Result<Vec<TeamView>, TournamentRefusal> {
        let mut connection = self.pool.get().await?;
        let tournament = load_visible(&mut connection, id, caller).await?;
        let found = teams::load(&mut connection, id, after, limit.into()).await?;
        let numbers: Vec<TeamId> = found.iter().map(|team| team.id).collect();
        let members = leaving(&tournament, teams::members(&mut connection, id, &numbers).await?);
        let of = |team: &Team| members.iter().filter(|entry| entry.team == Some(team.id)).cloned().collect();
        Ok(found.into_iter().map(|team| TeamView { members: of(&team), team }).collect())
    }

    /// Changes a team: its captain before the start, organizers also later.
    ///
    /// # Errors
    /// [`TournamentRefusal::NoTeam`]; [`TournamentRefusal::NotCaptain`]; [`TournamentRefusal::State`] for a
    /// captain after the start, and for another captain after the end; [`TournamentRefusal::Field`] for a
    /// name that another team has, and for a captain who has no place in the team.
    pub async fn change_team(
        &self,
        id: TournamentId,
        caller: &Identity,
        team: TeamId,
        change: &TeamChange,
    ) -> Result<TeamView, TournamentRefusal> {
        self.act(async |connection, changes| {
            let (event, organizes) = lock_with_teams(connection, id, caller).await?;
            let mut own = led(&event, caller, organizes, team)?.clone();
            match organizes {
                true if change.captain.is_some() => not_over(&event.tournament)?,
                true => {}
                false => before_start(&event.tournament)?,
            }
            if let Some(name) = &change.name {
                has_own_name(&event.teams, Some(team), "/name", name)?;
                teams::rename(connection, id, team, name).await?;
                own.name.clone_from(name);
            }
            if let Some(captain) = change.captain {
                if !event.members(team).any(|entry| entry.id == captain && entry.has_place()) {
                    return Err(TournamentRefusal::Field {
                        pointer: "/captain".to_owned(),
                        fault: "must be the number of a member of the team who has not left the tournament",
                    });
                }
                teams::set_captain(connection, id, team, Some(captain)).await?;
                own.chosen_captain = Some(captain);
            }
            // The audit keeps no names of teams, which may be those of people.
            let audit = AuditEntry::new(id, AuditKind::TeamChanged).by(caller.player);
            record_audit(connection, &audit.note(named(team))).await?;
            changes.everybody(&event);
            Ok(TeamView { members: event.members(team).cloned().collect(), team: own })
        })
        .await
    }

    /// Deletes a team before the start. Its members stay in the tournament, without a team.
    ///
    /// # Errors
    /// [`TournamentRefusal::NoTeam`]; [`TournamentRefusal::NotCaptain`]; [`TournamentRefusal::State`].
    pub async fn delete_team(
        &self,
        id: TournamentId,
        caller: &Identity,
        team: TeamId,
    ) -> Result<(), TournamentRefusal> {
        self.act(async |connection, changes| {
            let (event, organizes) = lock_with_teams(connection, id, caller).await?;
            led(&event, caller, organizes, team)?;
            before_start(&event.tournament)?;
            teams::delete(connection, id, team).await?;
            let audit = AuditEntry::new(id, AuditKind::TeamDeleted).by(caller.player);
            record_audit(connection, &audit.note(named(team))).await?;
            changes.everybody(&event);
            Ok::<_, TournamentRefusal>(())
        })
        .await
    }

    /// Makes a code with which players join a team, which replaces an earlier one.
    ///
    /// # Errors
    /// [`TournamentRefusal::NoTeam`]; [`TournamentRefusal::NotCaptain`]; [`TournamentRefusal::State`] after
    /// the end.
    pub async fn make_team_code(
        &self,
        id: TournamentId,
        caller: &Identity,
        team: TeamId,
    ) -> Result<HandedCode, TournamentRefusal> {
        self.act(async |connection, _| {
            let (event, organizes) = lock_with_teams(connection, id, caller).await?;
            led(&event, caller, organizes, team)?;
            not_over(&event.tournament)?;
            let code = HandedCode::generate()?;
            teams::set_code(connection, id, team, &code.digest()).await?;
            let audit = AuditEntry::new(id, AuditKind::TeamCodeMade).by(caller.player);
            record_audit(connection, &audit.note(named(team))).await?;
            Ok(code)
        })
        .await
    }
}

/// Locks a tournament with teams that the caller may see until the transaction ends. Returns the whole event,
/// and whether the caller acts as an organizer.
///
/// # Errors
/// [`TournamentRefusal::SessionEnded`]; [`TournamentRefusal::NotFound`]; [`TournamentRefusal::NoTeams`].
pub(super) async fn lock_with_teams(
    connection: &mut AsyncPgConnection,
    id: TournamentId,
    caller: &Identity,
) -> Result<(Event, bool), TournamentRefusal> {
    let tournament = lock_visible(connection, id, caller).await?;
    rules(&tournament)?;
    let event = load_event(connection, tournament).await?;
    let organizes = acts_as_organizer(connection, &event, caller).await?;
    Ok((event, organizes))
}

/// Returns the rules for teams of a tournament.
///
/// # Errors
/// [`TournamentRefusal::NoTeams`].
pub(super) fn rules(tournament: &Tournament) -> Result<TeamRules, TournamentRefusal> {
    tournament.settings.teams.ok_or(TournamentRefusal::NoTeams)
}

/// Checks that a tournament has not started.
///
/// # Errors
/// [`TournamentRefusal::State`].
pub(super) const fn before_start(tournament: &Tournament) -> Result<(), TournamentRefusal> {
    match tournament.status {
        Status::Draft | Status::Registration => Ok(()),
        other => Err(TournamentRefusal::State(other)),
    }
}

/// Checks that a tournament is not over.
///
/// # Errors
/// [`TournamentRefusal::State`].
pub(super) const fn not_over(tournament: &Tournament) -> Result<(), TournamentRefusal> {
    match tournament.status.is_over() {
        true => Err(TournamentRefusal::State(tournament.status)),
        false => Ok(()),
    }
}

/// Returns how the audit names a team.
pub(super) fn named(team: TeamId) -> String {
    format!("team {team}")
}

/// Checks that no other team has this name.
///
/// # Errors
/// [`TournamentRefusal::Field`].
pub(super) fn has_own_name(
    teams: &[Team],
    own: Option<TeamId>,
    pointer: &str,
    name: &str,
) -> Result<(), TournamentRefusal> {
    let name = caseless(name);
    let mut others = teams.iter().filter(|team| Some(team.id) != own);
    match others.any(|team| caseless(&team.name) == name) {
        true => Err(TournamentRefusal::Field {
            pointer: pointer.to_owned(),
            fault: "is the name of another team of this tournament",
        }),
        false => Ok(()),
    }
}

/// Checks that a tournament can have this many teams: not more than entries.
///
/// # Errors
/// [`TournamentRefusal::TooManyTeams`].
pub(super) fn room_for_teams(event: &Event, teams: usize) -> Result<(), TournamentRefusal> {
    let limit = event.tournament.settings.entries_max;
    if teams > usize::from(limit) { Err(TournamentRefusal::TooManyTeams(limit)) } else { Ok(()) }
}

/// Returns a team that the caller leads, or that an organizer may change.
///
/// # Errors
/// [`TournamentRefusal::NoTeam`]; [`TournamentRefusal::NotCaptain`].
fn led<'a>(
    event: &'a Event,
    caller: &Identity,
    organizes: bool,
    team: TeamId,
) -> Result<&'a Team, TournamentRefusal> {
    let own = event.team(team).ok_or(TournamentRefusal::NoTeam(team))?;
    match organizes || leads(event, caller, own) {
        true => Ok(own),
        false => Err(TournamentRefusal::NotCaptain),
    }
}

/// Returns whether the caller is the captain of a team.
pub(super) fn leads(event: &Event, caller: &Identity, team: &Team) -> bool {
    team.captain(&event.entries).is_some_and(|captain| captain.player.player == caller.player)
}

/// Returns the entry that leads a new team.
fn captain_of_new<'a>(
    event: &'a Event,
    caller: &Identity,
    organizes: bool,
    captain: Option<EntryId>,
) -> Result<Option<&'a Entry>, TournamentRefusal> {
    if organizes {
        let Some(captain) = captain else { return Ok(None) };
        let own = event.entry(captain).filter(|entry| entry.has_place());
        return own.map(Some).ok_or_else(|| TournamentRefusal::Field {
            pointer: "/captain".to_owned(),
            fault: "must be the number of an entry that has not left the tournament",
        });
    }
    let own = event.entry_of(caller.player).filter(|entry| entry.has_place());
    let own = own.ok_or(TournamentRefusal::NotEntered)?;
    match captain {
        Some(captain) if captain != own.id => Err(TournamentRefusal::NotOrganizer),
        _ => Ok(Some(own)),
    }
}
