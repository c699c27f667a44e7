//! How to cut a field into tables: as many large ones as possible, and never a single player.

use super::request::TableSeats;

/// Returns the sizes of the tables for a field of two or more, large ones first: n = 4a + 3b, n = 3a + 2b or
/// n = 2a.
///
/// Five players at tables of four are 3 + 2. An odd field at tables of two has one table of three. Smaller
/// fields have no tables.
pub fn cut(entrants: usize, seats: TableSeats) -> Vec<usize> {
    let large = seats.count();
    if entrants < 2 {
        return Vec::new();
    }
    if entrants <= large {
        return vec![entrants];
    }
    if large == 2 {
        let mut sizes = vec![2; entrants / 2];
        sizes[0] += entrants % 2;
        return sizes;
    }
    let missing = (large - entrants % large) % large;
    let tables = entrants.div_ceil(large);
    if missing > tables {
        // Only five players at tables of four.
        return vec![3, 2];
    }
    (0..tables).map(|table| if table < tables - missing { large } else { large - 1 }).collect()
}
