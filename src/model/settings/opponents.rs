//! The settings of built-in opponents.

use std::num::NonZero;
use std::time::Duration;

use clap::Args;

use super::milliseconds;

/// How this server plays the turns of built-in opponents.
#[derive(Debug, Clone, Copy, Args)]
#[command(next_help_heading = "Built-in opponents")]
pub struct OpponentSettings {
    /// Number of threads in which this server plays the turns of built-in opponents; 0 leaves their turns to
    /// other servers of the database, and without any, no game can have them [default: half of the
    /// processors, at least 1].
    #[arg(long, env = "LAPIDARY_OPPONENT_THREADS")]
    pub opponent_threads: Option<usize>,
    /// How long an opponent thinks about a turn at most, in milliseconds; less if its clock has little time.
    #[arg(long, env = "LAPIDARY_OPPONENT_TIME_MS", default_value = "100", value_parser = milliseconds)]
    pub opponent_time: Duration,
    /// Maximum number of simulations for a turn, of an opponent that searches.
    #[arg(long, env = "LAPIDARY_OPPONENT_SIMULATIONS", default_value_t = 20_000, value_parser = clap::value_parser!(u32).range(1..))]
    pub opponent_simulations: u32,
    /// How often this server looks for turns of built-in opponents that another server has left, in
    /// milliseconds. Only tests change it.
    #[arg(long, hide = true, default_value = "1000", value_parser = milliseconds)]
    pub opponent_interval: Duration,
}

impl OpponentSettings {
    const THREADS_MAX: usize = 256;

    /// Returns the number of threads.
    pub fn threads(&self) -> usize {
        let processors = || std::thread::available_parallelism().map_or(1, NonZero::get);
        self.opponent_threads.unwrap_or_else(|| (processors() / 2).max(1)).min(Self::THREADS_MAX)
    }
}
