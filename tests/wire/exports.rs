//! Exports match their schema, can be read back as text, and pass the check; any change makes the check fail.

use lapidary::api::export::v1::whole::ExportBody;
use lapidary::cli::verify;
use lapidary::engine::game::GameLog;
use lapidary::engine::replay::Replay;
use lapidary::engine::ruleset::Ruleset;
use lapidary::engine::seat::SeatCount;
use lapidary::engine::splendor::module::{Module, Modules};
use lapidary::engine::transcript::Transcript;
use serde_json::{Value, json};

use super::{games, schema};

fn all_modules() -> Ruleset {
    Ruleset::Splendor(Module::ALL.into_iter().collect::<Modules>())
}

fn check(export: &str) -> Result<Vec<String>, verify::Difference> {
    verify::check(export, &games::boards())
}

fn verdict(export: &Value) -> Result<Vec<String>, String> {
    check(&export.to_string()).map_err(|difference| difference.to_string())
}

/// An unchanged export of a random game with all modules.
fn honest(seed: u64) -> Value {
    let table = games::table(all_modules(), SeatCount::THREE, seed);
    serde_json::to_value(table.export(&games::play(&table, seed, |_, _, _| {})))
        .expect("an export can be written")
}

#[test]
fn games_of_every_table_pass_the_check() {
    let validator = schema::of::<ExportBody>();
    for (ruleset, seats) in games::every_table() {
        let table = games::table(ruleset, seats, 9);
        for log in [games::play(&table, 9, |_, _, _| {}), games::play_with_leavers(&table, 10)] {
            let export = schema::fits(&validator, &table.export(&log));
            assert_eq!(verdict(&export).map(|findings| findings.len()), Ok(4));
        }
    }
}

#[test]
fn an_aborted_game_passes_the_check_up_to_its_end() {
    let table = games::table(all_modules(), SeatCount::TWO, 2);
    let mut log = games::play(&table, 2, |_, _, _| {});
    while log.0.len() > 20 || check(&text(&table.export(&log))).is_err() {
        log.0.pop();
    }
    let findings = verdict(&serde_json::to_value(table.export(&log)).expect("it can be written"));
    assert_eq!(
        findings.map(|findings| findings[3].clone()),
        Ok("the game was aborted before its end".to_owned())
    );
}

fn text(export: &ExportBody) -> String {
    serde_json::to_string(export).expect("an export can be written")
}

#[test]
fn the_text_of_every_game_reads_back_and_replays() {
    for (ruleset, seats) in games::every_table() {
        let table = games::table(ruleset, seats, 13);
        for log in [games::play(&table, 13, |_, _, _| {}), games::play_with_leavers(&table, 14)] {
            let export = table.export(&log);
            let text = export.transcript().to_string();
            let read: Transcript = text.parse().expect("the text is a game");
            assert_eq!(read, export.transcript());
            assert_eq!(read.to_string(), text);
            assert_eq!(check(&text).map(|findings| findings.len()), Ok(4));
            let mut replay = Replay::new(table.opening().clone());
            let entries = read.entries.iter().map(|(_, written)| replay.read(written));
            let replayed = entries.collect::<Result<Vec<_>, _>>().expect("every line follows the rules");
            assert_eq!(GameLog { 0: replayed }, log);
            let ranks = replay.game().outcome().expect("the game is over").ranks;
            let ranks: Vec<String> = ranks.iter().map(u8::to_string).collect();
            assert_eq!(read.value("ranks"), Some(ranks.join(" ").as_str()));
        }
    }
}

#[test]
fn the_same_seed_gives_the_same_game() {
    let play = || {
        let table = games::table(all_modules(), SeatCount::FOUR, 77);
        table.export(&games::play(&table, 77, |_, _, _| ()))
    };
    assert_eq!(play(), play());
}

/// The index of the first event that satisfies a condition.
fn event(export: &Value, wanted: impl Fn(&Value) -> bool) -> usize {
    let events = export["events"].as_array().expect("an export has events");
    events.iter().position(wanted).expect("such an event occurs")
}

