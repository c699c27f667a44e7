//! Teams: making, changing and deleting them, and the codes with which players join.

use super::refusal::TeamRefusal;
use crate::tournaments::access::{acts_as_organizer, leaving, load_visible, lock_visible, not_over};
use crate::tournaments::act::{Changes, LockedEvent, Reads, change};
use crate::tournaments::impartial::plays;
use crate::tournaments::{TournamentRefusal, Tournaments};
use lapidary_contest::event::entry::EntryId;
use lapidary_contest::event::team::TeamId;
use lapidary_model::audit::{AuditEntry, AuditKind};
use lapidary_model::auth::{HandedCode, Identity, PlayerId};
use lapidary_model::names::caseless;
use lapidary_model::tournament::TournamentId;
use lapidary_model::tournaments::entry::Entry;
use lapidary_model::tournaments::event::{Event, Tournament};
use lapidary_model::tournaments::settings::Status;
use lapidary_model::tournaments::team::{Team, TeamRules};
use lapidary_store::Postgres;
use lapidary_store::tournaments::teams;

/// A team with its members, including those that have left the tournament.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TeamView {
    pub team: Team,
    /// Its members in the order of boards: by number, unless another order was chosen.
    pub members: Vec<Entry>,
}

/// A change of a team. Values that are none stay unchanged.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TeamChange {
    pub name: Option<String>,
    /// The member that leads it.
    pub captain: Option<EntryId>,
    /// The members in the order of boards.
    pub order: Option<Vec<EntryId>>,
}

#[boxed]
impl Tournaments {
    /// Makes a team before the start. A player makes it for their own entry, which becomes captain; an
    /// organizer makes it for any entry, or for nobody.
    pub async fn make_team(
        &self,
        id: TournamentId,
        caller: &Identity,
        name: &str,
        captain: Option<EntryId>,
    ) -> Result<TeamView, TeamRefusal> {
        change!(self, async |connection, changes| -> TeamRefusal {
            let (mut act, organizes) = lock_with_teams(connection, id, caller, changes).await?;
            before_start(&act.event.tournament)?;
            let captain = captain_of_new(&act.event, caller, organizes, captain)?.map(|captain| captain.id);
            let own = captain.and_then(|captain| act.event.entry(captain)).and_then(|captain| captain.team);
            if let Some(team) = own {
                return Err(TeamRefusal::AlreadyInTeam(team));
            }
            has_own_name(&act.event.teams, None, "/name", name)?;
            let team = add_team(&mut act, caller.player, name, captain)?;
            if let Some(entry) = captain {
                act.event.entry_mut(entry).into_iter().for_each(|own| own.team = Some(team));
                act.record(joined(id, caller.player, entry, team));
            }
            act.tell_everybody();
            let view = team_view(&act.event, team)?;
            act.done(view).await
        })
    }

    /// Returns a page of teams after a number, in the order of numbers.
    pub async fn teams(
        &self,
        id: TournamentId,
        caller: Option<&Identity>,
        after: u32,
        limit: u8,
    ) -> Result<Vec<TeamView>, TeamRefusal> {
        let mut connection = self.pool.get().await?;
        let tournament = load_visible(&mut connection, id, caller).await?;
        let found = teams::load(&mut connection, id, after, limit.into()).await?;
        let numbers: Vec<TeamId> = found.iter().map(|team| team.id).collect();
        let members = leaving(&tournament, teams::members(&mut connection, id, &numbers).await?);
        let of = |team: &Team| team.ordered(&members).into_iter().cloned().collect();
        Ok(found.into_iter().map(|team| TeamView { members: of(&team), team }).collect())
    }

