//! How often two requests race with each other.

/// The number of races of each pair of requests without `LAPIDARY_RACES`.
const RACES: usize = 2;

/// Returns the number of races of each pair of requests. `LAPIDARY_RACES=200` makes longer proofs.
pub fn races() -> usize {
    races_wanted().unwrap_or(RACES)
}

/// Returns the number of races that the environment asks for.
pub fn races_wanted() -> Option<usize> {
    std::env::var("LAPIDARY_RACES").ok().and_then(|races| races.parse().ok())
}
