//! Tables of three and four: cut by score, then improved by a search.

use std::cmp::Reverse;

use super::field::Field;
use super::request::TableSeats;
use super::search::search;
use super::sizes::cut;

/// Returns the tables of a field of two or more, from the highest scores to the lowest.
pub fn pods(field: &Field, seats: TableSeats) -> Vec<Vec<usize>> {
    let sizes = cut(field.len(), seats);
    let mut tables = search(field, by_score(field, &sizes));
    for table in &mut tables {
        table.sort_unstable();
    }
    tables.sort_by_key(|table| (Reverse(table.len()), table.iter().sum::<usize>()));
    tables.sort_by_key(|table| table.iter().sum::<usize>() * 12 / table.len().max(1));
    tables
}

/// Cuts the field in the order of scores. Small tables are for those who sat least often at one, with the
/// lowest first.
fn by_score(field: &Field, sizes: &[usize]) -> Vec<Vec<usize>> {
    let mut free: Vec<usize> = (0..field.len()).collect();
    let large = sizes.iter().copied().max().unwrap_or_default();
    let mut tables = Vec::new();
    for &size in sizes.iter().rev().filter(|&&size| size < large) {
        let mut by_turn = free.clone();
        by_turn.sort_by_key(|&place| (field.small_tables(place, size), Reverse(place)));
        let mut table: Vec<usize> = by_turn.into_iter().take(size).collect();
        table.sort_unstable();
        free.retain(|place| !table.contains(place));
        tables.push(table);
    }
    tables.extend(spread(field, &free, large).chunks(large.max(1)).map(<[usize]>::to_vec));
    tables.sort_by_key(|table| table.iter().sum::<usize>() * 12 / table.len().max(1));
    tables
}

/// Orders equal scores so that each table gets its share of strong players: of 12 players at tables of four,
/// the first table gets the numbers 1, 4, 7 and 10.
fn spread(field: &Field, free: &[usize], large: usize) -> Vec<usize> {
    let points = |place: &usize| field.contenders[*place].record.points;
    let mut order = Vec::with_capacity(free.len());
    for group in free.chunk_by(|a, b| points(a) == points(b)) {
        // The first of the group complete the last table of the higher scores.
        let (above, rest) = group.split_at(group.len().min((large - order.len() % large) % large));
        order.extend(above);
        let tables = rest.len() / large;
        for table in 0..tables {
            order.extend(rest.iter().take(tables * large).skip(table).step_by(tables));
        }
        order.extend(&rest[tables * large..]);
    }
    order
}
