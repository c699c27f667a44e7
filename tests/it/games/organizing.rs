//! Games that somebody organizes for others: who sits where, what the organizer sees, and how a stalled game
//! ends.

use reqwest::Method;
use serde_json::{Value, json};

use super::stored::{Stored, shift};
use super::table::turn;
use crate::app::{Answer, Caller, TestApp};

const LABEL: &str = "Spring Cup, table 3";

fn terms(change: Value) -> Value {
    let mut terms = json!({"ruleset": "splendor", "seats": 2, "seated": ["ada", "grace"], "label": LABEL});
    terms.as_object_mut().unwrap().extend(change.as_object().unwrap().clone());
    terms
}

/// Creates a game for Ada and Grace, and returns its path.
async fn organize(olga: &Caller<'_>, change: Value) -> String {
    let game = olga.post("/v1/games", terms(change)).await.expect(201).json;
    format!("/v1/games/{}", game["id"].as_str().unwrap())
}

async fn start(path: &str, ada: &Caller<'_>, grace: &Caller<'_>) {
    // Whoever joins first, the seats are those that were named.
    for player in [grace, ada] {
        player.post(&format!("{path}/join"), json!({})).await.expect(200);
    }
}

/// Lets two hours pass in which nothing happens in any game.
async fn stall(app: &TestApp) {
    let mut stored = Stored::of(app).await;
    for (table, column) in [("games", "updated_at"), ("game_log", "at")] {
        let earlier = shift(column, "- interval '2 hours'");
        stored.execute(&format!("UPDATE {table} SET {earlier}")).await;
    }
}

async fn labels(caller: &Caller<'_>, path: &str) -> Vec<Value> {
    let items = caller.get(path).await.expect(200).json["items"].clone();
    items.as_array().unwrap().iter().map(|game| game["label"].clone()).collect()
}

