//! How good pairings were, measured from what was played.

use super::event::Stage;
use super::format::Format;
use super::repeats::repeats;
use super::run::SimulatedEvent;
use lapidary_contest::event::entry::{EntryId, SEATS_MAX};
use lapidary_contest::event::points::PointsTable;
use lapidary_contest::event::record::{Float, Records, add_round};

/// Sums over events.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Measures {
    /// The number of events.
    pub events: u32,
    /// The number of rounds.
    pub rounds: usize,
    /// The number of tables that were paired.
    pub tables: usize,
    /// The number of pairs who met again.
    pub repeats: usize,
    /// The number of pairs at all tables.
    pub pairs: usize,
    /// The sum of the differences of points of all pairs, in twelfths.
    pub differences: i64,
    /// The number of seats whose opponents had more or fewer points on average.
    pub floats: usize,
    /// The number of seats that floated twice in a row in one direction.
    pub repeated_floats: usize,
    /// The number of entries who were there all the time.
    pub steady: usize,
    /// Those of them whose seats are balanced within one.
    pub balanced: usize,
    /// The largest difference of seats of one of them.
    pub spread_max: u16,
    /// The sum of the correlations of the final order with the strengths.
    pub correlations: f64,
}

impl Measures {
    /// Adds an event.
    pub fn add(&mut self, event: &SimulatedEvent) {
        self.events += 1;
        self.rounds += event.rounds.len();
        let (points, mut records) = (PointsTable::standard(), Records::new());
        for round in &event.rounds {
            self.tables += round.pairing.tables.len();
            if round.stage != Stage::KnockOut {
                self.repeats += repeats(&records, &round.pairing);
                for table in &round.pairing.tables {
                    self.add_scores(&records, &table.seats);
                }
            }
            let before = records.clone();
            add_round(&mut records, &round.played, &points);
            if round.stage != Stage::KnockOut {
                self.repeated_floats += again(&before, &records);
            }
        }
        self.add_seats(event, &records);
        self.correlations += correlation(event);
    }

    fn add_scores(&mut self, records: &Records, table: &[EntryId]) {
        let points = |id: &EntryId| records.get(id).map(|record| record.points).unwrap_or_default();
        for own in table {
            let others: Vec<_> = table.iter().filter(|other| *other != own).map(points).collect();
            self.pairs += others.len();
            self.differences +=
                others.iter().map(|other| (points(own) - *other).twelfths().abs()).sum::<i64>();
            self.floats += usize::from(Float::of(points(own), &others) != Float::Level);
        }
    }

    fn add_seats(&mut self, event: &SimulatedEvent, records: &Records) {
        if matches!(event.format, Format::Elimination | Format::Heats) {
            return;
        }
        let seats = event.format.seats().count();
        for (_, record) in records.iter().filter(|(id, _)| event.attendance.was_always_there(**id)) {
            let spread = spread(&record.seats, seats);
            self.steady += 1;
            self.balanced += usize::from(spread <= 1);
            self.spread_max = self.spread_max.max(spread);
        }
    }

    /// Returns the mean difference of points of two opponents.
    pub fn difference(&self) -> f64 {
        self.differences as f64 / 12.0 / self.pairs.max(1) as f64
    }

    /// Returns the mean correlation of the final order with the strengths.
    pub fn correlation(&self) -> f64 {
        self.correlations / f64::from(self.events.max(1))
    }
}

/// Returns how many entries float in the same direction as in the round before.
fn again(before: &Records, after: &Records) -> usize {
    let floated = after.iter().filter(|(_, record)| record.float != Float::Level);
    floated.filter(|(id, record)| before.get(id).is_some_and(|before| before.float == record.float)).count()
}

/// Returns the difference of the most and the least frequent seat.
pub fn spread(counts: &[u16; SEATS_MAX], seats: usize) -> u16 {
    let counts = &counts[..seats];
    counts.iter().max().copied().unwrap_or_default() - counts.iter().min().copied().unwrap_or_default()
}

/// Spearman's rank correlation of the final order with the strengths: 1 if the order tells all strengths.
fn correlation(event: &SimulatedEvent) -> f64 {
    let mut by_strength = event.players.clone();
    by_strength.sort_by(|a, b| b.strength.total_cmp(&a.strength));
    let n = by_strength.len() as f64;
    let rank = |id: EntryId| event.order.iter().position(|&other| other == id).unwrap_or_default() as f64;
    let squares: f64 =
        by_strength.iter().enumerate().map(|(at, player)| (rank(player.id) - at as f64).powi(2)).sum();
    1.0 - 6.0 * squares / (n * (n * n - 1.0))
}
