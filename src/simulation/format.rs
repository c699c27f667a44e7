//! The formats that are simulated.

use lapidary_contest::pairing::request::TableSeats;

/// A format of an event.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    /// Swiss with tables of two; an odd field has a bye.
    SwissTwo,
    /// Swiss with tables of two; an odd field has a table of three.
    SwissTwoOrThree,
    /// Swiss with tables of three.
    SwissThree,
    /// Swiss with tables of four.
    SwissFour,
    /// Heats at tables of four, then knock-out tables.
    Heats,
    /// Round robin with tables of two.
    RoundRobinTwo,
    /// Round robin of nine in threes.
    RoundRobinThree,
    /// Round robin of sixteen in fours.
    RoundRobinFour,
    /// Single elimination at tables of two, best of three.
    Elimination,
    /// Arena at tables of two.
    ArenaTwo,
    /// Arena at tables of four.
    ArenaFour,
}

impl Format {
    /// All formats.
    pub const ALL: [Format; 11] = [
        Format::SwissTwo,
        Format::SwissTwoOrThree,
        Format::SwissThree,
        Format::SwissFour,
        Format::Heats,
        Format::RoundRobinTwo,
        Format::RoundRobinThree,
        Format::RoundRobinFour,
        Format::Elimination,
        Format::ArenaTwo,
        Format::ArenaFour,
    ];

    /// The name.
    pub const fn name(self) -> &'static str {
        match self {
            Format::SwissTwo => "swiss-2",
            Format::SwissTwoOrThree => "swiss-2-or-3",
            Format::SwissThree => "swiss-3",
            Format::SwissFour => "swiss-4",
            Format::Heats => "heats-4",
            Format::RoundRobinTwo => "round-robin-2",
            Format::RoundRobinThree => "round-robin-3",
            Format::RoundRobinFour => "round-robin-4",
            Format::Elimination => "elimination-2",
            Format::ArenaTwo => "arena-2",
            Format::ArenaFour => "arena-4",
        }
    }

    /// Returns the format with this name.
    pub fn parse(name: &str) -> Option<Format> {
        Format::ALL.into_iter().find(|format| format.name() == name)
    }

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
