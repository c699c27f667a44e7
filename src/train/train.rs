//! Trains an evaluation by self-play, in two stages: by the results of games that look one
//! turn ahead, then by what searches find.

use std::fs;
use std::path::PathBuf;
use std::sync::Arc;

use clap::Args;
use lapidary_engine::seat::SeatCount;
use lapidary_engine::splendor::action::Action;
use lapidary_engine::splendor::module::{Module, Modules};
use lapidary_engine::splendor::slot::SlotSet;
use lapidary_opponents::Budget;
use lapidary_opponents::splendor::features::Inputs;
use lapidary_opponents::splendor::judge::{Base, Judge, share};
use lapidary_opponents::splendor::net::{AnyTableNet, BaseGameNet, Net};
use lapidary_opponents::splendor::search::Search;
use lapidary_opponents::splendor::turns::Lister;
use lapidary_opponents::splendor::weights::Evaluation;

use crate::compare::against_greedy;
use crate::deal::{Failure, deal_splendor};
use crate::game::{SelfPlay, Step, lessons};
use crate::model::{Model, Sample};
use crate::replay::Replay;

/// The first stage: decay, rate, batch, temperature of the choice and what makes some games wilder.
const LAMBDA_OF_RESULTS: f32 = 0.9;
const RATE_OF_RESULTS: f32 = 2e-3;
const BATCH_OF_RESULTS: usize = 512;
const USES_OF_RESULTS: usize = 2;
const TEMPERATURE: f32 = 0.15;
const WILD_GAMES: f32 = 0.3;
const WILDER: f32 = 2.5;
/// Games that begin with random turns, and how many at most.
const RANDOM_STARTS: f32 = 0.15;
const RANDOM_TURNS_MAX: usize = 12;
/// The second stage: decay; the games after which the rate is halved, and the rate at last; batch.
const LAMBDA_OF_SEARCHES: f32 = 0.85;
const GAMES_TO_HALF: f32 = 5_000.0;
const RATE_MIN: f32 = 1e-4;
const BATCH_OF_SEARCHES: usize = 512;
const USES_OF_SEARCHES: usize = 4;
/// Turns with a long search, and the simulations of the other turns.
const LONG_SEARCHES: f32 = 0.3;
const SIMULATIONS_OF_OTHERS: u32 = 13;
/// Turns that are drawn by visits, and the largest part of the root's prior that is uniform.
const DRAWN_TURNS: f32 = 0.3;
const UNIFORM_MAX: f32 = 0.5;
/// The visits that make a position of the tree worth learning.
const VISITS_TO_LEARN: u32 = 5;
/// The games between two quantizations of the weights for play.
const GAMES_PER_NET: u32 = 4;

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
    #[arg(long, value_enum, default_value_t = ModulesOption::None)]
    modules: ModulesOption,
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
    /// The weights are also written after each of these many games of the second stage. They equal those of
    /// a training that ends there.
    #[arg(long, default_value_t = 1_000)]
    every: u32,
    /// Weights to begin with instead of random ones.
    #[arg(long)]
    from: Option<PathBuf>,
    /// Where the weights are written.
    #[arg(long)]
    output: PathBuf,
}

/// The inputs of an evaluation.
#[derive(Clone, Copy, clap::ValueEnum)]
enum InputsOption {
    /// The base game, 64 units.
    BaseGame,
    /// Any table, 32 units.
    AnyTable,
}

/// The modules of the games.
#[derive(Clone, Copy, clap::ValueEnum)]
enum ModulesOption {
    /// The base game alone.
    None,
    /// Each game draws: one module alone in six of ten games, otherwise any combination of several.
    Drawn,
}

/// The part of the games with modules that have one module alone.
const ONE_MODULE: f32 = 0.6;

/// The tables of the games.
struct TrainingTables {
    seats: Vec<SeatCount>,
    modules: ModulesOption,
}

impl TrainingTables {
    /// The table of the next game.
    fn draw(&self, rng: &mut fastrand::Rng) -> (Modules, SeatCount) {
        let seats = rng.choice(&self.seats).copied().unwrap_or(SeatCount::TWO);
        let has_one = rng.f32() < ONE_MODULE;
        let of_size = |modules: &Modules| if has_one { modules.len() == 1 } else { modules.len() > 1 };
        let modules = match self.modules {
            ModulesOption::None => Modules::NONE,
            ModulesOption::Drawn => {
                let fitting: Vec<Modules> = Modules::every_combination().filter(of_size).collect();
                rng.choice(fitting).unwrap_or(Modules::NONE)
            }
        };
        (modules, seats)
    }

    /// The tables at which progress is measured.
    fn measured(&self) -> Vec<(Modules, SeatCount)> {
        let modules: Vec<Modules> = match self.modules {
            ModulesOption::None => vec![Modules::NONE],
            ModulesOption::Drawn => {
                Module::ALL.into_iter().map(|module| [module].into_iter().collect()).collect()
            }
        };
        let of_seats = |&seats| modules.iter().map(move |&modules| (modules, seats));
        self.seats.iter().flat_map(of_seats).collect()
    }
}

