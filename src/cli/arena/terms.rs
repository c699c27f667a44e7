//! The terms of a game, as given on the command line.

use std::error::Error;
use std::path::PathBuf;

use clap::Args;

use crate::boards;
use crate::cli::play::option;
use lapidary_engine::kids::sides::Sides;
use lapidary_engine::ruleset::Ruleset;
use lapidary_engine::seat::SeatCount;

/// What is played.
#[derive(Debug, Args)]
pub struct TermSettings {
    /// The ruleset.
    #[arg(long, default_value = "splendor")]
    ruleset: String,
    /// Modules to add, separated by commas: orient, strongholds, trading_posts, cities; for kids: mysteries.
    #[arg(long, value_delimiter = ',')]
    modules: Vec<String>,
    /// Options of the ruleset as name=value, separated by commas.
    #[arg(long, value_delimiter = ',', value_parser = option)]
    options: Vec<(String, String)>,
    /// The boards for Kids; by default the built-in ones.
    #[arg(long, env = "LAPIDARY_KIDS_BOARDS")]
    kids_boards: Option<PathBuf>,
    /// The number of seats. With more bots than seats, every choice of bots plays.
    #[arg(long, default_value_t = 2, value_parser = clap::value_parser!(u8).range(2..=4))]
    seats: u8,
}

/// The same, with everything that it names.
pub struct Terms {
    pub ruleset: Ruleset,
    /// The number of seats.
    pub seats: SeatCount,
    /// The boards of Kids.
    pub sides: Sides,
}

impl TermSettings {
    /// Loads what is named.
    pub fn load(&self) -> Result<Terms, Box<dyn Error + Send + Sync>> {
        let modules = self.modules.iter().map(String::as_str);
        let options = self.options.iter().map(|(name, value)| (name.as_str(), value.as_str()));
        let ruleset = Ruleset::parse(&self.ruleset, modules, options)?;
        let seats = ruleset.seat_count(self.seats).ok_or("the game is for 2 to 4 players")?;
        Ok(Terms { ruleset, seats, sides: boards::load(self.kids_boards.as_deref())? })
    }
}
