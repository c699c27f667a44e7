//! Whole games recorded from the plain transcription of the rules in `tests/oracle`: one for each combination
//! of modules and seats. The engine must find the same legal actions, make the same decisions of its own and
//! end with the same ranks, in every future version. `make oracle` compares thousands of other games.
//!
//! A file has a line `deal JSON`. Each decision is a line `? SEAT DECISION COUNT FINGERPRINT` (computed from
//! the legal lines with every payment), followed by its entries, `player|engine SEAT NOTATION`. The last line
//! is `ranks JSON`.

use crate::boards;
use lapidary_engine::deal::{Contributions, DealId, DealInput, Entropy, Seating, ServerSeed};
use lapidary_engine::game::{Action, Game, GameLog, Payments};
use lapidary_engine::record::{By, Cause, Leaving};
use lapidary_engine::ruleset::Ruleset;
use lapidary_engine::seat::{Seat, SeatCount};
use serde_json::Value;
use std::collections::VecDeque;
use std::path::Path;

const DIRECTORY: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/engine/playthroughs");

/// FNV-1a over the sorted lines.
fn fingerprint(lines: &[String]) -> u64 {
    lines
        .iter()
        .flat_map(|line| line.bytes().chain([b'\n']))
        .fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

/// Deals the game in the first line.
fn deal(text: &str) -> (Ruleset, Game) {
    let table: Value = serde_json::from_str(text).unwrap();
    let modules = table["modules"].as_array().unwrap().iter().filter_map(Value::as_str);
    let options = table["options"]
        .as_object()
        .unwrap()
        .iter()
        .map(|(name, value)| (name.as_str(), value.as_str().unwrap()));
    let ruleset = Ruleset::parse(table["ruleset"].as_str().unwrap(), modules, options).unwrap();
    let seats = SeatCount::new(table["seats"].as_u64().unwrap() as u8).unwrap();
    let secret: Vec<u8> = hex::decode(table["server_seed"].as_str().unwrap()).unwrap();
    let input = DealInput {
        deal_id: DealId([0; 16]),
        server_seed: &ServerSeed::new(secret.try_into().unwrap()),
        ruleset: &ruleset.deal_name(),
        contributions: &Contributions::try_from(vec![Entropy::default(); seats.get()]).unwrap(),
        beacon: &Entropy::default(),
    };
    (ruleset, Game::deal(ruleset, &boards::load(None).unwrap(), &input, Seating::JoinOrder).unwrap().game)
}

fn assert_question(game: &Game, expected: &str, at: &str) {
    let mut lines: Vec<String> = game.legal_actions(Payments::All).iter().map(ToString::to_string).collect();
    lines.sort();
    let (seat, decision) = game.to_act().unwrap();
    let question = format!("{seat} {decision} {} {:016x}", lines.len(), fingerprint(&lines));
    assert_eq!(question, expected, "{at}: {lines:?}");
}

/// Plays a decision of a player and returns the following decisions of the engine.
fn play(ruleset: Ruleset, game: &mut Game, rest: &str, at: &str) -> VecDeque<Cause<Action>> {
    let (seat, notation) = rest.split_once(' ').unwrap();
    let seat = Seat::new(seat.parse().unwrap()).unwrap();
    let mut log = GameLog::default();
    if notation == "resign" {
        game.leave(seat, Leaving::Resigned, &mut log);
    } else {
        assert_eq!(game.to_act().unwrap().0, seat, "{at}");
        game.play(&Action::parse(ruleset, notation).unwrap(), &mut log).unwrap();
    }
    log.0.into_iter().skip(1).map(|entry| entry.cause).collect()
}

/// The position of a recorded game after this many decisions and departures of players.
pub fn position_after(name: &str, decisions: usize) -> Game {
    let text = std::fs::read_to_string(Path::new(DIRECTORY).join(name)).unwrap();
    let (ruleset, mut game) = deal(text.lines().next().unwrap().strip_prefix("deal ").unwrap());
    for line in text.lines().filter_map(|line| line.strip_prefix("player ")).take(decisions) {
        play(ruleset, &mut game, line, name);
    }
    game
}

fn replay(text: &str, name: &str) {
    let mut lines = text.lines().enumerate();
    let (_, first) = lines.next().unwrap();
    let (ruleset, mut game) = deal(first.strip_prefix("deal ").unwrap());
    let mut expected = VecDeque::new();
    for (number, line) in lines {
        let at = format!("{name}:{}", number + 1);
        let (kind, rest) = line.split_once(' ').unwrap();
        match kind {
            "?" => assert_question(&game, rest, &at),
            "ranks" => {
                let ranks: Vec<u8> = serde_json::from_str(rest).unwrap();
                assert_eq!(game.outcome().unwrap().ranks, ranks, "{at}");
            }
            "player" => {
                assert!(expected.is_empty(), "{at}: the engine also made {expected:?}");
                expected = play(ruleset, &mut game, rest, &at);
            }
            "engine" => match expected.pop_front() {
                Some(Cause::Decision { seat, by: By::Engine, action }) => {
                    assert_eq!(format!("{seat} {action}"), rest, "{at}");
                }
                other => panic!("{at}: the engine made {other:?}"),
            },
            _ => panic!("{at}: unknown line"),
        }
    }
    assert!(expected.is_empty() && game.outcome().is_some(), "{name} is over");
}

#[test]
fn old_games_replay_to_the_same_end() {
    let mut games = 0;
    for file in std::fs::read_dir(Path::new(DIRECTORY)).unwrap() {
        let path = file.unwrap().path();
        replay(&std::fs::read_to_string(&path).unwrap(), &path.display().to_string());
        games += 1;
    }
    assert!(games >= 48, "one game of each of 48 tables, not {games}");
}
