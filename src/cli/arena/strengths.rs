//! Ratings of the bots of a match: the model of Bradley and Terry on the scale of Elo.

use super::tally::Tally;

/// The number of assumed draws between every pair of opponents. They keep the rating of a bot with only
/// victories finite.
const ASSUMED_DRAWS: f64 = 1.0;
/// The maximum number of steps.
const STEPS_MAX: usize = 10_000;
/// The iteration ends when all ratings change by less than this.
const CHANGE_MIN: f64 = 1e-6;
/// The difference of ratings at which the better bot is expected to score 10 of 11.
const ELO_SCALE: f64 = 400.0;

/// The ratings of all bots on the scale of Elo, with average 0: the likeliest strengths by the model of
/// Bradley and Terry, found by the algorithm of Hunter ("MM algorithms for generalized Bradley-Terry models",
/// 2004). A draw counts as half a victory.
pub fn ratings(tally: &Tally) -> Vec<f64> {
    let bots = tally.records.len();
    let games = |bot: usize, other: usize| match tally.pair(bot, other).games() {
        0 => 0.0,
        games => games as f64 + ASSUMED_DRAWS,
    };
    let wins = |bot: usize| -> f64 {
        let won = (0..bots).filter(|other| games(bot, *other) > 0.0);
        won.map(|other| tally.pair(bot, other).sum() + ASSUMED_DRAWS / 2.0).sum()
    };
    let wins: Vec<f64> = (0..bots).map(wins).collect();
    let mut strengths = vec![1.0_f64; bots];
    for _ in 0..STEPS_MAX {
        let before = strengths.clone();
        for bot in 0..bots {
            let expected = (0..bots).filter(|other| *other != bot);
            let expected = expected.map(|other| games(bot, other) / (strengths[bot] + strengths[other]));
            let expected: f64 = expected.sum();
            if expected > 0.0 {
                strengths[bot] = wins[bot] / expected;
            }
        }
        let mean = strengths.iter().map(|strength| strength.ln()).sum::<f64>() / bots as f64;
        strengths.iter_mut().for_each(|strength| *strength /= mean.exp());
        let changes = strengths.iter().zip(&before).map(|(now, before)| (now / before).ln().abs());
        if changes.fold(0.0, f64::max) < CHANGE_MIN {
            break;
        }
    }
    strengths.into_iter().map(|strength| ELO_SCALE * strength.log10()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::arena::referee::Played;
    use crate::cli::arena::schedule::Schedule;

    /// A match in which the bot with the lower index wins this many of ten games.
    fn tally(bots: usize, wins_of_ten: u64) -> Tally {
        let schedule = Schedule::new(bots, 2, 10 * (bots * (bots - 1) / 2) as u64, 7, false);
        let mut tally = Tally::new(bots);
        for index in 0..schedule.games() {
            let fixture = schedule.fixture(index);
            let better_wins = index / schedule.games_of_round() < wins_of_ten;
            let first_is_better = fixture.seats[0] < fixture.seats[1];
            let ranks = if first_is_better == better_wins { vec![1, 2] } else { vec![2, 1] };
            let (faults, resigned, thought) = (vec![], vec![], vec![]);
            tally.add(&Played { fixture, ranks, faults, resigned, thought, line: None });
        }
        tally
    }

    #[test]
    fn two_bots_differ_by_what_elo_expects() {
        let ratings = ratings(&tally(2, 8));
        // 8 of 10 and half an assumed draw: 8.5 to 2.5.
        let expected = 400.0 * (8.5_f64 / 2.5).log10();
        assert!((ratings[0] - ratings[1] - expected).abs() < 1e-3, "{ratings:?} instead of {expected}");
        assert!((ratings[0] + ratings[1]).abs() < 1e-6);
    }

    #[test]
    fn a_bot_that_wins_all_games_has_a_finite_rating() {
        let ratings = ratings(&tally(3, 10));
        assert!(ratings.iter().all(|rating| rating.is_finite()), "{ratings:?}");
        assert!(ratings[0] > ratings[1] && ratings[1] > ratings[2], "{ratings:?}");
    }

    #[test]
    fn bots_without_games_are_equal() {
        assert_eq!(ratings(&Tally::new(3)), [0.0; 3]);
    }
}
