//! Events at tables of two as a tournament report file (TRF16), which chess programs read.
//!
//! Seat 0 is white. A win is 1 point, also by forfeit (`+` and `-`). A shared place is one half, and a bye is
//! 1, whatever points the event uses. The points of a player are the sum over the reported rounds. The format
//! has no tables of three or four and no running round: anything missing was not played.

use std::collections::BTreeMap;
use std::fmt::Write;

use thiserror::Error;

use crate::event::entry::EntryId;
use crate::event::round::{PlayedRound, PlayedTable};

/// A player of a report.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReportedPlayer {
    /// The entry.
    pub id: EntryId,
    /// The name, of which 33 characters are written.
    pub name: String,
    pub rating: i64,
    /// The place in the standing after the rounds of the report.
    pub place: u32,
}

/// How two players parted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// White has won.
    White,
    /// Black has won.
    Black,
    /// They share the place.
    Shared,
    /// Black has forfeited.
    WhiteByForfeit,
    /// White has forfeited.
    BlackByForfeit,
    /// Both have forfeited.
    Nobody,
}

/// Two players paired in a round: at a table, or in a match of several games.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReportedPair {
    /// Who had seat 0; in a match, in its first game.
    pub white: EntryId,
    /// The other player.
    pub black: EntryId,
    /// How they parted.
    pub outcome: Outcome,
}

impl ReportedPair {
    /// Returns the pair of a table; none unless it has two seats.
    pub fn of(table: &PlayedTable) -> Option<ReportedPair> {
        let [white, black] = &table.seats[..] else { return None };
        let outcome = match (white.forfeit, black.forfeit, white.place.cmp(&black.place)) {
            (true, true, _) => Outcome::Nobody,
            (false, true, _) => Outcome::WhiteByForfeit,
            (true, false, _) => Outcome::BlackByForfeit,
            (false, false, std::cmp::Ordering::Less) => Outcome::White,
            (false, false, std::cmp::Ordering::Equal) => Outcome::Shared,
            (false, false, std::cmp::Ordering::Greater) => Outcome::Black,
        };
        Some(ReportedPair { white: white.entry, black: black.entry, outcome })
    }

    /// Returns the line entries of both players about the round: player, opponent, color, result, half
    /// points.
    const fn sides(&self) -> [(EntryId, EntryId, char, (char, u32)); 2] {
        let (white, black) = match self.outcome {
            Outcome::White => (('1', 2), ('0', 0)),
            Outcome::Black => (('0', 0), ('1', 2)),
            Outcome::Shared => (('=', 1), ('=', 1)),
            Outcome::WhiteByForfeit => (('+', 2), ('-', 0)),
            Outcome::BlackByForfeit => (('-', 0), ('+', 2)),
            Outcome::Nobody => (('-', 0), ('-', 0)),
        };
        [(self.white, self.black, 'w', white), (self.black, self.white, 'b', black)]
    }
}

/// A round that is over.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ReportedRound {
    /// Who met whom.
    pub pairs: Vec<ReportedPair>,
    /// Who had a bye, which scores.
    pub byes: Vec<EntryId>,
    /// Who had requested a bye, which scores one half.
    pub half_byes: Vec<EntryId>,
}

impl ReportedRound {
    /// Returns a round of single tables. Leaves out tables that do not have two seats.
    pub fn of(round: &PlayedRound) -> ReportedRound {
        let pairs = round.tables.iter().filter_map(ReportedPair::of).collect();
        ReportedRound { pairs, byes: round.byes.clone(), half_byes: Vec::new() }
    }
}

/// The virtual points of accelerated pairings. A reader adds them to the points before it pairs a round.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ReportedAcceleration {
    /// Who has them.
    pub entries: Vec<EntryId>,
    /// The half points of each of them in each accelerated round, beginning with the first.
    pub halves: Vec<u32>,
}

/// The longest name in a report.
const NAME_CHARACTERS: usize = 33;
/// The smallest number of half points that does not fit into the column: 100 points.
const HALVES_END: u32 = 200;
/// The highest number, place and rating that fits into its column.
const NUMBER_MAX: usize = 9999;

/// Why there is no report.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum ReportError {
    /// Somebody has 100 points or more.
    #[error("a report has no room for 100 points")]
    Points,
    /// There are more than 9999 players.
    #[error("a report has room for {NUMBER_MAX} players")]
    Players,
}

/// One round of one player: opponent's number, color, result, and half points.
type Cell = (usize, char, char, u32);

/// The cell of a player who is not in a round.
const ABSENT: Cell = (0, '-', 'Z', 0);

