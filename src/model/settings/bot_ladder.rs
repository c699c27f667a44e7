//! The settings of the ladder of bots.

use std::time::Duration;

use clap::Args;

/// How many games of bots with endpoints the server starts by itself.
#[derive(Debug, Clone, Copy, Args)]
#[command(next_help_heading = "Ladder of bots")]
pub struct BotLadderSettings {
    /// Maximum number of games of the ladder of bots at the same time, on all servers of the database; with 0
    /// none starts.
    #[arg(long, env = "LAPIDARY_BOT_LADDER_GAMES", default_value_t = 4)]
    pub bot_ladder_games: u32,
    /// Maximum number of games of the ladder that one bot starts in an hour.
    #[arg(long, env = "LAPIDARY_BOT_LADDER_GAMES_PER_HOUR", default_value_t = 12)]
    pub bot_ladder_games_per_hour: u32,
    /// How often this server looks for bots of the ladder that can play.
    #[arg(skip = Duration::from_secs(5))]
    pub bot_ladder_interval: Duration,
}
