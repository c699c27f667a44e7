//! Which game is played, and its deal. A game here is dealt from a number, so that anybody can deal it again.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use serde::Deserialize;

use crate::fault::Fault;
use lapidary_engine::deal::{Contributions, DealId, DealInput, Entropy, Seating, ServerSeed};
use lapidary_engine::game::{Game, Payments};
use lapidary_engine::kids::sides::{SideDraft, Sides};
use lapidary_engine::ruleset::Ruleset;
use lapidary_engine::seat::{Seat, SeatCount};
use lapidary_engine::viewer::Viewer;

/// The built-in boards of Kids.
const BOARDS: &str = include_str!("../../data/kids_boards.json");

#[derive(Deserialize)]
struct BoardFile {
    sides: Vec<SideDraft>,
}

/// The built-in boards of Kids.
pub fn sides() -> Result<&'static Sides, Fault> {
    static SIDES: OnceLock<Result<Sides, String>> = OnceLock::new();
    let read = || {
        let file: BoardFile = serde_json::from_str(BOARDS).map_err(|error| error.to_string())?;
        Sides::new(&file.sides).map_err(|error| error.to_string())
    };
    SIDES.get_or_init(read).as_ref().map_err(Fault::impossible)
}

/// The ruleset with this id, these modules and these options.
pub fn ruleset(id: &str, modules: &[String], options: &BTreeMap<String, String>) -> Result<Ruleset, Fault> {
    let modules = modules.iter().map(String::as_str);
    let options = options.iter().map(|(name, value)| (name.as_str(), value.as_str()));
    Ruleset::parse(id, modules, options).map_err(Fault::impossible)
}

/// The ruleset with this id, for actions, which are the same with all modules.
pub fn any_ruleset(id: &str) -> Result<Ruleset, Fault> {
    ruleset(id, &[], &BTreeMap::new())
}

/// This number of seats.
pub fn seat_count(ruleset: Ruleset, seats: i64) -> Result<SeatCount, Fault> {
    let count = u8::try_from(seats).ok().and_then(|seats| ruleset.seat_count(seats));
    count.ok_or_else(|| Fault::impossible(format!("a game has 2 to 4 seats, not {seats}")))
}

/// The seat with this number.
pub fn seat(seats: SeatCount, number: i64) -> Result<Seat, Fault> {
    let seat = u8::try_from(number).ok().and_then(Seat::new).filter(|&seat| seats.has(seat));
    let last = seats.get() - 1;
    seat.ok_or_else(|| Fault::impossible(format!("the game has seats 0 to {last}, not {number}")))
}

/// The viewer in this seat; a spectator without one.
pub fn viewer(seats: SeatCount, number: Option<i64>) -> Result<Viewer, Fault> {
    number.map_or(Ok(Viewer::Spectator), |number| seat(seats, number).map(Viewer::Seat))
}

/// The payments that are listed among legal actions.
pub fn payments(name: &str) -> Result<Payments, Fault> {
    match name {
        "canonical" => Ok(Payments::Canonical),
        "all" => Ok(Payments::All),
        _ => Err(Fault::impossible(format!("payments must be \"canonical\" or \"all\", not {name:?}"))),
    }
}

/// Deals a game from a number: the verifiable deal (docs/deal.md) with a deal id of zeros, the number as
/// server seed (32 bytes, big-endian), and without entropy of players. Seats follow the order of joining.
pub fn deal(ruleset: Ruleset, seats: SeatCount, seed: u64) -> Result<Game, Fault> {
    let mut server_seed = [0; 32];
    server_seed[24..].copy_from_slice(&seed.to_be_bytes());
    deal_from(ruleset, seats, server_seed)
}

/// Deals a game from a number of 256 bits, as [`deal`] does from smaller ones.
pub fn deal_from(ruleset: Ruleset, seats: SeatCount, server_seed: [u8; 32]) -> Result<Game, Fault> {
    let contributions =
        Contributions::try_from(vec![Entropy::default(); seats.get()]).map_err(Fault::impossible)?;
    let input = DealInput {
        deal_id: DealId([0; 16]),
        server_seed: &ServerSeed::new(server_seed),
        ruleset: &ruleset.deal_name(),
        contributions: &contributions,
        beacon: &Entropy::default(),
    };
    Ok(Game::deal(ruleset, sides()?, &input, Seating::JoinOrder).map_err(Fault::impossible)?.game)
}
