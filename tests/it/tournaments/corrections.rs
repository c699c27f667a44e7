//! Correcting results: in the last round as long as no other is paired, and later without pairing anything
//! again.

use serde_json::{Value, json};

use super::arena::recompute;
use super::execute;
use super::invariants::check_export;
use super::scene::{Scene, entries};
use crate::app::TestApp;

/// Checks an export, also with the script that shares no code with the server.
fn check(export: &Value) {
    check_export(export);
    let verdict = recompute(export);
    assert!(verdict.as_ref().is_none_or(|verdict| *verdict == Ok(())), "{verdict:?}");
}

/// Returns the entries of the standings in their order.
fn order(standings: &Value) -> Vec<u64> {
    standings.as_array().expect("lines").iter().filter_map(|line| line["entry"].as_u64()).collect()
}

#[tokio::test]
async fn results_of_a_closed_round_can_change_until_the_next_one_is_paired() {
    let app = TestApp::shared().await;
    let scene = Scene::new(&app, json!({"seats": 2, "rounds": 2}), 4).await;
    scene.start().await;
    scene.organizer.post_empty(&scene.at("/rounds/close")).await.expect_problem(404, "not_found");
    let round = scene.next().await;
    scene.organizer.post_empty(&scene.at("/rounds/close")).await.expect_problem(409, "round_unfinished");
    scene.players[&1].post_empty(&scene.at("/rounds/close")).await.expect_problem(403, "not_organizer");
    scene.play_round(&round).await;
    let closed = scene.organizer.post_empty(&scene.at("/rounds/close")).await.expect(200).json;
    assert_eq!((&closed["status"], &closed["next_round_at"]), (&json!("closed"), &json!(null)));
    scene.organizer.post_empty(&scene.at("/rounds/close")).await.expect(200);
    let first = entries(&round["tables"][0]);
    let drawn = json!({"places": [1, 1], "reason": "both have won"});
    scene.post("/tables/1/result", drawn.clone()).await.expect(204);
    scene.post("/tables/2/void", json!({"reason": "a test"})).await.expect(204);
    let standings = scene.get("/standings?after=1").await;
    for line in standings["items"].as_array().expect("lines") {
        let played = line["entry"].as_u64().is_some_and(|entry| first.contains(&entry));
        assert_eq!(line["points"], if played { 2.0 } else { 0.0 });
    }
    check(&scene.get("/export").await);
    scene.next().await;
    scene.post("/tables/1/result", drawn).await.expect_problem(409, "round_closed");
    scene.post("/tables/1/void", json!({"reason": "late"})).await.expect_problem(409, "round_closed");
    scene.post("/close", json!({"cancel": true})).await.expect(200);
    scene.organizer.post_empty(&scene.at("/rounds/close")).await.expect_problem(409, "tournament_state");
}

#[tokio::test]
async fn a_void_table_of_an_earlier_round_gets_a_result_unless_its_entries_played_elsewhere() {
    let app = TestApp::shared().await;
    let scene = Scene::new(&app, json!({"seats": 2, "rounds": 2}), 6).await;
    scene.start().await;
    let round = scene.next().await;
    let tables = [0, 1, 2].map(|table: usize| entries(&round["tables"][table]));
    for table in [2, 3] {
        scene.post(&format!("/tables/{table}/void"), json!({"reason": "a test"})).await.expect(204);
    }
    let seated = json!({"entries": [tables[0][0], tables[1][0]], "reason": "a test"});
    scene.post("/tables/1/substitute", seated).await.expect(204);
    scene.play_round(&scene.get("/rounds/1").await).await;
    let next = scene.next().await;
    let result = json!({"places": [1, 2], "reason": "they played"});
    scene.post("/tables/2/correct", result.clone()).await.expect_problem(422, "not_pairable");
    let corrected = scene.post("/tables/3/correct", result).await.expect(200).json;
    let gained: Vec<&Value> = corrected["changes"]
        .as_array()
        .expect("changes")
        .iter()
        .filter(|change| change["points_before"] != change["points_after"])
        .collect();
    assert_eq!((gained.len(), &gained[0]["entry"]), (1, &json!(tables[2][0])));
    check(&scene.get("/export").await);
    let played = scene.get("/rounds/2").await;
    assert_eq!(played["tables"], next["tables"]);
    let audit = scene.get("/audit?limit=100").await;
    let noted =
        audit["items"].as_array().expect("items").iter().find(|item| item["kind"] == "result_corrected");
    assert_eq!(noted.expect("it is audited")["note"], "void -> 1, 2: they played");
}

