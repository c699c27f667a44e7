//! A Swiss event from the draft to the export.

use serde_json::json;
use sha2::{Digest, Sha256};

use super::scene::{Scene, entries, seatings};
use crate::app::TestApp;

#[tokio::test]
async fn a_swiss_event_is_organized_from_the_entries_to_the_export() {
    let app = TestApp::spawn().await;
    let scene = Scene::new(&app, json!({}), 7).await;
    let stranger = app.user("stranger").await;
    scene.players[&1].post_empty(&scene.at("/enter")).await.expect_problem(409, "already_entered");
    stranger.post_empty(&scene.at("/start")).await.expect_problem(403, "not_organizer");
    stranger.post_empty(&scene.at("/withdraw")).await.expect_problem(409, "not_entered");
    scene.post("/rounds/next", json!({})).await.expect_problem(409, "tournament_state");
    scene.start().await;
    scene.organizer.post_empty(&scene.at("/start")).await.expect_problem(409, "tournament_state");
    stranger.post_empty(&scene.at("/enter")).await.expect_problem(409, "registration_closed");
    stranger.post_empty(&scene.at("/rounds/next")).await.expect_problem(403, "not_organizer");

    let planned = scene.organizer.post_empty(&scene.at("/rounds/next?dry_run=true")).await.expect(200);
    assert_eq!(scene.get("").await["round_count"], 0, "a dry run changes nothing");
    let first = scene.next().await;
    assert_eq!(seatings(&first), seatings(&planned.json), "the same data give the same pairing");
    let mut sizes: Vec<usize> = seatings(&first).iter().map(Vec::len).collect();
    sizes.sort_unstable();
    assert_eq!(sizes, [3, 4]);
    scene.post("/rounds/next", json!({})).await.expect_problem(409, "round_unfinished");
    scene.organizer.post_empty(&scene.at("/close")).await.expect_problem(409, "round_unfinished");

    let table = &first["tables"][0];
    let game = format!("/v1/games/{}", table["game"].as_str().expect("a game"));
    let view = app.anonymous().get(&game).await.expect(200).json;
    assert_eq!((&view["status"], &view["rated"]), (&json!("active"), &json!(false)));
    assert!(scene.path.ends_with(view["tournament"].as_str().expect("its tournament")));
    for (seat, entry) in entries(table).iter().enumerate() {
        assert_eq!(view["seats"][seat]["player"]["username"], format!("player{entry}"));
    }
    let of_table = &scene.players[&entries(table)[0]];
    of_table.post_empty(&format!("{game}/abort")).await.expect_problem(409, "game_started");

    // Leaving in the middle of a round leaves the game alone.
    scene.players[&7].post_empty(&scene.at("/withdraw")).await.expect(204);
    scene.play_round(&first).await;
    let played = scene.get("/rounds/1").await;
    for table in played["tables"].as_array().expect("tables") {
        assert_eq!((&table["status"], &table["decided_by"]), (&json!("done"), &json!("game")));
        let best = table["seats"].as_array().expect("seats").iter().min_by_key(|seat| seat["entry"].as_u64());
        assert_eq!(best.expect("a seat")["points"], 4.0);
    }

    let second = scene.next().await;
    assert_eq!(seatings(&second).concat().len(), 6, "whoever has left is not paired");
    assert_eq!(scene.get("/rounds/1").await["status"], "closed");
    scene.play_round(&second).await;
    let over = scene.organizer.post_empty(&scene.at("/rounds/next")).await;
    over.expect_problem(409, "no_more_rounds");
    scene.until("/rounds/2", |now| now["status"] == "closed").await;
    let standings = app.anonymous().get(&scene.at("/standings")).await.expect(200);
    let points: f64 = standings.json["items"]
        .as_array()
        .expect("lines")
        .iter()
        .map(|line| line["points"].as_f64().expect("points"))
        .sum();
    // A table of four and one of three, then two of three.
    assert_eq!(points, 7.0 + 6.0 + 6.0 + 6.0);
    let tagged = scene.organizer.request(reqwest::Method::GET, &scene.at("/standings"));
    let known = standings.header("etag").to_owned();
    crate::app::Answer::to(tagged.header("if-none-match", known)).await.expect(304);
    let after_one = scene.get("/standings?after=1").await;
    assert_eq!((&after_one["rounds"], &after_one["complete"]), (&json!(1), &json!(true)));
    app.anonymous().get(&scene.at("/standings?after=9")).await.expect_problem(404, "not_found");

    assert_eq!(scene.get("").await["seed"], json!(null), "the seed is secret until the end");
    assert_eq!(scene.get("/export").await["seed"], json!(null));
    scene.organizer.post_empty(&scene.at("/close")).await.expect(200);
    scene.organizer.post_empty(&scene.at("/close")).await.expect(200);
    scene.post("/close", json!({"cancel": true})).await.expect_problem(409, "tournament_state");
    let finished = scene.get("").await;
    assert_eq!(finished["status"], "finished");
    let seed = hex::decode(finished["seed"].as_str().expect("a seed")).expect("hexadecimal");
    let commitment = Sha256::new().chain_update("lapidary/event/v1").chain_update([0]).chain_update(seed);
    assert_eq!(finished["commitment"], hex::encode(commitment.finalize()));
    scene.post("/rounds/next", json!({})).await.expect_problem(409, "tournament_state");
    scene.players[&1].post_empty(&scene.at("/withdraw")).await.expect_problem(409, "tournament_state");
    scene.players[&1].post_empty(&scene.at("/ready")).await.expect_problem(409, "tournament_state");
    exports(&app, &scene).await;
}

async fn exports(app: &TestApp, scene: &Scene<'_>) {
    let export = app.anonymous().get(&scene.at("/export")).await.expect(200).json;
    assert_eq!(export["format"], "lapidary-tournament-1");
    assert_eq!(export["rounds"].as_array().expect("rounds").len(), 2);
    assert_eq!(export["standings"], scene.get("/standings").await["items"]);
    let csv = app.anonymous().get(&scene.at("/export?format=csv")).await.expect(200);
    assert_eq!(csv.header("content-type"), "text/csv; charset=utf-8");
    assert_eq!(csv.text.lines().count(), 1 + 7 + 6);
    let chess = app.anonymous().get(&scene.at("/export?format=trf")).await;
    chess.expect_problem(422, "not_available");
    let request = app.anonymous().request(reqwest::Method::GET, &scene.at("/export"));
    let odd = crate::app::Answer::to(request.header("accept", "image/png")).await;
    odd.expect_problem(406, "not_acceptable");
    let audit = scene.get("/audit").await;
    let kinds: Vec<&str> =
        audit["items"].as_array().expect("items").iter().filter_map(|item| item["kind"].as_str()).collect();
    assert_eq!(kinds[0], "finished");
    for kind in
        ["created", "entered", "withdrawn", "started", "round_paired", "table_finished", "round_closed"]
    {
        assert!(kinds.contains(&kind), "{kind} is missing");
    }
    assert_eq!(
        app.user("stranger").await.get(&scene.at("/audit")).await.expect(200).json["items"][0]["kind"],
        "finished"
    );
    let entries = app.anonymous().get(&scene.at("/entries?limit=3")).await.expect(200);
    assert_eq!(entries.json["next_cursor"], "3");
    let rest = app.anonymous().get(&scene.at("/entries?limit=10&cursor=3")).await.expect(200).json;
    assert_eq!(rest["items"].as_array().expect("entries").len(), 4);
    assert_eq!(rest["items"][3]["status"], "dropped");
}
