//! Many games that step together, in arrays of NumPy that are written in place.

use std::num::NonZeroUsize;
use std::thread;

use numpy::{PyArray1, PyArray2, PyArrayMethods, PyReadwriteArray1, PyReadwriteArray2};
use pyo3::prelude::*;

use crate::failure::{illegal_by, wrong};
use crate::game::{AnyScratch, AnyStepper, Options, rewards};
use crate::opponent::opponent;
use crate::position::Position;
use crate::table;
use lapidary_engine::game::{GameLog, Payments};
use lapidary_engine::ruleset::Ruleset;
use lapidary_engine::seat::{Seat, SeatCount};
use lapidary_opponents::{Budget, Seen};

/// The maximum number of games.
const GAMES_MAX: usize = 1 << 20;
/// The number of games below which another thread costs more than it helps.
const GAMES_PER_THREAD: usize = 128;

/// What is the same in all games.
#[derive(Clone)]
struct Setting {
    ruleset: Ruleset,
    seats: SeatCount,
    payments: Payments,
    seed: u64,
    opponent: Option<Against>,
}

/// The opponent in all seats but one.
#[derive(Clone)]
struct Against {
    kind: String,
    strength: i64,
    simulations: u32,
}

/// One of the games.
struct Lane {
    number: u64,
    episode: u64,
    seed: u64,
    stepper: AnyStepper,
    dice: fastrand::Rng,
    opponent: Option<lapidary_opponents::Opponent>,
    failed: bool,
}

/// A thread's part of the games and of the arrays.
struct Part<'a> {
    lanes: &'a mut [Lane],
    actions: &'a [i64],
    rows: Rows<'a>,
    scratch: &'a mut AnyScratch,
}

/// The arrays, or a part of their rows.
struct Rows<'a> {
    observations: &'a mut [u8],
    masks: &'a mut [bool],
    to_act: &'a mut [u8],
    rewards: &'a mut [f32],
    dones: &'a mut [bool],
    seeds: &'a mut [u64],
}

/// The number of bytes of each kind in a row.
#[derive(Clone, Copy)]
struct Widths {
    observation: usize,
    mask: usize,
    seats: usize,
}

impl Setting {
    /// The seed of a game: the numbers of the lane and of the episode, mixed with that of the environment.
    fn seed(&self, lane: u64, episode: u64) -> u64 {
        let mut dice = fastrand::Rng::with_seed(self.seed ^ lane.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        dice.u64(..).wrapping_add(episode)
    }

    fn lane(&self, number: u64, scratch: &mut AnyScratch) -> PyResult<Lane> {
        let seed = self.seed(number, 0);
        let game = table::deal(self.ruleset, self.seats, seed)?;
        let against = self.opponent.as_ref();
        let opponent = against.map(|against| opponent(&against.kind, against.strength, seed)).transpose()?;
        let dice = fastrand::Rng::with_seed(seed.rotate_left(32));
        let stepper = AnyStepper::new(&game, self.payments, scratch);
        let mut lane = Lane { number, episode: 0, seed, stepper, dice, opponent, failed: false };
        lane.follow(self, scratch);
        Ok(lane)
    }
}

impl Lane {
    /// The seat of the learner in a game against an opponent.
    fn learner(&self, seats: SeatCount) -> Option<Seat> {
        self.opponent.as_ref()?;
        Seat::new((self.number % seats.get() as u64) as u8)
    }

    /// Plays the turns of the opponents.
    fn follow(&mut self, setting: &Setting, scratch: &mut AnyScratch) {
        let Some(learner) = self.learner(setting.seats) else { return };
        let simulations = setting.opponent.as_ref().map_or(0, |against| against.simulations);
        while let Some(seat) = self.stepper.decides().filter(|&seat| seat != learner) {
            let Some(opponent) = &mut self.opponent else { return };
            let mut game = self.stepper.game();
            let chosen = opponent.choose(&Seen::new(&game, seat), Budget::simulations(simulations));
            let played = chosen.iter().all(|action| game.play(action, &mut GameLog::default()).is_ok());
            if chosen.is_empty() || !played {
                // An opponent always has a legal turn; a game in which it had none is dealt anew.
                self.failed = true;
                return;
            }
            self.stepper = AnyStepper::new(&game, setting.payments, scratch);
        }
    }

    /// Takes a step, and deals the next game if this one is over. Returns whether it is.
    fn step(&mut self, index: i64, setting: &Setting, scratch: &mut AnyScratch, earned: &mut [f32]) -> bool {
        // The index was looked up before any game stepped.
        let _ = self.stepper.step(index as usize, scratch);
        self.follow(setting, scratch);
        earned.fill(0.0);
        if self.stepper.decides().is_some() && !self.failed {
            return false;
        }
        if let Some(outcome) = self.stepper.result() {
            rewards(&outcome, earned);
        }
        self.deal(setting, scratch);
        true
    }