#[tokio::test]
async fn a_correction_says_what_changes_and_pairs_nothing_again() {
    let app = TestApp::spawn().await;
    let scene = Scene::new(&app, json!({"seats": 2, "rounds": 3}), 4).await;
    scene.start().await;
    let first = scene.next().await;
    let body = json!({"places": [2, 1], "reason": "typed wrong"});
    scene.post("/tables/1/correct", body.clone()).await.expect_problem(409, "round_unfinished");
    let seats = entries(&first["tables"][0]);
    scene.play(&first["tables"][0], &seats).await;
    scene.play(&first["tables"][1], &entries(&first["tables"][1])).await;
    let second = scene.next().await;
    let path = scene.at("/tables/1/correct");
    scene.players[&1].post(&path, &body).await.expect_problem(403, "not_organizer");
    scene.post("/tables/77/correct", body.clone()).await.expect_problem(404, "not_found");
    let last = format!("/tables/{}/correct", second["tables"][0]["table"]);
    scene.post(&last, body.clone()).await.expect_problem(409, "round_unfinished");
    for (wrong, pointer) in [
        (json!({"places": [1, 3], "reason": "x"}), "/places"),
        (json!({"places": [1, 2], "forfeits": [0], "reason": "x"}), "/forfeits"),
        (json!({"places": [1, 2]}), "/reason"),
    ] {
        let refused = scene.post("/tables/1/correct", wrong).await.expect_problem(422, "validation_failed");
        assert_eq!(refused.pointers(), [pointer]);
    }
    let before = scene.get("/export").await;
    let tried = scene.post("/tables/1/correct?dry_run=true", body.clone()).await.expect(200).json;
    assert_eq!(scene.get("/export").await, before, "a dry run changes nothing");
    assert_eq!((&tried["round"], &tried["table"], &tried["dry_run"]), (&json!(1), &json!(1), &json!(true)));
    let corrected = scene.post("/tables/1/correct", body.clone()).await.expect(200).json;
    assert_eq!((&corrected["changes"], &corrected["dry_run"]), (&tried["changes"], &json!(false)));
    let after = scene.get("/export").await;
    let changes = corrected["changes"].as_array().expect("changes");
    let own = changes.iter().find(|change| change["entry"] == seats[1]).expect("the winner has changed");
    assert_eq!((&own["points_before"], &own["points_after"]), (&json!(0.0), &json!(4.0)));
    for (at, change) in changes.iter().enumerate() {
        let line = |export: &Value| {
            let mut lines = export["standings"].as_array().expect("lines").iter();
            lines.find(|line| line["entry"] == change["entry"]).expect("a line").clone()
        };
        let (old, new) = (line(&before), line(&after));
        assert_eq!([&change["place_before"], &change["place_after"]], [&old["place"], &new["place"]], "{at}");
        assert_eq!([&change["points_before"], &change["points_after"]], [&old["points"], &new["points"]]);
    }
    assert_eq!(before["rounds"][1], after["rounds"][1], "the second round stays as it was paired");
    let (was, is) = (&before["rounds"][0]["tables"][0], &after["rounds"][0]["tables"][0]);
    assert_eq!((&is["ended_at"], &is["decided_by"]), (&was["ended_at"], &json!("arbiter")));
    assert!(is["decided_at"].is_string());
    let audit = scene.get("/audit?limit=100").await;
    let noted =
        audit["items"].as_array().expect("items").iter().find(|item| item["kind"] == "result_corrected");
    assert_eq!(noted.expect("it is audited")["note"], "1, 2 -> 2, 1: typed wrong");
    check(&after);
    scene.play_round(&second).await;
    let third = scene.next().await;
    scene.play_round(&third).await;
    scene.organizer.post_empty(&scene.at("/close")).await.expect(200);
    check(&scene.get("/export").await);
    // After the end it is possible for some time.
    scene.post("/tables/1/correct", json!({"places": [1, 2], "reason": "right before"})).await.expect(200);
    check(&scene.get("/export").await);
    execute(&app, "UPDATE tournaments SET ended_at = now() - interval '15 days'").await;
    scene.post("/tables/1/correct", body.clone()).await.expect_problem(409, "tournament_state");
    execute(&app, "UPDATE tournaments SET ended_at = now(), status = 'cancelled'").await;
    scene.post("/tables/1/correct", body).await.expect_problem(409, "tournament_state");
}

