//! Nobody but its seats sees a game with a shared deal before the last game with this deal is over: whoever
//! plays later would know what they will draw.

use reqwest::Method;
use serde_json::{Value, json};

use super::duplicates::{end, first_seat, game, of_size, started, verified};
use super::scene::{Scene, entries};
use crate::app::{Answer, Caller, TestApp};
use crate::contract::{Operation, operations};
use crate::games::reader::{LINES, Reader, SSE};
use crate::games::spectator_delay::requests;
use crate::games::stored::Stored;

/// A game that does not exist.
const NO_GAME: &str = "0190a000-0000-7000-8000-000000000000";

async fn send(caller: &Caller<'_>, method: &Method, path: &str, body: Option<&Value>, form: &str) -> Answer {
    let request = caller.request(method.clone(), path).header("accept", form);
    Answer::to(if let Some(body) = body { request.json(body) } else { request }).await
}

/// Asserts that every operation treats a game as if it did not exist, for this caller, and that no list shows
/// it.
async fn assert_unseen(caller: &Caller<'_>, operations: &[Operation], id: &str) {
    let mut compared = 0;
    for (method, path, body) in requests(operations, id) {
        let forms: &[&str] = match method == Method::GET {
            true => &["application/json", "text/plain"],
            false => &["application/json"],
        };
        for form in forms {
            let answer = send(caller, &method, &path, body.as_ref(), form).await;
            if path.contains(id) {
                let absent = send(caller, &method, &path.replace(id, NO_GAME), body.as_ref(), form).await;
                assert_eq!(answer.status, absent.status, "{method} {path}: {}", answer.text);
                assert!((400..500).contains(&answer.status.as_u16()), "{method} {path}: {}", answer.text);
                assert_eq!(answer.text_without_id().replace(id, NO_GAME), absent.text_without_id());
                compared += 1;
            } else {
                assert!(!answer.text.contains(id), "{path} shows the game: {}", answer.text);
            }
        }
    }
    assert!(compared > 40, "every operation of a game is tried, and some with several queries");
    for transport in [LINES, SSE] {
        let path = format!("/v1/games/{id}/events");
        let stream = caller.request(Method::GET, &path).header("accept", transport);
        Answer::to(stream).await.expect_problem(404, "not_found");
    }
    for name in ["player1", "player2", "player3", "player4"] {
        for status in ["active", "finished"] {
            let list = caller.get(&format!("/v1/games?player={name}&status={status}")).await.expect(200);
            assert!(!list.text.contains(id), "{}", list.text);
        }
    }
    let lobby = Reader::open(caller, "/v1/lobby/events", LINES).await.expect("snapshot").await;
    assert!(!lobby.to_string().contains(id), "{lobby}");
}