/// Returns the report of an event. The players get the numbers 1, 2, 3 … in the order of the list. An unknown
/// number of planned rounds is left out. Accelerated rounds have a line `XXA` for each player with virtual
/// points, even if they are not paired yet.
pub fn report(
    event: &str,
    players: &[ReportedPlayer],
    rounds: &[ReportedRound],
    planned: Option<usize>,
    accelerated: &ReportedAcceleration,
) -> Result<String, ReportError> {
    if players.len() > NUMBER_MAX {
        return Err(ReportError::Players);
    }
    let numbers: BTreeMap<EntryId, usize> =
        players.iter().zip(1..).map(|(player, number)| (player.id, number)).collect();
    let cells: Vec<BTreeMap<EntryId, Cell>> = rounds.iter().map(|round| cells(round, &numbers)).collect();
    let mut text = format!("012 {}\n062 {}\n", plain(event), players.len());
    if let Some(planned) = planned {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "XXR {planned}");
    }
    text.push_str("XXC white1\n");
    for number in accelerated.entries.iter().filter_map(|entry| numbers.get(entry)) {
        let _ = write!(text, "XXA {number:>4}");
        for &halves in &accelerated.halves {
            let _ = write!(text, " {:>4}", points(halves));
        }
        text.push('\n');
    }
    for (player, number) in players.iter().zip(1..) {
        let cells: Vec<Cell> =
            cells.iter().map(|round| round.get(&player.id).copied().unwrap_or(ABSENT)).collect();
        write_player(&mut text, player, number, &cells)?;
    }
    Ok(text)
}

/// A team of a report.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReportedTeam {
    /// The name, of which 32 characters are written.
    pub name: String,
    /// Its members, board 1 first.
    pub members: Vec<EntryId>,
}

/// The longest name of a team in a report.
const TEAM_NAME_CHARACTERS: usize = 32;

/// Returns the lines `013` of teams, which follow a report of these players.
pub fn team_lines(teams: &[ReportedTeam], players: &[ReportedPlayer]) -> String {
    let number = |member: &EntryId| players.iter().position(|player| player.id == *member).map(|at| at + 1);
    let line = |team: &ReportedTeam| {
        let name: String = plain(&team.name).chars().take(TEAM_NAME_CHARACTERS).collect();
        let members: Vec<String> =
            team.members.iter().filter_map(number).map(|number| format!("{number:>4}")).collect();
        format!("013 {name:<TEAM_NAME_CHARACTERS$}{}\n", members.join(" "))
    };
    teams.iter().map(line).collect()
}

fn write_player(
    text: &mut String,
    player: &ReportedPlayer,
    number: usize,
    cells: &[Cell],
) -> Result<(), ReportError> {
    let halves: u32 = cells.iter().map(|cell| cell.3).sum();
    if halves >= HALVES_END {
        return Err(ReportError::Points);
    }
    let points = points(halves);
    let name: String = plain(&player.name).chars().take(NAME_CHARACTERS).collect();
    let _ = write!(
        text,
        "001 {number:>4}      {name:<NAME_CHARACTERS$} {:>4}                            {points:>4} {:>4}",
        player.rating.clamp(0, NUMBER_MAX as i64),
        player.place
    );
    for (opponent, color, result, _) in cells {
        let _ = write!(text, "  {opponent:0>4} {color} {result}");
    }
    text.push('\n');
    Ok(())
}

fn points(halves: u32) -> String {
    format!("{}.{}", halves / 2, halves % 2 * 5)
}

/// A report has one line for each player, so names cannot have control characters or line separators.
fn plain(name: &str) -> String {
    let breaks = |letter: char| letter.is_control() || matches!(letter, '\u{2028}' | '\u{2029}');
    name.chars().map(|letter| if breaks(letter) { ' ' } else { letter }).collect()
}

fn cells(round: &ReportedRound, numbers: &BTreeMap<EntryId, usize>) -> BTreeMap<EntryId, Cell> {
    let number = |entry: EntryId| numbers.get(&entry).copied().unwrap_or_default();
    // Only one player of a round can have the bye of the pairing; further byes are given.
    let bye = if round.byes.len() > 1 { 'F' } else { 'U' };
    let byes = round.byes.iter().map(|&entry| (entry, (0, '-', bye, 2)));
    let half_byes = round.half_byes.iter().map(|&entry| (entry, (0, '-', 'H', 1)));
    let sides = round.pairs.iter().flat_map(ReportedPair::sides);
    let paired =
        sides.map(|(own, other, color, (result, halves))| (own, (number(other), color, result, halves)));
    byes.chain(half_byes).chain(paired).collect()
}