/// A training under way.
struct Training<I, const UNITS: usize, const MEMORY: usize> {
    tables: TrainingTables,
    seed: u64,
    model: Model<UNITS>,
    net: Net<I, UNITS, MEMORY>,
    rng: fastrand::Rng,
    lister: Lister,
    base: Base,
    search: Search,
    games: u64,
    output: PathBuf,
}

/// Trains and writes the weights.
///
/// # Errors
/// If a game cannot be dealt or the weights cannot be written.
pub fn run(options: &TrainOptions) -> Result<(), Failure> {
    let stored = options.from.as_ref().map(fs::read).transpose()?;
    let stored = stored.map(|bytes| Evaluation::decode(&bytes)).transpose()?;
    match (options.inputs, stored) {
        (InputsOption::BaseGame, None) => train::<_, 64, 8_192>(options, None::<BaseGameNet>),
        (InputsOption::BaseGame, Some(Evaluation::BaseGame(net))) => train(options, Some(net)),
        (InputsOption::AnyTable, None) => train::<_, 32, 16_384>(options, None::<AnyTableNet>),
        (InputsOption::AnyTable, Some(Evaluation::AnyTable(net))) => train(options, Some(net)),
        _ => Err("the weights to begin with have other inputs".into()),
    }
}

fn train<I: Inputs, const UNITS: usize, const MEMORY: usize>(
    options: &TrainOptions,
    stored: Option<Net<I, UNITS, MEMORY>>,
) -> Result<(), Failure>
where
    Evaluation: From<Net<I, UNITS, MEMORY>>,
    for<'a> Judge<'a>: From<&'a Net<I, UNITS, MEMORY>>,
{
    let mut rng = fastrand::Rng::with_seed(options.seed);
    let model = stored.map_or_else(|| Model::new(I::ROWS, &mut rng), |net| Model::from_net(&net));
    let net = model.quantized().ok_or("wrong shape")?;
    let seats: Option<Vec<SeatCount>> = options.seats.iter().map(|&seats| SeatCount::new(seats)).collect();
    let mut training = Training {
        tables: TrainingTables { seats: seats.ok_or("2 to 4 seats")?, modules: options.modules },
        seed: options.seed,
        model,
        net,
        rng,
        lister: Lister::default(),
        base: Base::default(),
        search: Search::default(),
        games: 0,
        output: options.output.clone(),
    };
    training.by_results(options.games)?;
    training.by_searches(options)
}

