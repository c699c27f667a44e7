//! A sequential test of two hypotheses about the share of the first bot. It ends a match once it can refute
//! one.

use serde::Serialize;

/// The probability of accepting the higher share if the lower one is true.
pub const ALPHA: f64 = 0.05;
/// The probability of accepting the lower share if the higher one is true.
pub const BETA: f64 = 0.05;
/// The count of a result that has not occurred, so that its probability is not zero.
const UNSEEN: f64 = 1e-3;
/// The possible mean scores of a pair of games: 0, 1/4, 1/2, 3/4, 1.
const SCORES: usize = 5;
/// The number of halvings for solving the equation of the likeliest probabilities.
const HALVINGS: usize = 100;

/// The generalized sequential probability ratio test of pairs of games with one deal (Wald 1945; Van den
/// Bergh, "The generalized sequential probability ratio test", with the five results of a pair).
///
/// The log-likelihood ratio is `sum n_i ln(p1_i / p0_i)`, where `n_i` counts the pairs with the mean score
/// `a_i`, and `p0` and `p1` are the likeliest probabilities with mean `low` and `high`:
/// `p_i = f_i / (1 + x (a_i - mean))` with the frequencies `f` and the `x` for which
/// `sum p_i (a_i - mean) = 0`.
#[derive(Clone, Debug)]
pub struct Sprt {
    low: f64,
    high: f64,
    counts: [u64; SCORES],
}

/// The hypothesis that a test accepts.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Accepted {
    /// The share is at most the lower one.
    Low,
    /// The share is at least the higher one.
    High,
}

impl Sprt {
    /// A test of the share `low` against the share `high`. None unless `0 < low < high < 1`.
    pub fn new(low: f64, high: f64) -> Option<Sprt> {
        (0.0 < low && low < high && high < 1.0).then_some(Sprt { low, high, counts: [0; SCORES] })
    }

    /// The lower and the higher share.
    pub fn shares(&self) -> [f64; 2] {
        [self.low, self.high]
    }

    /// Adds the mean score of a pair of games, or the score of a game without a pair.
    pub fn add(&mut self, score: f64) {
        let index = (score * (SCORES - 1) as f64).round() as usize;
        self.counts[index.min(SCORES - 1)] += 1;
    }

    /// The log-likelihood ratio.
    pub fn ratio(&self) -> f64 {
        if self.counts.iter().all(|count| *count == 0) {
            return 0.0;
        }
        let counts = self.counts.map(|count| if count == 0 { UNSEEN } else { count as f64 });
        let [at_low, at_high] = self.shares().map(|mean| divisors(&counts, mean));
        (0..SCORES).map(|index| counts[index] * (at_low[index] / at_high[index]).ln()).sum()
    }

    /// The ratios for accepting the lower and the higher share (Wald 1945).
    pub fn bounds(&self) -> [f64; 2] {
        [(BETA / (1.0 - ALPHA)).ln(), ((1.0 - BETA) / ALPHA).ln()]
    }

    /// The hypothesis that is accepted; none while the test goes on.
    pub fn accepted(&self) -> Option<Accepted> {
        let ([lower, upper], ratio) = (self.bounds(), self.ratio());
        if ratio <= lower {
            Some(Accepted::Low)
        } else if ratio >= upper {
            Some(Accepted::High)
        } else {
            None
        }
    }
}

/// The divisors `1 + x (a_i - mean)` of the frequencies for the likeliest probabilities with this mean.
fn divisors(counts: &[f64; SCORES], mean: f64) -> [f64; SCORES] {
    let difference = |index: usize| index as f64 / (SCORES - 1) as f64 - mean;
    let excess = |x: f64| -> f64 {
        (0..SCORES).map(|index| counts[index] * difference(index) / (1.0 + x * difference(index))).sum()
    };
    // Between these bounds, all divisors are positive, and the excess falls from plus to minus infinity.
    let (mut lower, mut upper) = (-1.0 / (1.0 - mean), 1.0 / mean);
    for _ in 0..HALVINGS {
        let middle = f64::midpoint(lower, upper);
        if excess(middle) > 0.0 {
            lower = middle;
        } else {
            upper = middle;
        }
    }
    let x = f64::midpoint(lower, upper);
    std::array::from_fn(|index| 1.0 + x * difference(index))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wins_and_losses_alone_give_the_ratio_of_wald() {
        let mut test = Sprt::new(0.5, 0.6).unwrap();
        assert_eq!((test.ratio(), test.accepted()), (0.0, None));
        (0..60).for_each(|_| test.add(1.0));
        (0..40).for_each(|_| test.add(0.0));
        // For a coin: 60 ln(0.6 / 0.5) + 40 ln(0.4 / 0.5).
        let of_coin = 60.0 * 1.2_f64.ln() + 40.0 * 0.8_f64.ln();
        assert!((test.ratio() - of_coin).abs() < 0.01, "{} instead of {of_coin}", test.ratio());
    }

    #[test]
    fn the_likeliest_probabilities_have_the_mean() {
        let counts = [3.0, 10.0, 20.0, 15.0, 4.0];
        for mean in [0.1, 0.5, 0.7] {
            let divisors = divisors(&counts, mean);
            let probability = |index: usize| counts[index] / 52.0 / divisors[index];
            let sum: f64 = (0..SCORES).map(probability).sum();
            let found: f64 = (0..SCORES).map(|index| probability(index) * index as f64 / 4.0).sum();
            assert!((sum - 1.0).abs() < 1e-9 && (found - mean).abs() < 1e-9, "{sum} {found}");
        }
    }

    /// Runs many tests of pairs of games in which the true share of the first bot is this. Returns how often
    /// each hypothesis is accepted, and the number of pairs needed.
    fn run(share: f64, seed: u64) -> ([u32; 2], f64) {
        let mut dice = fastrand::Rng::with_seed(seed);
        let (mut accepted, mut pairs) = ([0, 0], 0);
        for _ in 0..400 {
            let mut test = Sprt::new(0.5, 0.6).unwrap();
            let end = loop {
                let wins = u32::from(dice.f64() < share) + u32::from(dice.f64() < share);
                test.add(f64::from(wins) / 2.0);
                pairs += 1;
                if let Some(end) = test.accepted() {
                    break end;
                }
            };
            accepted[end as usize] += 1;
        }
        (accepted, f64::from(pairs) / 400.0)
    }

    #[test]
    fn errors_are_as_rare_as_stated() {
        for (share, right) in [(0.5, Accepted::Low), (0.6, Accepted::High)] {
            let (accepted, pairs) = run(share, 7);
            // 5 % of 400 are 20; 35 are more than three standard deviations above.
            assert!(accepted[1 - right as usize] <= 35, "{share}: {accepted:?}");
            assert!(pairs < 150.0, "{share}: {pairs} pairs on average");
        }
    }

    #[test]
    fn shares_out_of_order_make_no_test() {
        for (low, high) in [(0.5, 0.5), (0.6, 0.5), (0.0, 0.5), (0.5, 1.0), (f64::NAN, 0.5)] {
            assert!(Sprt::new(low, high).is_none(), "{low} {high}");
        }
    }
}
