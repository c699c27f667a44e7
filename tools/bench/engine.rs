//! Random games on one thread, uniform over the legal actions. It does not know servers.
//!
//! The openings come from the verifiable deal; hidden cards are dealt anew for each game. The measured time
//! is the processor time of this thread, so that other work on the machine has less influence.

use std::error::Error;
use std::time::{Duration, Instant};

use rustix::time::{ClockId, clock_gettime};
use serde::Serialize;

use crate::report::Report;
use lapidary::boards;
use lapidary_engine::deal::{Contributions, DealId, DealInput, Entropy, Seating, ServerSeed};
use lapidary_engine::game::Game;
use lapidary_engine::kids;
use lapidary_engine::kids::sides::Sides;
use lapidary_engine::kids::variant::Variant;
use lapidary_engine::ruleset::Ruleset;
use lapidary_engine::seat::SeatCount;
use lapidary_engine::splendor;
use lapidary_engine::splendor::module::{Module, Modules};
use lapidary_engine::viewer::Viewer;

/// The number of openings for the games of a row.
const OPENINGS: u8 = 64;
/// The number of games between two checks of the clock.
const GAMES_PER_LOOK: usize = 64;
/// The seed of the random players, the same for every row.
const SEED: u64 = 1;

/// The figures of one ruleset and number of seats.
#[derive(Serialize)]
pub struct Row {
    ruleset: &'static str,
    modules: Vec<&'static str>,
    seats: usize,
    playouts_per_cpu_second: u64,
    turns_per_cpu_second: u64,
    state_bytes: usize,
}

/// Measures a row for each ruleset and number of seats; each row takes `duration`.
pub fn measure(duration: Duration, report: &mut Report) -> Result<(), Box<dyn Error + Send + Sync>> {
    let sides = boards::load(None)?;
    for ruleset in rulesets() {
        for seats in SeatCount::ALL {
            report.row(&row(ruleset, &sides, seats, duration)?)?;
        }
    }
    Ok(())
}

/// The base game, each module alone and all together; all variants of Kids.
fn rulesets() -> Vec<Ruleset> {
    let alone = Module::ALL.into_iter().map(|module| Modules::NONE.with(module));
    let all = Module::ALL.into_iter().collect::<Modules>();
    let splendor = std::iter::once(Modules::NONE).chain(alone).chain([all]).map(Ruleset::Splendor);
    splendor.chain(Variant::ALL.map(Ruleset::Kids)).collect()
}

fn row(
    ruleset: Ruleset,
    sides: &Sides,
    seats: SeatCount,
    duration: Duration,
) -> Result<Row, Box<dyn Error + Send + Sync>> {
    let openings: Vec<Game> =
        (0..OPENINGS).map(|number| opening(ruleset, sides, seats, number)).collect::<Result<_, _>>()?;
    let rng = fastrand::Rng::with_seed(SEED);
    let mut table = StartPosition { openings, rng, actions: Vec::new(), kids_actions: Vec::new() };
    let (begun, cpu_begun) = (Instant::now(), cpu_time());
    let (mut playouts, mut turns) = (0u64, 0u64);
    while begun.elapsed() < duration {
        for _ in 0..GAMES_PER_LOOK {
            turns += u64::from(table.playout());
            playouts += 1;
        }
    }
    let cpu_seconds = cpu_time().saturating_sub(cpu_begun).as_secs_f64().max(f64::EPSILON);
    let per_second = |count: u64| (count as f64 / cpu_seconds) as u64;
    Ok(Row {
        ruleset: ruleset.id(),
        modules: ruleset.modules(),
        seats: seats.get(),
        playouts_per_cpu_second: per_second(playouts),
        turns_per_cpu_second: per_second(turns),
        state_bytes: match ruleset {
            Ruleset::Splendor(_) => size_of::<splendor::state::State>(),
            Ruleset::Kids(_) => size_of::<kids::state::State>(),
        },
    })
}

fn opening(
    ruleset: Ruleset,
    sides: &Sides,
    seats: SeatCount,
    number: u8,
) -> Result<Game, Box<dyn Error + Send + Sync>> {
    let input = DealInput {
        deal_id: DealId([number; 16]),
        server_seed: &ServerSeed::new([number; 32]),
        ruleset: &ruleset.deal_name(),
        contributions: &Contributions::try_from(vec![Entropy::default(); seats.get()])?,
        beacon: &Entropy::default(),
    };
    Ok(Game::deal(ruleset, sides, &input, Seating::JoinOrder)?.game)
}

/// The processor time used by this thread.
pub(super) fn cpu_time() -> Duration {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec.unsigned_abs(), time.tv_nsec.unsigned_abs() as u32)
}

/// The position on which the random games of a row are played.
struct StartPosition {
    openings: Vec<Game>,
    rng: fastrand::Rng,
    actions: Vec<splendor::action::Action>,
    kids_actions: Vec<kids::action::Action>,
}

impl StartPosition {
    /// Plays a game to its end and returns the number of its turns.
    fn playout(&mut self) -> u16 {
        match &self.openings[self.rng.usize(..self.openings.len())] {
            Game::Splendor(opening) => splendor_playout(*opening, &mut self.rng, &mut self.actions),
            Game::Kids(opening) => kids_playout(*opening, &mut self.rng, &mut self.kids_actions),
        }
    }
}

fn splendor_playout(
    mut state: splendor::state::State,
    rng: &mut fastrand::Rng,
    actions: &mut Vec<splendor::action::Action>,
) -> u16 {
    state.redeal(Viewer::Spectator, |cards| rng.shuffle(cards));
    while let Some(action) = state.pick_legal(actions, |count| rng.usize(..count)) {
        state.play_unchecked(&action, &mut ());
    }
    state.turns_begun()
}

fn kids_playout(
    mut state: kids::state::State,
    rng: &mut fastrand::Rng,
    actions: &mut Vec<kids::action::Action>,
) -> u16 {
    state.redeal(|places| rng.shuffle(places));
    while let Some(action) = state.pick_legal(actions, |count| rng.usize(..count)) {
        state.play_unchecked(&action, &mut ());
    }
    state.turns_begun()
}
