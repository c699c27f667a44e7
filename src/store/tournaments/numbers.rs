//! Numbers of entries, and lists of them, as the database stores them.

use lapidary_contest::event::entry::EntryId;

/// Returns the number of an entry as a column.
pub(super) const fn number(entry: EntryId) -> i32 {
    entry.0.cast_signed()
}

/// Returns the entry of a column.
pub(super) const fn entry(number: i32) -> EntryId {
    EntryId(number.cast_unsigned())
}

/// Returns a list of entries as a column.
pub(super) fn numbers(entries: &[EntryId]) -> Vec<i32> {
    entries.iter().copied().map(number).collect()
}

/// Returns the entries of a column.
pub(super) fn entries(numbers: &[i32]) -> Vec<EntryId> {
    numbers.iter().copied().map(entry).collect()
}

/// Returns pairs of entries as a column: one number after another.
pub(super) fn pair_numbers(pairs: &[(EntryId, EntryId)]) -> Vec<i32> {
    pairs.iter().flat_map(|&(a, b)| [number(a), number(b)]).collect()
}

/// Returns the pairs of a column.
pub(super) fn pairs(numbers: &[i32]) -> Vec<(EntryId, EntryId)> {
    numbers.chunks_exact(2).map(|pair| (entry(pair[0]), entry(pair[1]))).collect()
}
