//! The formats that are simulated.

use lapidary_contest::pairing::request::TableSeats;
use lapidary_words::words;

words! {
    /// A format of an event.
    Format:
    /// Swiss with tables of two; an odd field has a bye.
    SwissTwo = "swiss-2",
    /// Swiss with tables of two; an odd field has a table of three.
    SwissTwoOrThree = "swiss-2-or-3",
    /// Swiss with tables of three.
    SwissThree = "swiss-3",
    /// Swiss with tables of four.
    SwissFour = "swiss-4",
    /// Heats at tables of four, then knock-out tables.
    Heats = "heats-4",
    /// Round robin with tables of two.
    RoundRobinTwo = "round-robin-2",
    /// Round robin of nine in threes.
    RoundRobinThree = "round-robin-3",
    /// Round robin of sixteen in fours.
    RoundRobinFour = "round-robin-4",
    /// Single elimination at tables of two, best of three.
    Elimination = "elimination-2",
    /// Arena at tables of two.
    ArenaTwo = "arena-2",
    /// Arena at tables of four.
    ArenaFour = "arena-4",
}

impl Format {
    /// The size of tables.
    pub const fn seats(self) -> TableSeats {
        match self {
            Format::SwissThree | Format::RoundRobinThree => TableSeats::Three,
            Format::SwissFour | Format::Heats | Format::RoundRobinFour | Format::ArenaFour => {
                TableSeats::Four
            }
            _ => TableSeats::Two,
        }
    }

    /// Returns the number of entries of such an event, which designs fix, or else the given one.
    pub const fn entries(self, given: u32) -> u32 {
        match self {
            Format::RoundRobinThree => 9,
            Format::RoundRobinFour => 16,
            _ => given,
        }
    }

    /// Returns the number of rounds that are paired by score, or of pairings of an arena.
    pub const fn rounds(self, entries: u32) -> usize {
        let doublings = entries.next_power_of_two().ilog2() as usize;
        match self {
            Format::SwissThree | Format::SwissFour | Format::Heats => {
                if doublings < 6 {
                    4
                } else {
                    5
                }
            }
            Format::ArenaTwo | Format::ArenaFour => 3 * doublings,
            _ => doublings + 1,
        }
    }
}
