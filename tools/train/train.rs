//! Trains an evaluation by self-play, in two stages: by the results of games that look one
//! turn ahead, then by what searches find.
//!
//! Games are played in generations: all of a generation by one net, then the model learns from them. So the
//! weights depend on the seed and the number of games, not on the threads or on interruptions.

use std::fs;
use std::path::PathBuf;
use std::sync::Arc;
use std::thread::available_parallelism;
use std::time::{Duration, Instant};

use clap::Args;
use lapidary_engine::seat::SeatCount;
use lapidary_engine::splendor::module::Module;
use lapidary_opponents::splendor::features::Inputs;
use lapidary_opponents::splendor::judge::Judge;
use lapidary_opponents::splendor::net::{AnyTableNet, BaseOfMoreNet, BaseOfTwoNet, Net};
use lapidary_opponents::splendor::weights::Evaluation;

use crate::checkpoint::{Checkpoint, Recipe, replace};
use crate::compare::against_greedy;
use crate::curve::{CurvePoint, csv, svg};
use crate::deal::Failure;
use crate::model::Model;
use crate::replay::Replay;
use crate::self_play::{Generation, Play, Worker};
use crate::tables::{TrainingModules, TrainingTables};

/// The first stage: rate, batch, and how often a position is learned.
const RATE_OF_RESULTS: f32 = 2e-3;
const BATCH_OF_RESULTS: usize = 512;
const USES_OF_RESULTS: usize = 2;
/// The second stage: the games after which the rate is halved, and the rate at last; batch, uses.
const GAMES_TO_HALF: f32 = 5_000.0;
const RATE_MIN: f32 = 1e-4;
const BATCH_OF_SEARCHES: usize = 512;
const USES_OF_SEARCHES: usize = 4;
/// The games of a generation.
const GENERATION: u32 = 32;
/// How many more games of the first stage lie between two measurements than of the second one.
const RESULTS_PER_SEARCH: u32 = 5;

/// What to train, and for how long.
#[derive(Args)]
pub struct TrainOptions {
    /// The inputs of the evaluation.
    #[arg(long, value_enum, default_value_t = InputsOption::AnyTable)]
    inputs: InputsOption,
    /// The numbers of seats, separated by commas; each game draws one of them.
    #[arg(long, default_value = "2", value_delimiter = ',', value_parser = clap::value_parser!(u8).range(2..=4))]
    seats: Vec<u8>,
    /// The modules.
    #[arg(long, value_enum, default_value_t = TrainingModules::None)]
    modules: TrainingModules,
    /// The seed of deals, weights and choices. The same seed and numbers of games give the same weights.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Games of the first stage, which looks one turn ahead.
    #[arg(long, default_value_t = 54_000)]
    games: u32,
    /// Games of the second stage, which learns from searches.
    #[arg(long, default_value_t = 33_500)]
    search_games: u32,
    /// The rate of the second stage at its beginning.
    #[arg(long, default_value_t = 6e-4)]
    rate: f32,
    /// The simulations of a long search.
    #[arg(long, default_value_t = 64)]
    simulations: u32,
    /// After each of these many games of the second stage, five times as many of the first one, strength is
    /// measured, and the weights, the curve and the state are written. The weights equal those of a training
    /// that ends there.
    #[arg(long, default_value_t = 1_000)]
    every: u32,
    /// The games against `greedy` that measure strength at each table.
    #[arg(long, default_value_t = 200)]
    measured_games: u32,
    /// The threads; without it, one for each processor. Their number does not change the weights.
    #[arg(long)]
    threads: Option<usize>,
    /// Weights to begin with instead of random ones.
    #[arg(long)]
    from: Option<PathBuf>,
    /// Where the weights are written. Beside them: the curve as `.csv` and `.svg`, and the state of the
    /// training as `.state`. If the state is there, the same command goes on from it, also with more
    /// `--search-games`.
    #[arg(long)]
    output: PathBuf,
}

/// The inputs of an evaluation.
#[derive(Clone, Copy, clap::ValueEnum)]
enum InputsOption {
    /// The base game of two, 64 units.
    BaseOfTwo,
    /// The base game of three and four, 64 units.
    BaseOfMore,
    /// Any table, 32 units.
    AnyTable,
}

