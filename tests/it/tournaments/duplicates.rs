//! Duplicate tournaments: all tables of a round with the same number of seats play one deal, which anybody
//! can check.

use lapidary::boards;
use lapidary::cli::verify;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use super::scene::{Scene, entries, settings};
use crate::app::{Caller, TestApp};

/// Creates a duplicate tournament whose players contribute entropy, except the last one, and starts it.
pub async fn started(app: &TestApp, changed: Value, players: u64) -> Scene<'_> {
    let mut duplicate = json!({"duplicate": true, "ruleset": "splendor", "ready_check_ms": 0});
    duplicate.as_object_mut().expect("an object").extend(changed.as_object().expect("an object").clone());
    let mut scene = Scene::new(app, duplicate, 0).await;
    for number in 1..=players {
        let player = app.user(&format!("player{number}")).await;
        let given = if number < players { json!({"entropy": entropy(number)}) } else { json!({}) };
        player.post(&scene.at("/enter"), given).await.expect(200);
        scene.players.insert(number, player);
    }
    scene.start().await;
    scene
}

fn entropy(number: u64) -> String {
    format!("c0ffee{number:02x}")
}

/// Returns the beacon of the players with these numbers, computed as the documentation says.
fn beacon(numbers: &[u64], last: u64) -> String {
    let mut hash = Sha256::new_with_prefix(b"lapidary/duplicate/v1\0");
    for &number in numbers {
        let given =
            if number < last { hex::decode(entropy(number)).expect("hexadecimal") } else { Vec::new() };
        hash.update((number as u32).to_be_bytes());
        hash.update((given.len() as u16).to_be_bytes());
        hash.update(given);
    }
    hex::encode(hash.finalize())
}

/// Returns the path of the game of a table.
pub fn game(table: &Value) -> String {
    format!("/v1/games/{}", table["game"].as_str().expect("a game"))
}

/// Returns the tables of a round with this number of seats.
pub fn of_size(round: &Value, seats: usize) -> Vec<Value> {
    let tables = round["tables"].as_array().expect("tables").iter();
    tables.filter(|table| entries(table).len() == seats).cloned().collect()
}

/// Returns the player in seat 0 of a table.
pub fn first_seat<'a, 's>(scene: &'s Scene<'a>, table: &Value) -> &'s Caller<'a> {
    &scene.players[&entries(table)[0]]
}

/// Ends the game of a table.
pub async fn end(scene: &Scene<'_>, table: &Value) {
    scene.play(table, &entries(table)).await;
}

/// Returns the export of a game, which must prove its deal.
pub async fn verified(caller: &Caller<'_>, path: &str) -> Value {
    let export = caller.get(&format!("{path}/export")).await.expect(200);
    verify::check(&export.text, &boards::load(None).expect("the boards"))
        .unwrap_or_else(|difference| panic!("{difference}\n{}", export.text));
    export.json
}

