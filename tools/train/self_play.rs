//! Games of self-play with what they teach, played by several threads.
//!
//! Everything that a game leaves to chance follows from its number, and all games of a generation are played
//! with one net. So the samples do not depend on the threads, and they come in the order of the games.

use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use lapidary_engine::splendor::action::Action;
use lapidary_engine::splendor::slot::SlotSet;
use lapidary_opponents::Budget;
use lapidary_opponents::splendor::features::Inputs;
use lapidary_opponents::splendor::judge::{Base, Judge, share};
use lapidary_opponents::splendor::net::Net;
use lapidary_opponents::splendor::search::Search;
use lapidary_opponents::splendor::turns::Lister;

use crate::deal::{Failure, deal_splendor};
use crate::game::{SelfPlay, Step, lessons};
use crate::model::Sample;
use crate::tables::TrainingTables;

/// The first stage: decay, temperature of the choice and what makes some games wilder.
const LAMBDA_OF_RESULTS: f32 = 0.9;
const TEMPERATURE: f32 = 0.15;
const WILD_GAMES: f32 = 0.3;
const WILDER: f32 = 2.5;
/// Games that begin with random turns, and how many at most.
const RANDOM_STARTS: f32 = 0.15;
const RANDOM_TURNS_MAX: usize = 12;
/// The second stage: decay, turns with a long search, and the simulations of the other turns.
const LAMBDA_OF_SEARCHES: f32 = 0.85;
const LONG_SEARCHES: f32 = 0.3;
const SIMULATIONS_OF_OTHERS: u32 = 13;
/// Turns that are drawn by visits, and the largest part of the root's prior that is uniform.
const DRAWN_TURNS: f32 = 0.3;
const UNIFORM_MAX: f32 = 0.5;
/// The visits that make a position of the tree worth learning.
const VISITS_TO_LEARN: u32 = 5;

/// How the turns of a game are chosen.
#[derive(Clone, Copy, Debug)]
pub enum Play {
    /// One turn ahead: the first stage.
    OneTurnAhead,
    /// By searches, the long ones with so many simulations: the second stage.
    Searches(u32),
}

/// What all games of a generation share.
#[derive(Debug)]
pub struct Generation<'a, I, const UNITS: usize, const MEMORY: usize> {
    pub net: &'a Net<I, UNITS, MEMORY>,
    pub tables: &'a TrainingTables,
    pub seed: u64,
    pub play: Play,
}

impl<I: Inputs + Sync, const UNITS: usize, const MEMORY: usize> Generation<'_, I, UNITS, MEMORY>
where
    for<'b> Judge<'b>: From<&'b Net<I, UNITS, MEMORY>>,
{
    /// Plays the games with these numbers, each worker in a thread, and returns what they teach, in the
    /// order of the games.
    pub fn samples(&self, games: Range<u64>, workers: &mut [Worker]) -> Result<Vec<Sample>, Failure> {
        let (next, played) = (AtomicU64::new(games.start), Mutex::new(Vec::new()));
        std::thread::scope(|scope| {
            for worker in workers {
                scope.spawn(|| {
                    loop {
                        let number = next.fetch_add(1, Ordering::Relaxed);
                        if number >= games.end {
                            break;
                        }
                        let samples = worker.game(self, number);
                        played.lock().unwrap_or_else(PoisonError::into_inner).push((number, samples));
                    }
                });
            }
        });
        let mut played = played.into_inner().unwrap_or_else(PoisonError::into_inner);
        played.sort_unstable_by_key(|&(number, _)| number);
        let mut all = Vec::new();
        for (_, samples) in played {
            all.append(&mut samples?);
        }
        Ok(all)
    }
}

/// A player against itself, with the memory that it reuses for every game.
#[derive(Debug, Default)]
pub struct Worker {
    lister: Lister,
    base: Base,
    search: Search,
}

impl Worker {
    fn game<I: Inputs, const UNITS: usize, const MEMORY: usize>(
        &mut self,
        generation: &Generation<'_, I, UNITS, MEMORY>,
        number: u64,
    ) -> Result<Vec<Sample>, Failure>
    where
        for<'b> Judge<'b>: From<&'b Net<I, UNITS, MEMORY>>,
    {
        let number = generation.seed << 32 | number;
        let rng = &mut fastrand::Rng::with_seed(number);
        let (modules, seats) = generation.tables.draw(rng);
        let game = SelfPlay::new(deal_splendor(modules, seats, number)?);
        let random = if rng.f32() < RANDOM_STARTS { rng.usize(..=RANDOM_TURNS_MAX) } else { 0 };
        match generation.play {
            Play::OneTurnAhead => Ok(self.one_turn_ahead(generation.net, game, random, rng)),
            Play::Searches(long) => self.by_searches(generation.net, game, random, long, rng),
        }
    }

