//! Large fields at tables of two. The time of a matching grows with the third power of the field, so sections
//! of neighbors are paired separately.

use super::field::Field;
use super::swiss::swiss;

/// The largest field that is paired as a whole.
pub const WHOLE_MAX: usize = 400;
/// The maximum size of a section.
pub const SECTION_MAX: usize = 256;

/// Pairs an even field at tables of two. Returns none if the sums of costs are too large.
pub fn swiss_in_sections(field: &Field) -> Option<Vec<Vec<usize>>> {
    if field.len() <= WHOLE_MAX {
        return swiss(field);
    }
    let order = halves_side_by_side(field);
    let sections = order.len().div_ceil(SECTION_MAX);
    // An even size leaves nobody alone.
    let size = order.len().div_ceil(sections).next_multiple_of(2);
    let mut tables = Vec::with_capacity(order.len() / 2);
    for section in order.chunks(size) {
        let mut section = section.to_vec();
        section.sort_unstable();
        let pairs = swiss(&field.part(&section))?;
        tables.extend(pairs.into_iter().map(|pair| pair.into_iter().map(|place| section[place]).collect()));
    }
    Some(tables)
}

/// The places in an order that puts both halves of each score group, who should meet, into the same sections.
fn halves_side_by_side(field: &Field) -> Vec<usize> {
    let mut order = Vec::with_capacity(field.len());
    for group in field.contenders.chunk_by(|a, b| a.record.points == b.record.points) {
        let (first, half) = (order.len(), group.len() / 2);
        order.extend((first..first + half).flat_map(|place| [place, place + half]));
        order.extend(first + 2 * half..first + group.len());
    }
    order
}
