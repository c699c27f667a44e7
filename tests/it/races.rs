//! How often two requests race with each other.

/// The number of races of each pair of requests without `LAPIDARY_RACES`.
const RACES: usize = 8;

/// Returns the number of races of each pair of requests. `LAPIDARY_RACES=200` makes longer proofs.
pub fn races() -> usize {
    races_or(RACES)
}

/// Returns the same for races of which there are another number by default.
pub fn races_or(default: usize) -> usize {
    std::env::var("LAPIDARY_RACES").ok().and_then(|races| races.parse().ok()).unwrap_or(default)
}
