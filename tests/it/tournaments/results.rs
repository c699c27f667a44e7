//! Results that organizers set: the game of the table ends with them, and seats can forfeit.

use std::time::Duration;

use lapidary::settings::Settings;
use serde_json::{Value, json};

use super::arena::recompute;
use super::duplicates::verified;
use super::execute;
use super::invariants::check_export;
use super::scene::{Scene, entries};
use crate::app::TestApp;
use crate::games::clocks::spend;
use crate::games::reader::{LINES, Reader};
use crate::games::stored::Stored;
use crate::ladders::{assert_equal, log};

/// Returns changed settings: rated tables of two with ten minutes for each seat, and no ready check.
fn rated() -> Value {
    json!({"ruleset": "splendor", "seats": 2, "rounds": 2, "ready_check_ms": 0, "rated": true,
        "clock": {"kind": "live", "initial_ms": 600_000, "increment_ms": 0}})
}

fn game(table: &Value) -> String {
    format!("/v1/games/{}", table["game"].as_str().expect("a game"))
}

fn take(version: u64) -> Value {
    json!({"version": version, "actions": [{"type": "take", "gems": ["white", "blue", "green"]}]})
}

/// Checks an export with the script that shares no code with the server.
fn assert_recomputed(export: &Value) {
    let verdict = recompute(export);
    assert!(verdict.as_ref().is_none_or(|verdict| *verdict == Ok(())), "{verdict:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_result_ends_the_game_which_rates_nothing_and_its_seats_see_why() {
    let app = TestApp::spawn().await;
    let scene = Scene::new(&app, rated(), 4).await;
    scene.start().await;
    let round = scene.next().await;
    let acts = [
        ("result", json!({"places": [1, 2], "reason": "the hall closes"})),
        ("void", json!({"reason": "x"})),
    ];
    for (at, (act, body)) in acts.into_iter().enumerate() {
        let table = &round["tables"][at];
        let (path, seats) = (game(table), entries(table));
        let (first, second) = (&scene.players[&seats[0]], &scene.players[&seats[1]]);
        // The server remembers the game from this turn on.
        first.post(&format!("{path}/actions"), take(1)).await.expect(200);
        let mut reader = Reader::open(second, &format!("{path}/events"), LINES).await;
        reader.expect("snapshot").await;
        scene.post(&format!("/tables/{}/{act}", table["table"]), body).await.expect(204);
        let aborted = reader.expect("aborted").await["data"].clone();
        assert_eq!(aborted["reason"], "table_decided");
        assert!(aborted["reveal"].is_object(), "{aborted}");
        second.post(&format!("{path}/actions"), take(2)).await.expect_problem(409, "game_finished");
        second.post_empty(&format!("{path}/resign")).await.expect_problem(409, "game_finished");
        assert_eq!(second.get(&path).await.expect(200).json["status"], "aborted");
        for player in [first, second] {
            assert_eq!(player.get("/v1/me/games?status=active").await.expect(200).json["items"], json!([]));
        }
    }
    let now = scene.get("/rounds/1").await;
    assert_eq!([&now["tables"][0]["status"], &now["tables"][1]["status"]], ["done", "void"]);
    assert_eq!(now["tables"][0]["decided_by"], "arbiter");
    assert_eq!(log(&app, "splendor.duel.live.human").await.len(), 0);
    assert_recomputed(&scene.get("/export").await);
    assert_equal(&app).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_time_out_and_a_result_at_the_same_moment_end_the_game_once() {
    let quiet = |settings: &mut Settings| settings.games.time_out_interval = Duration::from_secs(86_400);
    let app = TestApp::spawn_with(quiet).await;
    let mut stored = Stored::of(&app).await;
    let scene = Scene::new(&app, rated(), 8).await;
    scene.start().await;
    let round = scene.next().await;
    for table in round["tables"].as_array().expect("tables") {
        let (path, seats) = (game(table), entries(table));
        spend(&mut stored, table["game"].as_str().expect("a game"), 601_000).await;
        // Whoever is late takes the seat out, so this turn ends the game unless the organizer is faster.
        let result = json!({"places": [1, 2], "reason": "a race"});
        let (turn, decide) = (format!("{path}/actions"), format!("/tables/{}/result", table["table"]));
        let (late, set) =
            tokio::join!(scene.players[&seats[0]].post(&turn, take(1)), scene.post(&decide, result),);
        assert_eq!(late.status, 409, "{}", late.text);
        set.expect(204);
        let now = scene.get("/rounds/1").await;
        let now = now["tables"].as_array().expect("tables").iter().find(|now| now["table"] == table["table"]);
        let now = now.expect("the table");
        assert_eq!((&now["status"], &now["decided_by"]), (&json!("done"), &json!("arbiter")));
        assert_eq!([&now["seats"][0]["place"], &now["seats"][1]["place"]], [1, 2]);
        let view = app.anonymous().get(&path).await.expect(200).json;
        let rated = stored
            .texts(&format!(
                "SELECT count(*)::text AS text FROM rating_events WHERE game_id = '{}'",
                view["id"].as_str().expect("an id")
            ))
            .await;
        let expected = if view["status"] == "finished" { "2" } else { "0" };
        assert_eq!(rated, [expected], "{view}");
    }
    assert_equal(&app).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn turns_without_a_clock_notice_that_an_organizer_has_ended_their_game() {
    let app = TestApp::shared().await;
    let scene = Scene::new(&app, json!({"ruleset": "splendor", "seats": 2}), 12).await;
    scene.start().await;
    let round = scene.next().await;
    for (at, table) in round["tables"].as_array().expect("tables").iter().enumerate() {
        let (path, seats) = (game(table), entries(table));
        let turn = format!("{path}/actions");
        // The server remembers the game from this turn on, and the next one comes while an organizer decides.
        scene.players[&seats[0]].post(&turn, take(1)).await.expect(200);
        let decide = format!("/tables/{}/result", table["table"]);
        let result = json!({"places": [1, 2], "reason": "a race"});
        let next = async || scene.players[&seats[1]].post(&turn, take(2)).await;
        let set = async || scene.post(&decide, result.clone()).await;
        let (next, set) = match at % 2 {
            0 => tokio::join!(next(), set()),
            _ => {
                let (set, next) = tokio::join!(set(), next());
                (next, set)
            }
        };
        set.expect(204);
        // Its gems may be gone after the first turn, but then the game is over all the same.
        assert!(matches!(next.status.as_u16(), 200 | 409 | 422), "{}", next.text);
        let late = next.status == 200;
        let version = if late { 3 } else { 2 };
        scene.players[&seats[usize::from(!late)]]
            .post(&turn, take(version))
            .await
            .expect_problem(409, "game_finished");
        let export = verified(&app.anonymous(), &path).await;
        let kinds: Vec<&Value> =
            export["events"].as_array().expect("events").iter().map(|event| &event["type"]).collect();
        assert_eq!(kinds.iter().filter(|kind| **kind == "aborted").count(), 1, "{kinds:?}");
        assert_eq!(kinds.last(), Some(&&json!("aborted")));
        assert_eq!(scene.get("/rounds/1").await["tables"][at]["decided_by"], "arbiter");
    }
}

#[tokio::test]
async fn a_later_decision_does_not_move_the_end_of_play() {
    let app = TestApp::shared().await;
    let scene = Scene::new(&app, json!({"seats": 2}), 2).await;
    scene.start().await;
    let round = scene.next().await;
    scene.play_round(&round).await;
    let table = async || scene.get("/rounds/1").await["tables"][0].clone();
    let played = table().await;
    assert!(played["ended_at"].is_string() && played["decided_at"].is_null(), "{played}");
    let mut decided = Value::Null;
    for (act, body) in [
        ("result", json!({"places": [2, 1], "reason": "wrong"})),
        ("void", json!({"reason": "a test"})),
        ("result", json!({"places": [1, 2], "reason": "right"})),
    ] {
        scene.post(&format!("/tables/1/{act}"), body).await.expect(204);
        let now = table().await;
        assert_eq!(now["ended_at"], played["ended_at"]);
        assert!(now["decided_at"].as_str() > decided.as_str(), "{now}");
        decided = now["decided_at"].clone();
    }
}

#[tokio::test]
async fn a_result_of_a_void_table_takes_back_a_bye() {
    let app = TestApp::shared().await;
    let scene = Scene::new(&app, json!({"seats": 2, "rounds": 2, "ready_check_ms": 3_600_000}), 4).await;
    scene.start().await;
    let round = scene.next().await;
    let [first, second] = [0, 1].map(|table: usize| entries(&round["tables"][table]));
    scene.post("/tables/1/void", json!({"reason": "a test"})).await.expect(204);
    let seated = json!({"entries": [first[0], second[0]], "reason": "a test"});
    scene.post("/tables/2/substitute", seated).await.expect(204);
    scene.players[&first[0]].post_empty(&scene.at("/ready")).await.expect(204);
    // The opponent leaves, so whoever is left alone has a bye.
    scene.players[&second[0]].post_empty(&scene.at("/withdraw")).await.expect(204);
    let open = scene.until("/rounds/1", |now| now["status"] != "paired").await;
    assert_eq!(open["byes"][0]["entry"], first[0]);
    scene.post("/tables/1/result", json!({"places": [1, 2], "reason": "they played"})).await.expect(204);
    let now = scene.get("/rounds/1").await;
    assert_eq!((&now["byes"], &now["tables"][0]["status"]), (&json!([]), &json!("done")));
    let export = scene.get("/export").await;
    check_export(&export);
    assert_recomputed(&export);
    assert_eq!(export["standings"][0]["points"], 4.0);
}

/// Returns the points, games and byes of an entry.
async fn line(scene: &Scene<'_>, entry: u64) -> (f64, u64) {
    let standings = scene.get("/standings").await;
    let mut lines = standings["items"].as_array().expect("lines").iter();
    let line = lines.find(|line| line["entry"] == entry).expect("a line");
    (line["points"].as_f64().expect("points"), line["games"].as_u64().expect("games"))
}

#[tokio::test]
async fn whoever_forfeits_has_no_points_and_nobody_has_played() {
    let app = TestApp::spawn().await;
    let scene = Scene::new(&app, json!({"seats": 2, "rounds": 2}), 6).await;
    scene.start().await;
    let round = scene.next().await;
    let tables = [0, 1, 2].map(|table: usize| entries(&round["tables"][table]));
    let set = async |table: u32, places: &[u8], forfeits: &[u8]| {
        let body = json!({"places": places, "forfeits": forfeits, "reason": "nobody came"});
        scene.post(&format!("/tables/{table}/result"), body).await
    };
    for wrong in [[2, 1].as_slice(), &[0, 0], &[1, 1], &[0]] {
        let refused = set(1, &[1, 2], wrong).await.expect_problem(422, "validation_failed");
        assert_eq!(refused.pointers(), ["/forfeits"], "{wrong:?}");
    }
    set(1, &[1, 1], &[1]).await.expect_problem(422, "validation_failed");
    set(1, &[1, 2], &[9]).await.expect_problem(422, "validation_failed");
    set(1, &[1, 2], &[0, 1]).await.expect(204);
    set(2, &[2, 1], &[0]).await.expect(204);
    scene.play(&round["tables"][2], &tables[2]).await;
    let lines = [
        (tables[0][0], (0.0, 0)),
        (tables[0][1], (0.0, 0)),
        (tables[1][0], (0.0, 0)),
        (tables[1][1], (4.0, 0)),
        (tables[2][0], (4.0, 1)),
        (tables[2][1], (0.0, 1)),
    ];
    for (entry, expected) in lines {
        assert_eq!(line(&scene, entry).await, expected, "{entry}");
    }
    let now = scene.get("/rounds/1").await;
    let seats = &now["tables"][0]["seats"];
    assert_eq!((&seats[0]["place"], &seats[1]["place"]), (&json!(1), &json!(1)), "they share the last place");
    assert_eq!(
        [&seats[0]["forfeit"], &now["tables"][1]["seats"][1]["forfeit"]],
        [&json!(true), &json!(false)]
    );
    let report = app.anonymous().get(&scene.at("/export?format=trf")).await.expect(200).text;
    assert_eq!((report.matches(" -\n").count(), report.matches(" +\n").count()), (3, 1), "{report}");
    // A table that is voided has no forfeits any more.
    scene.post("/tables/1/void", json!({"reason": "a test"})).await.expect(204);
    set(1, &[1, 2], &[]).await.expect(204);
    assert_eq!(line(&scene, tables[0][0]).await, (4.0, 1));
    set(1, &[1, 1], &[0, 1]).await.expect(204);
    // Another round, then anybody can compute it again.
    let round = scene.next().await;
    scene.play_round(&round).await;
    scene.organizer.post_empty(&scene.at("/close")).await.expect(200);
    assert_recomputed(&scene.get("/export").await);
}

#[tokio::test]
async fn nobody_wins_a_match_that_all_forfeit() {
    let app = TestApp::shared().await;
    let changed = json!({"format": "single_elimination", "seats": 2, "rounds": null, "best_of": 3});
    let scene = Scene::new(&app, changed, 4).await;
    scene.start().await;
    let round = scene.next().await;
    let forfeit = json!({"places": [1, 1], "forfeits": [0, 1], "reason": "nobody came"});
    scene.post("/tables/1/result", forfeit).await.expect(204);
    let (first, second) = (&round["tables"][0], &round["tables"][1]);
    let winner = entries(second)[0];
    scene.post("/tables/2/result", json!({"places": [1, 2], "reason": "a test"})).await.expect(204);
    let next = scene.until("/rounds/1", |now| now["tables"].as_array().map(Vec::len) == Some(3)).await;
    assert_eq!(next["tables"][2]["match"], second["match"], "no other game follows in the first match");
    let third = entries(&next["tables"][2]);
    let loser = third.iter().copied().find(|&entry| entry != winner).expect("an opponent");
    scene.play(&next["tables"][2], &[winner, loser]).await;
    scene.organizer.post_empty(&scene.at("/rounds/close")).await.expect(200);
    scene.organizer.post_empty(&scene.at("/rounds/next")).await.expect_problem(409, "no_more_rounds");
    scene.organizer.post_empty(&scene.at("/close")).await.expect(200);
    let export = scene.get("/export").await;
    assert_eq!(export["standings"][0]["entry"], winner);
    for line in export["standings"].as_array().expect("lines") {
        let out = line["entry"].as_u64().is_some_and(|entry| entries(first).contains(&entry));
        assert_eq!(line["knock_out"], if line["entry"] == winner { 2 } else { 1 }, "{out}");
    }
    assert_recomputed(&export);
}

#[tokio::test]
async fn games_that_an_older_server_left_running_end_with_the_tournament() {
    let app = TestApp::spawn().await;
    let scene = Scene::new(&app, json!({"seats": 2}), 2).await;
    scene.start().await;
    let round = scene.next().await;
    // Older servers decided a table and let its game go on.
    execute(&app, "UPDATE tournament_tables SET status = 'void', decided_by = 'arbiter', ended_at = now()")
        .await;
    scene.organizer.post_empty(&scene.at("/close")).await.expect(200);
    let view = app.anonymous().get(&game(&round["tables"][0])).await.expect(200).json;
    assert_eq!(view["status"], "aborted");
}