    fn one_turn_ahead<I: Inputs, const UNITS: usize, const MEMORY: usize>(
        &mut self,
        net: &Net<I, UNITS, MEMORY>,
        mut game: SelfPlay,
        random: usize,
        rng: &mut fastrand::Rng,
    ) -> Vec<Sample>
    where
        for<'b> Judge<'b>: From<&'b Net<I, UNITS, MEMORY>>,
    {
        let wild = if rng.f32() < WILD_GAMES { WILDER } else { 1.0 };
        let (mut steps, mut samples) = (Vec::<Step>::new(), Vec::new());
        let (mut turns, mut logits) = (Vec::<Action>::new(), Vec::<(f32, usize)>::new());
        for number in 0.. {
            let Some((veiled, seat)) = game.veiled() else { break };
            turns.clear();
            logits.clear();
            let judge = Judge::from(net);
            judge.prepare(&veiled, seat, &mut self.base);
            let base = &mut self.base;
            self.lister.each(&veiled, &mut |turn, after| {
                turns.extend_from_slice(turn);
                logits.push((judge.logit_after(base, seat, after), turns.len()));
            });
            let temperature = if number < random { f32::INFINITY } else { TEMPERATURE * wild };
            let at = draw(&logits, temperature, rng);
            let begin = if at == 0 { 0 } else { logits[at - 1].1 };
            let step = game.play::<I>(&turns[begin..logits[at].1], share(logits[at].0), rng);
            steps.extend(step.filter(|_| number + 1 >= random));
        }
        lessons(steps, &game.state, LAMBDA_OF_RESULTS, |sample| samples.push(sample));
        samples
    }

    fn by_searches<I: Inputs, const UNITS: usize, const MEMORY: usize>(
        &mut self,
        net: &Net<I, UNITS, MEMORY>,
        mut game: SelfPlay,
        random: usize,
        long: u32,
        rng: &mut fastrand::Rng,
    ) -> Result<Vec<Sample>, Failure>
    where
        for<'b> Judge<'b>: From<&'b Net<I, UNITS, MEMORY>>,
    {
        let (mut steps, mut samples) = (Vec::<Step>::new(), Vec::new());
        for number in 0.. {
            let Some((veiled, _)) = game.veiled() else { break };
            let is_long = rng.f32() < LONG_SEARCHES && number >= random;
            let simulations = match (number < random, is_long) {
                (true, _) => 0,
                (false, true) => long,
                (false, false) => SIMULATIONS_OF_OTHERS,
            };
            let uniform = UNIFORM_MAX * rng.f32();
            self.search.run_with_uniform(
                &veiled,
                Judge::from(net),
                Budget::simulations(simulations),
                uniform,
            );
            let (turn, value) = self.chosen(number < random, rng)?;
            if is_long {
                for learned in self.search.learned(VISITS_TO_LEARN) {
                    let rows =
                        Net::<I, UNITS, MEMORY>::active_rows(learned.state, learned.mover, SlotSet::NONE);
                    samples.push(Sample { rows, target: learned.value });
                }
            }
            let step = game.play::<I>(&turn, value, rng).filter(|_| number + 1 >= random);
            steps.extend(step.map(|step| Step { searched: is_long.then_some(value), ..step }));
        }
        lessons(steps, &game.state, LAMBDA_OF_SEARCHES, |sample| samples.push(sample));
        Ok(samples)
    }

    /// The turn to play after a search: a random one, one drawn by visits, or the best.
    fn chosen(&self, random: bool, rng: &mut fastrand::Rng) -> Result<(Vec<Action>, f32), Failure> {
        let found: Vec<_> = self.search.found().collect();
        let one = if random {
            rng.choice(found)
        } else if rng.f32() < DRAWN_TURNS {
            let visits: u32 = found.iter().map(|one| one.visits).sum();
            let mut left = rng.u32(..visits.max(1));
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
