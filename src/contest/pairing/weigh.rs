//! The cost of a table: the sum over its pairs in the field.

use super::cost::Cost;
use super::field::Field;
use super::seating::pair_or_table_cost;

/// Returns the cost of a table with these contenders, given by their places in the field.
pub fn table_cost(field: &Field, table: &[usize]) -> Cost {
    let mut cost = Cost { seats: pair_or_table_cost(field, table), ..Cost::default() };
    for (index, &a) in table.iter().enumerate() {
        for &b in &table[..index] {
            let met = field.met(a, b);
            cost.forbidden += u32::from(field.is_forbidden(a, b));
            cost.repeats += u32::from(met > 0);
            cost.repeats_squared += i64::from(met) * i64::from(met);
            cost.score_squared += field.score_squared(a, b);
            if table.len() == 2 {
                cost.repeated_floats += field.repeated_floats(a, b);
            }
        }
    }
    cost
}