fn by_engine(event: &Value) -> bool {
    event["data"]["by"] == "engine"
}

/// Numbers the events again after a change.
fn renumber(export: &mut Value) {
    for (place, event) in
        export["events"].as_array_mut().expect("an export has events").iter_mut().enumerate()
    {
        event["seq"] = json!(place + 1);
    }
}

fn remove(export: &mut Value, place: usize) {
    export["events"].as_array_mut().expect("an export has events").remove(place);
    renumber(export);
}

type Lie = (&'static str, fn(&mut Value));

const LIES: [Lie; 27] = [
    ("another format", |export| export["format"] = json!("lapidary-export-2")),
    ("another secret", |export| export["deal"]["server_seed"] = json!("00".repeat(32))),
    ("a short secret", |export| export["deal"]["server_seed"] = json!("00")),
    ("no secret", |export| drop(export["deal"].as_object_mut().map(|deal| deal.remove("server_seed")))),
    ("another commitment", |export| export["deal"]["commitment"] = json!("00".repeat(32))),
    ("another deal", |export| export["deal"]["deal_id"] = json!("00".repeat(16))),
    ("another contribution", |export| export["deal"]["contributions"][1]["entropy"] = json!("00")),
    ("a contribution from another", |export| {
        export["deal"]["contributions"][1]["player"]["username"] = json!("eve");
    }),
    ("a beacon that was not there", |export| export["deal"]["beacon"] = json!("00")),
    ("another ruleset of the deal", |export| export["deal"]["deal_ruleset"] = json!("splendor")),
    ("another ruleset", |export| export["game"]["ruleset"] = json!("chess")),
    ("a module less", |export| export["game"]["modules"] = json!(["orient"])),
    ("another seating", |export| export["deal"]["seating"] = json!("join_order")),
    ("exchanged seats", |export| {
        export["game"]["seats"] =
            json!([export["game"]["seats"][1], export["game"]["seats"][0], export["game"]["seats"][2]]);
    }),
    ("another number of players", |export| export["deal"]["players"] = json!(4)),
    ("another opening market", |export| {
        export["events"][0]["data"]["market"]["base-2"]["cards"].as_array_mut().expect("a row").reverse();
    }),
    ("another opening city", |export| export["events"][0]["data"]["cities"][0] = json!("city-9a")),
    ("another number of an event", |export| export["events"][3]["seq"] = json!(40)),
    ("an illegal action", |export| export["events"][1]["data"]["notation"] = json!("pass")),
    ("an action of another seat", |export| export["events"][1]["data"]["seat"] = json!(1)),
    ("a body that is not its notation", |export| {
        export["events"][1]["data"]["action"] = json!({"type": "pass"});
    }),
    ("an effect that did not happen", |export| {
        export["events"][1]["data"]["effects"][0] = json!({"type": "seat_out", "seat": 0});
    }),
    ("an effect less", |export| {
        drop(export["events"][1]["data"]["effects"].as_array_mut().map(|effects| effects.pop()));
    }),
    ("a decision that the engine made", |export| export["events"][1]["data"]["by"] = json!("engine")),
    ("a decision of the engine less", |export| remove(export, event(export, by_engine))),
    ("a player in the engine's place", |export| {
        let place = event(export, by_engine);
        export["events"][place]["data"]["by"] = json!("player");
    }),
    ("other ranks", |export| export["result"]["ranks"].as_array_mut().expect("ranks").rotate_left(1)),
];

#[test]
fn every_change_of_an_export_is_detected() {
    let honest = honest(21);
    assert_eq!(verdict(&honest).map(|findings| findings.len()), Ok(4));
    for (name, lie) in LIES {
        let mut export = honest.clone();
        lie(&mut export);
        assert_ne!(export, honest, "{name} changes nothing");
        assert!(verdict(&export).is_err(), "{name} was not found");
    }
}

#[test]
fn changes_of_the_end_are_detected() {
    let honest = honest(22);
    let last = honest["events"].as_array().expect("an export has events").len() - 1;
    type Lie = Box<dyn Fn(&mut Value)>;
    let lies: [(&str, Lie); 7] = [
        ("an early end", Box::new(move |export| remove(export, last - 1))),
        ("no end", Box::new(move |export| remove(export, last))),
        (
            "an abort after the end",
            Box::new(move |export| {
                export["result"] = Value::Null;
                export["events"][last]["data"]["result"] = Value::Null;
            }),
        ),
        (
            "another result in the last event",
            Box::new(move |export| {
                export["events"][last]["data"]["result"]["reason"] = json!("stalemate");
            }),
        ),
        (
            "another secret in the last event",
            Box::new(move |export| {
                export["events"][last]["data"]["reveal"]["server_seed"] = json!("00".repeat(32));
            }),
        ),
        ("another winner", Box::new(|export| export["result"]["winners"] = json!([0, 1, 2]))),
        ("no events", Box::new(|export| export["events"] = json!([]))),
    ];
    for (name, lie) in lies {
        let mut export = honest.clone();
        lie(&mut export);
        assert!(verdict(&export).is_err(), "{name} was not found");
    }
}

#[test]
fn a_difference_names_its_place() {
    let mut export = honest(23);
    export["events"][1]["data"]["effects"][0]["type"] = json!("tokens_lost");
    let difference = verdict(&export).expect_err("the effect is another");
    assert!(difference.starts_with("events/1/data/effects/0"), "{difference}");
}

#[test]
fn an_event_with_more_values_than_any_game_has_is_refused() {
    let mut export = honest(23);
    export["events"][1]["data"] = json!(vec![json!({"": 0}); 4096]);
    let difference = verdict(&export).expect_err("no event is that large");
    assert_eq!(difference, "events/1: has more values than any event");
}

#[test]
fn changes_of_a_text_are_detected() {
    let (ruleset, seats) = games::every_table().next().expect("there are tables");
    let table = games::table(ruleset, seats, 31);
    let honest = table.export(&games::play(&table, 31, |_, _, _| {})).transcript();
    assert!(check(&honest.to_string()).is_ok());
    let named = |name: &str| honest.header.iter().position(|(named, _)| named == name).expect("it is named");
    for name in [
        "format",
        "ruleset",
        "seat 0",
        "deal_id",
        "commitment",
        "server_seed",
        "contribution 0",
        "beacon",
        "seating",
        "result",
        "ranks",
    ] {
        let mut lie = honest.clone();
        lie.header[named(name)].1 = "00".to_owned();
        assert!(check(&lie.to_string()).is_err(), "another {name} was not found");
        lie.header.remove(named(name));
        assert!(check(&lie.to_string()).is_err(), "no {name} was not found");
    }
    let mut lies = Vec::new();
    for (name, value) in
        [("edition", "A Forger 1999"), ("edition orient", "SPACE Cowboys 2025"), ("beacon", "")]
    {
        let mut lie = honest.clone();
        lie.header.retain(|(named, _)| named != name || name == "beacon");
        assert!(check(&lie.to_string()).is_ok(), "older servers named no {name}");
        lie.header.push((name.to_owned(), value.to_owned()));
        lies.push((name, lie));
    }
    for (name, lie) in lies {
        let difference = check(&lie.to_string()).expect_err(name).to_string();
        assert!(difference.starts_with(&format!("{name}: ")), "{difference}");
    }
    for place in [0, 5, honest.entries.len() - 1] {
        let mut lie = honest.clone();
        lie.entries.remove(place);
        assert!(check(&lie.to_string()).is_err(), "entry {place} less was not found");
        let mut lie = honest.clone();
        lie.entries[place].0 += 1;
        assert!(check(&lie.to_string()).is_err(), "another turn of entry {place} was not found");
    }
}
