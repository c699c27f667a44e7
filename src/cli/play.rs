//! `lapidary play`: random players in the terminal, as a demonstration of engine and notation.
//!
//! It deals and plays a game from a seed; the same seed gives the same game.

use std::error::Error;
use std::io::{self, Write};

use chrono::{DateTime, Utc};
use clap::Args;
use uuid::Uuid;

use super::board;
use crate::boards;
use lapidary_api::export::v1::event::{EventBody, FinishedBody, HappeningBody, RevealBody, StartedBody};
use lapidary_api::export::v1::game::{
    ContributionBody, DealBody, ExportedGameBody, PlayerBody, ResultBody, SeatedBody, SeatingBody,
};
use lapidary_api::export::v1::kids::table::BoardBody;
use lapidary_api::export::v1::whole::ExportBody;
use lapidary_api::export::v1::whole::FORMAT;
use lapidary_engine::deal::{Contributions, DealId, DealInput, Entropy, Seating, ServerSeed, commitment};
use lapidary_engine::game::{Game, GameLog, Payments};
use lapidary_engine::replay::{Replay, as_written};
use lapidary_engine::ruleset::Ruleset;
use lapidary_engine::seat::SeatCount;
use lapidary_engine::viewer::Viewer;

/// The names of the players, in the order in which they join.
const NAMES: [&str; 4] = ["ada", "bob", "cyd", "dan"];

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
    #[arg(long)]
    json: bool,
}

fn option(text: &str) -> Result<(String, String), String> {
    let (name, value) = text.split_once('=').ok_or("write name=value")?;
    Ok((name.to_owned(), value.to_owned()))
}

/// Plays a game and prints it.
pub fn run(settings: PlaySettings) -> Result<(), Box<dyn Error + Send + Sync>> {
    let modules = settings.modules.iter().map(String::as_str);
    let options = settings.options.iter().map(|(name, value)| (name.as_str(), value.as_str()));
    let ruleset = Ruleset::parse(&settings.ruleset, modules, options)?;
    let seats = ruleset.seat_count(settings.seats).ok_or("the game is for 2 to 4 players")?;
    let table = Table::new(ruleset, seats, settings.seed.unwrap_or_else(|| fastrand::u64(..)))?;
    let out = &mut std::io::stdout().lock();
    match if settings.json { print_json(&table, out) } else { print_game(&table, out) } {
        // The reader has closed the pipe, for example `head`.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        printed => Ok(printed?),
    }
}

fn print_json(table: &Table, out: &mut impl Write) -> io::Result<()> {
    let export = table.export(&table.play(|_, _| Ok(()))?);
    writeln!(out, "{}", serde_json::to_string_pretty(&export)?)
}

fn print_game(table: &Table, out: &mut impl Write) -> io::Result<()> {
    let log = table.play(|game, line| {
        board::draw(out, game)?;
        writeln!(out, "> {line}")
    })?;
    let seed = table.seed;
    writeln!(
        out,
        "\nThe whole game, which `lapidary play --seed {seed}` with the same options plays again:\n"
    )?;
    let export = table.export(&log);
    write!(out, "{}", export.transcript())?;
    match &export.result {
        Some(result) => board::draw_result(out, result),
        None => Ok(()),
    }
}

/// A table whose deal follows from a seed.
pub struct Table {
    ruleset: Ruleset,
    seed: u64,
    deal_id: DealId,
    server_seed: ServerSeed,
    contributions: Contributions,
    seats: Vec<u8>,
    opening: Game,
}

impl Table {
    /// Deals a game.
    ///
    /// # Errors
    /// If the ruleset cannot be dealt.
    pub fn new(ruleset: Ruleset, seats: SeatCount, seed: u64) -> Result<Self, Box<dyn Error + Send + Sync>> {
        let mut dice = fastrand::Rng::with_seed(seed);
        let deal_id = DealId(random(&mut dice));
        let server_seed = ServerSeed::new(random(&mut dice));
        let given = NAMES.iter().take(seats.get()).map(|name| Entropy::try_from(name.as_bytes().to_vec()));
        let contributions = Contributions::try_from(given.collect::<Result<Vec<_>, _>>()?)?;
        let input = DealInput {
            deal_id,
            server_seed: &server_seed,
            ruleset: &ruleset.deal_name(),
            contributions: &contributions,
            beacon: &Entropy::default(),
        };
        let dealt = Game::deal(ruleset, &boards::load(None)?, &input, Seating::Random)?;
        Ok(Table {
            ruleset,
            seed,
            deal_id,
            server_seed,
            contributions,
            seats: dealt.seats,
            opening: dealt.game,
        })
    }

