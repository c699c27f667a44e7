//! Measures how many positions an evaluation values in a second, and how many simulations a search makes.

use std::path::PathBuf;
use std::time::Duration;
use std::{fs, hint};

use clap::Args;
use lapidary_engine::seat::SeatCount;
use lapidary_engine::splendor::module::Modules;
use lapidary_engine::splendor::state::State;
use lapidary_engine::viewer::Viewer;
use lapidary_opponents::Budget;
use lapidary_opponents::splendor::judge::{Base, Judge};
use lapidary_opponents::splendor::search::Search;
use lapidary_opponents::splendor::turns::Lister;
use lapidary_opponents::splendor::weights::Evaluation;
use rustix::time::{ClockId, clock_gettime};

use crate::deal::{Failure, deal_splendor};

/// The positions that are measured, and the simulations of a search.
const POSITIONS: u64 = 200;
const SIMULATIONS: u32 = 400;

/// What to measure.
#[derive(Args)]
pub struct SpeedOptions {
    /// The weights; without it, those of the program.
    #[arg(long)]
    weights: Option<PathBuf>,
    /// The number of seats.
    #[arg(long, default_value_t = 2, value_parser = clap::value_parser!(u8).range(2..=4))]
    seats: u8,
    /// How long each figure is measured, in seconds.
    #[arg(long, default_value_t = 2)]
    seconds: u64,
}

/// Measures and prints.
pub fn run(options: &SpeedOptions) -> Result<(), Failure> {
    let seats = SeatCount::new(options.seats).ok_or("2 to 4 seats")?;
    let stored = options.weights.as_ref().map(fs::read).transpose()?;
    let stored = stored.map(|bytes| Evaluation::decode(&bytes)).transpose()?;
    let judge = stored.as_ref().map_or_else(|| Judge::for_table(Modules::NONE, seats), Evaluation::judge);
    let positions: Vec<State> =
        (0..POSITIONS).map(|number| position(seats, number)).collect::<Result<_, _>>()?;
    let time = Duration::from_secs(options.seconds);
    let (mut lister, mut base, mut search) = (Lister::default(), Base::default(), Search::default());

    let (begun, mut turns, mut sum) = (cpu_time(), 0u64, 0.0);
    while cpu_time() - begun < time {
        for state in &positions {
            let Some((seat, _)) = state.to_act() else { continue };
            lister.each(state, &mut |_, _| turns += 1);
            hint::black_box(seat);
        }
    }
    print_rate("turns listed", turns, cpu_time() - begun);

    let (begun, mut valued) = (cpu_time(), 0u64);
    while cpu_time() - begun < time {
        for state in &positions {
            let Some((seat, _)) = state.to_act() else { continue };
            judge.prepare(state, seat, &mut base);
            lister.each(state, &mut |_, after| {
                sum += judge.logit_after(&mut base, seat, after);
                valued += 1;
            });
        }
    }
    print_rate("turns listed and valued", valued, cpu_time() - begun);
    hint::black_box(sum);

    let (begun, mut simulated, mut valued) = (cpu_time(), 0u64, 0u64);
    while cpu_time() - begun < time {
        for state in &positions {
            search.run(state, judge, Budget::simulations(SIMULATIONS));
            valued += search.valued() as u64;
            simulated += u64::from(search.found().map(|found| found.visits).sum::<u32>());
        }
    }
    let time = cpu_time() - begun;
    print_rate("simulations", simulated, time);
    print_rate("positions valued in simulations", valued, time);
    Ok(())
}

/// The processor time used by this thread.
fn cpu_time() -> Duration {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec.unsigned_abs(), time.tv_nsec.unsigned_abs() as u32)
}

fn print_rate(what: &str, count: u64, time: Duration) {
    println!("{what}: {:.0} a second", count as f64 / time.as_secs_f64());
}

/// A position of a random game, as the seat to move sees it.
fn position(seats: SeatCount, number: u64) -> Result<State, Failure> {
    let mut state = deal_splendor(Modules::NONE, seats, number)?;
    let mut rng = fastrand::Rng::with_seed(number);
    let mut actions = Vec::new();
    for _ in 0..number % 80 {
        let mut after = state;
        match after.pick_legal(&mut actions, |count| rng.usize(..count)) {
            Some(action) => after.play_unchecked(&action, &mut ()),
            None => break,
        }
        if after.is_over() {
            break;
        }
        state = after;
    }
    if let Some((seat, _)) = state.to_act() {
        state.veil(Viewer::Seat(seat));
    }
    Ok(state)
}
