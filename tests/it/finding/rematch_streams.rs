//! Rematches in the stream of the game that is over: each player learns who wants to play again, on every
//! server, and nobody else does.

use reqwest::Method;
use serde_json::{Value, json};

use super::block;
use super::rematches::over;
use crate::app::{Answer, Caller, TestApp};
use crate::games::reader::{LINES, Reader, SSE, beside};
use crate::games::table::{Table, terms, terms_with};

/// Returns the rematch of the next frame, which must tell one.
async fn told(reader: &mut Reader) -> Value {
    let frame = reader.expect("rematch").await;
    assert!(frame.get("seq").is_none(), "{frame}");
    frame["data"]["rematch"].clone()
}

/// Returns the path of a stream that waits for the rematch of a game.
fn waiting(table: &Table<'_>) -> String {
    table.path("/events?rematch=true")
}

/// Opens a stream that waits for the rematch, and returns it with the rematch of its snapshot.
async fn opened(caller: &Caller<'_>, table: &Table<'_>, transport: &'static str) -> (Reader, Value) {
    let mut reader = Reader::open(caller, &waiting(table), transport).await;
    let snapshot = reader.expect("snapshot").await;
    (reader, snapshot["data"]["rematch"].clone())
}

#[tokio::test]
async fn the_stream_of_a_game_goes_on_until_its_rematch_has_started() {
    let app = TestApp::spawn().await;
    let other = beside(&app).await;
    let table = Table::started(&app, terms(2)).await.seated().await;
    let (ada, bob) = (&table.seats[0], &table.seats[1]);
    // Both follow from before the end, each on a server of their own.
    let (mut here, none) = opened(ada, &table, SSE).await;
    let (mut there, _) = opened(&other.with_token(bob.token()), &table, LINES).await;
    assert_eq!(none, Value::Null);
    ada.post_empty(&table.path("/resign")).await.expect(200);
    for reader in [&mut here, &mut there] {
        reader.expect("resigned").await;
        reader.expect("finished").await;
    }
    let rematch = table.path("/rematch");
    let offered = ada.post_empty(&rematch).await.expect(200).json["rematch"].clone();
    assert_eq!((&offered["agreed"], &offered["game"]), (&json!([0]), &Value::Null));
    assert_eq!([told(&mut here).await, told(&mut there).await], [offered.clone(), offered.clone()]);
    // Whoever comes now, or comes back, finds the offer in the snapshot.
    for server in [&app, &other] {
        let (_, rematch) = opened(&server.with_token(bob.token()), &table, SSE).await;
        assert_eq!(rematch, offered);
        let request = server.with_token(bob.token()).request(Method::GET, &waiting(&table));
        let request = request.header("accept", SSE).header("last-event-id", "3");
        let mut resumed = Reader::of(request.send().await.expect("an answer"), SSE);
        assert_eq!(resumed.expect("snapshot").await["data"]["rematch"], offered);
    }
    // From an earlier version the entries come first.
    let mut earlier = Reader::open(bob, &format!("{}&since=1", waiting(&table)), LINES).await;
    assert_eq!(earlier.expect("snapshot").await["data"]["rematch"], Value::Null);
    earlier.expect("resigned").await;
    earlier.expect("finished").await;
    assert_eq!(told(&mut earlier).await, offered);
    ada.delete(&rematch).await.expect(204);
    for reader in [&mut here, &mut there, &mut earlier] {
        assert_eq!(told(reader).await, Value::Null);
    }
    // The other player offers one now, and it is accepted as a challenge on the other server.
    let offered = bob.post_empty(&rematch).await.expect(200).json["rematch"].clone();
    for reader in [&mut here, &mut there, &mut earlier] {
        assert_eq!(told(reader).await, offered);
    }
    let challenge = offered["challenge"].as_str().expect("an id");
    let accept = format!("/v1/challenges/{challenge}/accept");
    other.with_token(ada.token()).post_empty(&accept).await.expect(200);
    let started = json!({"agreed": [0, 1], "challenge": challenge, "game": challenge});
    for reader in [&mut here, &mut there, &mut earlier] {
        assert_eq!(told(reader).await, started);
        assert_eq!(reader.expect("stream_end").await["data"], json!({"reason": "game_over", "resume": 3}));
        assert!(reader.rest().await.is_empty());
    }
    // Whoever comes back after the start learns where the game is, and waits no more.
    let (mut late, rematch) = opened(ada, &table, LINES).await;
    assert_eq!(rematch, started);
    assert_eq!(late.expect("stream_end").await["data"]["reason"], "game_over");
}