#[tokio::test]
async fn a_correction_never_changes_who_plays_in_a_knock_out_that_is_paired() {
    let app = TestApp::shared().await;
    let changed = json!({"format": "single_elimination", "seats": 2, "rounds": null});
    let scene = Scene::new(&app, changed, 4).await;
    scene.start().await;
    let round = scene.next().await;
    scene.play_round(&round).await;
    scene.organizer.post_empty(&scene.at("/rounds/close")).await.expect(200);
    let seats = entries(&round["tables"][0]);
    let (winner, loser) = (seats.iter().min().expect("a seat"), seats.iter().max().expect("a seat"));
    let places = |best: &u64| if seats[0] == *best { json!([1, 2]) } else { json!([2, 1]) };
    let result = |best: &u64| json!({"places": places(best), "reason": "a test"});
    // Before the next round is paired, somebody else can still go on.
    scene.post("/tables/1/correct", result(loser)).await.expect(200);
    scene.post("/tables/1/result", result(winner)).await.expect(204);
    // Without a result, another game follows in the closed round.
    scene.post("/tables/1/void", json!({"reason": "a test"})).await.expect(204);
    let again = scene.until("/rounds/1", |now| now["tables"].as_array().map(Vec::len) == Some(3)).await;
    assert_eq!(again["status"], "open");
    scene.play(&again["tables"][2], &[*winner, *loser]).await;
    let last = scene.next().await;
    let wrong = json!({"places": places(loser), "reason": "a test"});
    scene.post("/tables/1/correct", wrong.clone()).await.expect_problem(409, "next_round_paired");
    scene.post("/tables/1/correct?dry_run=true", wrong).await.expect_problem(409, "next_round_paired");
    scene.play_round(&last).await;
    scene.organizer.post_empty(&scene.at("/close")).await.expect(200);
    let export = scene.get("/export").await;
    check(&export);
    // Nothing follows the last round, so its result decides who has won.
    let table = &last["tables"][0];
    let best = entries(table).into_iter().max().expect("a seat");
    let places = if entries(table)[0] == best { json!([1, 2]) } else { json!([2, 1]) };
    let path = format!("/tables/{}/correct", table["table"]);
    scene.post(&path, json!({"places": places, "reason": "the other one"})).await.expect(200);
    let export = scene.get("/export").await;
    assert_eq!(order(&export["standings"])[0], best);
    check(&export);
    let nobody = json!({"places": [1, 1], "forfeits": [0, 1], "reason": "a test"});
    scene.post(&path, nobody).await.expect(200);
    check_recomputed_order(&scene.get("/export").await);
}

