//! Matches of two teams at tables of two, board against board: the seats, and the result of a match.

use super::entry::EntryId;
use super::points::{Points, PointsTable};
use super::round::{PlayedTable, SeatResult};
use super::team::TeamId;

/// Returns the tables of a match, beginning with board 1: members with the same line-up place meet. The first
/// team has seat 0 at odd boards, the second one at even boards.
pub fn boards(first: &[EntryId], second: &[EntryId]) -> Vec<Vec<EntryId>> {
    let pairs = first.iter().zip(second).enumerate();
    pairs.map(|(at, (&a, &b))| if at % 2 == 0 { vec![a, b] } else { vec![b, a] }).collect()
}

/// Returns a team match as a table of the teams, from the boards that count. More points at the boards win;
/// equal points share the place. A team that forfeits all boards forfeits the match. None without a board.
pub fn match_result(
    teams: [TeamId; 2],
    boards: &[PlayedTable],
    points: &PointsTable,
    team_of: &dyn Fn(EntryId) -> Option<TeamId>,
) -> Option<PlayedTable> {
    // Whether the team was present, and its points.
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
