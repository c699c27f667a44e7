//! The names of the tie-breaks, and those that an event has if its organizer chooses none.

use lapidary_words::words;

/// Parts of one unit.
pub const MICRO: i64 = 1_000_000;

words! {
    /// A criterion of the standings.
    #[derive(PartialOrd, Ord)]
    TieBreak:
    /// The points.
    Points = "points",
    /// The wins; a shared first place is a part of a win.
    Wins = "wins",
    /// Better places minus worse places at tables with those who are still level.
    HeadToHead = "head_to_head",
    /// The points of each opponent who had a worse place, and half of those with an equal place.
    SonnebornBerger = "sonneborn_berger",
    /// The mean of the opponents' points.
    BuchholzAverage = "buchholz_average",
    /// The mean of the opponents' points without the lowest.
    BuchholzCut1 = "buchholz_cut_1",
    /// The mean of the opponents' shares of wins in their games.
    OpponentsWinShare = "opponents_win_share",
    /// The mean of own prestige divided by the winner's.
    PrestigeRatio = "prestige_ratio",
    /// The sum of prestige.
    PrestigeSum = "prestige_sum",
    /// The mean of own prestige minus the mean prestige at the same seat of the round's other tables with as
    /// many seats.
    SeatDifference = "seat_difference",
    /// The lowest mean number of bought cards.
    FewestCards = "fewest_cards",
    /// The mean rating of the opponents, with up to 400 points more or less for the results.
    RatingPerformance = "rating_performance",
    /// The lot that follows from the event's seed.
    Lot = "lot",
}

impl TieBreak {
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
}
