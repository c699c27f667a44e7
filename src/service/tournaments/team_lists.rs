//! The teams of entries that organizers add in a list: by names, and those that do not exist are made.

use std::collections::BTreeMap;

use diesel_async::AsyncPgConnection;

use super::TournamentRefusal;
use super::teams::{before_start, named, room_for_teams};
use crate::audit::record_audit;
use lapidary_contest::event::team::TeamId;
use lapidary_model::auth::PlayerId;
use lapidary_model::names::caseless;
use lapidary_model::tournaments::audit::{AuditEntry, AuditKind};
use lapidary_model::tournaments::event::Event;
use lapidary_model::tournaments::settings::Status;
use lapidary_store::tournaments::teams;

/// The team of a new entry.
#[derive(Debug, Clone, Copy)]
pub(super) struct NamedTeam<'a> {
    /// The JSON pointer to the entry in the request, for refusals.
    pub pointer: &'a str,
    /// The name of the team, if there is one.
    pub name: Option<&'a str>,
}

/// Returns the teams of new entries, in their order. Before the start, teams with names that no team has are
/// made; later everybody belongs to a team that there is. The caller must hold the lock of the tournament.
///
/// # Errors
/// [`TournamentRefusal::Field`] for a name in a tournament without teams, for a team that has no room, and
/// once the tournament runs for an entry without a team or with an unknown one;
/// [`TournamentRefusal::TooManyTeams`].
pub(super) async fn teams_of_new(
    connection: &mut AsyncPgConnection,
    event: &Event,
    organizer: PlayerId,
    new: &[NamedTeam<'_>],
) -> Result<Vec<Option<TeamId>>, TournamentRefusal> {
    let mut made = 0;
    let mut known: BTreeMap<String, TeamId> = BTreeMap::new();
    for team in &event.teams {
        known.entry(caseless(&team.name)).or_insert(team.id);
    }
    let mut places: BTreeMap<TeamId, usize> = BTreeMap::new();
    for entry in event.entries.iter().filter(|entry| entry.has_place()) {
        if let Some(team) = entry.team {
            *places.entry(team).or_default() += 1;
        }
    }
    let mut of_new = Vec::with_capacity(new.len());
    for one in new {
        let refused = |fault| TournamentRefusal::Field { pointer: format!("{}/team", one.pointer), fault };
        let (rules, name) = match (event.tournament.settings.teams, one.name) {
            (None, Some(_)) => return Err(refused("is possible only in a tournament with `teams`")),
            (Some(_), None) if event.tournament.status == Status::Running => {
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
            None if before_start(&event.tournament).is_err() => {
                return Err(refused("is not the name of a team: after the start no teams are made"));
            }
            None => {
                room_for_teams(event, event.teams.len() + made + 1)?;
                let team = teams::insert(connection, event.tournament.id, name, None).await?;
                let audit = AuditEntry::new(event.tournament.id, AuditKind::TeamMade).by(organizer);
                record_audit(connection, &audit.note(named(team))).await?;
                known.insert(caseless(name), team);
                made += 1;
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
