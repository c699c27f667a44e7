//! Accelerated pairings (FIDE C.04.5.1, Baku acceleration). The upper half of a large field has virtual
//! points in the first half of the rounds, so that possible winners meet each other sooner.

use crate::event::entry::{Entrant, EntryId};
use crate::event::points::Points;
use crate::event::seed::EventSeed;

/// Returns the upper group of the field of the first round, with the best first: twice the quarter of the
/// field, rounded up. Orders the field by seeds, then by ratings, then by lots.
pub fn upper_group(entrants: &[Entrant], seed: &EventSeed) -> Vec<EntryId> {
    let mut field = entrants.to_vec();
    field.sort_by_cached_key(|one| (one.strength(), seed.lot(one.id)));
    let size = 2 * field.len().div_ceil(4);
    field.into_iter().take(size).map(|one| one.id).collect()
}

/// Returns the virtual points of the upper group in a round, from 1, of an event with this many rounds. Half
/// of the rounds are accelerated: a win in their first half, half a win in the others. Rounds both halves up.
pub const fn virtual_points(round: u16, rounds: u16, win: Points) -> Points {
    let accelerated = rounds.div_ceil(2);
    match (round <= accelerated.div_ceil(2), round <= accelerated) {
        (true, _) => win,
        (false, true) => Points::of_twelfths(win.twelfths() / 2),
        (false, false) => Points::of_twelfths(0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn half_of_the_rounds_are_accelerated() {
        let points = |rounds: u16| -> Vec<i64> {
            let of = |round| virtual_points(round, rounds, Points::whole(4)).twelfths();
            (1..=rounds).map(of).collect()
        };
        assert_eq!(points(1), [48]);
        assert_eq!(points(2), [48, 0]);
        assert_eq!(points(3), [48, 24, 0]);
        assert_eq!(points(5), [48, 48, 24, 0, 0]);
        assert_eq!(points(7), [48, 48, 24, 24, 0, 0, 0]);
        // The rule's example: nine rounds, a win in three, half a win in two.
        assert_eq!(points(9), [48, 48, 48, 24, 24, 0, 0, 0, 0]);
        assert_eq!(virtual_points(2, 3, Points::whole(1)).twelfths(), 6);
    }

    #[test]
    fn the_upper_group_is_twice_the_quarter_rounded_up() {
        let seed = EventSeed::new([7; 32]);
        let upper = |field: u32| {
            let rated = |id: u32| Entrant { id: EntryId(id), rating: i64::from(1000 + id), seed: None };
            let field: Vec<Entrant> = (1..=field).map(rated).collect();
            upper_group(&field, &seed)
        };
        for (field, size) in [(0, 0), (1, 1), (2, 2), (3, 2), (4, 2), (5, 4), (8, 4), (9, 6), (161, 82)] {
            assert_eq!(upper(field).len(), size, "{field}");
        }
        assert_eq!(upper(6), [6, 5, 4, 3].map(EntryId), "the highest ratings");
        let equal: Vec<Entrant> =
            (1..=8).map(|id| Entrant { id: EntryId(id), rating: 1500, seed: None }).collect();
        let mut by_lot: Vec<EntryId> = equal.iter().map(|one| one.id).collect();
        by_lot.sort_by_key(|&id| seed.lot(id));
        assert_eq!(upper_group(&equal, &seed), by_lot[..4]);
    }
}