    /// Changes a team. Its captain can do so before the start, organizers also later.
    pub async fn change_team(
        &self,
        id: TournamentId,
        caller: &Identity,
        team: TeamId,
        change: &TeamChange,
    ) -> Result<TeamView, TeamRefusal> {
        change!(self, async |connection, changes| -> TeamRefusal {
            let (mut act, organizes) = lock_with_teams(connection, id, caller, changes).await?;
            led(&act.event, caller, organizes, team)?;
            match organizes {
                true if change.captain.is_some() => not_over(&act.event.tournament)?,
                true => {}
                false => before_start(&act.event.tournament)?,
            }
            if let Some(name) = &change.name {
                has_own_name(&act.event.teams, Some(team), "/name", name)?;
            }
            if let Some(captain) = change.captain
                && !act.event.members(team).any(|entry| entry.id == captain && entry.has_place())
            {
                return Err(TournamentRefusal::field(
                    "/captain",
                    "must be the number of a member of the team who has not left the tournament",
                )
                .into());
            }
            if let Some(order) = &change.order {
                before_start(&act.event.tournament)?;
                check_order(&act.event, team, order)?;
            }
            for own in act.event.teams.iter_mut().filter(|own| own.id == team) {
                change.order.iter().for_each(|order| own.chosen_order.clone_from(order));
                own.chosen_captain = change.captain.or(own.chosen_captain);
                change.name.iter().for_each(|name| own.name.clone_from(name));
            }
            // The audit keeps no names of teams, because they may be names of people.
            act.record(act.audit(AuditKind::TeamChanged).by(caller.player).note(named(team)));
            act.tell_everybody();
            let view = team_view(&act.event, team)?;
            act.done(view).await
        })
    }

    /// Deletes a team before the start. Its members stay in the tournament, without a team.
    pub async fn delete_team(
        &self,
        id: TournamentId,
        caller: &Identity,
        team: TeamId,
    ) -> Result<(), TeamRefusal> {
        change!(self, async |connection, changes| -> TeamRefusal {
            let (mut act, organizes) = lock_with_teams(connection, id, caller, changes).await?;
            led(&act.event, caller, organizes, team)?;
            before_start(&act.event.tournament)?;
            delete_team(&mut act, caller.player, team);
            act.tell_everybody();
            act.done(()).await
        })
    }

    /// Makes a code with which players join a team. It replaces an earlier one.
    pub async fn make_team_code(
        &self,
        id: TournamentId,
        caller: &Identity,
        team: TeamId,
    ) -> Result<HandedCode, TeamRefusal> {
        change!(self, async |connection, changes| -> TeamRefusal {
            let (mut act, organizes) = lock_with_teams(connection, id, caller, changes).await?;
            led(&act.event, caller, organizes, team)?;
            not_over(&act.event.tournament)?;
            let code = HandedCode::generate()?;
            teams::set_code(&mut act.db, team, &code.digest()).await?;
            act.record(act.audit(AuditKind::TeamCodeMade).by(caller.player).note(named(team)));
            Ok(code)
        })
    }
}

/// Checks the chosen order of boards of a team.
fn check_order(event: &Event, team: TeamId, order: &[EntryId]) -> Result<(), TeamRefusal> {
    let refused = |fault| Err(TournamentRefusal::field("/members", fault).into());
    if event.tournament.settings.boards().is_none() {
        return refused("is possible only with `boards` of `teams`: without them, members have no order");
    }
    let members = event.members(team).filter(|entry| entry.has_place()).map(|entry| entry.id);
    let mut named = order.to_vec();
    named.sort_unstable();
    match members.eq(named) {
        true => Ok(()),
        false => refused("must name each member of the team who has not left the tournament, once"),
    }
}

/// Adds a team with the next number.
pub(in crate::tournaments) fn add_team(
    act: &mut LockedEvent<'_>,
    by: PlayerId,
    name: &str,
    chosen_captain: Option<EntryId>,
) -> Result<TeamId, TeamRefusal> {
    let limit = act.event.tournament.settings.entries_max;
    if act.event.teams.len() >= usize::from(limit) {
        return Err(TeamRefusal::TooManyTeams(limit));
    }
    let id = TeamId(act.event.teams.last().map_or(1, |last| last.id.0 + 1));
    act.event.teams.push(Team { id, name: name.to_owned(), chosen_captain, chosen_order: Vec::new() });
    act.record(act.audit(AuditKind::TeamMade).by(by).note(named(id)));
    Ok(id)
}

/// Deletes a team without entries.
pub(in crate::tournaments) fn delete_team(act: &mut LockedEvent<'_>, by: PlayerId, team: TeamId) {
    act.event.teams.retain(|own| own.id != team);
    let members = act.event.entries.iter_mut().filter(|entry| entry.team == Some(team));
    members.for_each(|entry| entry.team = None);
    act.record(act.audit(AuditKind::TeamDeleted).by(by).note(named(team)));
}

/// Returns a team of a loaded event.
fn team_view(event: &Event, team: TeamId) -> Result<TeamView, TeamRefusal> {
    let own = event.team(team).ok_or(TeamRefusal::NoTeam(team))?.clone();
    Ok(TeamView { members: own.ordered(&event.entries).into_iter().cloned().collect(), team: own })
}

