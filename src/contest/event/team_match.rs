//! Matches of two teams at tables of two, board against board: who sits where, and how a match ends.

use super::entry::EntryId;
use super::points::{Points, PointsTable};
use super::round::{PlayedTable, SeatResult};
use super::team::TeamId;

/// Returns the tables of a match, board 1 first: members with the same place in their line-ups meet. The
/// first team has seat 0 at odd boards, the second one at even boards.
pub fn boards(first: &[EntryId], second: &[EntryId]) -> Vec<Vec<EntryId>> {
    let pairs = first.iter().zip(second).enumerate();
    pairs.map(|(at, (&a, &b))| if at % 2 == 0 { vec![a, b] } else { vec![b, a] }).collect()
}

/// Returns the match of two teams as a table of theirs, from the boards that count: more points at the boards
/// win, and as many share the place. A team that forfeits all boards forfeits the match. None without a
/// board.
pub fn match_result(
    teams: [TeamId; 2],
    boards: &[PlayedTable],
    points: &PointsTable,
    team_of: &dyn Fn(EntryId) -> Option<TeamId>,
) -> Option<PlayedTable> {
    // Whether the team was there, and its points.
    let scored = |team: TeamId| -> (bool, Points) {
        let (mut sum, mut is_there) = (Points::default(), false);
        for table in boards {
            let places = table.places();
            for seat in table.seats.iter().filter(|seat| team_of(seat.entry) == Some(team)) {
                sum += seat.points(&places, points);
                is_there |= !seat.forfeit;
            }
        }
        (is_there, sum)
    };
    let scores = teams.map(scored);
    let seat = |(team, own, other): (TeamId, (bool, Points), (bool, Points))| SeatResult {
        entry: team.unit(),
        place: if own < other { 2 } else { 1 },
        prestige: None,
        cards: None,
        tokens: None,
        forfeit: !own.0,
    };
    let seats = [(teams[0], scores[0], scores[1]), (teams[1], scores[1], scores[0])];
    (!boards.is_empty()).then(|| PlayedTable { seats: seats.map(seat).to_vec() })
}