/// Trains and writes the weights.
///
/// # Errors If a game cannot be dealt, the weights cannot be written, or the state beside them is not of this
/// training.
pub fn run(options: &TrainOptions) -> Result<(), Failure> {
    let from = options.from.as_ref().map(fs::read).transpose()?.unwrap_or_default();
    let stored = (!from.is_empty()).then(|| Evaluation::decode(&from)).transpose()?;
    match (options.inputs, stored) {
        (InputsOption::BaseOfTwo, None) => train(options, from, None::<BaseOfTwoNet>),
        (InputsOption::BaseOfTwo, Some(Evaluation::BaseOfTwo(net))) => train(options, from, Some(net)),
        (InputsOption::BaseOfMore, None) => train(options, from, None::<BaseOfMoreNet>),
        (InputsOption::BaseOfMore, Some(Evaluation::BaseOfMore(net))) => train(options, from, Some(net)),
        (InputsOption::AnyTable, None) => train(options, from, None::<AnyTableNet>),
        (InputsOption::AnyTable, Some(Evaluation::AnyTable(net))) => train(options, from, Some(net)),
        _ => Err("the weights to begin with have other inputs".into()),
    }
}

fn train<I: Inputs + Sync, const UNITS: usize, const MEMORY: usize>(
    options: &TrainOptions,
    from: Vec<u8>,
    stored: Option<Net<I, UNITS, MEMORY>>,
) -> Result<(), Failure>
where
    Evaluation: From<Net<I, UNITS, MEMORY>>,
    for<'a> Judge<'a>: From<&'a Net<I, UNITS, MEMORY>>,
{
    let recipe = Recipe {
        version: Recipe::VERSION,
        inputs: options.inputs as u8,
        seats: options.seats.clone(),
        modules: options.modules,
        seed: options.seed,
        games: options.games,
        rate: options.rate,
        simulations: options.simulations,
        from,
    };
    let continued = Checkpoint::read(&options.output.with_extension("state"), &recipe, I::ROWS)?;
    if let Some(state) = &continued {
        println!("goes on after {} games", state.played);
    }
    let state = continued.unwrap_or_else(|| Checkpoint {
        model: match &stored {
            Some(net) => Model::from_net(net),
            None => Model::new(I::ROWS, &mut fastrand::Rng::with_seed(options.seed)),
        },
        recipe,
        played: 0,
        replay: Replay::new(BATCH_OF_RESULTS, USES_OF_RESULTS),
        curve: Vec::new(),
    });
    let seats: Option<Vec<SeatCount>> = options.seats.iter().map(|&seats| SeatCount::new(seats)).collect();
    let threads = options.threads.map_or_else(|| available_parallelism().map(usize::from), Ok)?.max(1);
    let mut training = Training {
        tables: TrainingTables { seats: seats.ok_or("2 to 4 seats")?, modules: options.modules },
        net: state.model.quantized().ok_or("wrong shape")?,
        workers: (0..threads).map(|_| Worker::default()).collect(),
        begun: Instant::now(),
        begun_at: (state.played, state.curve.last().map_or(0.0, |point| point.seconds)),
        options,
        state,
    };
    training.run()
}

/// A training under way.
struct Training<'a, I, const UNITS: usize, const MEMORY: usize> {
    options: &'a TrainOptions,
    tables: TrainingTables,
    state: Checkpoint<UNITS>,
    net: Net<I, UNITS, MEMORY>,
    workers: Vec<Worker>,
    begun: Instant,
    /// The games and the seconds of earlier processes.
    begun_at: (u32, f64),
}

