//! Which game is played, and its deal. A game here is dealt from a number, so that anybody can deal it again.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use pyo3::prelude::*;
use serde::Deserialize;

use crate::failure::wrong;
use lapidary_engine::deal::{Contributions, DealId, DealInput, Entropy, Seating, ServerSeed};
use lapidary_engine::game::{Game, Payments};
use lapidary_engine::kids::sides::{RouteDraft, SideDraft, Sides};
use lapidary_engine::ruleset::Ruleset;
use lapidary_engine::seat::{Seat, SeatCount};

/// The built-in boards of Kids.
const BOARDS: &str = include_str!("../../data/kids_boards.json");

#[derive(Deserialize)]
struct BoardFile {
    sides: Vec<SideText>,
}

#[derive(Deserialize)]
struct SideText {
    id: String,
    #[serde(default)]
    entries: Vec<String>,
    places: Vec<String>,
    routes: Vec<RouteText>,
}

#[derive(Deserialize)]
struct RouteText {
    id: String,
    from: String,
    to: String,
    cost: BTreeMap<String, i64>,
}

impl From<SideText> for SideDraft {
    fn from(side: SideText) -> SideDraft {
        let route = |route: RouteText| RouteDraft {
            id: route.id,
            from: route.from,
            to: route.to,
            cost: route.cost.into_iter().collect(),
        };
        let routes = side.routes.into_iter().map(route).collect();
        SideDraft { id: side.id, entries: side.entries, places: side.places, routes }
    }
}

/// The built-in boards of Kids.
pub fn sides() -> PyResult<&'static Sides> {
    static SIDES: OnceLock<Result<Sides, String>> = OnceLock::new();
    let read = || {
        let file: BoardFile = serde_json::from_str(BOARDS).map_err(|error| error.to_string())?;
        let drafts: Vec<SideDraft> = file.sides.into_iter().map(SideDraft::from).collect();
        Sides::new(&drafts).map_err(|error| error.to_string())
    };
    SIDES.get_or_init(read).as_ref().map_err(wrong)
}

/// The ruleset with this id, these modules and these options.
pub fn ruleset(id: &str, modules: &[String], options: &BTreeMap<String, String>) -> PyResult<Ruleset> {
    let modules = modules.iter().map(String::as_str);
    let options = options.iter().map(|(name, value)| (name.as_str(), value.as_str()));
    Ruleset::parse(id, modules, options).map_err(wrong)
}

/// The ruleset with this id, for actions, which are the same with all modules.
pub fn any_ruleset(id: &str) -> PyResult<Ruleset> {
    ruleset(id, &[], &BTreeMap::new())
}

/// This number of seats.
pub fn seat_count(ruleset: Ruleset, seats: i64) -> PyResult<SeatCount> {
    let count = u8::try_from(seats).ok().and_then(|seats| ruleset.seat_count(seats));
    count.ok_or_else(|| wrong(format!("a game has 2 to 4 seats, not {seats}")))
}

/// The seat with this number, if the game has it.
pub fn seat(seats: SeatCount, number: i64) -> PyResult<Seat> {
    let seat = u8::try_from(number).ok().and_then(Seat::new).filter(|&seat| seats.has(seat));
    seat.ok_or_else(|| wrong(format!("the game has seats 0 to {}, not {number}", seats.get() - 1)))
}

/// The payments that are listed among legal actions.
pub fn payments(name: &str) -> PyResult<Payments> {
    match name {
        "canonical" => Ok(Payments::Canonical),
        "all" => Ok(Payments::All),
        _ => Err(wrong(format!("payments must be \"canonical\" or \"all\", not {name:?}"))),
    }
}

/// Deals a game from a number: the verifiable deal (docs/deal.md) with a deal id of zeros, the number as
/// server seed (32 bytes, big-endian), and without entropy of players. Seats follow the order of joining.
pub fn deal(ruleset: Ruleset, seats: SeatCount, seed: u64) -> PyResult<Game> {
    let mut server_seed = [0; 32];
    server_seed[24..].copy_from_slice(&seed.to_be_bytes());
    let input = DealInput {
        deal_id: DealId([0; 16]),
        server_seed: &ServerSeed::new(server_seed),
        ruleset: &ruleset.deal_name(),
        contributions: &Contributions::try_from(vec![Entropy::default(); seats.get()]).map_err(wrong)?,
        beacon: &Entropy::default(),
    };
    Ok(Game::deal(ruleset, sides()?, &input, Seating::JoinOrder).map_err(wrong)?.game)
}
