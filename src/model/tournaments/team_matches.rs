//! Events with matches of teams: their line-ups, and the rounds as whole teams have played them.

use std::collections::{BTreeMap, BTreeSet};

use super::entry::Entry;
use super::event::Event;
use super::round::{Round, TournamentTable};
use super::settings::TournamentSettings;
use super::team::Team;
use lapidary_contest::event::entry::{Entrant, EntryId};
use lapidary_contest::event::round::{PlayedRound, PlayedTable};
use lapidary_contest::event::team::TeamId;
use lapidary_contest::event::team_match::match_result;

impl TournamentSettings {
    /// Returns the number of boards of a team match. None unless teams play matches.
    pub fn boards(&self) -> Option<usize> {
        self.teams?.boards.map(usize::from)
    }
}

impl Event {
    /// Returns the line-up of a team for the next round, beginning with board 1: the first members that take
    /// part. If there are too few, absent members get the last boards and forfeit them.
    pub fn line_up(&self, team: TeamId, boards: usize) -> Vec<EntryId> {
        let members = self.team(team).map(|team| team.ordered(&self.entries)).unwrap_or_default();
        let (present, absent): (Vec<&Entry>, Vec<_>) = members.into_iter().partition(|one| one.takes_part());
        present.into_iter().chain(absent).take(boards).map(|entry| entry.id).collect()
    }

    /// Returns whether any member of a team takes part in the next round.
    pub fn team_takes_part(&self, team: TeamId) -> bool {
        self.members(team).any(Entry::takes_part)
    }

    /// Returns all teams as pairings and standings see them: with the first member's seed and the mean rating
    /// at the boards.
    pub fn team_entrants(&self, boards: usize) -> Vec<Entrant> {
        let entrant = |team: &Team| {
            let mut members = team.ordered(&self.entries);
            members.truncate(boards);
            let ratings: i64 = members.iter().map(|entry| entry.rating).sum();
            Entrant {
                id: team.id.unit(),
                rating: ratings / (members.len().max(1) as i64),
                seed: members.first().and_then(|entry| entry.seed),
            }
        };
        self.teams.iter().map(entrant).collect()
    }

    /// Returns the first rounds as whole teams have played them: finished matches, and byes.
    pub fn team_rounds(&self, rounds: usize) -> Vec<PlayedRound> {
        let teams: BTreeMap<EntryId, TeamId> =
            self.entries.iter().filter_map(|entry| Some((entry.id, entry.team?))).collect();
        let team_of = |entry: EntryId| teams.get(&entry).copied();
        let round = |round: &Round| {
            let byes: BTreeSet<TeamId> = round.byes.iter().copied().filter_map(team_of).collect();
            PlayedRound {
                tables: team_matches(round)
                    .values()
                    .filter_map(|own| self.played_match(own, &team_of))
                    .collect(),
                byes: byes.into_iter().map(TeamId::unit).collect(),
                ..PlayedRound::default()
            }
        };
        self.rounds.iter().take(rounds).map(round).collect()
    }

    fn played_match(
        &self,
        tables: &[&TournamentTable],
        team_of: &dyn Fn(EntryId) -> Option<TeamId>,
    ) -> Option<PlayedTable> {
        if tables.iter().any(|table| table.is_unfinished()) {
            return None;
        }
        // Later seats may be in another order.
        let &[first, second] = &tables.first()?.paired[..] else { return None };
        let boards: Vec<PlayedTable> = tables.iter().filter_map(|table| table.played()).collect();
        match_result([team_of(first)?, team_of(second)?], &boards, &self.tournament.settings.points, team_of)
    }
}

/// Returns the tables of each match of a round, beginning with board 1.
fn team_matches(round: &Round) -> BTreeMap<u16, Vec<&TournamentTable>> {
    let mut matches: BTreeMap<u16, Vec<&TournamentTable>> = BTreeMap::new();
    for table in round.tables.iter().filter(|table| table.board > 0) {
        matches.entry(table.match_number).or_default().push(table);
    }
    matches.values_mut().for_each(|tables| tables.sort_by_key(|table| table.board));
    matches
}