    fn deal(&mut self, setting: &Setting, scratch: &mut AnyScratch) {
        self.episode += 1;
        self.seed = setting.seed(self.number, self.episode);
        self.failed = false;
        // The same deal worked for the first game.
        if let Ok(game) = table::deal(setting.ruleset, setting.seats, self.seed) {
            self.stepper = AnyStepper::new(&game, setting.payments, scratch);
            self.follow(setting, scratch);
        }
    }
}

impl<'a> Rows<'a> {
    /// Splits off the first rows.
    fn split(self, rows: usize, widths: Widths) -> (Rows<'a>, Rows<'a>) {
        let (observations, more_observations) = self.observations.split_at_mut(rows * widths.observation);
        let (masks, more_masks) = self.masks.split_at_mut(rows * widths.mask);
        let (to_act, more_to_act) = self.to_act.split_at_mut(rows);
        let (rewards, more_rewards) = self.rewards.split_at_mut(rows * widths.seats);
        let (dones, more_dones) = self.dones.split_at_mut(rows);
        let (seeds, more_seeds) = self.seeds.split_at_mut(rows);
        (
            Rows { observations, masks, to_act, rewards, dones, seeds },
            Rows {
                observations: more_observations,
                masks: more_masks,
                to_act: more_to_act,
                rewards: more_rewards,
                dones: more_dones,
                seeds: more_seeds,
            },
        )
    }
}

/// Steps the games of a part; without actions, only writes what they show.
fn run(part: Part<'_>, setting: &Setting, widths: Widths) {
    let rows = part.rows;
    let observations = rows.observations.chunks_exact_mut(widths.observation);
    let masks = rows.masks.chunks_exact_mut(widths.mask);
    let earned = rows.rewards.chunks_exact_mut(widths.seats);
    let flags = rows.to_act.iter_mut().zip(rows.dones).zip(rows.seeds);
    let arrays = observations.zip(masks).zip(earned).zip(flags);
    for (number, (lane, arrays)) in part.lanes.iter_mut().zip(arrays).enumerate() {
        let (((observation, mask), earned), ((to_act, done), seed)) = arrays;
        *done =
            part.actions.get(number).is_some_and(|&index| lane.step(index, setting, part.scratch, earned));
        let seat = lane.stepper.decides().unwrap_or(Seat::FIRST);
        *to_act = seat.number();
        *seed = lane.seed;
        lane.stepper.observe(seat, observation);
        lane.stepper.possible().write(mask);
    }
}

/// Many games that step together.
#[pyclass(module = "lapidary")]
pub struct Games {
    setting: Setting,
    lanes: Vec<Lane>,
    scratches: Vec<AnyScratch>,
    widths: Widths,
    #[pyo3(get)]
    observations: Py<PyArray2<u8>>,
    #[pyo3(get)]
    masks: Py<PyArray2<bool>>,
    #[pyo3(get)]
    to_act: Py<PyArray1<u8>>,
    #[pyo3(get)]
    rewards: Py<PyArray2<f32>>,
    #[pyo3(get)]
    dones: Py<PyArray1<bool>>,
    #[pyo3(get)]
    seeds: Py<PyArray1<u64>>,
}

#[pymethods]
impl Games {
    #[new]
    #[pyo3(signature = (ruleset, modules, options, games, seats, seed, payments, threads, opponent, strength, simulations))]
    #[allow(clippy::too_many_arguments)]
    fn new(
        py: Python<'_>,
        ruleset: &str,
        modules: Vec<String>,
        options: Options,
        games: i64,
        seats: i64,
        seed: u64,
        payments: &str,
        threads: i64,
        opponent: Option<String>,
        strength: i64,
        simulations: u32,
    ) -> PyResult<Games> {
        let ruleset = table::ruleset(ruleset, &modules, &options)?;
        let seats = table::seat_count(ruleset, seats)?;
        let count = usize::try_from(games).ok().filter(|count| (1..=GAMES_MAX).contains(count));
        let count = count.ok_or_else(|| wrong(format!("games must be 1 to {GAMES_MAX}, not {games}")))?;
        let threads = match usize::try_from(threads) {
            Ok(0) => thread::available_parallelism().map_or(1, NonZeroUsize::get),
            Ok(threads) if threads <= 256 => threads,
            _ => return Err(wrong(format!("threads must be 0 to 256, not {threads}"))),
        };
        let opponent = opponent.map(|kind| Against { kind, strength, simulations });
        let setting = Setting { ruleset, seats, payments: table::payments(payments)?, seed, opponent };
        let mut scratches: Vec<AnyScratch> = Vec::new();
        scratches.resize_with(threads.min(count.div_ceil(GAMES_PER_THREAD)), AnyScratch::default);
        let mut scratch = AnyScratch::default();
        let lanes: Vec<Lane> =
            (0..count as u64).map(|number| setting.lane(number, &mut scratch)).collect::<PyResult<_>>()?;
        let first = lanes.first().map(|lane| lane.stepper).ok_or_else(|| wrong("there are no games"))?;
        let widths = Widths { observation: first.fields().length, mask: first.space(), seats: seats.get() };
        let mut made = Games {
            setting,
            lanes,
            scratches,
            widths,
            observations: PyArray2::zeros(py, [count, widths.observation], false).unbind(),
            masks: PyArray2::zeros(py, [count, widths.mask], false).unbind(),
            to_act: PyArray1::zeros(py, count, false).unbind(),
            rewards: PyArray2::zeros(py, [count, widths.seats], false).unbind(),
            dones: PyArray1::zeros(py, count, false).unbind(),
            seeds: PyArray1::zeros(py, count, false).unbind(),
        };
        made.write(py, &[])?;
        Ok(made)
    }