/// Checks an export in which a final has no winner.
fn check_recomputed_order(export: &Value) {
    let verdict = recompute(export);
    assert!(verdict.as_ref().is_none_or(|verdict| *verdict == Ok(())), "{verdict:?}");
    let reached: Vec<&Value> =
        export["standings"].as_array().expect("lines").iter().map(|line| &line["knock_out"]).collect();
    assert_eq!(reached, [2, 2, 1, 1]);
}

#[tokio::test]
async fn a_correction_in_the_heats_says_who_would_have_gone_on() {
    let app = TestApp::shared().await;
    let changed =
        json!({"format": "heats", "seats": 2, "rounds": 1, "cut": 2, "tie_breaks": ["points", "lot"]});
    let scene = Scene::new(&app, changed, 4).await;
    scene.start().await;
    let heats = scene.next().await;
    scene.play_round(&heats).await;
    let last = scene.next().await;
    let seats = entries(&heats["tables"][0]);
    let (winner, loser) = (*seats.iter().min().expect("a seat"), *seats.iter().max().expect("a seat"));
    let places = if seats[0] == winner { json!([2, 1]) } else { json!([1, 2]) };
    let path = format!("/tables/{}/correct", heats["tables"][0]["table"]);
    let corrected = scene.post(&path, json!({"places": places, "reason": "a test"})).await.expect(200).json;
    assert_eq!(
        (&corrected["would_go_on"][0]["entry"], &corrected["would_not_go_on"][0]["entry"]),
        (&json!(loser), &json!(winner))
    );
    assert_eq!(
        scene.get("/rounds/2").await["tables"],
        last["tables"],
        "the knock-out stays as it was paired"
    );
    check(&scene.get("/export").await);
}

#[tokio::test]
async fn the_server_waits_for_corrections_before_it_pairs_the_next_round() {
    let app = TestApp::spawn().await;
    let body = super::scene::settings(&json!({"seats": 2, "rounds": 2, "next_round_after_ms": 1}));
    let refused = app.user("organizer").await.post("/v1/tournaments", body).await;
    assert_eq!(refused.expect_problem(422, "validation_failed").pointers(), ["/next_round_after_ms"]);
    let changed =
        json!({"seats": 2, "rounds": 3, "next_round": "automatic", "next_round_after_ms": 3_600_000});
    let scene = Scene::new(&app, changed, 2).await;
    scene.start().await;
    assert_eq!(scene.get("").await["next_round_after_ms"], 3_600_000);
    scene.play_round(&scene.get("/rounds/1").await).await;
    let closed = scene.until("/rounds/1", |now| now["status"] == "closed").await;
    assert!(closed["next_round_at"].is_string(), "{closed}");
    scene.post("/tables/1/result", json!({"places": [1, 1], "reason": "a test"})).await.expect(204);
    assert_eq!(scene.get("").await["round_count"], 1);
    // An organizer does not wait.
    scene.organizer.post_empty(&scene.at("/rounds/close")).await.expect(200);
    assert_eq!(scene.get("").await["round_count"], 2);
    assert_eq!(scene.get("/rounds/1").await["next_round_at"], json!(null));
    // The server does not wait longer than that.
    scene.play_round(&scene.get("/rounds/2").await).await;
    scene.until("/rounds/2", |now| now["next_round_at"].is_string()).await;
    execute(&app, "UPDATE tournament_rounds SET next_round_at = now() WHERE next_round_at IS NOT NULL").await;
    scene.until("", |now| now["round_count"] == 3).await;
    // After the last round it waits before the tournament ends.
    scene.play_round(&scene.get("/rounds/3").await).await;
    scene.until("/rounds/3", |now| now["next_round_at"].is_string()).await;
    assert_eq!(scene.get("").await["status"], "running");
    scene.organizer.post_empty(&scene.at("/rounds/close")).await.expect(200);
    assert_eq!(scene.get("").await["status"], "finished");
    assert_eq!(scene.get("/rounds/3").await["next_round_at"], json!(null));
}
