//! Rated tournaments: what their games change, and what organizers and administrators change of it.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::scene::{Scene, entries, settings};
use crate::app::TestApp;
use crate::ladders::{assert_equal, log, promote};

const DUELS: &str = "splendor.duel.live.human";
const TABLES: &str = "splendor.table.live.human";

/// Returns changed settings: rated tables of two with a clock, and no ready check.
fn rated(rounds: u8) -> Value {
    json!({"ruleset": "splendor", "seats": 2, "rounds": rounds, "ready_check_ms": 0, "rated": true, "odd": "three",
        "clock": {"kind": "live", "initial_ms": 600_000, "increment_ms": 0}})
}

/// Returns the ratings of an export: games, rating before and after, and change, by entry and pool.
fn ratings(export: &Value) -> BTreeMap<(u64, String), [i64; 4]> {
    let lines = export["ratings"].as_array().expect("ratings").iter();
    lines
        .map(|line| {
            let number = |value: &Value| value.as_i64().unwrap_or_else(|| panic!("{line}"));
            let (entry, pool) =
                (line["entry"].as_u64().expect("an entry"), line["pool"].as_str().expect("a pool"));
            let (before, after) = (number(&line["before"]["rating"]), number(&line["after"]["rating"]));
            ((entry, pool.to_owned()), [number(&line["games"]), before, after, number(&line["change"])])
        })
        .collect()
}

async fn rating(app: &TestApp, player: u64, pool: &str) -> i64 {
    let path = format!("/v1/players/player{player}/ratings");
    let all = app.anonymous().get(&path).await.expect(200).json["items"].as_array().expect("items").clone();
    let own = all.iter().find(|item| item["pool"] == pool);
    own.map_or(1500, |own| own["rating"].as_i64().expect("a rating"))
}

