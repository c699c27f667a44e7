//! The names of the built-in opponents. `opponent` has their play.

use lapidary_words::words;

words! {
    /// A built-in opponent. Every kind plays every ruleset with every number of seats.
    #[derive(PartialOrd, Ord)]
    OpponentKind:
    /// Plays random legal actions.
    Random = "random",
    /// Looks one turn ahead and compares positions by hand-written rules.
    Greedy = "greedy",
    /// Looks one turn ahead with the trained evaluation; a little further where several modules meet.
    Apprentice = "apprentice",
    /// Searches with the trained evaluation; plays better with a larger budget.
    Master = "master",
}