#[tokio::test]
async fn tables_of_one_size_play_one_deal_that_everybody_can_check_at_the_end() {
    let app = TestApp::spawn().await;
    let clock = json!({"kind": "correspondence", "per_turn_ms": 86_400_000});
    let tie_breaks = json!(["points", "seat_difference", "lot"]);
    let scene = started(&app, json!({"seats": 4, "clock": clock, "tie_breaks": tie_breaks}), 11).await;
    assert_eq!(scene.get("").await["duplicate"], true);
    let round = scene.next().await;
    let deals = round["deals"].as_array().expect("deals");
    assert_eq!((&deals[0]["seats"], &deals[1]["seats"], deals.len()), (&json!(3), &json!(4), 2));
    for (seats, deal) in [(3, &deals[0]), (4, &deals[1])] {
        let tables = of_size(&round, seats);
        let mut numbers: Vec<u64> = tables.iter().flat_map(entries).collect();
        numbers.sort_unstable();
        assert_eq!(deal["beacon"], beacon(&numbers, 11));
        let given: Vec<u64> = deal["contributions"]
            .as_array()
            .unwrap()
            .iter()
            .filter_map(|given| given["entry"].as_u64())
            .collect();
        assert_eq!(given, numbers);
        let games: Vec<&Value> = tables.iter().map(|table| &table["game"]).collect();
        assert_eq!(deal["games"], json!(games));
        assert_eq!(deal["revealed_at"], json!(null));
    }
    // The same market, the same nobles, and whoever reserves blind at the same place draws the same card.
    let (mut opened, mut drawn) = (Vec::new(), Vec::new());
    let fours = of_size(&round, 4);
    for table in &fours {
        let (player, path) = (first_seat(&scene, table), game(table));
        let view = player.get(&path).await.expect(200).json;
        assert_eq!(view["commitment"], deals[1]["commitment"]);
        opened.push([view["market"].clone(), view["nobles"].clone()]);
        let blind = json!({"version": 1, "actions": [{"type": "reserve_blind", "deck": "base-2"}]});
        let played = player.post(&format!("{path}/actions"), blind).await.expect(200).json;
        drawn.push(played["game"]["seats"][0]["hand"][0]["card"].clone());
        let started = player.get(&format!("{path}/events?limit=1")).await.expect(200).json;
        let contributions = &started["events"][0]["data"]["contributions"];
        assert!(
            contributions.as_array().unwrap().iter().all(|given| given["entropy"] == ""),
            "{contributions}"
        );
    }
    assert!(drawn[0].is_string() && drawn[0] == drawn[1] && opened[0] == opened[1], "{drawn:?}");
    let three = &of_size(&round, 3)[0];
    let other = first_seat(&scene, three).get(&game(three)).await.expect(200).json;
    assert_ne!(other["market"], opened[0][0], "another number of seats is another deal");

    end(&scene, &fours[0]).await;
    let ended = first_seat(&scene, &fours[0]);
    let early = ended.get(&format!("{}/export", game(&fours[0]))).await.expect(200);
    let refused =
        verify::check(&early.text, &boards::load(None).unwrap()).expect_err("it proves nothing yet");
    assert!(refused.to_string().contains("server_seed"), "{refused}");
    assert!(early.json["result"].is_object() && early.json["deal"].get("server_seed").is_none());
    end(&scene, &fours[1]).await;
    let exports = [
        verified(&app.anonymous(), &game(&fours[0])).await,
        verified(&app.anonymous(), &game(&fours[1])).await,
    ];
    for field in ["deal_id", "commitment", "server_seed", "beacon"] {
        assert_eq!(exports[0]["deal"][field], exports[1]["deal"][field], "{field}");
    }
    assert_eq!(exports[0]["deal"]["beacon"], deals[1]["beacon"]);
    for changed in ["beacon", "deal_id"] {
        let mut wrong = exports[0].clone();
        let value = wrong["deal"][changed].as_str().unwrap().replacen(['0', '1', '2'], "f", 1);
        wrong["deal"][changed] = json!(value);
        verify::check(&wrong.to_string(), &boards::load(None).unwrap()).expect_err(changed);
    }
    app.anonymous().get(&game(three)).await.expect_problem(404, "not_found");
    end(&scene, three).await;
    verified(&app.anonymous(), &game(three)).await;
    recomputed(&scene, &scene.get("/export").await, "2 shared deals");
    assert_audited(&scene, "deal_revealed", 2).await;
}

/// Checks an export of a tournament with the script, and that the script notices wrong contributions.
fn recomputed(scene: &Scene<'_>, export: &Value, deals: &str) {
    let name = scene.id();
    let file = std::env::temp_dir().join(format!("lapidary-{name}.json"));
    let run = |export: &Value| {
        std::fs::write(&file, export.to_string()).expect("a file");
        let script =
            std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/recompute_tournament.py");
        std::process::Command::new("python3").arg(script).arg(&file).output().ok()
    };
    // Without Python there is nothing to run.
    if let Some(output) = run(export) {
        let said = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(output.status.success() && said.contains(deals), "{output:?}");
        for pointer in ["/rounds/0/deals/0/contributions/0/entropy", "/rounds/0/deals/0/beacon"] {
            let mut wrong = export.clone();
            *wrong.pointer_mut(pointer).expect("a value") = json!("00");
            assert!(!run(&wrong).expect("python3 runs").status.success(), "{pointer}");
        }
    }
    std::fs::remove_file(&file).expect("the file is there");
}

/// Asserts how often something is in the audit.
pub async fn assert_audited(scene: &Scene<'_>, kind: &str, times: usize) {
    let audit = scene.get("/audit?limit=100").await;
    let found = audit["items"].as_array().expect("items").iter().filter(|item| item["kind"] == kind).count();
    assert_eq!(found, times, "{audit}");
}

#[tokio::test]
async fn duplicates_are_refused_where_tables_cannot_be_compared() {
    let app = TestApp::shared().await;
    let organizer = app.user("organizer").await;
    let knock_out = json!({"format": "single_elimination", "rounds": null, "seats": 2, "duplicate": true});
    let heats = json!({"format": "heats", "cut": 4, "best_of": 3, "duplicate": true});
    let live = json!({"kind": "live", "initial_ms": 300_000, "increment_ms": 5_000});
    let arena = json!({"format": "arena", "rounds": null, "duration_ms": 3_600_000, "clock": live, "duplicate": true});
    for (changed, pointer) in [
        (knock_out, "/duplicate"),
        (arena, "/duplicate"),
        (heats, "/best_of"),
        (json!({"tie_breaks": ["points", "seat_difference"]}), "/tie_breaks"),
    ] {
        let refused = organizer.post("/v1/tournaments", settings(&changed)).await;
        assert_eq!(refused.expect_problem(422, "validation_failed").pointers(), [pointer]);
    }
    let heats = settings(&json!({"format": "heats", "cut": 4, "duplicate": true}));
    let made = organizer.post("/v1/tournaments", heats).await.expect(201).json;
    let path = format!("/v1/tournaments/{}", made["id"].as_str().expect("an id"));
    organizer.patch(&path, json!({"best_of": 3})).await.expect_problem(422, "validation_failed");
    assert_eq!(organizer.get(&path).await.expect(200).json["duplicate"], true);
}