    /// Steps every game. If one of the indices is not possible, no game steps.
    fn step(&mut self, py: Python<'_>, actions: numpy::PyReadonlyArray1<'_, i64>) -> PyResult<()> {
        let actions = actions.as_slice()?;
        if actions.len() != self.lanes.len() {
            let (games, given) = (self.lanes.len(), actions.len());
            return Err(wrong(format!("there are {games} games, but {given} actions")));
        }
        let possible = |(lane, &index): (&Lane, &i64)| {
            usize::try_from(index).is_ok_and(|index| lane.stepper.possible().has(index))
        };
        if let Some(number) = self.lanes.iter().zip(actions).position(|pair| !possible(pair)) {
            let index = actions.get(number).copied().unwrap_or_default();
            let why = format!("The index {index} is not possible now in game {number}.");
            return Err(illegal_by(py, &why, "T1"));
        }
        let actions = actions.to_vec();
        self.write(py, &actions)
    }

    /// Writes a random possible index for each game, each with the same probability.
    fn sample(&mut self, actions: &Bound<'_, PyArray1<i64>>) -> PyResult<()> {
        let mut actions = actions.try_readwrite().map_err(wrong)?;
        let actions = actions.as_slice_mut()?;
        if actions.len() != self.lanes.len() {
            let (games, given) = (self.lanes.len(), actions.len());
            return Err(wrong(format!("there are {games} games, but {given} actions")));
        }
        for (lane, action) in self.lanes.iter_mut().zip(actions) {
            let possible = lane.stepper.possible();
            let number = lane.dice.usize(..possible.len().max(1));
            *action = possible.nth(number).unwrap_or_default() as i64;
        }
        Ok(())
    }

    /// A copy of the position of one game.
    fn position(&self, game: usize) -> PyResult<Position> {
        let lane = self.lanes.get(game);
        let lane = lane.ok_or_else(|| wrong(format!("there are {} games", self.lanes.len())))?;
        Ok(Position(lane.stepper.game()))
    }
}

impl Games {
    /// Steps the games and writes the arrays; without actions, only writes the arrays.
    fn write(&mut self, py: Python<'_>, actions: &[i64]) -> PyResult<()> {
        let (count, widths, setting) = (self.lanes.len(), self.widths, &self.setting);
        let mut observations = writable2(py, &self.observations, count, widths.observation)?;
        let mut masks = writable2(py, &self.masks, count, widths.mask)?;
        let mut to_act = writable1(py, &self.to_act, count)?;
        let mut rewards = writable2(py, &self.rewards, count, widths.seats)?;
        let mut dones = writable1(py, &self.dones, count)?;
        let mut seeds = writable1(py, &self.seeds, count)?;
        let mut rows = Rows {
            observations: observations.as_slice_mut()?,
            masks: masks.as_slice_mut()?,
            to_act: to_act.as_slice_mut()?,
            rewards: rewards.as_slice_mut()?,
            dones: dones.as_slice_mut()?,
            seeds: seeds.as_slice_mut()?,
        };
        let each = count.div_ceil(self.scratches.len().max(1));
        let mut parts = Vec::with_capacity(self.scratches.len());
        for (number, (lanes, scratch)) in self.lanes.chunks_mut(each).zip(&mut self.scratches).enumerate() {
            let (mine, rest) = rows.split(lanes.len(), widths);
            rows = rest;
            let begin = (number * each).min(actions.len());
            let actions = &actions[begin..(begin + lanes.len()).min(actions.len())];
            parts.push(Part { lanes, actions, rows: mine, scratch });
        }
        py.detach(|| {
            thread::scope(|scope| {
                let mine = parts.pop();
                for part in parts {
                    scope.spawn(move || run(part, setting, widths));
                }
                if let Some(part) = mine {
                    run(part, setting, widths);
                }
            });
        });
        Ok(())
    }
}

/// The rows of an array for writing, if it still has its shape.
fn writable2<'py, T: numpy::Element>(
    py: Python<'py>,
    array: &Py<PyArray2<T>>,
    rows: usize,
    width: usize,
) -> PyResult<PyReadwriteArray2<'py, T>> {
    let array = array.bind(py).try_readwrite().map_err(wrong)?;
    match array.as_array().dim() == (rows, width) {
        true => Ok(array),
        false => Err(wrong("an array of the environment was resized")),
    }
}

/// The same for an array with one dimension.
fn writable1<'py, T: numpy::Element>(
    py: Python<'py>,
    array: &Py<PyArray1<T>>,
    rows: usize,
) -> PyResult<PyReadwriteArray1<'py, T>> {
    let array = array.bind(py).try_readwrite().map_err(wrong)?;
    match array.as_array().dim() == rows {
        true => Ok(array),
        false => Err(wrong("an array of the environment was resized")),
    }
}