impl<I: Inputs + Sync, const UNITS: usize, const MEMORY: usize> Training<'_, I, UNITS, MEMORY>
where
    Evaluation: From<Net<I, UNITS, MEMORY>>,
    for<'a> Judge<'a>: From<&'a Net<I, UNITS, MEMORY>>,
{
    fn run(&mut self) -> Result<(), Failure> {
        let every = self.options.every.max(1);
        let (first, all) = (self.options.games, self.options.games.saturating_add(self.options.search_games));
        while self.state.played < all {
            // A stage begins with an empty memory, and a generation is of one stage.
            if self.state.played == first {
                self.state.replay = Replay::new(BATCH_OF_SEARCHES, USES_OF_SEARCHES);
            }
            let (begin, end, every) = match self.state.played < first {
                true => (0, first, every.saturating_mul(RESULTS_PER_SEARCH)),
                false => (first, all, every),
            };
            let of_stage = self.state.played - begin;
            let due = (of_stage / every + 1).saturating_mul(every);
            let games = GENERATION.min(due - of_stage).min(end - self.state.played);
            self.generation(games)?;
            let of_stage = of_stage + games;
            if of_stage.is_multiple_of(every) || self.state.played == end {
                self.report()?;
                self.write()?;
            }
        }
        Ok(())
    }

    /// Plays and learns the next games.
    fn generation(&mut self, games: u32) -> Result<(), Failure> {
        let of_searches = self.state.played.checked_sub(self.options.games);
        let play = of_searches.map_or(Play::OneTurnAhead, |_| Play::Searches(self.options.simulations));
        let seed = self.options.seed;
        let number = u64::from(self.state.played) + 1;
        let generation = Generation { net: &self.net, tables: &self.tables, seed, play };
        let samples = generation.samples(number..number + u64::from(games), &mut self.workers)?;
        let rate = of_searches.map_or(RATE_OF_RESULTS, |played| {
            (self.options.rate * 0.5f32.powf(played as f32 / GAMES_TO_HALF)).max(RATE_MIN)
        });
        // The choices of the batches are others than those of the games, which have the same numbers.
        let mut rng = fastrand::Rng::with_seed(!(seed << 32 | number));
        let Checkpoint { model, replay, .. } = &mut self.state;
        samples.into_iter().for_each(|sample| replay.add(sample));
        replay.learn(model, rate, &mut rng, self.workers.len());
        self.state.played += games;
        self.net = self.state.model.quantized().ok_or("wrong shape")?;
        Ok(())
    }

    /// Measures strength, and prints it with how long the rest will take.
    fn report(&mut self) -> Result<(), Failure> {
        let passed = self.begun.elapsed();
        let (games, loss) = (self.state.played, self.state.replay.loss);
        let (first, all) = (self.options.games, self.options.games + self.options.search_games);
        let (before, seconds) = self.begun_at;
        let pace = passed.as_secs_f64() / f64::from((games - before).max(1));
        let (left, stage) = match games < first {
            true => (first - games, "the first stage"),
            false => (all - games, "the training"),
        };
        let left = Duration::from_secs((pace * f64::from(left)) as u64);
        println!(
            "{games} games, loss {loss:.4}, about {left:?} to the end of {stage}; one turn ahead against greedy"
        );
        let net = Arc::new(Evaluation::from(self.net.clone()));
        for (modules, seats) in self.tables.measured() {
            let names: Vec<&str> = modules.iter().map(Module::name).collect();
            let table = format!("{} seats {}", seats.get(), names.join(" ")).trim_end().to_owned();
            let result = against_greedy(&net, modules, seats, self.options.measured_games)?;
            println!("    {table}: {result}");
            self.state.curve.push(CurvePoint {
                games,
                seconds: seconds + passed.as_secs_f64(),
                loss,
                table,
                share: result.share(),
                half_width: result.half_width(),
            });
        }
        Ok(())
    }

    /// Writes the weights and the curve, then the state, from which another process would go on.
    fn write(&self) -> Result<(), Failure> {
        let output = &self.options.output;
        replace(output, &Evaluation::from(self.net.clone()).encode())?;
        replace(&output.with_extension("csv"), csv(&self.state.curve).as_bytes())?;
        replace(&output.with_extension("svg"), svg(&self.state.curve).as_bytes())?;
        self.state.write(&output.with_extension("state"))
    }
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;

    #[derive(Parser)]
    struct Command {
        #[command(flatten)]
        options: TrainOptions,
    }

    /// A training of few games, which writes into this directory.
    fn trained(directory: &std::path::Path, name: &str, more: &[&str]) -> Result<Vec<u8>, Failure> {
        let output = directory.join(name);
        let few =
            "train --inputs base-of-more --seats 3,4 --games 6 --simulations 3 --every 2 --measured-games 1";
        let mut words: Vec<&str> = few.split(' ').collect();
        words.extend(["--output", output.to_str().ok_or("no text")?]);
        words.extend(more);
        run(&Command::try_parse_from(words)?.options)?;
        Ok(fs::read(output)?)
    }

    #[test]
    fn neither_threads_nor_interruptions_change_the_weights() {
        let directory = std::env::temp_dir().join(format!("lapidary-train-{}", std::process::id()));
        fs::create_dir_all(&directory).unwrap();
        let trained = |name: &str, more: &[&str]| trained(&directory, name, more);
        let whole = trained("whole.bin", &["--search-games", "6", "--threads", "1"]).unwrap();
        // It ends after four games of searches; what it leaves behind later must not matter.
        let begun = trained("begun.bin", &["--search-games", "4", "--threads", "3"]).unwrap();
        fs::write(directory.join("begun.state.new"), b"cut off").unwrap();
        let continued = trained("begun.bin", &["--search-games", "6", "--threads", "2"]).unwrap();
        assert!(whole != begun && whole == continued);
        let curve = |name: &str| fs::read_to_string(directory.join(name)).unwrap();
        assert_eq!(curve("begun.csv").lines().count(), 1 + 2 * (1 + 3));
        assert_eq!(curve("begun.svg").matches("<polyline").count(), 2);

        let other = trained("begun.bin", &["--search-games", "6", "--seed", "2"]).unwrap_err();
        assert!(other.to_string().contains("belongs to another training"), "{other}");
        let state = directory.join("begun.state");
        let stored = fs::read(&state).unwrap();
        for length in [0, 3, stored.len() / 2, stored.len() - 1] {
            fs::write(&state, &stored[..length]).unwrap();
            assert!(trained("begun.bin", &["--search-games", "6"]).is_err(), "{length} bytes");
        }
        fs::remove_dir_all(directory).unwrap();
    }
}
