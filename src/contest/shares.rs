//! Shares of many games with intervals. One deal may decide several games.

/// The quantile of the normal distribution for intervals of 95 %.
const Z_95: f64 = 1.959_963_984_540_054;

/// A sum of scores from 0 to 1 in clusters of dependent games: the games with one deal.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Scores {
    games: u64,
    sum: f64,
    clusters: u64,
    /// Sums over clusters: squared scores, scores times games, squared games.
    squares: f64,
    products: f64,
    squares_of_games: f64,
    /// The current cluster.
    open_games: u64,
    open_sum: f64,
}

/// A share with its interval of 95 %.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Share {
    /// The mean score.
    pub mean: f64,
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

impl Scores {
    /// Adds the score of a game to the cluster under way.
    pub fn add(&mut self, score: f64) {
        self.games += 1;
        self.sum += score;
        self.open_games += 1;
        self.open_sum += score;
    }

    /// Ends the cluster under way; an empty one does not count.
    pub fn close(&mut self) {
        if self.open_games == 0 {
            return;
        }
        let games = self.open_games as f64;
        self.clusters += 1;
        self.squares += self.open_sum * self.open_sum;
        self.products += self.open_sum * games;
        self.squares_of_games += games * games;
        (self.open_games, self.open_sum) = (0, 0.0);
    }

    /// The number of games.
    pub fn games(&self) -> u64 {
        self.games
    }

    /// The sum of the scores.
    pub fn sum(&self) -> f64 {
        self.sum
    }

    /// The mean score with the score interval of Wilson (1927) for the effective number of independent games:
    /// their number divided by the design effect of Kish (1965). This is the variance of the mean by clusters
    /// over that of independent wins and losses, at least 1. So the interval is not too narrow if one deal
    /// decides several games. With draws and paired deals it is wider than necessary.
    pub fn share(&self) -> Share {
        if self.games == 0 {
            return Share { mean: 0.0, low: 0.0, high: 1.0 };
        }
        let games = self.games as f64;
        let mean = self.sum / games;
        let independent = mean * (1.0 - mean) / games;
        let by_clusters = self.variance_by_clusters(mean) / (games * games);
        let effect = if independent > 0.0 { (by_clusters / independent).max(1.0) } else { 1.0 };
        wilson(mean, games / effect)
    }

    /// The variance of the sum, estimated from the deviations of clusters from the mean.
    fn variance_by_clusters(&self, mean: f64) -> f64 {
        if self.clusters < 2 {
            return 0.0;
        }
        let clusters = self.clusters as f64;
        let squares = self.squares - 2.0 * mean * self.products + mean * mean * self.squares_of_games;
        squares * clusters / (clusters - 1.0)
    }
}

/// The 95 % score interval of Wilson (1927) for a mean of this many independent games, at least one. Its ends
/// are `(m + z²/2n ± z·√(m(1−m)/n + z²/4n²)) / (1 + z²/n)` with the mean `m`, the number `n` and `z` = 1.96.
/// For shared wins it is wider than necessary.
pub fn wilson(mean: f64, games: f64) -> Share {
    let z2 = Z_95 * Z_95;
    let center = (mean + z2 / (2.0 * games)) / (1.0 + z2 / games);
    let half = Z_95 / (1.0 + z2 / games) * (mean * (1.0 - mean) / games + z2 / (4.0 * games * games)).sqrt();
    Share { mean, low: (center - half).max(0.0), high: (center + half).min(1.0) }
}

/// The score of a seat: winners share 1.
pub fn score(ranks: &[u8], seat: usize) -> f64 {
    let winners = ranks.iter().filter(|rank| **rank == 1).count();
    if ranks.get(seat) == Some(&1) { 1.0 / winners as f64 } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scores(clusters: &[&[f64]]) -> Scores {
        let mut scores = Scores::default();
        for cluster in clusters {
            cluster.iter().for_each(|score| scores.add(*score));
            scores.close();
        }
        scores
    }

    fn near(found: f64, expected: f64) {
        assert!((found - expected).abs() < 5e-4, "{found} instead of {expected}");
    }

    #[test]
    fn independent_games_have_the_interval_of_wilson() {
        // 8 of 10, as in tables: 0.490 to 0.943; 0 of 10: 0 to 0.278.
        let eight =
            scores(&[[1.0].as_slice(); 8].into_iter().chain([[0.0].as_slice(); 2]).collect::<Vec<_>>());
        // Ten clusters of one game: n / (n - 1) makes the design effect 10 / 9.
        let share = eight.share();
        near(share.mean, 0.8);
        near(share.low, wilson(0.8, 9.0).low);
        near(wilson(0.8, 10.0).low, 0.4902);
        near(wilson(0.8, 10.0).high, 0.9433);
        let none = scores(&[[0.0].as_slice(); 10]).share();
        near(none.low, 0.0);
        near(none.high, 0.2775);
    }

    #[test]
    fn games_that_one_deal_decides_count_as_one() {
        let both: Vec<&[f64]> =
            [[1.0, 1.0].as_slice(); 50].into_iter().chain([[0.0, 0.0].as_slice(); 50]).collect();
        let one: Vec<&[f64]> = [[1.0].as_slice(); 50].into_iter().chain([[0.0].as_slice(); 50]).collect();
        let (both, one) = (scores(&both).share(), scores(&one).share());
        near(both.low, one.low);
        near(both.high, one.high);
        // Paired deals that cancel out do not make the interval narrower than independent games do.
        let cancelled = scores(&[[1.0, 0.0].as_slice(); 50]).share();
        near(cancelled.low, wilson(0.5, 100.0).low);
    }

    #[test]
    fn winners_share_a_game() {
        assert_eq!([0, 1].map(|seat| score(&[1, 2], seat)), [1.0, 0.0]);
        assert_eq!([0, 1, 2].map(|seat| score(&[1, 3, 1], seat)), [0.5, 0.0, 0.5]);
    }
}
