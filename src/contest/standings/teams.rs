//! Standings of teams: first by match wins, if they play matches, then by the scores of their best members.
//! Members come with their points, wins and places.

use std::cmp::Reverse;

use super::games::AllGames;
use super::tie_break::TieBreak;
use super::value::value;
use crate::event::entry::{Entrant, EntryId};
use crate::event::points::{Points, PointsTable};
use crate::event::round::PlayedRound;
use crate::event::seed::EventSeed;
use crate::event::team::TeamId;
use lapidary_words::words;

/// What a member of a team has scored.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MemberScore {
    pub entry: EntryId,
    pub points: Points,
    /// Its wins in twelfths. A shared first place is a part of a win.
    pub win_twelfths: i64,
    /// Its place in the standings of all entries.
    pub place: u32,
}

/// A team with its members.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ScoredTeam {
    /// The team.
    pub id: TeamId,
    /// Its members, in any order.
    pub members: Vec<MemberScore>,
    /// What it has won in matches; none where teams play no matches.
    pub matches: Option<MatchScore>,
}

/// What a team has won in matches against teams.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MatchScore {
    /// The match points: 2 for a win and for a bye, 1 for a shared match.
    pub points: Points,
    /// The number of matches played.
    pub played: i64,
    /// The match points of the beaten teams, and half of those of the teams in shared matches, in millionths.
    pub sonneborn_berger: Option<i64>,
    /// The mean of the match points of its opponents, in millionths. None without an opponent.
    pub buchholz_average: Option<i64>,
}

/// Returns the match scores of these teams over some rounds.
pub fn match_scores(teams: &[Entrant], rounds: &[PlayedRound]) -> Vec<MatchScore> {
    let all = AllGames::new(teams, rounds, &PointsTable::matches());
    let score = |own: usize| MatchScore {
        points: all.games[own].points,
        played: all.games[own].games,
        sonneborn_berger: value(&all, own, TieBreak::SonnebornBerger, &[]),
        buchholz_average: value(&all, own, TieBreak::BuchholzAverage, &[]),
    };
    (0..teams.len()).map(score).collect()
}

words! {
    /// A criterion of the standings of teams.
    TeamTieBreak:
    /// The match points, where teams play matches.
    MatchPoints = "match_points",
    /// The sum of the points of the members that count.
    Points = "points",
    /// The match points of the teams that it has beaten, and half of those with which it has shared a match.
    SonnebornBerger = "sonneborn_berger",
    /// The mean of the match points of its opponents.
    BuchholzAverage = "buchholz_average",
    /// The sum of their wins.
    Wins = "wins",
    /// The place of the best member.
    BestPlace = "best_place",
    /// The lot that follows from the event's seed.
    Lot = "lot",
}

/// A line of the standings of teams.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TeamStanding {
    /// The place, from 1. Places are never shared: the lot decides at the end.
    pub place: u32,
    pub team: TeamId,
    /// What it has won in matches; none where teams play no matches.
    pub matches: Option<MatchScore>,
    /// The sum of the points of the members that count.
    pub points: Points,
    /// The sum of their wins in twelfths.
    pub win_twelfths: i64,
    /// The place of the best member, even if it does not count. None for a team without members.
    pub best_place: Option<u32>,
    /// All members, the best first.
    pub members: Vec<MemberScore>,
    /// How many of them count.
    pub counted: usize,
    /// The criterion that separates this team from the one above. None for the first one.
    pub decided_by: Option<TeamTieBreak>,
}

impl TeamStanding {
    fn new(team: &ScoredTeam, counted_max: usize) -> TeamStanding {
        let mut members = team.members.clone();
        let best_first =
            |one: &MemberScore| (Reverse(one.points), Reverse(one.win_twelfths), one.place, one.entry);
        members.sort_by_key(best_first);
        let counted = members.len().min(counted_max);
        TeamStanding {
            place: 0,
            team: team.id,
            matches: team.matches,
            points: members[..counted].iter().map(|member| member.points).sum(),
            win_twelfths: members[..counted].iter().map(|member| member.win_twelfths).sum(),
            best_place: members.iter().map(|member| member.place).min(),
            members,
            counted,
            decided_by: None,
        }
    }

    /// Returns the criterion that separates this team from another one at or below its place.
    fn separated_from(&self, next: &TeamStanding) -> TeamTieBreak {
        let differ = |of: fn(&MatchScore) -> Option<i64>| {
            self.matches.as_ref().and_then(of) != next.matches.as_ref().and_then(of)
        };
        if differ(|own| Some(own.points.twelfths())) {
            TeamTieBreak::MatchPoints
        } else if self.points != next.points {
            TeamTieBreak::Points
        } else if differ(|own| own.sonneborn_berger) {
            TeamTieBreak::SonnebornBerger
        } else if differ(|own| own.buchholz_average) {
            TeamTieBreak::BuchholzAverage
        } else if self.win_twelfths != next.win_twelfths {
            TeamTieBreak::Wins
        } else if self.best_place != next.best_place {
            TeamTieBreak::BestPlace
        } else {
            TeamTieBreak::Lot
        }
    }
}

/// Returns the standings of teams of which this many members count, with the first place first. Criteria:
/// match points in matches; points of these members; Sonneborn-Berger and Buchholz in matches; wins of these
/// members; place of the best member; lot. A team without members comes after all teams with as few points
/// and wins.
pub fn team_standings(teams: &[ScoredTeam], counted_max: usize, seed: &EventSeed) -> Vec<TeamStanding> {
    let mut lines: Vec<TeamStanding> =
        teams.iter().map(|team| TeamStanding::new(team, counted_max)).collect();
    lines.sort_by_cached_key(|line| {
        let of_match = |of: fn(&MatchScore) -> Option<i64>| Reverse(line.matches.as_ref().and_then(of));
        (
            of_match(|own| Some(own.points.twelfths())),
            Reverse(line.points),
            of_match(|own| own.sonneborn_berger),
            of_match(|own| own.buchholz_average),
            Reverse(line.win_twelfths),
            line.best_place.unwrap_or(u32::MAX),
            seed.team_lot(line.team),
        )
    });
    let decided: Vec<TeamTieBreak> = lines.windows(2).map(|pair| pair[0].separated_from(&pair[1])).collect();
    for ((line, place), decided_by) in
        lines.iter_mut().zip(1..).zip([None].into_iter().chain(decided.into_iter().map(Some)))
    {
        line.place = place;
        line.decided_by = decided_by;
    }
    lines
}
