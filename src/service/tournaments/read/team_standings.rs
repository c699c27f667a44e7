//! Standings of teams after any round.

use std::collections::BTreeMap;

use super::rank::Standings;
use crate::tournaments::ranking::standings::Line;
use crate::tournaments::teams::refusal::TeamRefusal;
use crate::tournaments::teams::team::rules;
use crate::tournaments::{TournamentRefusal, Tournaments};
use lapidary_contest::event::entry::EntryId;
use lapidary_contest::event::record::{Records, records};
use lapidary_contest::standings::teams::{
    MemberScore, ScoredTeam, TeamStanding, match_scores, team_standings,
};
use lapidary_model::auth::Identity;
use lapidary_model::tournament::TournamentId;
use lapidary_model::tournaments::event::Event;
use lapidary_model::tournaments::team::Team;

/// The standings of teams after some rounds.
#[derive(Debug, Clone)]
pub struct TeamStandings {
    /// The standings of all entries after the same rounds, with the event.
    pub all: Standings,
    /// The lines of teams, the first place first; none without teams.
    pub lines: Vec<TeamStanding>,
}

impl TeamStandings {
    fn of(all: Standings) -> TeamStandings {
        TeamStandings { lines: team_lines(&all.event, all.rounds.into(), &all.lines), all }
    }
}

#[boxed]
impl Tournaments {
    /// Returns the standings of teams after a round, or after everything played so far.
    pub async fn team_standings(
        &self,
        id: TournamentId,
        caller: Option<&Identity>,
        after: Option<u16>,
    ) -> Result<TeamStandings, TeamRefusal> {
        let all = self.standings(id, caller, after).await?;
        rules(&all.event.tournament)?;
        Ok(TeamStandings::of(all))
    }

    /// Returns the standings after everything played so far; those of teams only if there are any.
    pub async fn all_standings(
        &self,
        id: TournamentId,
        caller: Option<&Identity>,
    ) -> Result<TeamStandings, TournamentRefusal> {
        Ok(TeamStandings::of(self.standings(id, caller, None).await?))
    }
}

/// Returns the lines of the standings of teams after some rounds, from those of all entries after the same
/// rounds. Members keep their points even if they left or were removed. An entry that came later is not a
/// member yet.
pub(in crate::tournaments) fn team_lines(event: &Event, rounds: usize, lines: &[Line]) -> Vec<TeamStanding> {
    let Some(rules) = event.tournament.settings.teams else { return Vec::new() };
    let records = records(&event.scored(rounds), &event.tournament.settings.points);
    let lines: BTreeMap<EntryId, &Line> = lines.iter().map(|line| (line.entry, line)).collect();
    let scored = |team: &Team| {
        let members = event.members(team.id).filter_map(|entry| Some(score(lines.get(&entry.id)?, &records)));
        ScoredTeam { id: team.id, members: members.collect(), matches: None }
    };
    let mut teams: Vec<ScoredTeam> = event.teams.iter().map(scored).collect();
    if let Some(boards) = event.tournament.settings.boards() {
        let scores = match_scores(&event.team_entrants(boards), &event.team_rounds(rounds));
        teams.iter_mut().zip(scores).for_each(|(team, score)| team.matches = Some(score));
    }
    team_standings(&teams, rules.counted_max(), &event.seed)
}

fn score(line: &Line, records: &Records) -> MemberScore {
    MemberScore {
        entry: line.entry,
        points: line.points,
        win_twelfths: records.get(&line.entry).map_or(0, |record| record.win_twelfths),
        place: line.place,
    }
}