/// Locks a tournament with teams that the caller may see. Returns the whole event, and whether the caller
/// acts as an organizer.
pub(in crate::tournaments) async fn lock_with_teams<'t>(
    connection: &'t mut Postgres,
    id: TournamentId,
    caller: &Identity,
    changes: &'t mut Changes,
) -> Result<(LockedEvent<'t>, bool), TeamRefusal> {
    let (db, tournament) = lock_visible(connection, id, caller).await?;
    rules(&tournament)?;
    let mut act = LockedEvent::new(db, tournament, Reads::Whole, changes).await?;
    let mut organizes = acts_as_organizer(&mut act.db, &act.event, caller).await?
        && !plays(&mut act.db, &act.event.tournament, caller.player).await?;
    // Members of a team do not meet, so teams are pairs that are kept apart: where organizers play in a rated
    // tournament, they have only the rights of players for teams.
    if organizes && before_start(&act.event.tournament).is_ok() {
        match act.chooses_no_opponents(caller.player).await {
            Err(TournamentRefusal::OrganizerSeated) => organizes = false,
            other => other?,
        }
    }
    Ok((act, organizes))
}

pub(in crate::tournaments) fn rules(tournament: &Tournament) -> Result<TeamRules, TeamRefusal> {
    tournament.settings.teams.ok_or(TeamRefusal::NoTeams)
}

pub(in crate::tournaments) const fn before_start(tournament: &Tournament) -> Result<(), TournamentRefusal> {
    match tournament.status {
        Status::Draft | Status::Registration => Ok(()),
        other => Err(TournamentRefusal::State(other)),
    }
}

/// Returns the audit entry about an entry that joins a team.
pub(in crate::tournaments) fn joined(
    id: TournamentId,
    by: PlayerId,
    entry: EntryId,
    team: TeamId,
) -> AuditEntry {
    AuditEntry::new(id, AuditKind::TeamJoined).by(by).entry(entry).note(named(team))
}

/// Returns the name of a team in the audit.
pub(in crate::tournaments) fn named(team: TeamId) -> String {
    format!("team {team}")
}

/// Checks that no other team has this name.
pub(in crate::tournaments) fn has_own_name(
    teams: &[Team],
    own: Option<TeamId>,
    pointer: &str,
    name: &str,
) -> Result<(), TeamRefusal> {
    let name = caseless(name);
    let mut others = teams.iter().filter(|team| Some(team.id) != own);
    match others.any(|team| caseless(&team.name) == name) {
        true => {
            Err(TournamentRefusal::field(pointer, "is the name of another team of this tournament").into())
        }
        false => Ok(()),
    }
}

/// Returns a team that the caller leads, or that an organizer may change.
fn led<'a>(
    event: &'a Event,
    caller: &Identity,
    organizes: bool,
    team: TeamId,
) -> Result<&'a Team, TeamRefusal> {
    let own = event.team(team).ok_or(TeamRefusal::NoTeam(team))?;
    match organizes || leads(event, caller, own) {
        true => Ok(own),
        false => Err(TeamRefusal::NotCaptain),
    }
}

/// Returns whether the caller is the captain of a team.
pub(in crate::tournaments) fn leads(event: &Event, caller: &Identity, team: &Team) -> bool {
    team.captain(&event.entries).is_some_and(|captain| captain.player.player == caller.player)
}

/// Returns the entry that leads a new team.
fn captain_of_new<'a>(
    event: &'a Event,
    caller: &Identity,
    organizes: bool,
    captain: Option<EntryId>,
) -> Result<Option<&'a Entry>, TeamRefusal> {
    if organizes {
        let Some(captain) = captain else { return Ok(None) };
        let own = event.entry(captain).filter(|entry| entry.has_place());
        return own.map(Some).ok_or_else(|| {
            TournamentRefusal::field(
                "/captain",
                "must be the number of an entry that has not left the tournament",
            )
            .into()
        });
    }
    let own = event.entry_of(caller.player).filter(|entry| entry.has_place());
    let own = own.ok_or(TournamentRefusal::NotEntered)?;
    match captain {
        Some(captain) if captain != own.id => Err(TournamentRefusal::NotOrganizer.into()),
        _ => Ok(Some(own)),
    }
}
