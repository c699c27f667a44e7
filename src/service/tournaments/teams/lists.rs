//! The teams of entries that organizers add in a list. They are given by names, and missing ones are made.

use std::collections::BTreeMap;

use super::refusal::TeamRefusal;
use super::team::{add_team, before_start};
use crate::tournaments::TournamentRefusal;
use crate::tournaments::act::LockedEvent;
use lapidary_contest::event::team::TeamId;
use lapidary_model::auth::PlayerId;
use lapidary_model::names::caseless;
use lapidary_model::tournaments::settings::Status;

/// The team of a new entry.
#[derive(Debug, Clone, Copy)]
pub(in crate::tournaments) struct NamedTeam<'a> {
    /// The JSON pointer to the entry in the request, for refusals.
    pub pointer: &'a str,
    /// The name of the team, if there is one.
    pub name: Option<&'a str>,
}

/// Returns the teams of new entries, in their order. Before the start, teams with new names are made; later
/// every entry must name an existing team.
pub(in crate::tournaments) fn teams_of_new(
    act: &mut LockedEvent<'_>,
    organizer: PlayerId,
    new: &[NamedTeam<'_>],
) -> Result<Vec<Option<TeamId>>, TeamRefusal> {
    let mut known: BTreeMap<String, TeamId> = BTreeMap::new();
    for team in &act.event.teams {
        known.entry(caseless(&team.name)).or_insert(team.id);
    }
    let mut places: BTreeMap<TeamId, usize> = BTreeMap::new();
    for entry in act.event.entries.iter().filter(|entry| entry.has_place()) {
        if let Some(team) = entry.team {
            *places.entry(team).or_default() += 1;
        }
    }
    let mut of_new = Vec::with_capacity(new.len());
    for one in new {
        let refused =
            |fault| TeamRefusal::from(TournamentRefusal::field(format!("{}/team", one.pointer), fault));
        let (rules, name) = match (act.event.tournament.settings.teams, one.name) {
            (None, Some(_)) => return Err(refused("is possible only in a tournament with `teams`")),
            (Some(_), None) if act.event.tournament.status == Status::Running => {
                return Err(refused("must be the name of a team that has room: the tournament has started"));
            }
            (_, None) => {
                of_new.push(None);
                continue;
            }
            (Some(rules), Some(name)) => (rules, name),
        };
        let team = match known.get(&caseless(name)) {
            Some(&team) => team,
            None if before_start(&act.event.tournament).is_err() => {
                return Err(refused("is not the name of a team: after the start no teams are made"));
            }
            None => {
                let team = add_team(act, organizer, name, None)?;
                known.insert(caseless(name), team);
                team
            }
        };
        let taken = places.entry(team).or_default();
        *taken += 1;
        if *taken > usize::from(rules.size_max) {
            return Err(refused("is the name of a team that has no room"));
        }
        of_new.push(Some(team));
    }
    Ok(of_new)
}
