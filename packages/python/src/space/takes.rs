//! The takes of different kinds, in a fixed order: one kind, two, three; each in the order of the kinds. Both
//! rulesets have five kinds.

/// The number of takes.
pub const TAKES: usize = 25;

/// The takes as sets of kinds: bit n for the kind with number n.
pub const SETS: [u8; TAKES] = {
    let (mut sets, mut found, mut size) = ([0; TAKES], 0, 1);
    while size <= 3 {
        // Reversed, so that sets with early kinds come first.
        let mut reversed = 31u8;
        while reversed > 0 {
            if reversed.count_ones() == size {
                sets[found] = reversed.reverse_bits() >> 3;
                found += 1;
            }
            reversed -= 1;
        }
        size += 1;
    }
    sets
};

/// The number of the take with this set of kinds.
#[inline]
pub fn number(kinds: u8) -> Option<usize> {
    const NUMBERS: [u8; 32] = {
        let (mut numbers, mut take) = ([u8::MAX; 32], 0);
        while take < TAKES {
            numbers[SETS[take] as usize] = take as u8;
            take += 1;
        }
        numbers
    };
    let number = usize::from(*NUMBERS.get(kinds as usize)?);
    (number < TAKES).then_some(number)
}