#[tokio::test]
async fn every_agreement_and_every_way_out_is_told() {
    let app = TestApp::shared().await;
    let table = over(&app, terms(3)).await;
    let (mut reader, _) = opened(&table.seats[2], &table, LINES).await;
    let rematch = table.path("/rematch");
    table.seats[0].post_empty(&rematch).await.expect(200);
    let offered = told(&mut reader).await;
    let challenge = offered["challenge"].as_str().expect("an id").to_owned();
    table.seats[1].post_empty(&rematch).await.expect(200);
    assert_eq!(told(&mut reader).await["agreed"], json!([0, 1]));
    table.seats[1].delete(&rematch).await.expect(204);
    assert_eq!(told(&mut reader).await["agreed"], json!([0]));
    // It ends like a challenge: declined, withdrawn, or left by whoever offered it.
    let decline = format!("/v1/challenges/{challenge}/decline");
    table.seats[1].post(&decline, json!({"reason": "later"})).await.expect(200);
    assert_eq!(told(&mut reader).await, Value::Null);
    for way in ["/v1/challenges/", "/v1/games/"] {
        table.seats[1].post_empty(&rematch).await.expect(200);
        let offered = told(&mut reader).await;
        let path = format!("{way}{}", offered["challenge"].as_str().expect("an id"));
        match way {
            "/v1/challenges/" => table.seats[1].delete(&path).await.expect(204),
            _ => table.seats[1].post_empty(&format!("{path}/leave")).await.expect(200),
        };
        assert_eq!(told(&mut reader).await, Value::Null, "{way}");
    }
}

#[tokio::test]
async fn streams_that_do_not_ask_for_a_rematch_end_with_the_game() {
    let app = TestApp::shared().await;
    let table = over(&app, terms(2)).await;
    let offered = table.seats[0].post_empty(&table.path("/rematch")).await.expect(200).json;
    for path in [table.path("/events"), table.path("/events?rematch=false")] {
        let frames = Reader::open(&table.seats[1], &path, LINES).await.rest().await;
        assert_eq!(frames.iter().map(|frame| &frame["type"]).collect::<Vec<_>>(), ["snapshot", "stream_end"]);
        assert_eq!(frames[0]["data"], table.view(1).await);
        assert_eq!(frames[0]["data"]["rematch"], offered["rematch"]);
    }
    table.seats[1].get(&table.path("/events?rematch=perhaps")).await.expect_problem(400, "malformed");
}

#[tokio::test]
async fn a_rematch_is_told_to_nobody_without_a_seat() {
    let app = TestApp::spawn().await;
    let table = over(&app, terms(2)).await;
    let dan = app.user("dan").await;
    let (mut player, _) = opened(&table.seats[1], &table, LINES).await;
    table.seats[0].post_empty(&table.path("/rematch")).await.expect(200);
    told(&mut player).await;
    for stranger in [&dan, &app.anonymous()] {
        for path in [waiting(&table), format!("{}&since=1", waiting(&table))] {
            let frames = Reader::open(stranger, &path, SSE).await.rest().await;
            assert_eq!(frames.last().expect("a frame")["data"]["reason"], "game_over");
            assert!(frames.iter().all(|frame| frame["type"] != "rematch"));
            assert_eq!(frames[0]["data"]["rematch"], Value::Null);
        }
    }
    // A private game is told to its players alone, and so is its rematch.
    let terms = terms_with(2, "visibility", json!("private"));
    let private = Table::waiting(&app, terms).await;
    private.seats[0].post(&private.path("/invitations"), json!({"username": "bob"})).await.expect(200);
    private.seats[1].post_empty(&private.path("/join")).await.expect(200);
    let (mut player, _) = opened(&private.seats[1], &private, LINES).await;
    private.seats[0].post_empty(&private.path("/resign")).await.expect(200);
    player.expect("resigned").await;
    player.expect("finished").await;
    private.seats[0].post_empty(&private.path("/rematch")).await.expect(200);
    assert_eq!(told(&mut player).await["agreed"].as_array().expect("seats").len(), 1);
    let request = dan.request(Method::GET, &waiting(&private)).header("accept", LINES);
    Answer::to(request).await.expect_problem(404, "not_found");
}