/// Returns the game as the listed callers see it now: its status for each, or 0.
async fn statuses(callers: &[Caller<'_>], path: &str) -> Vec<u16> {
    let mut statuses = Vec::new();
    for caller in callers {
        statuses.push(caller.get(path).await.status.as_u16());
    }
    statuses
}

#[tokio::test]
async fn strangers_see_nothing_of_any_game_until_the_last_one_with_its_deal_is_over() {
    let app = TestApp::spawn().await;
    let operations = operations(&app).await;
    let stranger = app.user("stranger").await;
    let scene = started(&app, json!({"seats": 2, "rounds": 3}), 4).await;
    let round = scene.next().await;
    let tables = of_size(&round, 2);
    let [one, two] = [&tables[0], &tables[1]];
    let (here, there) = (first_seat(&scene, one).clone(), first_seat(&scene, two).clone());
    let id = one["game"].as_str().expect("a game");
    for ended in [false, true] {
        for caller in [&stranger, &app.anonymous(), &scene.organizer, &there] {
            assert_unseen(caller, &operations, id).await;
        }
        if !ended {
            end(&scene, one).await;
        }
    }
    assert_eq!(statuses(&[here, stranger.clone(), there], &game(one)).await, [200, 404, 404]);
    // The tournament shows who plays where, and the result.
    let shown = stranger.get(&scene.at("/rounds/1")).await.expect(200).json;
    assert_eq!((&shown["tables"][0]["game"], &shown["tables"][0]["status"]), (&json!(id), &json!("done")));
    assert_eq!(shown["tables"][0]["seats"][0]["place"], 1);
    end(&scene, two).await;
    for table in [one, two] {
        for caller in [&stranger, &app.anonymous(), &scene.organizer] {
            verified(caller, &game(table)).await;
        }
        let list = app.anonymous().get("/v1/games?status=finished").await.expect(200);
        assert!(list.text.contains(table["game"].as_str().expect("a game")), "{}", list.text);
    }
    let revealed = scene.get("/rounds/1").await;
    assert!(revealed["deals"][0]["revealed_at"].is_string(), "{revealed}");
}

#[tokio::test]
async fn the_seats_of_a_game_that_is_over_see_no_more_than_before_until_the_reveal() {
    let app = TestApp::spawn().await;
    let scene = started(&app, json!({"seats": 2, "rounds": 3}), 4).await;
    let round = scene.next().await;
    let tables = of_size(&round, 2);
    let (path, numbers) = (game(&tables[0]), entries(&tables[0]));
    let [first, second] = [&scene.players[&numbers[0]], &scene.players[&numbers[1]]];
    let blind = json!({"version": 1, "actions": [{"type": "reserve_blind", "deck": "base-3"}]});
    let drawn = first.post(&format!("{path}/actions"), blind).await.expect(200).json;
    let card = drawn["game"]["seats"][0]["hand"][0]["card"].as_str().expect("a card").to_owned();
    let mut follower = Reader::open(second, &format!("{path}/events"), LINES).await;
    follower.expect("snapshot").await;
    let resigned = second.post_empty(&format!("{path}/resign")).await.expect(200);
    assert_eq!(resigned.json["game"]["status"], "finished");
    let last = resigned.json["events"].as_array().expect("events").last().expect("an end").clone();
    assert_eq!((&last["type"], &last["data"]["reveal"]), (&json!("finished"), &json!(null)));
    let told: Vec<Value> = follower.rest().await;
    assert!(told.iter().any(|frame| frame["type"] == "finished" && frame["data"]["reveal"].is_null()));
    assert_eq!(told.last().map(|frame| &frame["data"]["reason"]), Some(&json!("game_over")));
    // A repeated request gets the same response.
    let again = second.post_empty(&format!("{path}/resign")).await.expect(200);
    assert!(!again.text.contains("server_seed"), "{}", again.text);
    let mut before = Vec::new();
    for rest in ["", "?at=2", "/events", "/events?since=1", "/export", "/legal-actions"] {
        for (caller, knows) in [(first, true), (second, false)] {
            let answer = caller.get(&format!("{path}{rest}")).await.expect(200);
            assert!(!answer.text.contains("server_seed"), "{rest}: {}", answer.text);
            assert!(knows || !answer.text.contains(&card), "{rest} shows a hidden card: {}", answer.text);
            before.push((rest, answer.header("etag").to_owned()));
        }
    }
    let text = second.request(Method::GET, &format!("{path}/export")).header("accept", "text/plain");
    let text = Answer::to(text).await.expect(200).text;
    assert!(!text.contains("server_seed") && !text.contains(&card), "{text}");
    // A wait for the next entry of a game that is over ends at once.
    let version = resigned.json["game"]["version"].as_u64().expect("a version");
    let began = std::time::Instant::now();
    second.get(&format!("{path}/events?since={version}&wait=60000")).await.expect(200);
    assert!(began.elapsed() < std::time::Duration::from_secs(50), "nobody waits for a game that is over");
    // A fork would show the position to whoever plays the same deal.
    second.post(&format!("{path}/fork?at=1"), json!({})).await.expect_problem(409, "game_not_finished");

    end(&scene, &tables[1]).await;
    let events = second.get(&format!("{path}/events")).await.expect(200);
    let last = events.json["events"].as_array().expect("events").last().expect("an end").clone();
    assert!(last["data"]["reveal"]["server_seed"].is_string() && events.text.contains(&card), "{last}");
    for (rest, tag) in before {
        let now = first.get(&format!("{path}{rest}")).await.expect(200).header("etag").to_owned();
        assert!(now != tag || tag.is_empty() || !["/events", "/export"].contains(&rest), "{rest} is stale");
    }
    second.post(&format!("{path}/fork?at=1"), json!({})).await.expect(201);
}

/// Creates a webhook of this caller for the ends and starts of games.
async fn listen(caller: &Caller<'_>, scene: &Scene<'_>) {
    let id = scene.id();
    let body = json!({"url": "http://127.0.0.1:9/", "events": ["game.started", "game.finished", "tournament.table_finished"],
        "filter": {"tournament": id}});
    caller.post("/v1/webhooks", body).await.expect(201);
}

#[tokio::test]
async fn webhooks_of_strangers_are_told_of_tables_and_not_of_games() {
    let app = TestApp::spawn_with(|settings| {
        settings.webhooks.webhook_networks = vec!["127.0.0.0/8".parse().expect("a network")];
    })
    .await;
    let scene = started(&app, json!({"ruleset": "kids", "seats": 2, "rounds": 3}), 4).await;
    let stranger = app.user("stranger").await;
    for caller in [&stranger, &scene.organizer, &scene.players[&1]] {
        listen(caller, &scene).await;
    }
    let round = scene.next().await;
    scene.play_round(&round).await;
    let mut stored = Stored::of(&app).await;
    let told = stored
        .texts(
            "SELECT p.username || ' ' || d.event || ' ' || count(*) AS text FROM webhook_deliveries d \
             JOIN webhooks w ON w.id = d.webhook_id JOIN players p ON p.id = w.player_id \
             GROUP BY p.username, d.event ORDER BY 1",
        )
        .await;
    assert_eq!(
        told,
        [
            "organizer tournament.table_finished 2",
            "player1 game.finished 1",
            "player1 game.started 1",
            "player1 tournament.table_finished 2",
            "stranger tournament.table_finished 2",
        ]
    );
}
