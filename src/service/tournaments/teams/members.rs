//! Who belongs to which team: joining with a code, putting an entry into a team, leaving it, and whether all
//! teams are ready for the start.

use super::refusal::TeamRefusal;
use super::team::{before_start, delete_team, joined, leads, lock_with_teams, named, rules};
use crate::tournaments::access::{no_entry, not_over};
use crate::tournaments::act::{LockedEvent, change};
use crate::tournaments::numbered::numbers;
use crate::tournaments::{TournamentRefusal, Tournaments};
use lapidary_contest::event::entry::EntryId;
use lapidary_contest::event::team::TeamId;
use lapidary_model::audit::AuditKind;
use lapidary_model::auth::{HandedCode, Identity};
use lapidary_model::tournament::TournamentId;
use lapidary_model::tournaments::entry::Entry;
use lapidary_model::tournaments::event::{Event, Tournament};
use lapidary_model::tournaments::settings::{Status, TournamentSettings};
use lapidary_model::tournaments::team::TeamRules;
use lapidary_store::Postgres;
use lapidary_store::tournaments::{Locked, teams};

/// The team that a player joins, and its code.
#[derive(Clone)]
pub struct TeamKey {
    pub team: TeamId,
    /// The code as the player sent it.
    pub code: Option<String>,
}

impl TeamKey {
    /// Returns whether the code lets players into the team.
    async fn opens(&self, connection: &mut Postgres, id: TournamentId) -> Result<bool, TeamRefusal> {
        match self.code.as_deref().and_then(HandedCode::parse) {
            Some(code) => Ok(teams::has_code(connection, id, self.team, &code.digest()).await?),
            None => Ok(false),
        }
    }
}

#[boxed]
impl Tournaments {
    /// Puts an entry into a team, also from another one. Organizers may do it, and its player with the code
    /// of the team. Once the tournament runs, only organizers may, for entries without a team. Repeating it
    /// changes nothing.
    pub async fn set_team(
        &self,
        id: TournamentId,
        caller: &Identity,
        entry: EntryId,
        key: &TeamKey,
    ) -> Result<Entry, TeamRefusal> {
        change!(self, async |connection, changes| -> TeamRefusal {
            let (mut act, organizes) = lock_with_teams(connection, id, caller, changes).await?;
            let own = act.event.entry(entry).ok_or_else(|| no_entry(&act.event, entry))?.clone();
            let rules = rules(&act.event.tournament)?;
            if !organizes && own.player.player != caller.player {
                return Err(TournamentRefusal::NotOrganizer.into());
            }
            if !organizes && !own.has_place() {
                return Err(TournamentRefusal::NotEntered.into());
            }
            not_over(&act.event.tournament)?;
            if act.event.team(key.team).is_none() {
                return Err(no_such_team());
            }
            if own.team == Some(key.team) {
                return Ok(own);
            }
            if !organizes || own.team.is_some() {
                before_start(&act.event.tournament)?;
            }
            if !organizes && !key.opens(&mut act.db, id).await? {
                return Err(TeamRefusal::TeamLocked);
            }
            if own.has_place() {
                has_room(&rules, key.team, act.event.members(key.team))?;
            }
            if let Some(left) = own.team {
                leave(&mut act, &own, left, organizes);
            }
            act.event.entry_mut(entry).into_iter().for_each(|own| own.team = Some(key.team));
            act.record(joined(id, caller.player, entry, key.team));
            act.tell_everybody();
            act.done(Entry { team: Some(key.team), ..own }).await
        })
    }

    /// Takes an entry out of its team before the start. Organizers, the captain of the team and its player
    /// may do it. Without a team, nothing changes.
    pub async fn leave_team(
        &self,
        id: TournamentId,
        caller: &Identity,
        entry: EntryId,
    ) -> Result<Entry, TeamRefusal> {
        change!(self, async |connection, changes| -> TeamRefusal {
            let (mut act, organizes) = lock_with_teams(connection, id, caller, changes).await?;
            let own = act.event.entry(entry).ok_or_else(|| no_entry(&act.event, entry))?.clone();
            let team = own.team.and_then(|team| act.event.team(team));
            let leads = team.is_some_and(|team| leads(&act.event, caller, team));
            if !organizes && !leads && own.player.player != caller.player {
                return Err(TeamRefusal::NotCaptain);
            }
            before_start(&act.event.tournament)?;
            let Some(team) = own.team else { return Ok(own) };
            act.event.entry_mut(entry).into_iter().for_each(|own| own.team = None);
            act.record(act.audit(AuditKind::TeamLeft).by(caller.player).entry(entry).note(named(team)));
            leave(&mut act, &own, team, organizes);
            act.tell_everybody();
            act.done(Entry { team: None, ..own }).await
        })
    }
}

/// Returns the team that an entering player joins, if the tournament has teams. Once it runs, every player
/// must name one.
pub(in crate::tournaments) async fn team_to_join(
    db: &mut Locked<'_>,
    tournament: &Tournament,
    key: Option<&TeamKey>,
) -> Result<Option<TeamId>, TeamRefusal> {
    let Some(key) = key else { return needs_no_team(tournament).map(|()| None) };
    let rules = rules(tournament)?;
    let id = tournament.id;
    if !teams::is_there(db, id, key.team).await? {
        return Err(no_such_team());
    }
    if !key.opens(db, id).await? {
        return Err(TeamRefusal::TeamLocked);
    }
    has_room(&rules, key.team, &teams::members(db, id, &[key.team]).await?)?;
    Ok(Some(key.team))
}

