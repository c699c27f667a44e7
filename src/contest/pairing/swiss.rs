//! Tables of two: the pairing with the lowest cost, by maximum-weight matching.
//!
//! Costs are compared in this order: forbidden pairs and repeats; squared differences of points; balance of
//! seats; repeated floats; the upper half of a score group meets the lower half; lot. Each is summed over the
//! whole round before the next matters.

use super::field::Field;
use super::matching::{COST_SUM_MAX, least_cost};
use super::seating::pair_or_table_cost;

/// The cost of a forbidden pair in repeats: nobody meets so often.
pub const FORBIDDEN_REPEATS: i64 = 1000;
/// The number of different lots of pairs.
const LOTS: u64 = 1 << 12;
/// The number of parts of a cost.
const PARTS: usize = 6;

/// The parts of the cost of a pair, with the most important first.
type Parts = [i64; PARTS];

/// Pairs an even field at tables of two. Returns none if the sums of costs are too large.
pub fn swiss(field: &Field) -> Option<Vec<Vec<usize>>> {
    let groups = Groups::of(field);
    let vertices = field.len();
    let mut costs = vec![[0; PARTS]; vertices * vertices];
    let mut highest = [0; PARTS];
    for a in 0..vertices {
        for b in 0..a {
            let cost = pair_parts(field, &groups, b, a);
            costs[a * vertices + b] = cost;
            highest.iter_mut().zip(cost).for_each(|(highest, part)| *highest = part.max(*highest));
        }
    }
    let factors = factors(highest, vertices / 2)?;
    let total = |a: usize, b: usize| -> i128 {
        let cost = &costs[a.max(b) * vertices + a.min(b)];
        cost.iter().zip(factors).map(|(&part, factor)| i128::from(part) * factor).sum()
    };
    let mates = least_cost(vertices, |a, b| Some(total(a, b)));
    let pairs = mates.iter().enumerate().filter_map(|(a, mate)| mate.filter(|&b| a < b).map(|b| (a, b)));
    Some(pairs.map(|(a, b)| vec![a, b]).collect())
}

/// Returns the factor of each part. The sum of all later parts never reaches one unit of it.
fn factors(highest: Parts, pairs: usize) -> Option<[i128; PARTS]> {
    let mut factors = [1; PARTS];
    let mut factor: i128 = 1;
    for (place, highest) in factors.iter_mut().zip(highest).rev() {
        *place = factor;
        let sum = i128::from(highest).checked_mul(pairs as i128)?;
        factor = factor.checked_mul(sum + 1).filter(|&factor| factor <= COST_SUM_MAX)?;
    }
    Some(factors)
}

/// Returns the first part of the cost of a pair: whether it is forbidden, and its earlier meetings.
pub fn apart(field: &Field, a: usize, b: usize) -> i64 {
    FORBIDDEN_REPEATS * i64::from(field.is_forbidden(a, b)) + i64::from(field.met(a, b))
}

fn pair_parts(field: &Field, groups: &Groups, a: usize, b: usize) -> Parts {
    let (one, other) = (&field.contenders[a], &field.contenders[b]);
    [
        apart(field, a, b),
        field.score_squared(a, b),
        pair_or_table_cost(field, &[a, b]),
        i64::from(field.repeated_floats(a, b)),
        groups.distance(a, b),
        (one.draw.wrapping_mul(other.draw | 1) % LOTS) as i64,
    ]
}

/// The groups of equal scores.
struct Groups {
    /// The first place of the group of each contender, and the first place after the group.
    bounds: Vec<(usize, usize)>,
}

impl Groups {
    fn of(field: &Field) -> Groups {
        let mut bounds = Vec::with_capacity(field.len());
        for group in field.contenders.chunk_by(|a, b| a.record.points == b.record.points) {
            let first = bounds.len();
            bounds.extend(group.iter().map(|_| (first, first + group.len())));
        }
        Groups { bounds }
    }

    /// Returns the distance of a pair from the ideal. In a group, the first of the upper half meets the first
    /// of the lower half. Between groups, the last of the upper group meets the first of the lower one.
    fn distance(&self, a: usize, b: usize) -> i64 {
        let ((first, end), (other_first, _)) = (self.bounds[a], self.bounds[b]);
        let distance = match first == other_first {
            true => (b - a).abs_diff((end - first) / 2),
            false => (end - 1 - a) + (b - other_first),
        };
        distance as i64
    }
}
