//! `lapidary play`: a game in the terminal. Random players demonstrate engine and notation, or a person plays
//! against a built-in opponent.
//!
//! It deals and plays a game from a seed. The same seed gives the same random game.

use std::error::Error;
use std::io::{self, Write};

use clap::Args;

use super::against;
use super::board;
use super::built_in::BuiltIn;
use super::table::Table;
use lapidary_engine::game::{Game, GameLog, Payments};
use lapidary_engine::ruleset::Ruleset;
use lapidary_engine::viewer::Viewer;

/// What to play.
#[derive(Debug, Args)]
pub struct PlaySettings {
    /// The ruleset.
    #[arg(long, default_value = "splendor")]
    ruleset: String,
    /// Modules to add, separated by commas: orient, strongholds, trading_posts, cities; for kids: mysteries.
    #[arg(long, value_delimiter = ',')]
    modules: Vec<String>,
    /// Options of the ruleset as name=value, separated by commas.
    #[arg(long, value_delimiter = ',', value_parser = option)]
    options: Vec<(String, String)>,
    /// The number of players.
    #[arg(long, default_value_t = 2, value_parser = clap::value_parser!(u8).range(2..=4))]
    seats: u8,
    /// The seed that determines deal and play; random if omitted.
    #[arg(long)]
    seed: Option<u64>,
    /// Print the export of the game as JSON and nothing else.
    #[arg(long, conflicts_with = "against")]
    json: bool,
    /// Play against a built-in opponent: random, greedy, apprentice or master, with an optional strength in
    /// percent (master:60) and effort a turn (master@400 simulations, master@100ms). It takes all other
    /// seats. You write your actions in notation.
    #[arg(long, value_name = "OPPONENT", value_parser = BuiltIn::parse)]
    against: Option<BuiltIn>,
}

/// Parses an option of a ruleset.
pub(super) fn option(text: &str) -> Result<(String, String), String> {
    let (name, value) = text.split_once('=').ok_or("write name=value")?;
    Ok((name.to_owned(), value.to_owned()))
}

/// Plays a game and prints it.
pub fn run(settings: PlaySettings) -> Result<(), Box<dyn Error + Send + Sync>> {
    let modules = settings.modules.iter().map(String::as_str);
    let options = settings.options.iter().map(|(name, value)| (name.as_str(), value.as_str()));
    let ruleset = Ruleset::parse(&settings.ruleset, modules, options)?;
    let seats = ruleset.seat_count(settings.seats).ok_or("the game is for 2 to 4 players")?;
    let seed = settings.seed.unwrap_or_else(|| fastrand::u64(..));
    let table = Table::new(ruleset, seats, seed)?;
    let out = &mut io::stdout().lock();
    match settings.against {
        Some(opponent) => against::play(&table, opponent, seed, &mut io::stdin().lock(), out),
        None if settings.json => print_json(&table, seed, out),
        None => print_game(&table, seed, out),
    }?;
    Ok(())
}

fn print_json(table: &Table, seed: u64, out: &mut impl Write) -> io::Result<()> {
    let export = table.export(&play_randomly(table, seed, |_, _| Ok(()))?.1);
    writeln!(out, "{}", serde_json::to_string_pretty(&export)?)
}

fn print_game(table: &Table, seed: u64, out: &mut impl Write) -> io::Result<()> {
    let (game, log) = play_randomly(table, seed, |game, line| {
        board::draw(out, game, Viewer::Spectator)?;
        writeln!(out, "> {line}")
    })?;
    writeln!(
        out,
        "\nThe whole game, which `lapidary play --seed {seed}` with the same options plays again:\n"
    )?;
    write!(out, "{}", table.export(&log).transcript())?;
    match game.outcome() {
        Some(outcome) => board::draw_result(out, &outcome),
        None => Ok(()),
    }
}

/// Plays randomly to the end. Returns the last position with the log. Calls `report` with the current game
/// and the decision before each decision.
fn play_randomly(
    table: &Table,
    seed: u64,
    mut report: impl FnMut(&Game, &str) -> io::Result<()>,
) -> io::Result<(Game, GameLog)> {
    let mut dice = fastrand::Rng::with_seed(!seed);
    let (mut game, mut log) = (table.opening().clone(), GameLog::default());
    while let Some(action) = dice.choice(game.legal_actions(Payments::Canonical)) {
        report(&game, &action.to_string())?;
        game.play(&action, &mut log).map_err(io::Error::other)?;
    }
    Ok((game, log))
}