#[tokio::test(flavor = "multi_thread")]
async fn ratings_do_not_tell_a_stranger_how_a_delayed_game_has_ended() {
    let app = TestApp::spawn().await;
    let mut changed = rated(1);
    changed["spectator_delay"] = json!({"ms": 600_000});
    let scene = Scene::new(&app, changed, 2).await;
    scene.start().await;
    let round = scene.next().await;
    let game = format!("/v1/games/{}", round["tables"][0]["game"].as_str().expect("a game"));
    let player = &scene.players[&1];
    player.post_empty(&format!("{game}/resign")).await.expect(200);
    let own = player.get(&game).await.expect(200).json;
    assert!(own["status"] == "finished" && own["ratings"][0]["change"].is_i64(), "{own}");
    let shown = app.anonymous().get(&game).await.expect(200).json;
    assert_eq!((&shown["status"], shown["ratings"][0]["change"].is_i64()), (&json!("active"), false));
    assert_eq!(shown["ratings"][0]["rating"], own["ratings"][0]["rating"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_export_has_the_ratings_of_each_entry_before_and_after() {
    let app = TestApp::spawn().await;
    let scene = Scene::new(&app, rated(1), 5).await;
    scene.start().await;
    let round = scene.next().await;
    assert_eq!(scene.get("/export").await["ratings"], json!([]), "no game is over");
    scene.play_round(&round).await;
    let played = ratings(&scene.get("/export").await);
    for table in round["tables"].as_array().expect("tables") {
        let (pool, best) =
            (if entries(table).len() == 2 { DUELS } else { TABLES }, entries(table).into_iter().min());
        let game = format!("/v1/games/{}", table["game"].as_str().expect("a game"));
        let view = app.anonymous().get(&game).await.expect(200).json;
        assert_eq!((&view["rated"], &view["pool"]), (&json!(true), &json!(pool)));
        for (seat, entry) in entries(table).into_iter().enumerate() {
            let [games, before, after, change] = played[&(entry, pool.to_owned())];
            assert_eq!((games, before, view["ratings"][seat]["change"].as_i64()), (1, 1500, Some(change)));
            assert_eq!((after, rating(&app, entry, pool).await), (before + change, before + change));
            assert_eq!(Some(entry) == best, change > 0 && after == after.max(before), "{played:?}");
        }
    }
    assert_eq!(played.len(), 5);
    assert_eq!((log(&app, DUELS).await.len(), log(&app, TABLES).await.len()), (2, 3));
    let seat_of_winner = played.iter().find(|((_, pool), values)| pool == DUELS && values[3] > 0);
    let (&(winner, _), [_, _, after, _]) = seat_of_winner.expect("a winner");
    // The next tournament begins with these ratings.
    let body = settings(&rated(1));
    let made = scene.organizer.post("/v1/tournaments", body).await.expect(201).json;
    let path = format!("/v1/tournaments/{}/enter", made["id"].as_str().expect("an id"));
    let entry = scene.players[&winner].post_empty(&path).await.expect(200).json;
    assert_eq!(entry["rating"], *after);
    assert_equal(&app).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn acts_of_organizers_leave_ratings_alone_and_annulments_leave_standings_alone() {
    let app = TestApp::spawn().await;
    let scene = Scene::new(&app, rated(2), 4).await;
    scene.start().await;
    let round = scene.next().await;
    // A game that another one replaces was aborted, so it is not rated.
    let turned: Vec<u64> = entries(&round["tables"][0]).into_iter().rev().collect();
    let body = json!({"entries": turned, "reason": "other seats"});
    scene.post("/tables/1/substitute", body).await.expect(204);
    let round = scene.get("/rounds/1").await;
    let [one, two] = [0, 1].map(|table: usize| &round["tables"][table]);
    scene.play(one, &turned).await;
    let first = ratings(&scene.get("/export").await);
    assert_eq!((first.len(), log(&app, DUELS).await.len()), (2, 2));
    scene.post("/tables/1/void", json!({"reason": "a test"})).await.expect(204);
    assert_eq!(ratings(&scene.get("/export").await), first, "the game of a void table stays rated");
    let drawn = json!({"places": [1, 1], "reason": "a test"});
    scene.post("/tables/2/result", drawn).await.expect(204);
    let resign = format!("/v1/games/{}/resign", two["game"].as_str().expect("a game"));
    scene.players[&entries(two)[1]].post_empty(&resign).await.expect_problem(409, "game_finished");
    let before = ratings(&scene.get("/export").await);
    assert_eq!(
        (&before, log(&app, DUELS).await.len()),
        (&first, 2),
        "a game that an organizer ends rates nothing"
    );
    assert_eq!(scene.get("/standings").await["items"][0]["points"], 2.0);

    let second = scene.next().await;
    scene.play_round(&second).await;
    scene.until("/rounds/2", |now| now["status"] == "closed").await;
    let played = scene.get("/export").await;
    let games = |entry: u64| if entries(one).contains(&entry) { 2 } else { 1 };
    assert!(ratings(&played).iter().all(|((entry, _), own)| own[0] == games(*entry)));
    promote(&app, "organizer").await;
    let annulled = second["tables"][0]["game"].as_str().expect("a game");
    let reason = json!({"reason": "Two of the players were one person"});
    scene.organizer.post(&format!("/v1/admin/games/{annulled}/annul"), reason).await.expect(200);
    let after = scene.get("/export").await;
    assert_eq!((&after["standings"], &after["rounds"]), (&played["standings"], &played["rounds"]));
    for (entry, own) in ratings(&after) {
        let was_annulled = entries(&second["tables"][0]).contains(&entry.0);
        assert_eq!(own[0], games(entry.0) - i64::from(was_annulled), "{entry:?}");
        assert_eq!(rating(&app, entry.0, DUELS).await, own[2]);
        if was_annulled {
            assert_eq!(own, before[&entry], "only the first game counts");
        }
    }
    assert_equal(&app).await;
}

fn take(version: u64) -> Value {
    json!({"version": version, "actions": [{"type": "take", "gems": ["white", "blue", "green"]}]})
}

/// Makes the first turns at a table, of this many seats.
async fn begin(scene: &Scene<'_>, table: &Value, turns: usize) -> String {
    let game = format!("/v1/games/{}", table["game"].as_str().expect("a game"));
    for (version, entry) in (1..).zip(entries(table)).take(turns) {
        scene.players[&entry].post(&format!("{game}/actions"), take(version)).await.expect(200);
    }
    game
}

#[tokio::test(flavor = "multi_thread")]
async fn no_organizer_takes_a_lost_game_of_a_friend_back() {
    let app = TestApp::spawn().await;
    let scene = Scene::new(&app, rated(2), 5).await;
    scene.start().await;
    let round = scene.next().await;
    let of_size = |seats: usize| {
        let tables = round["tables"].as_array().expect("tables").iter();
        tables.filter(move |table| entries(table).len() == seats).collect::<Vec<_>>()
    };
    let (duel, three) = (of_size(2)[0], of_size(3)[0]);
    let game = begin(&scene, duel, 2).await;
    let why = json!({"reason": "my friend loses"});
    let at = |table: &Value, act: &str| format!("/tables/{}/{act}", table["table"]);
    let result = json!({"places": [1, 1], "reason": "my friend loses"});
    for (act, body) in [("void", &why), ("result", &result)] {
        let refused = scene.post(&at(duel, act), body.clone()).await.expect_problem(409, "game_rated");
        assert!(refused.text.contains("resign"), "{}", refused.text);
    }
    let list = json!({"results": [{"table": duel["table"], "places": [1, 1]}], "reason": "my friend loses"});
    scene.post("/rounds/1/results", list).await.expect_problem(409, "game_rated");
    scene.players[&entries(duel)[0]].post_empty(&format!("{game}/resign")).await.expect(200);
    scene.post(&at(duel, "void"), why.clone()).await.expect(204);
    assert_eq!(log(&app, DUELS).await.len(), 2, "the table does not count, and the game is rated");

    // Whoever has left a game of three has lost it, though the others have not moved.
    let seats = entries(three);
    let out = format!("/v1/games/{}/resign", three["game"].as_str().expect("a game"));
    scene.players[&seats[2]].post_empty(&out).await.expect(200);
    scene.post(&at(three, "void"), why.clone()).await.expect_problem(409, "game_rated");
    let wanda = app.user("wanda").await;
    promote(&app, "wanda").await;
    wanda.post(&scene.at(&at(three, "void")), why.clone()).await.expect(204);
    assert_eq!(log(&app, TABLES).await.len(), 0, "an administrator has ended it");

    // A cancelled tournament leaves a game that has begun to its players.
    let round = scene.next().await;
    let table = round["tables"].as_array().expect("tables").iter().find(|table| entries(table).len() == 2);
    let table = table.expect("a table of two");
    let game = begin(&scene, table, 2).await;
    scene.post("/close", json!({"cancel": true})).await.expect(200);
    let export = scene.get("/export").await;
    let tables = export["rounds"][1]["tables"].as_array().expect("tables");
    assert!(tables.iter().all(|table| table["status"] == "void"), "{export}");
    assert_eq!(app.anonymous().get(&game).await.expect(200).json["status"], "active");
    // Whoever leaves the same opponent early a second time would not be rated.
    let leaver = entries(table).into_iter().find(|entry| *entry != entries(duel)[0]).expect("another one");
    scene.players[&leaver].post_empty(&format!("{game}/resign")).await.expect(200);
    assert_eq!(log(&app, DUELS).await.len(), 4);
    assert_eq!(scene.get("/rounds/2").await["tables"], export["rounds"][1]["tables"]);
    assert_equal(&app).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn before_every_seat_has_moved_nothing_is_lost_yet() {
    let app = TestApp::shared().await;
    let scene = Scene::new(&app, rated(1), 2).await;
    scene.start().await;
    let round = scene.next().await;
    let game = begin(&scene, &round["tables"][0], 1).await;
    scene.post("/tables/1/void", json!({"reason": "a wrong pairing"})).await.expect(204);
    assert_eq!(app.anonymous().get(&game).await.expect(200).json["status"], "aborted");
    assert_eq!(log(&app, DUELS).await.len(), 0);
}
