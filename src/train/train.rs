//! Trains an evaluation of the base game by self-play, in two stages: by the results of games that look one
//! turn ahead, then by what searches find.

use std::fs;
use std::path::PathBuf;

use clap::Args;
use lapidary_engine::seat::SeatCount;
use lapidary_engine::splendor::action::Action;
use lapidary_engine::splendor::module::Modules;
use lapidary_engine::splendor::slot::SlotSet;
use lapidary_opponents::Budget;
use lapidary_opponents::splendor::features::active_rows;
use lapidary_opponents::splendor::judge::{Judge, share};
use lapidary_opponents::splendor::net::{Base, Net};
use lapidary_opponents::splendor::search::Search;
use lapidary_opponents::splendor::turns::Lister;
use lapidary_opponents::splendor::weights::Weights;

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
    /// The number of seats.
    #[arg(long, default_value_t = 2, value_parser = clap::value_parser!(u8).range(2..=4))]
    seats: u8,
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

/// A training under way.
struct Training {
    seats: SeatCount,
    seed: u64,
    model: Model,
    net: Net,
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
    let seats = SeatCount::new(options.seats).ok_or("2 to 4 seats")?;
    let mut rng = fastrand::Rng::with_seed(options.seed);
    let model = match &options.from {
        None => Model::new(&mut rng),
        Some(path) => Model::from_net(&Weights::decode(&fs::read(path)?)?.net),
    };
    let net = model.quantized().ok_or("wrong shape")?;
    let mut training = Training {
        seats,
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

impl Training {
    fn opening(&mut self) -> Result<SelfPlay, Failure> {
        self.games += 1;
        let number = self.seed << 32 | self.games;
        Ok(SelfPlay::new(deal_splendor(Modules::NONE, self.seats, number)?))
    }

    fn renew_net(&mut self) {
        if let Some(net) = self.model.quantized() {
            self.net = net;
        }
    }

    fn write(&self) -> Result<(), Failure> {
        let weights = Weights { seats: self.seats, net: self.net.clone() };
        Ok(fs::write(&self.output, weights.encode())?)
    }

    fn report(&self, stage: &str, games: u32, loss: f32) -> Result<(), Failure> {
        let result = against_greedy(&self.net, self.seats, 200)?;
        println!("{stage} {games} games, loss {loss:.4}, one turn ahead against greedy {result}");
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
            let judge = Judge::Net(&self.net);
            judge.prepare(&veiled, seat, &mut self.base);
            let base = &self.base;
            self.lister.each(&veiled, &mut |turn, after| {
                turns.extend_from_slice(turn);
                logits.push((judge.logit_after(base, seat, after), turns.len()));
            });
            let temperature = if number < random { f32::INFINITY } else { TEMPERATURE * wild };
            let at = draw(&logits, temperature, &mut self.rng);
            let begin = if at == 0 { 0 } else { logits[at - 1].1 };
            let step = game.play(&turns[begin..logits[at].1], share(logits[at].0), &mut self.rng);
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
            self.search.run_with_uniform(&veiled, Judge::Net(&self.net), budget, uniform);
            let (turn, value) = self.chosen(number < random)?;
            if is_long {
                self.learn_tree(replay);
            }
            let step = game.play(&turn, value, &mut self.rng);
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
            let mut rows = Vec::with_capacity(160);
            active_rows(learned.state, learned.mover, SlotSet::NONE, &mut rows);
            replay.add(Sample { rows: rows.into_boxed_slice(), target: learned.value });
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