impl<I: Inputs, const UNITS: usize, const MEMORY: usize> Training<I, UNITS, MEMORY>
where
    Evaluation: From<Net<I, UNITS, MEMORY>>,
    for<'a> Judge<'a>: From<&'a Net<I, UNITS, MEMORY>>,
{
    fn opening(&mut self) -> Result<SelfPlay, Failure> {
        self.games += 1;
        let number = self.seed << 32 | self.games;
        let (modules, seats) = self.tables.draw(&mut self.rng);
        Ok(SelfPlay::new(deal_splendor(modules, seats, number)?))
    }

    fn renew_net(&mut self) {
        if let Some(net) = self.model.quantized() {
            self.net = net;
        }
    }

    fn write(&self) -> Result<(), Failure> {
        Ok(fs::write(&self.output, Evaluation::from(self.net.clone()).encode())?)
    }

    fn report(&self, stage: &str, games: u32, loss: f32) -> Result<(), Failure> {
        println!("{stage} {games} games, loss {loss:.4}, one turn ahead against greedy");
        let net = Arc::new(Evaluation::from(self.net.clone()));
        for (modules, seats) in self.tables.measured() {
            let names: Vec<&str> = modules.iter().map(Module::name).collect();
            let result = against_greedy(&net, modules, seats, 100)?;
            println!("    {} seats, {}: {result}", seats.get(), names.join(" "));
        }
        Ok(())
    }

    /// The first stage.
    fn by_results(&mut self, games: u32) -> Result<(), Failure> {
        let mut replay = Replay::new(BATCH_OF_RESULTS, USES_OF_RESULTS);
        for game in 1..=games {
            self.game_one_turn_ahead(&mut replay)?;
            replay.learn(&mut self.model, RATE_OF_RESULTS, &mut self.rng);
            if game % GAMES_PER_NET == 0 {
                self.renew_net();
            }
            if game % 5_000 == 0 {
                self.report("results", game, replay.loss)?;
                self.write()?;
            }
        }
        Ok(())
    }

    fn game_one_turn_ahead(&mut self, replay: &mut Replay) -> Result<(), Failure> {
        let wild = if self.rng.f32() < WILD_GAMES { WILDER } else { 1.0 };
        let random = if self.rng.f32() < RANDOM_STARTS { self.rng.usize(..=RANDOM_TURNS_MAX) } else { 0 };
        let (mut game, mut steps) = (self.opening()?, Vec::<Step>::new());
        let (mut turns, mut logits) = (Vec::<Action>::new(), Vec::<(f32, usize)>::new());
        for number in 0.. {
            let Some((veiled, seat)) = game.veiled() else { break };
            turns.clear();
            logits.clear();
            let judge = Judge::from(&self.net);
            judge.prepare(&veiled, seat, &mut self.base);
            let base = &mut self.base;
            self.lister.each(&veiled, &mut |turn, after| {
                turns.extend_from_slice(turn);
                logits.push((judge.logit_after(base, seat, after), turns.len()));
            });
            let temperature = if number < random { f32::INFINITY } else { TEMPERATURE * wild };
            let at = draw(&logits, temperature, &mut self.rng);
            let begin = if at == 0 { 0 } else { logits[at - 1].1 };
            let step = game.play::<I>(&turns[begin..logits[at].1], share(logits[at].0), &mut self.rng);
            steps.extend(step.filter(|_| number + 1 >= random));
        }
        lessons(steps, &game.state, LAMBDA_OF_RESULTS, |sample| replay.add(sample));
        Ok(())
    }

    /// The second stage.
    fn by_searches(&mut self, options: &TrainOptions) -> Result<(), Failure> {
        let mut replay = Replay::new(BATCH_OF_SEARCHES, USES_OF_SEARCHES);
        let every = options.every.max(1);
        for game in 1..=options.search_games {
            self.game_with_searches(options.simulations, &mut replay)?;
            let rate = (options.rate * 0.5f32.powf(game as f32 / GAMES_TO_HALF)).max(RATE_MIN);
            if replay.learn(&mut self.model, rate, &mut self.rng) || game % every == 0 {
                self.renew_net();
            }
            if game % every == 0 {
                self.report("searches", game, replay.loss)?;
                self.write()?;
            }
        }
        self.renew_net();
        self.write()
    }

    fn game_with_searches(&mut self, long: u32, replay: &mut Replay) -> Result<(), Failure> {
        let random = if self.rng.f32() < RANDOM_STARTS { self.rng.usize(..=RANDOM_TURNS_MAX) } else { 0 };
        let (mut game, mut steps) = (self.opening()?, Vec::<Step>::new());
        for number in 0.. {
            let Some((veiled, _)) = game.veiled() else { break };
            let is_long = self.rng.f32() < LONG_SEARCHES && number >= random;
            let simulations = if number < random {
                0
            } else if is_long {
                long
            } else {
                SIMULATIONS_OF_OTHERS
            };
            let uniform = UNIFORM_MAX * self.rng.f32();
            let budget = Budget::simulations(simulations);
            self.search.run_with_uniform(&veiled, Judge::from(&self.net), budget, uniform);
            let (turn, value) = self.chosen(number < random)?;
            if is_long {
                self.learn_tree(replay);
            }
            let step = game.play::<I>(&turn, value, &mut self.rng);
            steps.extend(
                step.filter(|_| number + 1 >= random)
                    .map(|step| Step { searched: is_long.then_some(value), ..step }),
            );
        }
        lessons(steps, &game.state, LAMBDA_OF_SEARCHES, |sample| replay.add(sample));
        Ok(())
    }

    /// The turn to play after a search: a random one, one drawn by visits, or the best.
    fn chosen(&mut self, random: bool) -> Result<(Vec<Action>, f32), Failure> {
        let found: Vec<_> = self.search.found().collect();
        let one = if random {
            self.rng.choice(found)
        } else if self.rng.f32() < DRAWN_TURNS {
            let visits: u32 = found.iter().map(|one| one.visits).sum();
            let mut left = self.rng.u32(..visits.max(1));
            found.into_iter().find(|one| {
                let here = left < one.visits;
                left = left.saturating_sub(one.visits);
                here
            })
        } else {
            None
        };
        let one = one.or_else(|| self.search.best()).ok_or("no legal turn")?;
        Ok((one.turn.to_vec(), one.value))
    }

    /// Learns the positions of the tree that the search passed often.
    fn learn_tree(&mut self, replay: &mut Replay) {
        for learned in self.search.learned(VISITS_TO_LEARN) {
            let rows = Net::<I, UNITS, MEMORY>::active_rows(learned.state, learned.mover, SlotSet::NONE);
            replay.add(Sample { rows, target: learned.value });
        }
    }
}

/// Draws one of the turns by the softmax of its logits.
fn draw(logits: &[(f32, usize)], temperature: f32, rng: &mut fastrand::Rng) -> usize {
    let highest = logits.iter().map(|one| one.0).fold(f32::NEG_INFINITY, f32::max);
    let weight =
        |logit: f32| if temperature.is_finite() { ((logit - highest) / temperature).exp() } else { 1.0 };
    let all: f32 = logits.iter().map(|one| weight(one.0)).sum();
    let mut left = rng.f32() * all;
    for (at, one) in logits.iter().enumerate() {
        left -= weight(one.0);
        if left < 0.0 {
            return at;
        }
    }
    logits.len().saturating_sub(1)
}
