//! An odd field at tables of two: a bye, or one table of three.

use super::field::Field;
use super::request::Odd;
use super::sections::swiss_in_sections;
use super::swiss::Pairs;

/// Pairs a field at tables of two. Returns none if the field is too large to compare.
pub fn pair_two_seats(field: &Field, odd: Odd) -> Option<Pairs> {
    if odd == Odd::Bye || field.len().is_multiple_of(2) || field.len() < 3 {
        return swiss_in_sections(field);
    }
    let third = third(field);
    let others: Vec<usize> = (0..field.len()).filter(|&place| place != third).collect();
    let (pairs, _) = swiss_in_sections(&field.part(&others))?;
    let back = |pair: Vec<usize>| -> Vec<usize> { pair.into_iter().map(|place| others[place]).collect() };
    let mut tables: Vec<Vec<usize>> = pairs.into_iter().map(back).collect();
    let joined = (0..tables.len()).min_by_key(|&table| joining_cost(field, &tables[table], third))?;
    tables[joined].push(third);
    Some((tables, None))
}

/// Returns how often a contender sat at a table of three.
fn threes(field: &Field, place: usize) -> u16 {
    field.contenders[place].record.sizes[3]
}

/// The lowest contender of those who sat least often at a table of three.
fn third(field: &Field) -> usize {
    (0..field.len()).rev().min_by_key(|&place| threes(field, place)).unwrap_or_default()
}

/// Forbidden pairs, repeats, earlier tables of three, then differences of points.
fn joining_cost(field: &Field, table: &[usize], third: usize) -> (usize, u16, u16, i64) {
    (
        table.iter().filter(|&&place| field.is_forbidden(place, third)).count(),
        table.iter().map(|&place| field.met(place, third)).sum(),
        table.iter().map(|&place| threes(field, place)).sum(),
        table.iter().map(|&place| field.score_squared(place, third)).sum(),
    )
}
