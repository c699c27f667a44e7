//! The names of the criteria that separate the lines of a series.

use lapidary_words::words;

words! {
    /// A criterion of the table of a series, in the order of [`SeriesTieBreak::ALL`]. Whoever they leave
    /// level shares a place.
    #[derive(PartialOrd, Ord)]
    SeriesTieBreak:
    /// The sum of the results that count.
    Points = "points",
    /// The number of first places among the results that count, shared ones included.
    Wins = "wins",
    /// The results that count, the best first: the first difference decides.
    BestResults = "best_results",
    /// The number of events.
    Events = "events",
    /// Better places minus worse places in events with those who are still level.
    HeadToHead = "head_to_head",
}