/// Checks that a player can enter without a team.
fn needs_no_team(tournament: &Tournament) -> Result<(), TeamRefusal> {
    match tournament.settings.teams.is_some() && tournament.status == Status::Running {
        true => Err(TournamentRefusal::field(
            "/team",
            "must be the number of a team that has room: the tournament has started",
        )
        .into()),
        false => Ok(()),
    }
}

/// Checks that a player who comes back, or takes over an entry, names no other team than the entry's.
pub(in crate::tournaments) fn stays_in_team(own: &Entry, key: Option<&TeamKey>) -> Result<(), TeamRefusal> {
    match key {
        Some(key) if own.team != Some(key.team) => Err(TournamentRefusal::field(
            "/team",
            "must be left out, or be the team of the entry that you have: `PUT …/entries/{n}/team` changes it",
        ).into()),
        _ => Ok(()),
    }
}

/// Does what follows when an entry leaves a team. The entry is no longer captain and has no board, because
/// another entry may get its number. A team without members is deleted, unless an organizer emptied it.
pub(in crate::tournaments) fn leave(
    act: &mut LockedEvent<'_>,
    own: &Entry,
    team: TeamId,
    by_organizer: bool,
) {
    if let Some(left) = act.event.teams.iter_mut().find(|left| left.id == team) {
        left.chosen_captain = left.chosen_captain.filter(|&captain| captain != own.id);
        left.chosen_order.retain(|&member| member != own.id);
    }
    if !by_organizer && !act.event.members(team).any(|other| other.id != own.id) {
        delete_team(act, own.player.player, team);
    }
}

/// Checks that an entry can take part again: its place in the team may be taken, and while the tournament
/// runs nobody plays without a team.
pub(in crate::tournaments) fn team_takes_back(event: &Event, own: &Entry) -> Result<(), TeamRefusal> {
    let Some(rules) = event.tournament.settings.teams else { return Ok(()) };
    match own.team {
        Some(_) if own.has_place() => Ok(()),
        Some(team) => has_room(&rules, team, event.members(team)),
        None if event.tournament.status == Status::Running => Err(TeamRefusal::TeamsIncomplete(format!(
            "{} has no team",
            numbers("entry", "entries", &[own.id.0])
        ))),
        None => Ok(()),
    }
}

/// Checks that a team has room for one more member.
fn has_room<'a>(
    rules: &TeamRules,
    team: TeamId,
    members: impl IntoIterator<Item = &'a Entry>,
) -> Result<(), TeamRefusal> {
    let places = members.into_iter().filter(|entry| entry.has_place()).count();
    match places < usize::from(rules.size_max) {
        true => Ok(()),
        false => Err(TeamRefusal::TeamFull { team, size_max: rules.size_max }),
    }
}

fn no_such_team() -> TeamRefusal {
    TournamentRefusal::field("/team", "is not the number of a team of this tournament").into()
}

/// Checks that a tournament can start: everybody who takes part has a team, every team has enough members,
/// and there are two teams.
pub(in crate::tournaments) fn teams_are_complete(event: &Event) -> Result<(), TeamRefusal> {
    let Some(rules) = event.tournament.settings.teams else { return Ok(()) };
    let alone = event.entries.iter().filter(|entry| entry.takes_part() && entry.team.is_none());
    let alone: Vec<u32> = alone.map(|entry| entry.id.0).collect();
    let size = |team: TeamId| event.members(team).filter(|entry| entry.takes_part()).count();
    let ids = event.teams.iter().map(|team| team.id);
    let small: Vec<u32> = ids.filter(|&team| size(team) < rules.size_min.into()).map(|team| team.0).collect();
    let mut faults = Vec::new();
    if !alone.is_empty() {
        let verb = if alone.len() == 1 { "has" } else { "have" };
        faults.push(format!("{} {verb} no team", numbers("entry", "entries", &alone)));
    }
    if !small.is_empty() {
        let verb = if small.len() == 1 { "has" } else { "have" };
        let least = rules.size_min;
        faults.push(format!(
            "{} {verb} fewer than {least} members who take part",
            numbers("team", "teams", &small)
        ));
    }
    if faults.is_empty() && event.teams.len() < 2 {
        faults.push("there is only one team".to_owned());
    }
    if faults.is_empty() { Ok(()) } else { Err(TeamRefusal::TeamsIncomplete(faults.join("; "))) }
}

/// Checks that the teams of a tournament before its start fit its changed settings.
pub(in crate::tournaments) fn teams_fit(
    event: &Event,
    settings: &TournamentSettings,
) -> Result<(), TeamRefusal> {
    let places = |team: TeamId| event.members(team).filter(|entry| entry.has_place()).count();
    let (fault, fits): (_, Box<dyn Fn(TeamId) -> bool>) = match settings.teams {
        None => ("must stay while there are teams", Box::new(|_| false)),
        Some(rules) => {
            let most = usize::from(rules.size_max);
            (
                "must have a `size_max` for all members of the teams",
                Box::new(move |team| places(team) <= most),
            )
        }
    };
    let others: Vec<u32> = event.teams.iter().filter(|team| !fits(team.id)).map(|team| team.id.0).collect();
    match others.is_empty() {
        true => Ok(()),
        false => Err(TournamentRefusal::Misfit {
            pointer: "/teams",
            fault: format!("{fault}: {}", numbers("team", "teams", &others)),
        }
        .into()),
    }
}
