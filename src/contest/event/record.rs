//! The record of one entry in the rounds of an event: points, opponents, seats, floats and byes.

use std::collections::BTreeMap;

use super::entry::{EntryId, SEATS_MAX};
use super::points::{Points, PointsTable};
use super::round::{PlayedRound, PlayedTable};

/// How the last opponents compare by points before the round, including virtual points.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Float {
    /// They had as many points on average, or there was no table.
    #[default]
    Level,
    /// They had more points.
    Up,
    /// They had fewer points.
    Down,
}

impl Float {
    /// Returns the float of an entry with these points against these opponents.
    pub fn of(own: Points, opponents: &[Points]) -> Float {
        let sum: i64 = opponents.iter().map(|points| points.twelfths()).sum();
        match sum.cmp(&(own.twelfths() * opponents.len() as i64)) {
            std::cmp::Ordering::Less => Float::Down,
            std::cmp::Ordering::Equal => Float::Level,
            std::cmp::Ordering::Greater => Float::Up,
        }
    }
}

/// What is known about one entry.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Record {
    /// The points so far.
    pub points: Points,
    /// The number of tables played.
    pub games: u32,
    /// Wins in twelfths; a shared first place is a part of a win.
    pub win_twelfths: i64,
    /// How often each opponent was met.
    pub met: BTreeMap<EntryId, u16>,
    /// How often each seat was taken.
    pub seats: [u16; SEATS_MAX],
    /// The float of the last round.
    pub float: Float,
    /// The number of byes.
    pub byes: u16,
    /// The number of tables at which all others have forfeited. Like byes, they give points without a game.
    pub free_wins: u16,
    /// How often each size of table was played, indexed by the number of seats.
    pub sizes: [u16; SEATS_MAX + 1],
    /// The number of rounds in which the entry was paired but missing.
    pub no_shows: u16,
}

impl Record {
    /// Returns how often the entry had points without a game.
    pub const fn unplayed(&self) -> u16 {
        self.byes.saturating_add(self.free_wins)
    }
}

/// The records of all entries that occur in the rounds.
pub type Records = BTreeMap<EntryId, Record>;

/// Returns the records after these rounds.
pub fn records(rounds: &[PlayedRound], points: &PointsTable) -> Records {
    let mut records = Records::new();
    for round in rounds {
        add_round(&mut records, round, points);
    }
    records
}

/// Adds one round to the records.
pub fn add_round(records: &mut Records, round: &PlayedRound, points: &PointsTable) {
    let mut before: BTreeMap<EntryId, Points> =
        records.iter().map(|(&id, record)| (id, record.points)).collect();
    for &entry in round.virtual_points.entries() {
        *before.entry(entry).or_default() += round.virtual_points.points();
    }
    for record in records.values_mut() {
        record.float = Float::Level;
    }
    for table in &round.tables {
        add_table(records, table, points, &before);
    }
    for &bye in &round.byes {
        let record = records.entry(bye).or_default();
        record.points += points.bye();
        record.byes += 1;
    }
    for &missing in &round.no_shows {
        records.entry(missing).or_default().no_shows += 1;
    }
    for &(entry, points) in &round.adjustments {
        records.entry(entry).or_default().points += points;
    }
}

fn add_table(
    records: &mut Records,
    table: &PlayedTable,
    points: &PointsTable,
    before: &BTreeMap<EntryId, Points>,
) {
    let places = table.places();
    let had = |entry: EntryId| before.get(&entry).copied().unwrap_or_default();
    for (index, seat) in table.seats.iter().enumerate() {
        let others = || table.opponents(seat).map(|other| other.entry);
        let record = records.entry(seat.entry).or_default();
        record.points += seat.points(&places, points);
        if !table.has_played(seat) {
            record.free_wins += u16::from(!seat.forfeit);
            continue;
        }
        record.games += 1;
        record.win_twelfths += table.win_twelfths(seat);
        for other in others() {
            *record.met.entry(other).or_default() += 1;
        }
        if let Some(count) = record.seats.get_mut(index) {
            *count += 1;
        }
        if let Some(count) = record.sizes.get_mut(places.len()) {
            *count += 1;
        }
        record.float = Float::of(had(seat.entry), &others().map(had).collect::<Vec<_>>());
    }
}

/// Two no-shows end the participation of an entry.
pub const NO_SHOWS_MAX: u16 = 1;

/// Returns the entries that are dropped because they were missing too often.
pub fn dropped(records: &Records) -> Vec<EntryId> {
    let missing = records.iter().filter(|(_, record)| record.no_shows > NO_SHOWS_MAX);
    missing.map(|(&id, _)| id).collect()
}