#[tokio::test]
async fn the_offer_of_a_blocked_player_is_not_told() {
    let app = TestApp::shared().await;
    let table = over(&app, terms(2)).await;
    let (ada, bob) = (&table.seats[0], &table.seats[1]);
    let rematch = table.path("/rematch");
    let bobs_name = app.name("bob");
    block(ada, &bobs_name).await;
    let (mut ada_reads, _) = opened(ada, &table, LINES).await;
    let (mut bob_reads, _) = opened(bob, &table, LINES).await;
    bob.post_empty(&rematch).await.expect(200);
    assert_eq!(told(&mut bob_reads).await["agreed"], json!([1]));
    bob.delete(&rematch).await.expect(204);
    assert_eq!(told(&mut bob_reads).await, Value::Null);
    ada.delete(&format!("/v1/me/blocks/{bobs_name}")).await.expect(204);
    // The first that Ada is told is the offer after that.
    bob.post_empty(&rematch).await.expect(200);
    let offered = told(&mut bob_reads).await;
    assert_eq!(told(&mut ada_reads).await, offered);
}

#[tokio::test]
async fn nobody_waits_forever_for_a_rematch() {
    let app = TestApp::spawn_with(|settings| {
        settings.games.rematch_wait = std::time::Duration::from_millis(100);
    })
    .await;
    let table = over(&app, terms(2)).await;
    let (mut reader, _) = opened(&table.seats[0], &table, LINES).await;
    assert_eq!(reader.expect("stream_end").await["data"], json!({"reason": "game_over", "resume": 3}));
    assert!(reader.rest().await.is_empty());
}

#[tokio::test]
async fn a_stream_that_waits_for_a_rematch_ends_with_its_session_and_its_server() {
    let app = TestApp::spawn().await;
    let other = beside(&app).await;
    let table = over(&app, terms(2)).await;
    let (mut ada_reads, _) = opened(&table.seats[0], &table, SSE).await;
    let (mut bob_reads, _) = opened(&other.with_token(table.seats[1].token()), &table, SSE).await;
    table.seats[0].delete("/v1/sessions/current").await.expect(204);
    assert_eq!(ada_reads.expect("stream_end").await["data"]["reason"], "revoked");
    let stopped = tokio::task::spawn_blocking(move || drop(other));
    assert_eq!(bob_reads.expect("stream_end").await["data"], json!({"reason": "shutdown", "resume": 3}));
    stopped.await.expect("the server stops");
}

#[tokio::test]
async fn rematches_come_on_a_connection_with_several_streams() {
    let app = TestApp::spawn().await;
    let table = over(&app, terms(2)).await;
    let path = format!("/v1/events?games={}&rematch=true", table.id);
    let mut reader = Reader::open(&table.seats[0], &path, LINES).await;
    assert_eq!(reader.any_frame().await.expect("a frame")["frame"]["type"], "snapshot");
    table.seats[1].post_empty(&table.path("/rematch")).await.expect(200);
    let frame = reader.any_frame().await.expect("a frame");
    assert_eq!(frame["stream"], table.path("/events"));
    assert_eq!(frame["frame"]["data"]["rematch"]["agreed"], json!([1]));
    table.seats[0].post_empty(&table.path("/rematch")).await.expect(200);
    let started = reader.any_frame().await.expect("a frame")["frame"]["data"]["rematch"]["game"].clone();
    assert_eq!(started, table.view(0).await["rematch"]["game"]);
    let end = reader.any_frame().await.expect("a frame");
    assert_eq!(end["frame"]["data"]["reason"], "game_over");
    assert!(reader.any_frame().await.is_none());
}
