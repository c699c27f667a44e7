//! Matches of teams, board against board.

use lapidary_contest::event::entry::EntryId;
use lapidary_contest::event::points::{Points, PointsTable};
use lapidary_contest::event::round::{PlayedRound, PlayedTable, SeatResult};
use lapidary_contest::event::team::TeamId;
use lapidary_contest::event::team_match::{boards, match_result};
use lapidary_contest::export::trf::{ReportedPlayer, ReportedTeam, team_lines};
use lapidary_contest::pairing::request::{Settings, TableSeats};
use lapidary_contest::standings::teams::{
    MatchScore, MemberScore, ScoredTeam, TeamTieBreak, match_scores, team_standings,
};

use crate::events::{SEED, field, pair, round, table, tables};

/// Team 1 has the entries 10 to 19, team 2 those from 20 to 29.
fn team_of(entry: EntryId) -> Option<TeamId> {
    Some(TeamId(entry.0 / 10))
}

fn ids(numbers: &[u32]) -> Vec<EntryId> {
    numbers.iter().copied().map(EntryId).collect()
}

/// A table at which these seats forfeit.
fn forfeited(seats: &[u32], places: &[u8], forfeits: &[usize]) -> PlayedTable {
    let mut played = table(seats, places);
    for &seat in forfeits {
        played.seats[seat] = SeatResult { forfeit: true, ..played.seats[seat] };
    }
    played
}

/// The match of teams 1 and 2 with these boards: for each of them its place and whether it forfeits.
fn result(boards: &[PlayedTable]) -> Option<Vec<(u32, u8, bool)>> {
    let played = match_result([TeamId(1), TeamId(2)], boards, &PointsTable::standard(), &team_of)?;
    Some(played.seats.iter().map(|seat| (seat.entry.0, seat.place, seat.forfeit)).collect())
}

#[test]
fn members_with_the_same_place_meet_and_teams_take_turns_to_play_first() {
    let tables = boards(&ids(&[10, 11, 12]), &ids(&[20, 21, 22]));
    assert_eq!(tables, [ids(&[10, 20]), ids(&[21, 11]), ids(&[12, 22])]);
}

#[test]
fn more_points_at_the_boards_win_a_match() {
    let won = [table(&[10, 20], &[1, 2]), table(&[21, 11], &[2, 1]), table(&[12, 22], &[2, 1])];
    assert_eq!(result(&won), Some(vec![(1, 1, false), (2, 2, false)]));
    let level = [table(&[10, 20], &[1, 2]), table(&[21, 11], &[1, 2]), table(&[12, 22], &[1, 1])];
    assert_eq!(result(&level), Some(vec![(1, 1, false), (2, 1, false)]));
    // A board that is forfeited counts for the opponent; void boards are not there.
    let two = [forfeited(&[10, 20], &[2, 1], &[0]), table(&[21, 11], &[2, 1])];
    assert_eq!(result(&two), Some(vec![(1, 1, false), (2, 1, false)]));
    // A team forfeits a match if nobody of it was there.
    let nobody = [forfeited(&[10, 20], &[2, 1], &[0]), forfeited(&[21, 11], &[1, 2], &[1])];
    assert_eq!(result(&nobody), Some(vec![(1, 2, true), (2, 1, false)]));
    let neither = [forfeited(&[10, 20], &[1, 1], &[0, 1])];
    assert_eq!(result(&neither), Some(vec![(1, 1, true), (2, 1, true)]));
    assert_eq!(result(&[]), None);
}

#[test]
fn match_points_come_before_board_points_then_sonneborn_berger_and_buchholz() {
    let teams = field(4);
    let rounds = [
        round(vec![table(&[1, 2], &[1, 2]), table(&[3, 4], &[1, 1])]),
        round(vec![table(&[1, 3], &[1, 1]), table(&[2, 4], &[1, 2])]),
        PlayedRound { byes: ids(&[4]), ..PlayedRound::default() },
    ];
    let scores = match_scores(&teams, &rounds);
    let score = |points: u32, played: i64, sonneborn_berger: i64, buchholz: i64| MatchScore {
        points: Points::whole(points),
        played,
        sonneborn_berger: Some(sonneborn_berger),
        buchholz_average: Some(buchholz),
    };
    // Team 1 has beaten 2 (2 points) and shared with 3 (2 points); a bye is a won match without an opponent.
    assert_eq!(scores[0], score(3, 2, 3_000_000, 2_000_000));
    assert_eq!(scores[1], score(2, 2, 3_000_000, 3_000_000));
    assert_eq!(scores[2], score(2, 2, 3_000_000, 3_000_000));
    assert_eq!(scores[3], score(3, 2, 1_000_000, 2_000_000));
    let alone = match_scores(&teams[..1], &[]);
    assert_eq!((alone[0].sonneborn_berger, alone[0].buchholz_average), (Some(0), None));
    let scored = |id: u32, board_points: u32, wins: i64| ScoredTeam {
        id: TeamId(id),
        members: vec![MemberScore {
            entry: EntryId(id),
            points: Points::whole(board_points),
            win_twelfths: 12 * wins,
            place: id,
        }],
        matches: Some(scores[id as usize - 1]),
    };
    let lines = team_standings(
        &[scored(1, 12, 2), scored(2, 30, 6), scored(3, 30, 7), scored(4, 12, 3)],
        usize::MAX,
        &SEED,
    );
    let order: Vec<_> = lines.iter().map(|line| (line.team.0, line.decided_by)).collect();
    use TeamTieBreak::{MatchPoints, SonnebornBerger, Wins};
    let expected = [(1, None), (4, Some(SonnebornBerger)), (3, Some(MatchPoints)), (2, Some(Wins))];
    assert_eq!(order, expected);
}

#[test]
fn teams_are_paired_like_entries() {
    let settings = Settings { points: PointsTable::matches(), ..Settings::swiss(TableSeats::Two) };
    let first = pair(&field(5), &[], &settings).expect("a pairing");
    assert_eq!((tables(&first), &first.byes), (vec![vec![1, 3], vec![2, 4]], &ids(&[5])));
    let played = PlayedRound {
        tables: vec![table(&[1, 3], &[1, 2]), table(&[2, 4], &[1, 1])],
        byes: ids(&[5]),
        ..PlayedRound::default()
    };
    let second = pair(&field(5), &[played], &settings).expect("a pairing");
    assert_eq!((tables(&second), &second.byes), (vec![vec![1, 4], vec![2, 5]], &ids(&[3])));
}

#[test]
fn a_report_file_names_the_teams() {
    let player =
        |id: u32| ReportedPlayer { id: EntryId(id), name: format!("Player {id}"), rating: 1500, place: id };
    let players: Vec<ReportedPlayer> = [7, 8, 9].map(player).into();
    let team = ReportedTeam {
        name: "Rubies\nof the long name that no column has".to_owned(),
        members: ids(&[9, 7]),
    };
    assert_eq!(team_lines(&[team], &players), "013 Rubies of the long name that no    3    1\n");
}