#[tokio::test]
async fn the_organizer_names_the_players_and_sees_no_hidden_card() {
    let app = TestApp::spawn().await;
    let (olga, ada, grace) = (app.user("olga").await, app.user("ada").await, app.user("grace").await);
    let eve = app.user("eve").await;
    Answer::to(olga.request(Method::PUT, "/v1/me/blocks/eve")).await.expect(204);
    for (change, pointer) in [
        (json!({"seated": ["ada"]}), "/seated"),
        (json!({"seated": ["ada", "grace", "eve"]}), "/seated"),
        (json!({"seated": ["ada", "nobody"]}), "/seated/1"),
        (json!({"seated": ["olga", "ada"]}), "/seated/0"),
        (json!({"seated": ["ada", "Ada"]}), "/seated/1"),
        (json!({"seated": ["eve", "ada"]}), "/seated/0"),
        (json!({"entropy": "00"}), "/entropy"),
        (json!({"label": "two\nlines"}), "/label"),
        (json!({"label": ""}), "/label"),
    ] {
        let refused = olga.post("/v1/games", terms(change.clone())).await;
        assert_eq!(refused.expect_problem(422, "validation_failed").pointers(), [pointer], "{change}");
    }
    let game = olga.post("/v1/games", terms(json!({}))).await.expect(201).json;
    assert_eq!(
        (&game["organized"], &game["label"], &game["viewer_seat"]),
        (&json!(true), &json!(LABEL), &json!(null))
    );
    assert_eq!(game["seats"], json!([]));
    let path = format!("/v1/games/{}", game["id"].as_str().unwrap());
    eve.post(&format!("{path}/join"), json!({})).await.expect_problem(409, "game_full");
    olga.post(&format!("{path}/join"), json!({})).await.expect_problem(409, "game_full");
    let invited = olga.get(&format!("{path}/invitations")).await.expect(200).json;
    assert_eq!(invited["items"].as_array().unwrap().len(), 2);
    assert_eq!(ada.get("/v1/me/invitations").await.expect(200).json["items"][0]["game"]["id"], game["id"]);
    start(&path, &ada, &grace).await;
    let view = ada.get(&path).await.expect(200).json;
    assert_eq!((&view["status"], &view["viewer_seat"]), (&json!("active"), &json!(0)));
    assert_eq!(view["seats"][1]["player"]["username"], "grace");

    let blind = json!([{"type": "reserve_blind", "deck": "base-1"}]);
    ada.post(&format!("{path}/actions"), turn(&json!(1), blind)).await.expect(200);
    assert!(ada.get(&path).await.expect(200).json["seats"][0]["hand"][0]["card"].is_string());
    for rest in ["", "/events?since=0", "/legal-actions", "/export"] {
        let (seen, public) =
            (olga.get(&format!("{path}{rest}")).await, eve.get(&format!("{path}{rest}")).await);
        assert_eq!(
            (seen.status, seen.text_without_id()),
            (public.status, public.text_without_id()),
            "{rest}"
        );
    }
    assert_eq!(olga.get(&path).await.expect(200).json["seats"][0]["hand"][0]["hidden"], true);
    let take = json!([{"type": "take", "gems": ["white", "blue", "green"]}]);
    olga.post(&format!("{path}/actions"), turn(&json!(2), take)).await.expect_problem(403, "not_seated");
    olga.post_empty(&format!("{path}/resign")).await.expect_problem(403, "not_seated");

    let private = organize(&olga, json!({"visibility": "private", "label": "Closed"})).await;
    eve.get(&private).await.expect_problem(404, "not_found");
    start(&private, &ada, &grace).await;
    grace.post_empty(&format!("{private}/resign")).await.expect(200);
    assert_eq!(olga.get(&private).await.expect(200).json["result"]["winners"], json!([0]));
    let own = "/v1/me/organized-games";
    assert_eq!(labels(&olga, own).await, [json!("Closed"), json!(LABEL)]);
    assert_eq!(labels(&olga, &format!("{own}?label=Closed")).await, [json!("Closed")]);
    assert_eq!(labels(&olga, &format!("{own}?status=active")).await, [json!(LABEL)]);
    assert_eq!(labels(&olga, &format!("{own}?status=active&stalled_for_ms=600000")).await, [] as [Value; 0]);
    stall(&app).await;
    assert_eq!(labels(&olga, &format!("{own}?status=active&stalled_for_ms=600000")).await, [json!(LABEL)]);
    olga.get(&format!("{own}?stalled_for_ms=31536000001")).await.expect_problem(400, "malformed");
    assert_eq!(labels(&eve, own).await, [] as [Value; 0]);
    assert_eq!(labels(&eve, "/v1/games?label=Closed").await, [] as [Value; 0]);
    assert_eq!(labels(&eve, "/v1/games?label=Spring%20Cup,%20table%203").await, [json!(LABEL)]);
}

