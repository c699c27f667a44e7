//! Whether each step of strength holds: every opponent against the one below it, at every table there is.
//!
//! `figures.csv` has a share for each step; `docs/opponents.md` shows them. A test fails for a table without
//! a figure, and for a figure that shows no step: there the first would need another name.

use std::fmt;
use std::num::NonZero;
use std::{fs, thread};

use clap::Args;
use lapidary_engine::ruleset::Ruleset;
use lapidary_engine::seat::SeatCount;

use crate::compare::compare;
use crate::contender::Contender;
use crate::deal::Failure;

/// The maximum probability that a step that holds is said to be lost.
const ALARM_MAX: f64 = 0.001;
/// The maximum probability that a step passes although both players are equally strong.
const MISS_MAX: f64 = 0.05;
/// A step that would need more games to be tested is left out of the test, not of the figures.
const GAMES_MAX: u32 = 120;
/// The seed of deals and players of a test: without a change of the program, the same games are played again.
const SEED: u64 = 51;
/// The seed of deals and players of the figures.
const SEED_OF_FIGURES: u64 = 1;
/// The games of a figure: more until the step is shown. All of them are whole deals of 2, 3 and 4 seats.
const GAMES_OF_FIGURES: [u32; 3] = [60, 240, 960];
/// Of so many games without a single loss, the next loss has a probability of at most 3 / games (Hanley and
/// Lippman-Hand, 1983).
const LOSSES_UNSEEN: f64 = 3.0;

/// The figures, as `--measure` writes them.
const FIGURES: &str = include_str!("figures.csv");
const HEADER: &str = "table,seats,first,second,games,share,half_width";

/// What to do with the steps.
#[derive(Args)]
pub struct StepsOptions {
    /// Plays the games of the figures anew and writes them to this file.
    #[arg(long)]
    measure: Option<String>,
}

/// A step of strength at a table.
#[derive(Clone, Copy)]
struct StrengthStep {
    ruleset: Ruleset,
    seats: SeatCount,
    first: &'static str,
    second: &'static str,
}

/// The share of the first player, in percent, with half of its interval of 95 %.
#[derive(Clone, Copy)]
struct Figure {
    games: u32,
    share: f64,
    half_width: f64,
}

/// The name of a ruleset with its modules and, other than [`Ruleset::deal_name`], its board.
fn table_name(ruleset: Ruleset) -> String {
    let others = ruleset.options().into_iter().filter(|&(_, value)| value != "full");
    others.fold(ruleset.deal_name(), |name, (_, value)| format!("{name} {value}"))
}

impl StrengthStep {
    /// Every step at every table.
    fn every() -> impl Iterator<Item = StrengthStep> {
        let tables =
            Ruleset::every().flat_map(|ruleset| ruleset.seats().iter().map(move |&seats| (ruleset, seats)));
        tables.flat_map(|(ruleset, seats)| {
            let searching = match ruleset {
                Ruleset::Splendor(_) => "master:100",
                Ruleset::Kids(_) => "master:400",
            };
            [("greedy", "random"), ("apprentice", "greedy"), (searching, "apprentice")]
                .map(|(first, second)| StrengthStep { ruleset, seats, first, second })
        })
    }

    /// The figure in the file.
    fn figure(&self) -> Option<Figure> {
        let begin = format!("{self},");
        let numbers = FIGURES.lines().find_map(|line| line.strip_prefix(&begin))?;
        let [games, share, half_width] = numbers
            .split(',')
            .map(|number| number.parse().ok())
            .collect::<Option<Vec<f64>>>()?
            .try_into()
            .ok()?;
        Some(Figure { games: games as u32, share, half_width })
    }

    /// Plays until the step is shown, or as often as a figure allows, and returns and prints the line of the
    /// file.
    fn measure(&self) -> Result<String, Failure> {
        let mut line = String::new();
        for games in GAMES_OF_FIGURES {
            let figure = self.play(games, SEED_OF_FIGURES)?;
            line = format!("{self},{games},{:.1},{:.1}", figure.share, figure.half_width);
            if figure.least() > self.equal() {
                break;
            }
        }
        println!("{line}");
        Ok(line)
    }

    /// The share of equal players, 0 to 1.
    fn equal(&self) -> f64 {
        1.0 / self.seats.get() as f64
    }

    fn play(&self, games: u32, seed: u64) -> Result<Figure, Failure> {
        let (first, second): (Contender, Contender) = (self.first.parse()?, self.second.parse()?);
        let found = compare([&first, &second], self.ruleset, self.seats, games, seed)?;
        Ok(Figure { games, share: 100.0 * found.share(), half_width: 100.0 * found.half_width() })
    }
}

/// As a line of the file begins.
impl fmt::Display for StrengthStep {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{},{},{}", table_name(self.ruleset), self.seats.get(), self.first, self.second)
    }
}

impl Figure {
    /// The lower end of the interval, 0 to 1.
    fn least(&self) -> f64 {
        let unseen = 1.0 - LOSSES_UNSEEN / f64::from(self.games);
        ((self.share - self.half_width) / 100.0).min(unseen)
    }