    /// The game before its first turn.
    pub fn opening(&self) -> &Game {
        &self.opening
    }

    /// Plays randomly to the end. Before each decision, `report` gets the current game and the decision.
    ///
    /// # Errors
    /// The error of `report`.
    pub fn play(&self, mut report: impl FnMut(&Game, &str) -> io::Result<()>) -> io::Result<GameLog> {
        let mut dice = fastrand::Rng::with_seed(!self.seed);
        let (mut game, mut log) = (self.opening.clone(), GameLog::default());
        while let Some(action) = dice.choice(game.legal_actions(Payments::Canonical)) {
            report(&game, &action.to_string())?;
            game.play(&action, &mut log).map_err(io::Error::other)?;
        }
        Ok(log)
    }

    /// The export of a finished game of this table.
    pub fn export(&self, log: &GameLog) -> ExportBody {
        let result = self.result(log);
        let seats = SeatedBody::each(self.seats.iter().map(|place| player(*place)));
        let (started, finished) = (self.started(seats.clone()), self.finished(result.clone()));
        let played = log.0.iter().map(|entry| HappeningBody::of_entry(entry, Viewer::Revealed));
        let happenings = [started].into_iter().chain(played).chain([finished]);
        ExportBody {
            format: FORMAT,
            game: ExportedGameBody {
                id: Uuid::from_bytes(self.deal_id.0),
                played: self.ruleset.into(),
                seats,
            },
            deal: self.deal(),
            ancestors: None,
            events: (1..)
                .zip(happenings)
                .map(|(seq, happening)| EventBody { seq, at: DateTime::<Utc>::UNIX_EPOCH, happening })
                .collect(),
            result,
        }
    }

    /// The result after this log, if the game is over.
    fn result(&self, log: &GameLog) -> Option<ResultBody> {
        let mut replay = Replay::new(self.opening.clone());
        for entry in &log.0 {
            replay.read(&as_written(entry)).ok()?;
        }
        replay.game().outcome().as_ref().map(ResultBody::from)
    }

    fn started(&self, seats: Vec<SeatedBody>) -> HappeningBody {
        HappeningBody::Started(Box::new(StartedBody {
            played: self.ruleset.into(),
            seats,
            commitment: hex::encode(commitment(self.deal_id, &self.server_seed)),
            contributions: self.given(),
            table: (&self.opening.view(Viewer::Spectator)).into(),
        }))
    }

    fn finished(&self, result: Option<ResultBody>) -> HappeningBody {
        let reveal = RevealBody {
            deal_id: hex::encode(self.deal_id.0),
            server_seed: hex::encode(self.server_seed.reveal()),
        };
        HappeningBody::Finished(FinishedBody { result, reveal: Some(reveal) })
    }

    fn given(&self) -> Vec<ContributionBody> {
        (0u8..)
            .zip(self.contributions.as_slice())
            .map(|(place, entropy)| ContributionBody {
                player: player(place),
                entropy: hex::encode(entropy.as_bytes()),
                after_commitment: true,
            })
            .collect()
    }

    fn deal(&self) -> DealBody {
        DealBody {
            deal_id: hex::encode(self.deal_id.0),
            commitment: hex::encode(commitment(self.deal_id, &self.server_seed)),
            server_seed: Some(hex::encode(self.server_seed.reveal())),
            deal_ruleset: self.ruleset.deal_name(),
            players: self.contributions.seats().get() as u8,
            contributions: self.given(),
            beacon: String::new(),
            seating: SeatingBody::Random,
            join_order: (0u8..).zip(&self.seats).map(|(place, _)| player(place)).collect(),
            board: BoardBody::of_view(&self.opening.view(Viewer::Spectator)),
        }
    }
}

/// The player who joins at this position.
fn player(place: u8) -> PlayerBody {
    let name = NAMES[place as usize % NAMES.len()];
    PlayerBody { id: Uuid::from_u128(u128::from(place) + 1), username: Some(name.to_owned()) }
}

fn random<const N: usize>(dice: &mut fastrand::Rng) -> [u8; N] {
    std::array::from_fn(|_| dice.u8(..))
}
