//! Standings of teams, and pairings that keep members of a team apart.

use lapidary_contest::event::entry::EntryId;
use lapidary_contest::event::points::Points;
use lapidary_contest::event::team::TeamId;
use lapidary_contest::pairing::request::{Meet, Odd, Settings, TableSeats};
use lapidary_contest::standings::teams::{
    MemberScore, ScoredTeam, TeamStanding, TeamTieBreak, team_standings,
};

use crate::events::{SEED, by_number, field, pair};

/// A member with whole points and wins, and a place.
const fn member(entry: u32, points: u32, wins: i64, place: u32) -> MemberScore {
    MemberScore { entry: EntryId(entry), points: Points::whole(points), win_twelfths: 12 * wins, place }
}

fn team(id: u32, members: &[MemberScore]) -> ScoredTeam {
    ScoredTeam { id: TeamId(id), members: members.to_vec(), matches: None }
}

fn summary(lines: &[TeamStanding]) -> Vec<(u32, u32, String, Option<TeamTieBreak>)> {
    lines.iter().map(|line| (line.place, line.team.0, line.points.to_string(), line.decided_by)).collect()
}

#[test]
fn the_best_members_count_then_their_wins_and_the_best_place() {
    let teams = [
        team(1, &[member(1, 8, 2, 2), member(2, 0, 0, 9), member(3, 4, 1, 5)]),
        team(2, &[member(4, 6, 1, 3), member(5, 6, 1, 4), member(6, 6, 1, 6)]),
        team(3, &[member(7, 10, 2, 1)]),
        team(4, &[member(8, 6, 2, 7), member(9, 6, 1, 8)]),
    ];
    let lines = team_standings(&teams, 2, &SEED);
    use TeamTieBreak::{BestPlace, Points, Wins};
    let expected = [
        (1, 1, "12", None),
        (2, 4, "12", Some(BestPlace)),
        (3, 2, "12", Some(Wins)),
        (4, 3, "10", Some(Points)),
    ];
    assert_eq!(
        summary(&lines),
        expected.map(|(place, team, points, by)| (place, team, points.to_owned(), by))
    );
    let counted: Vec<u32> =
        lines[0].members[..lines[0].counted].iter().map(|member| member.entry.0).collect();
    assert_eq!((counted, lines[0].members.len()), (vec![1, 3], 3), "the best two, and all are listed");
    assert_eq!(lines[3].counted, 1, "a team with fewer members has fewer results");
    // With three that count, the others are behind.
    assert_eq!(team_standings(&teams, 3, &SEED)[0].team, TeamId(2));
}

#[test]
fn of_equal_points_the_member_with_more_wins_counts() {
    let lines = team_standings(&[team(1, &[member(1, 4, 0, 3), member(2, 4, 1, 4)])], 1, &SEED);
    assert_eq!((lines[0].members[0].entry, lines[0].win_twelfths), (EntryId(2), 12));
    assert_eq!(lines[0].best_place, Some(3), "the best place is that of any member");
}

#[test]
fn the_lot_decides_between_teams_that_are_level_and_empty_teams_come_after_them() {
    let level: Vec<ScoredTeam> = (1..=6).map(|id| team(id, &[member(id, 0, 0, 1)])).collect();
    let mut teams = vec![team(7, &[])];
    teams.extend(level);
    let lines = team_standings(&teams, 4, &SEED);
    let mut by_lot: Vec<TeamId> = (1..=6).map(TeamId).collect();
    by_lot.sort_by_key(|&id| SEED.team_lot(id));
    by_lot.push(TeamId(7));
    assert_eq!(lines.iter().map(|line| line.team).collect::<Vec<_>>(), by_lot);
    let decided: Vec<_> = lines.iter().skip(1).map(|line| line.decided_by).collect();
    assert_eq!(decided[..5], [Some(TeamTieBreak::Lot); 5]);
    assert_eq!((decided[5], lines[6].best_place), (Some(TeamTieBreak::BestPlace), None));
    // The order of the list does not matter.
    teams.reverse();
    assert_eq!(team_standings(&teams, 4, &SEED), lines);
    assert_ne!(SEED.team_lot(TeamId(1)), SEED.lot(EntryId(1)), "lots of teams and entries are drawn apart");
    assert!(team_standings(&[], 4, &SEED).is_empty());
}

/// Returns all pairs of members of teams of this size, which are made of neighbors in the field.
fn teammates(entrants: u32, size: u32) -> Vec<(EntryId, EntryId)> {
    let team = |entry: u32| (entry - 1) / size;
    let pairs = (1..=entrants).flat_map(|a| (a + 1..=entrants).map(move |b| (a, b)));
    pairs.filter(|&(a, b)| team(a) == team(b)).map(|(a, b)| (EntryId(a), EntryId(b))).collect()
}

#[test]
fn members_of_a_team_do_not_meet_while_that_can_be_avoided() {
    for (seats, entrants, size, rounds) in [
        (TableSeats::Two, 8, 4, 4),
        (TableSeats::Two, 33, 8, 5),
        (TableSeats::Two, 64, 8, 6),
        (TableSeats::Three, 27, 3, 4),
        (TableSeats::Four, 16, 4, 3),
        (TableSeats::Four, 32, 8, 2),
        (TableSeats::Four, 61, 4, 4),
        (TableSeats::Four, 64, 8, 4),
        (TableSeats::Four, 120, 8, 5),
    ] {
        for meet in [Meet::EqualScores, Meet::Anybody] {
            let forbidden = teammates(entrants, size);
            let settings = Settings { odd: Odd::Bye, meet, forbidden, ..Settings::swiss(seats) };
            let (field, mut played) = (field(entrants), Vec::new());
            for number in 1..=rounds {
                let pairing = pair(&field, &played, &settings).unwrap();
                let cost = pairing.cost();
                assert_eq!(
                    cost.forbidden, 0,
                    "{seats:?}, {entrants} in teams of {size}, {meet:?}, round {number}"
                );
                played.push(by_number(&pairing));
            }
        }
    }
}

#[test]
fn a_team_that_is_more_than_half_of_the_field_meets_itself() {
    let settings = Settings { forbidden: teammates(6, 4), ..Settings::swiss(TableSeats::Two) };
    let pairing = pair(&field(6), &[], &settings).unwrap();
    assert_eq!((pairing.tables.len(), pairing.cost().forbidden), (3, 1), "two of the four meet others");
}
