//! An odd field at tables of two: a bye, or one table of three.

use super::field::Field;
use super::matching::least_cost;
use super::request::Odd;
use super::sections::{WHOLE_MAX, swiss_in_sections};
use super::swiss::{FORBIDDEN_REPEATS, apart};
use crate::event::points::Points;

/// The pairs of a round, and who has the bye.
pub type Pairs = (Vec<Vec<usize>>, Option<usize>);

/// Pairs a field at tables of two. Returns none if the field is too large to compare.
pub fn pair_two_seats(field: &Field, odd: Odd) -> Option<Pairs> {
    match odd {
        _ if field.len().is_multiple_of(2) => Some((swiss_in_sections(field)?, None)),
        Odd::Three if field.len() >= 3 => {
            let third = third(field);
            let mut tables = pairs_without(field, third)?;
            let joined = (0..tables.len()).min_by_key(|&table| joining_cost(field, &tables[table], third))?;
            tables[joined].push(third);
            Some((tables, None))
        }
        _ => with_bye(field),
    }
}

/// Gives a bye to the lowest of those with the fewest byes. This is decided before the pairs. The next one
/// gets it only if two others could not meet or would meet again, and this bye is better for them.
fn with_bye(field: &Field) -> Option<Pairs> {
    let next = (0..field.len()).min_by_key(|&place| turn(field, place))?;
    let tables = pairs_without(field, next)?;
    if field.len() > WHOLE_MAX || tables.iter().all(|pair| apart(field, pair[0], pair[1]) == 0) {
        return Some((tables, Some(next)));
    }
    let bye = best_bye(field)?;
    Some((pairs_without(field, bye)?, Some(bye)))
}

/// The order of contenders for byes: fewer byes, fewer points, the lower place in the field.
fn turn(field: &Field, place: usize) -> (u16, Points, usize) {
    let record = &field.contenders[place].record;
    (record.unplayed(), record.points, field.len() - place)
}

/// Returns the bye that leaves the best pairs to the others. Of equals, the first in turn.
fn best_bye(field: &Field) -> Option<usize> {
    let mut order: Vec<usize> = (0..field.len()).collect();
    order.sort_by_key(|&place| turn(field, place));
    let mut rank = vec![0; field.len()];
    order.iter().enumerate().for_each(|(at, &place)| rank[place] = at);
    let nobody = field.len();
    let cost = |a: usize, b: usize| -> i128 {
        let (a, b) = (a.min(b), a.max(b));
        let (apart, rank) = match b == nobody {
            true => (FORBIDDEN_REPEATS * i64::from(field.contenders[a].record.unplayed()), rank[a]),
            false => (apart(field, a, b), 0),
        };
        i128::from(apart) * (nobody as i128) + rank as i128
    };
    *least_cost(nobody + 1, |a, b| Some(cost(a, b))).last()?
}

fn pairs_without(field: &Field, place: usize) -> Option<Vec<Vec<usize>>> {
    let others: Vec<usize> = (0..field.len()).filter(|&other| other != place).collect();
    let pairs = swiss_in_sections(&field.part(&others))?;
    let back = |pair: Vec<usize>| -> Vec<usize> { pair.into_iter().map(|place| others[place]).collect() };
    Some(pairs.into_iter().map(back).collect())
}

/// Returns how often a contender sat at a table of three.
fn threes(field: &Field, place: usize) -> u16 {
    field.contenders[place].record.sizes[3]
}

/// The lowest contender among those with the fewest tables of three.
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
