//! Whole games as the plain transcription of the rules in `tests/oracle` told them: one for each combination of modules
//! and seats. The engine must find the same legal actions, make the same decisions of its own and end with the same
//! ranks, today and for ever. `make oracle` compares thousands more.
//!
//! A file is `setup JSON`, then for each decision `? SEAT COUNT FINGERPRINT` (the legal lines with every payment) and
//! the entries that followed, `player|engine SEAT NOTATION`, at last `ranks JSON`.

use lapidary::engine::record::{By, Cause, Leaving, Log};
use lapidary::engine::seat::{Seat, SeatCount};
use lapidary::engine::splendor::action::Action;
use lapidary::engine::splendor::card::{CardId, Deck};
use lapidary::engine::splendor::module::{Module, Modules};
use lapidary::engine::splendor::modules::cities::CityId;
use lapidary::engine::splendor::noble::NobleId;
use lapidary::engine::splendor::setup::Setup;
use lapidary::engine::splendor::state::State;
use serde_json::Value;
use std::path::Path;

const DIRECTORY: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/engine/playthroughs");

/// FNV-1a over the sorted lines.
fn fingerprint(lines: &[String]) -> u64 {
    lines
        .iter()
        .flat_map(|line| line.bytes().chain([b'\n']))
        .fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

fn setup(text: &str) -> Setup {
    let body: Value = serde_json::from_str(text).unwrap();
    let names = |list: &Value| -> Vec<String> {
        list.as_array().into_iter().flatten().map(|name| name.as_str().unwrap().to_owned()).collect()
    };
    Setup {
        seats: SeatCount::new(body["seats"].as_u64().unwrap() as u8).unwrap(),
        modules: names(&body["modules"])
            .iter()
            .map(|name| Module::from_name(name).unwrap())
            .collect::<Modules>(),
        decks: Deck::ALL.map(|deck| {
            names(&body["decks"][deck.name()]).iter().map(|name| CardId::from_name(name).unwrap()).collect()
        }),
        nobles: names(&body["nobles"]).iter().map(|name| NobleId::from_name(name).unwrap()).collect(),
        cities: names(&body["cities"]).iter().map(|name| CityId::from_name(name).unwrap()).collect(),
    }
}

fn assert_question(state: &State, expected: &str, at: &str) {
    let mut actions = Vec::new();
    state.legal_actions_with_every_payment(&mut actions);
    let mut lines: Vec<String> = actions.iter().map(ToString::to_string).collect();
    lines.sort();
    let (seat, _) = state.to_act().unwrap();
    assert_eq!(format!("{seat} {} {:016x}", lines.len(), fingerprint(&lines)), expected, "{at}: {lines:?}");
}

fn replay(text: &str, name: &str) {
    let mut lines = text.lines().enumerate();
    let (_, first) = lines.next().unwrap();
    let mut state = setup(first.strip_prefix("setup ").unwrap()).start().unwrap();
    let mut expected = std::collections::VecDeque::new();
    for (number, line) in lines {
        let at = format!("{name}:{}", number + 1);
        let (kind, rest) = line.split_once(' ').unwrap();
        match kind {
            "?" => assert_question(&state, rest, &at),
            "ranks" => {
                assert!(expected.is_empty() && state.is_over(), "{at}");
                let ranks: Vec<u8> = serde_json::from_str(rest).unwrap();
                assert_eq!(state.outcome().unwrap().ranks, ranks, "{at}");
            }
            "player" => {
                assert!(expected.is_empty(), "{at}: the engine made {expected:?} besides");
                let (seat, notation) = rest.split_once(' ').unwrap();
                let seat = Seat::new(seat.parse().unwrap()).unwrap();
                let mut log = Log::default();
                if notation == "resign" {
                    state.leave(seat, Leaving::Resigned, &mut log);
                } else {
                    assert_eq!(state.to_act().unwrap().0, seat, "{at}");
                    state.play(&notation.parse::<Action>().unwrap(), &mut log).unwrap();
                }
                expected.extend(log.0.into_iter().skip(1).map(|entry| entry.cause));
            }
            "engine" => match expected.pop_front() {
                Some(Cause::Decision { seat, by: By::Engine, action }) => {
                    assert_eq!(format!("{seat} {action}"), rest, "{at}")
                }
                other => panic!("{at}: the engine made {other:?}"),
            },
            _ => panic!("{at}: unknown line"),
        }
    }
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
