//! Numbers of entries and teams in words, for refusals that name them.

/// The maximum number of entries or teams that a refusal names.
const NAMED_MAX: usize = 10;

/// Returns numbers of entries or teams in words, the first ones if there are many.
pub(super) fn numbers(one: &str, many: &str, ids: &[u32]) -> String {
    let named: Vec<String> = ids.iter().take(NAMED_MAX).map(u32::to_string).collect();
    let more = ids.len().saturating_sub(NAMED_MAX);
    let noun = if ids.len() == 1 { one } else { many };
    match more {
        0 => format!("{noun} {}", named.join(", ")),
        more => format!("{noun} {} and {more} more", named.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_refusal_names_a_limited_number_of_entries() {
        let ids: Vec<u32> = (1..=12).collect();
        assert_eq!(numbers("entry", "entries", &ids[..1]), "entry 1");
        assert_eq!(numbers("team", "teams", &ids[..3]), "teams 1, 2, 3");
        assert_eq!(numbers("entry", "entries", &ids), "entries 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 and 2 more");
    }
}
