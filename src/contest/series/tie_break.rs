//! The names of what separates the lines of a series.

/// A criterion of the table of a series, in the order of [`SeriesTieBreak::ALL`]. Whoever they leave level
/// shares a place.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum SeriesTieBreak {
    /// The sum of the results that count.
    Points,
    /// The number of first places among the results that count, shared ones included.
    Wins,
    /// The results that count, the best first: the first difference decides.
    BestResults,
    /// The number of events.
    Events,
    /// Better places minus worse places in events with those who are still level.
    HeadToHead,
}

impl SeriesTieBreak {
    /// All criteria, in their order.
    pub const ALL: [SeriesTieBreak; 5] = [
        SeriesTieBreak::Points,
        SeriesTieBreak::Wins,
        SeriesTieBreak::BestResults,
        SeriesTieBreak::Events,
        SeriesTieBreak::HeadToHead,
    ];

    /// The name in tables.
    pub const fn name(self) -> &'static str {
        match self {
            SeriesTieBreak::Points => "points",
            SeriesTieBreak::Wins => "wins",
            SeriesTieBreak::BestResults => "best_results",
            SeriesTieBreak::Events => "events",
            SeriesTieBreak::HeadToHead => "head_to_head",
        }
    }
}
