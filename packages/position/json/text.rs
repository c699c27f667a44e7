//! The parts of actions in JSON: ids, counts and lists, as bounded as in the contract.

/// Why JSON is not an action: the field, if it is one, and what is wrong there.
pub type Fault = String;

/// The id of something that the catalogue has.
pub fn named<T>(found: Option<T>, id: &str, kind: &str, field: &str) -> Result<T, Fault> {
    let shown: String = id.chars().take(40).collect();
    found.ok_or_else(|| format!("{field}: {shown:?} is not the id of a {kind}"))
}

/// A count of tokens: at most 20, as in the contract, which is more than a seat can hold.
pub fn bounded<const N: usize>(counts: [u8; N], field: &str) -> Result<[u8; N], Fault> {
    match counts.iter().find(|&&count| count > 20) {
        Some(count) => Err(format!("{field}: a count is limited to 20, this one is {count}")),
        None => Ok(counts),
    }
}

/// A list of at most this many items, as in the contract.
pub fn short<'a, T>(list: &'a [T], most: usize, field: &str) -> Result<&'a [T], Fault> {
    match list.len() > most {
        true => Err(format!("{field}: the list is limited to {most} items, this one has {}", list.len())),
        false => Ok(list),
    }
}