    /// The test with the fewest games, in whole deals, in which neither error is more frequent than stated,
    /// as if games with one deal were independent and without ties: the games, and how many of them the first
    /// has to win. `None` if it needs too many.
    fn test(&self, seats: SeatCount) -> Option<[u32; 2]> {
        let (least, equal) = (self.least(), 1.0 / seats.get() as f64);
        (seats.get() as u32..GAMES_MAX).step_by(seats.get()).find_map(|games| {
            // The most wins that a step that holds hardly ever misses.
            let wins = (1..=(least * f64::from(games)) as u32)
                .rev()
                .find(|&wins| at_least(wins, games, least) >= 1.0 - ALARM_MAX)?;
            (at_least(wins, games, equal) <= MISS_MAX).then_some([games, wins])
        })
    }
}

/// Returns the probability of at least so many wins in these games.
fn at_least(wins: u32, games: u32, share: f64) -> f64 {
    let mut ln_ways = 0.0;
    let mut sum = 0.0;
    for won in 0..=games {
        if won > 0 {
            ln_ways += f64::from(games - won + 1).ln() - f64::from(won).ln();
        }
        if won >= wins {
            sum +=
                (ln_ways + f64::from(won) * share.ln() + f64::from(games - won) * (1.0 - share).ln()).exp();
        }
    }
    sum
}

/// Plays the games of the steps, and prints or writes the shares.
pub fn run(options: &StepsOptions) -> Result<(), Failure> {
    let steps: Vec<StrengthStep> = StrengthStep::every().collect();
    match &options.measure {
        None => test(&steps),
        Some(path) => {
            let lines = beside_each_other(&steps, StrengthStep::measure)?;
            Ok(fs::write(path, format!("{HEADER}\n{}\n", lines.join("\n")))?)
        }
    }
}

/// Plays the few games of each step and fails if a step is lost.
fn test(steps: &[StrengthStep]) -> Result<(), Failure> {
    let found = beside_each_other(steps, |step| {
        let figure = step.figure().ok_or_else(|| format!("no figure of {step}"))?;
        let Some([games, wins]) = figure.test(step.seats) else {
            println!("left out: {step} needs more than {GAMES_MAX} games");
            return Ok(true);
        };
        let share = step.play(games, SEED)?.share;
        let bound = 100.0 * f64::from(wins) / f64::from(games);
        // Sums of halves and thirds are not exact.
        let holds = share > bound - 1e-7;
        let word = if holds { "holds" } else { "LOST" };
        println!("{word}: {step}: {share:.1} % of {games} games, at least {bound:.1} %");
        Ok(holds)
    })?;
    match found.iter().filter(|&&holds| !holds).count() {
        0 => Ok(()),
        lost => Err(format!("{lost} of {} steps of strength are lost", steps.len()).into()),
    }
}

/// Does something for each step, in as many threads as there are processors.
fn beside_each_other<T: Send>(
    steps: &[StrengthStep],
    each: impl Fn(&StrengthStep) -> Result<T, Failure> + Sync,
) -> Result<Vec<T>, Failure> {
    let threads = thread::available_parallelism().map_or(1, NonZero::get);
    let of_part = |part: &[StrengthStep]| part.iter().map(&each).collect::<Result<Vec<T>, Failure>>();
    let parts: Vec<Vec<T>> = thread::scope(|scope| {
        let parts = steps.chunks(steps.len().div_ceil(threads).max(1));
        let parts: Vec<_> = parts.map(|part| scope.spawn(|| of_part(part))).collect();
        parts
            .into_iter()
            .map(|part| part.join().map_err(|_| "a thread has ended")?)
            .collect::<Result<_, Failure>>()
    })?;
    Ok(parts.into_iter().flatten().collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_table_that_is_offered_has_figures_that_show_each_step() {
        for step in StrengthStep::every() {
            let figure = step
                .figure()
                .unwrap_or_else(|| panic!("no figure of {step}: `lapidary-train steps --measure`"));
            assert!(
                figure.least() > step.equal(),
                "{step} is not shown: it needs another name at this table"
            );
        }
        assert_eq!(FIGURES.lines().count(), 1 + StrengthStep::every().count(), "each line is of a table");
    }

    #[test]
    fn the_guide_has_the_figures() {
        let guide = include_str!("../../docs/opponents.md");
        for ruleset in Ruleset::every() {
            let row = row(ruleset);
            assert!(guide.lines().any(|line| line == row), "docs/opponents.md needs the line\n{row}");
        }
    }

    /// The line of a table of the guide.
    fn row(ruleset: Ruleset) -> String {
        let steps = StrengthStep::every().filter(|step| step.ruleset == ruleset);
        let shares = steps.filter_map(|step| step.figure()).map(|one| {
            let below = one.share - 100.0 * one.least();
            format!("{:.0} ± {below:.0}", one.share)
        });
        format!("| `{}` | {} |", table_name(ruleset), shares.collect::<Vec<_>>().join(" | "))
    }

    #[test]
    fn a_test_has_the_games_that_its_errors_need() {
        let figure = Figure { games: 1_000, share: 96.8, half_width: 1.1 };
        assert_eq!(figure.test(SeatCount::TWO), Some([16, 12]));
        assert!(Figure { games: 960, share: 51.0, half_width: 2.0 }.test(SeatCount::TWO).is_none());
        assert!(
            Figure { games: 60, share: 100.0, half_width: 0.0 }.least() < 0.96,
            "a loss was not seen yet"
        );
    }

    #[test]
    fn probabilities_are_those_of_independent_games() {
        assert!((at_least(7, 8, 0.5) - 9.0 / 256.0).abs() < 1e-12);
        assert!((at_least(0, 500, 0.975) - 1.0).abs() < 1e-9);
        assert!((at_least(2, 2, 0.25) - 0.0625).abs() < 1e-12);
    }
}