#[tokio::test]
async fn only_the_organizer_ends_a_stalled_game() {
    let app = TestApp::spawn().await;
    let (olga, ada, grace) = (app.user("olga").await, app.user("ada").await, app.user("grace").await);
    let eve = app.user("eve").await;
    let hidden = organize(&olga, json!({"visibility": "private"})).await;
    let path = organize(&olga, json!({"spectator_delay": {"ms": 3_600_000}})).await;
    let (forfeit, abort) = (format!("{path}/forfeit"), format!("{path}/abort"));
    let first = json!({"seat": 0});
    olga.post(&forfeit, &first).await.expect_problem(409, "game_not_started");
    eve.post(&format!("{hidden}/forfeit"), &first).await.expect_problem(404, "not_found");
    olga.post_empty(&format!("{hidden}/abort")).await.expect(200);
    assert_eq!(olga.get(&hidden).await.expect(200).json["status"], "aborted");
    start(&path, &ada, &grace).await;
    for stranger in [&ada, &grace, &eve] {
        stranger.post(&forfeit, &first).await.expect_problem(403, "forbidden");
    }
    eve.post_empty(&abort).await.expect_problem(403, "not_seated");
    olga.post(&forfeit, &first).await.expect_problem(409, "game_not_stalled");
    olga.post_empty(&abort).await.expect_problem(409, "game_not_stalled");
    stall(&app).await;
    olga.post(&forfeit, json!({"seat": 1})).await.expect_problem(409, "not_your_turn");
    olga.post_empty(&format!("{abort}?dry_run=true")).await.expect(200);
    olga.post(&forfeit, &first).await.expect(200);
    let over = ada.get(&path).await.expect(200).json;
    assert_eq!((&over["status"], &over["result"]["winners"]), (&json!("finished"), &json!([1])));
    // The organizer sees the end later.
    olga.post(&forfeit, &first).await.expect_problem(409, "game_not_stalled");
    stall(&app).await;
    olga.post(&forfeit, &first).await.expect_problem(409, "game_finished");
    let events = ada.get(&format!("{path}/events?since=1")).await.expect(200).json;
    assert_eq!(events["events"][0]["type"], "timed_out");

    let path = organize(&olga, json!({})).await;
    start(&path, &ada, &grace).await;
    stall(&app).await;
    olga.post_empty(&format!("{path}/abort")).await.expect(200);
    olga.post_empty(&format!("{path}/abort")).await.expect(200);
    let events = eve.get(&format!("{path}/events?since=1")).await.expect(200).json;
    let data = &events["events"][0]["data"];
    assert_eq!(
        (&data["reason"], &data["by"], &data["seat"]),
        (&json!("organizer"), &json!("player"), &json!(null))
    );

    let clock = json!({"kind": "correspondence", "per_turn_ms": 86_400_000});
    let clocked = organize(&olga, json!({"clock": clock})).await;
    start(&clocked, &ada, &grace).await;
    olga.post(&format!("{clocked}/forfeit"), &first).await.expect_problem(422, "not_available");
    let frozen = organize(&olga, json!({})).await;
    start(&frozen, &ada, &grace).await;
    Stored::of(&app).await.execute("UPDATE games SET status = 'frozen' WHERE status = 'active'").await;
    olga.post(&format!("{frozen}/forfeit"), &first).await.expect_problem(409, "game_frozen");
    // Who creates a game with a seat in it has no such rights.
    let own = json!({"ruleset": "splendor", "seats": 2, "seating": "join_order"});
    let game = olga.post("/v1/games", own).await.expect(201).json;
    assert_eq!(game["organized"], false);
    let path = format!("/v1/games/{}", game["id"].as_str().unwrap());
    ada.post(&format!("{path}/join"), json!({})).await.expect(200);
    stall(&app).await;
    olga.post(&format!("{path}/forfeit"), &first).await.expect_problem(403, "forbidden");
}

#[tokio::test]
async fn an_organizer_learns_nothing_of_what_the_delay_hides() {
    let app = TestApp::spawn().await;
    let (olga, ada, grace) = (app.user("olga").await, app.user("ada").await, app.user("grace").await);
    let path = organize(&olga, json!({"spectator_delay": {"ms": 3_600_000}})).await;
    start(&path, &ada, &grace).await;
    let mut before = Vec::new();
    let list = "/v1/me/organized-games?status=active&stalled_for_ms=0";
    for act in ["nothing", "turn", "resign"] {
        match act {
            "turn" => {
                let take = json!([{"type": "take", "gems": ["white", "blue", "green"]}]);
                ada.post(&format!("{path}/actions"), turn(&json!(1), take)).await.expect(200);
            }
            "resign" => drop(grace.post_empty(&format!("{path}/resign")).await.expect(200)),
            _ => {}
        }
        let mut now = Vec::new();
        for seat in [0, 1] {
            let refused = olga.post(&format!("{path}/forfeit"), json!({"seat": seat})).await;
            now.push((refused.status, refused.text_without_id()));
        }
        for rest in ["/abort", "/abort?dry_run=true"] {
            let refused = olga.post_empty(&format!("{path}{rest}")).await;
            now.push((refused.status, refused.text_without_id()));
        }
        now.push((reqwest::StatusCode::OK, olga.get(list).await.expect(200).json["items"].to_string()));
        assert!(before.is_empty() || before == now, "{act}: {before:?} {now:?}");
        before = now;
    }
    stall(&app).await;
    olga.post(&format!("{path}/forfeit"), json!({"seat": 0})).await.expect_problem(409, "game_finished");
}
