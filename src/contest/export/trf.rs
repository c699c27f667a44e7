//! Events at tables of two as a tournament report file (TRF16), which chess programs read.
//!
//! Seat 0 is white. A win is 1 point, also by forfeit (`+` and `-`), a shared place one half, a bye 1, whatever the event's own
//! points are. A table of three cannot be written: its players have a zero-point bye in that round.

use std::collections::BTreeMap;
use std::fmt::Write;

use crate::event::entry::EntryId;
use crate::event::round::PlayedRound;

/// A player of a report.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReportedPlayer {
    /// The entry.
    pub id: EntryId,
    /// The name, of which 33 characters are written.
    pub name: String,
    /// The rating.
    pub rating: i64,
    /// The place in the standing.
    pub place: u32,
}

/// The longest name in a report.
const NAME_CHARACTERS: usize = 33;

/// One round of one player: opponent's number, color, result, and half points.
type Cell = (usize, char, char, u32);

/// Returns the report of an event. The players have the numbers 1, 2, 3 … in the order of the list.
pub fn report(event: &str, players: &[ReportedPlayer], rounds: &[PlayedRound], planned: usize) -> String {
    let numbers: BTreeMap<EntryId, usize> =
        players.iter().zip(1..).map(|(player, number)| (player.id, number)).collect();
    let cells: Vec<BTreeMap<EntryId, Cell>> = rounds.iter().map(|round| cells(round, &numbers)).collect();
    let mut text = format!("012 {}\n062 {}\nXXR {planned}\nXXC white1\n", plain(event), players.len());
    for (player, number) in players.iter().zip(1..) {
        let absent = (0, '-', 'Z', 0);
        let played: Vec<Cell> =
            cells.iter().map(|round| round.get(&player.id).copied().unwrap_or(absent)).collect();
        let halves: u32 = played.iter().map(|cell| cell.3).sum();
        let points = format!("{}.{}", halves / 2, halves % 2 * 5);
        let name: String = plain(&player.name).chars().take(NAME_CHARACTERS).collect();
        // Writing to a string cannot fail.
        let _ = write!(
            text,
            "001 {number:>4}      {name:<33} {:>4}                            {points:>4} {:>4}",
            player.rating.clamp(0, 9999),
            player.place
        );
        for (opponent, color, result, _) in played {
            let _ = write!(text, "  {opponent:0>4} {color} {result}");
        }
        text.push('\n');
    }
    text
}

/// A report has one line for each player, so a name cannot have control characters.
fn plain(name: &str) -> String {
    name.chars().map(|letter| if letter.is_control() { ' ' } else { letter }).collect()
}

fn cells(round: &PlayedRound, numbers: &BTreeMap<EntryId, usize>) -> BTreeMap<EntryId, Cell> {
    let number = |entry: EntryId| numbers.get(&entry).copied().unwrap_or_default();
    let mut cells: BTreeMap<EntryId, Cell> = round.byes.iter().map(|&id| (id, (0, '-', 'U', 2))).collect();
    for table in &round.tables {
        let [white, black] = &table.seats[..] else { continue };
        for (own, other, color) in [(white, black, 'w'), (black, white, 'b')] {
            let (result, halves) = match (own.forfeit, other.forfeit, own.place.cmp(&other.place)) {
                (true, ..) => ('-', 0),
                (false, true, _) => ('+', 2),
                (false, false, std::cmp::Ordering::Less) => ('1', 2),
                (false, false, std::cmp::Ordering::Equal) => ('=', 1),
                (false, false, std::cmp::Ordering::Greater) => ('0', 0),
            };
            cells.insert(own.entry, (number(other.entry), color, result, halves));
        }
    }
    cells
}
