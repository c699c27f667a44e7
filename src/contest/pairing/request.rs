//! The input and the result of a pairing, and the reasons to refuse it.

use thiserror::Error;

use super::cost::Cost;
use crate::event::entry::{Entrant, EntryId};
use crate::event::points::PointsTable;
use crate::event::round::PlayedRound;
use crate::event::seed::EventSeed;
use crate::event::virtual_points::VirtualPoints;
use lapidary_words::words;

/// The maximum number of entrants of one pairing.
pub const ENTRANTS_MAX: usize = 2048;

/// The number of seats of the tables of an event.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum TableSeats {
    /// Tables of two.
    Two,
    /// Tables of three, and of two where the field requires it.
    Three,
    /// Tables of four, and of three where the field requires it.
    Four,
}

impl TableSeats {
    /// The number of seats.
    pub const fn count(self) -> usize {
        match self {
            TableSeats::Two => 2,
            TableSeats::Three => 3,
            TableSeats::Four => 4,
        }
    }

    /// The smallest and the largest number of seats at tables that the pairings of an event make.
    pub const fn sizes(self, odd: Odd) -> (usize, usize) {
        match (self, odd) {
            (TableSeats::Two, Odd::Three) => (2, 3),
            (seats, _) => (2, seats.count()),
        }
    }

    /// Checks that a table of an event can have this many seats.
    pub const fn check(self, odd: Odd, seats: usize) -> Result<(), Refusal> {
        let (least, most) = self.sizes(odd);
        match least <= seats && seats <= most {
            true => Ok(()),
            false => Err(Refusal::TableSize { seats, least, most }),
        }
    }
}

words! {
    /// What happens to an odd field at tables of two.
    #[derive(Default)]
    Odd:
    /// One entrant has a bye.
    #[default]
    Bye = "bye",
    /// One table has three seats.
    Three = "three",
}

/// Who should meet whom.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Meet {
    /// Equal scores, as in a Swiss event.
    #[default]
    EqualScores,
    /// Anybody who has not met, as in heats.
    Anybody,
}

/// The settings of an event that its pairings depend on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Settings {
    /// The size of tables.
    pub seats: TableSeats,
    /// What happens to an odd field at tables of two.
    pub odd: Odd,
    /// Who should meet whom.
    pub meet: Meet,
    /// The points for places.
    pub points: PointsTable,
    /// Pairs that must not meet.
    pub forbidden: Vec<(EntryId, EntryId)>,
    /// Tables that the organizer has set for this round. The other entries are paired without them.
    pub manual: Vec<Vec<EntryId>>,
    /// What counts in this pairing beside the points.
    pub virtual_points: VirtualPoints,
}

impl Settings {
    /// Returns the settings of a Swiss event with standard points.
    pub fn swiss(seats: TableSeats) -> Settings {
        Settings {
            seats,
            odd: Odd::Bye,
            meet: Meet::EqualScores,
            points: PointsTable::standard(),
            forbidden: Vec::new(),
            manual: Vec::new(),
            virtual_points: VirtualPoints::default(),
        }
    }
}

/// Everything that a pairing depends on.
#[derive(Clone, Copy, Debug)]
pub struct Request<'a> {
    /// Who takes part in the round.
    pub entrants: &'a [Entrant],
    /// The rounds so far.
    pub rounds: &'a [PlayedRound],
    pub settings: &'a Settings,
    /// The seed of the event.
    pub seed: &'a EventSeed,
}

/// A table of a pairing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PairedTable {
    /// The entries in the order of seats.
    pub seats: Vec<EntryId>,
    /// What speaks against this table.
    pub cost: Cost,
}

/// A pairing: the same request always gives the same one.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Pairing {
    /// The tables: manual ones first, the others from the highest scores to the lowest.
    pub tables: Vec<PairedTable>,
    /// Who has a bye.
    pub byes: Vec<EntryId>,
}

impl Pairing {
    /// Returns the sum of the costs of all tables.
    pub fn cost(&self) -> Cost {
        self.tables.iter().fold(Cost::default(), |sum, table| sum + table.cost)
    }
}

/// Why there is no pairing.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum Refusal {
    /// An entrant is listed twice.
    #[error("entry {0} is listed twice")]
    ListedTwice(EntryId),
    /// There are too many entrants.
    #[error("one pairing is limited to {ENTRANTS_MAX} entrants")]
    TooMany,
    /// The number of seats of a manual table does not occur in pairings of the event.
    #[error("tables of this event have {}, not {seats}", range(*least, *most))]
    TableSize {
        seats: usize,
        /// The smallest number of seats.
        least: usize,
        /// The largest number of seats.
        most: usize,
    },
    /// A manual table names an entry that does not take part in the round.
    #[error("entry {0} of a manual table does not take part in this round")]
    NotInRound(EntryId),
    /// An entrant sits at two manual tables, or twice at one.
    #[error("entry {0} has two seats at manual tables")]
    SeatedTwice(EntryId),
    /// A manual table has a forbidden pair.
    #[error("entries {0} and {1} of a manual table must not meet")]
    Forbidden(EntryId, EntryId),
    /// There is no schedule for this field.
    #[error("no schedule is known for {entrants} entrants at tables of {seats}")]
    NoDesign {
        /// The number of entrants.
        entrants: usize,
        seats: usize,
    },
}

/// Returns a number of seats in words.
fn range(least: usize, most: usize) -> String {
    match most == least {
        true => format!("{least} seats"),
        false => format!("{least} to {most} seats"),
    }
}
