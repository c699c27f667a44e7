//! The names of the tie-breaks.

/// Parts of one unit.
pub const MICRO: i64 = 1_000_000;

/// A criterion of a standing.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum TieBreak {
    /// The points.
    Points,
    /// The wins; a shared first place is a part of a win.
    Wins,
    /// Better places minus worse places at tables with those who are still level.
    HeadToHead,
    /// The points of each opponent who had a worse place, and half of those with an equal place.
    SonnebornBerger,
    /// The mean of the opponents' points.
    BuchholzAverage,
    /// The mean of the opponents' points without the lowest.
    BuchholzCut1,
    /// The mean of the opponents' shares of wins in their games.
    OpponentsWinShare,
    /// The mean of own prestige divided by the winner's.
    PrestigeRatio,
    /// The sum of prestige.
    PrestigeSum,
    /// The mean of own prestige minus the mean prestige at the same seat of the round's other tables with as
    /// many seats.
    SeatDifference,
    /// The lowest mean number of bought cards.
    FewestCards,
    /// The mean rating of the opponents, with up to 400 points more or less for the results.
    RatingPerformance,
    /// The lot that follows from the event's seed.
    Lot,
}

impl TieBreak {
    /// All tie-breaks.
    pub const ALL: [TieBreak; 13] = [
        TieBreak::Points,
        TieBreak::Wins,
        TieBreak::HeadToHead,
        TieBreak::SonnebornBerger,
        TieBreak::BuchholzAverage,
        TieBreak::BuchholzCut1,
        TieBreak::OpponentsWinShare,
        TieBreak::PrestigeRatio,
        TieBreak::PrestigeSum,
        TieBreak::SeatDifference,
        TieBreak::FewestCards,
        TieBreak::RatingPerformance,
        TieBreak::Lot,
    ];

    /// The default list of an event.
    pub const DEFAULT: [TieBreak; 7] = [
        TieBreak::Points,
        TieBreak::Wins,
        TieBreak::BuchholzAverage,
        TieBreak::HeadToHead,
        TieBreak::PrestigeRatio,
        TieBreak::FewestCards,
        TieBreak::Lot,
    ];

    /// The name in settings and exports.
    pub const fn name(self) -> &'static str {
        match self {
            TieBreak::Points => "points",
            TieBreak::Wins => "wins",
            TieBreak::HeadToHead => "head_to_head",
            TieBreak::SonnebornBerger => "sonneborn_berger",
            TieBreak::BuchholzAverage => "buchholz_average",
            TieBreak::BuchholzCut1 => "buchholz_cut_1",
            TieBreak::OpponentsWinShare => "opponents_win_share",
            TieBreak::PrestigeRatio => "prestige_ratio",
            TieBreak::PrestigeSum => "prestige_sum",
            TieBreak::SeatDifference => "seat_difference",
            TieBreak::FewestCards => "fewest_cards",
            TieBreak::RatingPerformance => "rating_performance",
            TieBreak::Lot => "lot",
        }
    }

    /// Returns the tie-break with this name.
    pub fn parse(name: &str) -> Option<TieBreak> {
        TieBreak::ALL.into_iter().find(|tie_break| tie_break.name() == name)
    }
}
