//! The games of an event as one entry sees them: its results, and every meeting with an opponent.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use crate::event::entry::{Entrant, EntryId};
use crate::event::points::{Points, PointsTable};
use crate::event::record::{Records, records};
use crate::event::round::{PlayedRound, PlayedTable, SeatResult};

/// The place of an entry in the lists of a standing.
pub type Index = usize;

/// A meeting with an opponent at a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Meeting {
    pub opponent: Index,
    /// `Less` for a better own place, `Greater` for a worse one.
    pub place: Ordering,
}

/// One entry's event.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Games {
    pub points: Points,
    /// The wins in twelfths.
    pub win_twelfths: i64,
    /// The number of games.
    pub games: i64,
    /// Every meeting.
    pub meetings: Vec<Meeting>,
    /// Own prestige and the winner's, for each game where both are known and the winner has some.
    pub prestige: Vec<(u16, u16)>,
    /// The sum of own prestige. None if any game lacks it.
    pub prestige_sum: Option<i64>,
    /// Own prestige minus the mean at the same seat of the round's other tables with as many seats, as a part
    /// and the whole. Only for games with such tables.
    pub seat_differences: Vec<(i64, u32)>,
    /// The number of bought cards, for each game in which it is known.
    pub cards: Vec<u16>,
    /// The rating at registration.
    pub rating: i64,
}

/// The games of all entries of a standing, in the order of the list.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AllGames {
    pub entries: Vec<EntryId>,
    pub games: Vec<Games>,
}

impl AllGames {
    /// Returns the games of these entrants. Tie-breaks ignore unlisted opponents.
    pub fn new(entrants: &[Entrant], rounds: &[PlayedRound], points: &PointsTable) -> AllGames {
        let places: BTreeMap<EntryId, Index> =
            entrants.iter().enumerate().map(|(index, entrant)| (entrant.id, index)).collect();
        let records = records(rounds, points);
        let mut games: Vec<Games> = entrants.iter().map(|entrant| opened(entrant, &records)).collect();
        let sums: Vec<SeatSums> = rounds.iter().map(seat_sums).collect();
        let tables = rounds
            .iter()
            .zip(&sums)
            .flat_map(|(round, sums)| round.tables.iter().map(move |table| (sums, table)));
        for (sums, table) in tables {
            let winner = winners_prestige(table);
            for (at, seat) in table.seats.iter().enumerate() {
                let Some(&own) = places.get(&seat.entry) else { continue };
                if !table.has_played(seat) {
                    continue;
                }
                games[own]
                    .meetings
                    .extend(table.opponents(seat).filter_map(|other| meeting(&places, seat, other)));
                games[own].prestige.extend(seat.prestige.zip(winner));
                let sum = games[own].prestige_sum.zip(seat.prestige);
                games[own].prestige_sum = sum.map(|(sum, prestige)| sum + i64::from(prestige));
                games[own].seat_differences.extend(seat_difference(sums, table, at));
                games[own].cards.extend(seat.cards);
            }
        }
        AllGames { entries: entrants.iter().map(|entrant| entrant.id).collect(), games }
    }
}

fn opened(entrant: &Entrant, records: &Records) -> Games {
    let record = records.get(&entrant.id).cloned().unwrap_or_default();
    Games {
        points: record.points,
        win_twelfths: record.win_twelfths,
        games: i64::from(record.games),
        rating: entrant.rating,
        prestige_sum: Some(0),
        ..Games::default()
    }
}

/// Returns the highest prestige of those who share the first place. Returns none if one of them has an
/// unknown prestige, or if it is 0, which allows no comparison.
fn winners_prestige(table: &PlayedTable) -> Option<u16> {
    let best = table.seats.iter().filter(|seat| table.win_twelfths(seat) > 0);
    let known: Option<Vec<u16>> = best.map(|seat| seat.prestige).collect();
    known?.into_iter().max().filter(|&prestige| prestige > 0)
}

/// The sum of known prestige and the number of tables, for each number of seats and each seat.
type SeatSums = BTreeMap<(usize, usize), (i64, u32)>;

fn seat_sums(round: &PlayedRound) -> SeatSums {
    let mut sums = SeatSums::new();
    for table in &round.tables {
        let played = table.seats.iter().enumerate().filter(|(_, seat)| table.has_played(seat));
        for (at, prestige) in played.filter_map(|(at, seat)| Some((at, seat.prestige?))) {
            let (sum, tables) = sums.entry((table.seats.len(), at)).or_default();
            *sum += i64::from(prestige);
            *tables += 1;
        }
    }
    sums
}

/// Returns the prestige at a seat minus the mean at this seat of the other tables with as many seats, as a
/// part and the whole. None if it is unknown here or at all other tables. With duplicate deals, all these
/// seats had the same cards.
fn seat_difference(sums: &SeatSums, table: &PlayedTable, at: usize) -> Option<(i64, u32)> {
    let own = i64::from(table.seats.get(at)?.prestige?);
    let (sum, tables) = sums.get(&(table.seats.len(), at))?;
    let others = tables - 1;
    (others > 0).then(|| (own * i64::from(others) - (sum - own), others))
}

fn meeting(places: &BTreeMap<EntryId, Index>, own: &SeatResult, other: &SeatResult) -> Option<Meeting> {
    let opponent = *places.get(&other.entry)?;
    Some(Meeting { opponent, place: own.place.cmp(&other.place) })
}