#[tokio::test]
async fn a_game_that_follows_a_void_table_has_a_deal_of_its_own() {
    let app = TestApp::shared().await;
    let changed = json!({"ruleset": "kids", "format": "heats", "rounds": 1, "cut": 8, "seats": 4});
    let scene = started(&app, changed, 8).await;
    let heats = scene.next().await;
    assert_eq!(heats["deals"][0]["games"].as_array().map(Vec::len), Some(2));
    scene.play_round(&heats).await;
    let last = scene.next().await;
    assert_eq!(last["stage"], "knock_out");
    let [one, two] = [&last["tables"][0], &last["tables"][1]];
    scene.post(&format!("/tables/{}/void", one["table"]), json!({"reason": "a test"})).await.expect(204);
    let now = scene.until("/rounds/2", |now| now["tables"].as_array().map(Vec::len) == Some(3)).await;
    let again = &now["tables"][2];
    assert!(!now["deals"][0]["games"].as_array().unwrap().contains(&again["game"]));
    // It gives nothing away, so everybody may see it. The game of the void table is over, and its deal waits
    // for the other one.
    app.anonymous().get(&game(again)).await.expect(200);
    app.anonymous().get(&game(one)).await.expect_problem(404, "not_found");
    end(&scene, two).await;
    for table in [one, two] {
        verified(&app.anonymous(), &game(table)).await;
    }
    end(&scene, again).await;
    let own = verified(&app.anonymous(), &game(again)).await;
    assert_eq!(own["deal"]["beacon"], "");
    assert_ne!(own["deal"]["deal_id"], now["deals"][0]["deal_id"]);
}

#[tokio::test]
async fn whoever_is_seated_before_anything_happened_plays_the_deal_of_the_round() {
    let app = TestApp::shared().await;
    let scene = started(&app, json!({"seats": 2, "rounds": 1}), 7).await;
    let round = scene.next().await;
    let tables = of_size(&round, 2);
    let bye = round["byes"][0]["entry"].as_u64().expect("a bye");
    let stays = entries(&tables[0])[0];
    let seats = |seats: [u64; 2]| json!({"entries": seats, "reason": "a substitute"});
    scene.post("/tables/1/substitute", seats([stays, bye])).await.expect(204);
    let now = scene.get("/rounds/1").await;
    let first = now["tables"][0].clone();
    assert_ne!(first["game"], tables[0]["game"]);
    let deal = &now["deals"][0];
    let games: Vec<&Value> =
        now["tables"].as_array().expect("tables").iter().map(|table| &table["game"]).collect();
    let listed = deal["games"].as_array().expect("games");
    assert!(listed.len() == 3 && games.iter().all(|game| listed.contains(game)), "{now}");
    assert_eq!(deal["beacon"], round["deals"][0]["beacon"]);
    assert_eq!(deal["revealed_at"], Value::Null, "the game that was replaced is not its last one");
    let market = async |table: &Value| {
        first_seat(&scene, table).get(&game(table)).await.expect(200).json["market"].clone()
    };
    assert_eq!(market(&first).await, market(&tables[1]).await);
    app.anonymous().get(&game(&tables[0])).await.expect_problem(404, "not_found");

    // Whoever has played the deal gets another one, and so does whoever sits with them.
    let [one, other] = [entries(&tables[1])[0], entries(&tables[2])[0]];
    let blind = json!({"version": 1, "actions": [{"type": "reserve_blind", "deck": "base-2"}]});
    first_seat(&scene, &tables[1]).post(&format!("{}/actions", game(&tables[1])), blind).await.expect(200);
    scene.post("/tables/2/void", json!({"reason": "a test"})).await.expect(204);
    scene.post("/tables/3/substitute", seats([one, other])).await.expect(204);
    let now = scene.get("/rounds/1").await;
    let last = now["tables"][2].clone();
    assert!(!now["deals"][0]["games"].as_array().expect("games").contains(&last["game"]), "{now}");
    assert_ne!(market(&last).await, market(&first).await);
    end(&scene, &last).await;
    end(&scene, &first).await;
    let now = scene.get("/rounds/1").await;
    assert!(now["deals"][0]["revealed_at"].is_string(), "{now}");
    for table in [&tables[0], &first] {
        assert_eq!(verified(&app.anonymous(), &game(table)).await["deal"]["deal_id"], deal["deal_id"]);
    }
    recomputed(&scene, &scene.get("/export").await, "1 shared deals");
}
