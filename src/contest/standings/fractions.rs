//! Exact sums of fractions: a mean of means is rounded once.

use std::cmp::Ordering;
use std::collections::BTreeMap;

/// A natural number with the lowest 32 bits first and without zeros at the end.
type Natural = Vec<u32>;

/// Returns the sum of fractions, rounded down. Each is a part and a whole above 0.
pub fn floor_of_sum(fractions: impl IntoIterator<Item = (i64, u32)>) -> i64 {
    let mut parts: BTreeMap<u32, i64> = BTreeMap::new();
    for (part, whole) in fractions {
        *parts.entry(whole).or_default() += part;
    }
    let mut floor = 0;
    let (mut part, mut whole) = (Natural::new(), vec![1]);
    for (next_whole, next_part) in parts {
        let (quotient, rest) =
            (next_part.div_euclid(next_whole.into()), next_part.rem_euclid(next_whole.into()));
        part = plus(&times(&part, next_whole), &times(&whole, rest as u32));
        whole = times(&whole, next_whole);
        floor += quotient;
        if compare(&part, &whole) != Ordering::Less {
            part = minus(&part, &whole);
            floor += 1;
        }
    }
    floor
}

fn times(number: &[u32], factor: u32) -> Natural {
    let mut carry = 0;
    let mut product: Natural =
        number.iter().map(|&digit| low(u64::from(digit) * u64::from(factor), &mut carry)).collect();
    product.push(carry as u32);
    trimmed(product)
}

fn plus(one: &[u32], other: &[u32]) -> Natural {
    let mut carry = 0;
    let digits = 0..one.len().max(other.len()) + 1;
    trimmed(digits.map(|at| low(digit(one, at) + digit(other, at), &mut carry)).collect())
}

/// Returns the lower half of a number plus the carry, and carries the upper half.
fn low(number: u64, carry: &mut u64) -> u32 {
    let sum = number + *carry;
    *carry = sum >> 32;
    sum as u32
}

/// Returns a number minus a smaller or equal one.
fn minus(one: &[u32], other: &[u32]) -> Natural {
    let mut borrowed = false;
    let digits = (0..one.len()).map(|at| {
        let (rest, first) = (digit(one, at) as u32).overflowing_sub(digit(other, at) as u32);
        let (rest, second) = rest.overflowing_sub(borrowed.into());
        borrowed = first || second;
        rest
    });
    trimmed(digits.collect())
}

fn compare(one: &[u32], other: &[u32]) -> Ordering {
    one.len().cmp(&other.len()).then_with(|| one.iter().rev().cmp(other.iter().rev()))
}

fn digit(number: &[u32], at: usize) -> u64 {
    number.get(at).copied().unwrap_or_default().into()
}

fn trimmed(mut number: Natural) -> Natural {
    while number.last() == Some(&0) {
        number.pop();
    }
    number
}

#[cfg(test)]
mod tests {
    use super::floor_of_sum;

    #[test]
    fn thirds_and_sixths_make_one() {
        assert_eq!(floor_of_sum([(1, 3), (1, 3), (1, 3)]), 1);
        assert_eq!(floor_of_sum([(1, 2), (1, 3), (1, 6)]), 1);
        assert_eq!(floor_of_sum([(1, 2), (1, 3), (1, 7)]), 0);
        assert_eq!(floor_of_sum([(-1, 2), (1, 3)]), -1);
        assert_eq!(floor_of_sum([(-1, 2), (1, 6), (1, 3)]), 0);
        assert_eq!(floor_of_sum([]), 0);
    }

    #[test]
    fn wholes_without_a_common_factor_are_added_exactly() {
        let wholes: Vec<u32> = (2..400).filter(|&whole| (2..whole).all(|part| whole % part != 0)).collect();
        let there = wholes.iter().map(|&whole| (1, whole));
        let back = wholes.iter().map(|&whole| (-1, whole));
        assert_eq!(floor_of_sum(there.clone().chain(back.clone())), 0);
        assert_eq!(floor_of_sum(there.chain(back).chain([(-1, 401)])), -1, "a little less than nothing");
    }
}
