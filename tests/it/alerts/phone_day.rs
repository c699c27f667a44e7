//! A phone's day, from the morning on: its access token has expired, answers get lost on the way, the app is
//! suspended and wakes up on another server. Nothing is lost, and nothing comes or counts twice.

use std::time::Duration;

use reqwest::Method;
use serde_json::{Value, json};
use tokio::io::AsyncWriteExt;
use tokio::net::TcpStream;

use super::push_service::{Browser, PushService};
use super::{look, prompt, prompt_beside, settled, until};
use crate::app::{Answer, Caller, PASSWORD, TestApp};
use crate::finding::to;
use crate::games::reader::{Reader, SSE, entry};
use crate::games::stored::Stored;
use crate::games::table::{Table, dice, terms, turn};

/// Sends a POST whose response the phone will not read: it closes the connection when this is dropped.
async fn send_into_the_void(server: &TestApp, path: &str, headers: &str, body: &Value) -> TcpStream {
    let address = server.address.trim_start_matches("http://");
    let mut connection = TcpStream::connect(address).await.expect("the server accepts");
    let body = body.to_string();
    let request = format!(
        "POST {path} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: {}\r\n{headers}\r\n{body}",
        body.len()
    );
    connection.write_all(request.as_bytes()).await.expect("the server reads");
    connection
}

/// Sends a POST with an `Idempotency-Key`.
async fn keyed(caller: &Caller<'_>, path: &str, key: &str, body: &Value) -> Answer {
    Answer::to(caller.request(Method::POST, path).header("idempotency-key", key).json(body)).await
}

/// Opens the stream of the game where the phone left it, as a browser does.
async fn resume(caller: &Caller<'_>, table: &Table<'_>, entries: &[Value]) -> Reader {
    let last = entries.last().expect("an entry")["seq"].to_string();
    let request = caller.request(Method::GET, &table.path("/events")).header("accept", SSE);
    let response = request.header("last-event-id", &last).send().await.expect("an answer");
    let mut reader = Reader::of(response, SSE);
    assert_eq!(reader.expect("snapshot").await["seq"].to_string(), last);
    reader
}

/// Reads entries until the game waits for a seat, or is over: as the views say that come with the last one.
async fn read_up_to(reader: &mut Reader, entries: &mut Vec<Value>, version: &Value) {
    while entries.last().is_none_or(|last| last["seq"] != *version) {
        let frame = reader.frame().await.expect("a frame");
        if frame.get("seq").is_some() {
            entries.push(entry(frame));
        }
    }
}

/// Returns what the phone was told beside what the test has read.
fn next_told(push: &mut PushService, browser: &Browser) -> Option<Value> {
    push.received.try_recv().ok().map(|pushed| browser.open(&pushed))
}

#[tokio::test]
async fn nothing_is_lost_and_nothing_comes_twice_on_a_phones_day() {
    let app = TestApp::spawn_with(prompt).await;
    let other = prompt_beside(&app).await;
    let mut stored = Stored::of(&app).await;
    let mut push = PushService::start().await;
    let mut dice = dice(32);

    // Its access token has expired over night: a server that issues only such tokens has made it.
    app.user("ada").await;
    let database = app.database_url.clone();
    let yesterday = TestApp::spawn_with(|settings| {
        settings.database.database_url = Some(database);
        settings.access.access_lifetime = Duration::ZERO;
    })
    .await;
    let account = json!({"username": "ada", "password": PASSWORD});
    let old = yesterday.anonymous().post("/v1/sessions", &account).await.expect(200).json;
    drop(yesterday);
    let expired = app.with_token(old["access_token"].as_str().expect("a token"));
    expired.get("/v1/me").await.expect_problem(401, "unauthenticated");

    // The response to the refresh is lost, and the phone repeats it, where it gets a connection.
    let body = json!({"refresh_token": old["refresh_token"]});
    let lost = send_into_the_void(&app, "/v1/sessions/refresh", "", &body).await;
    until(&mut stored, "SELECT count(*)::text FROM refresh_tokens WHERE used_at IS NOT NULL", "1").await;
    drop(lost);
    let fresh = other.anonymous().post("/v1/sessions/refresh", &body).await.expect(200).json;
    let again = app.anonymous().post("/v1/sessions/refresh", &body).await.expect(200).json;
    assert_eq!(
        fresh["refresh_token"], again["refresh_token"],
        "one successor, however often it is asked for"
    );
    let token = fresh["access_token"].as_str().expect("a token");
    let (here, there) = (app.with_token(token), other.with_token(token));
    let browser = Browser::at(push.endpoint("phone"));
    here.post("/v1/me/push", browser.subscription()).await.expect(201);

    // A game starts, and the phone is told that it is to move.
    settled(&mut stored).await;
    let table = Table::started(&app, terms(2)).await;
    let bob = &table.seats[1];
    let told = browser.open(&push.next().await);
    assert_eq!(told["items"][0]["data"]["games"], json!([table.id]));
    settled(&mut stored).await;

    // The app is opened and moves. The response is lost; the turn itself comes in the stream.
    let mut entries: Vec<Value> = Vec::new();
    let mut reader = Reader::open(&here, &table.path("/events?since=0"), SSE).await;
    reader.expect("snapshot").await;
    read_up_to(&mut reader, &mut entries, &json!(1)).await;
    let sent = turn(&json!(1), json!([table.legal(0).await.remove(0)]));
    let headers = format!("authorization: Bearer {token}\r\nidempotency-key: breakfast\r\n");
    let lost = send_into_the_void(&app, &table.path("/actions"), &headers, &sent).await;
    read_up_to(&mut reader, &mut entries, &json!(2)).await;
    drop(lost);
    for server in [&there, &here] {
        let repeated = keyed(server, &table.path("/actions"), "breakfast", &sent).await.expect(200).json;
        assert_eq!(repeated["version"], 2);
    }
    assert_eq!(table.public_view().await["version"], 2, "the turn counts once");

    // The app is suspended: the stream is cut. The other player moves, and the phone is told once.
    drop(reader);
    while table.view(1).await["to_act"]["seat"] == 1 {
        table.play_random(&mut dice).await;
    }
    let told = browser.open(&push.next().await);
    assert_eq!(told["items"].as_array().expect("items").len(), 1);
    assert_eq!(told["items"][0]["data"]["game"], table.id);
    for _ in 0..2 {
        look(&mut stored).await;
    }
    until(&mut stored, "SELECT count(*)::text FROM push_messages", "0").await;
    assert_eq!(next_told(&mut push, &browser), None, "nobody is told twice of one turn");

    // It wakes up on the other server, where it goes on exactly where it was cut.
    let mut reader = resume(&there, &table, &entries).await;
    let version = table.public_view().await["version"].clone();
    read_up_to(&mut reader, &mut entries, &version).await;
    // The other server learns within seconds that it is connected.
    let mut beside = Reader::open(bob, &table.path("/events"), SSE).await;
    beside.until_seen(&json!([0, 1])).await;
    drop(beside);
    // It is connected now, so its next turns come in the stream alone.
    for _ in 0..2 {
        let version = table.public_view().await["version"].clone();
        let sent = turn(&version, json!([table.legal(0).await.remove(0)]));
        keyed(&there, &table.path("/actions"), &format!("turn {version}"), &sent).await.expect(200);
        while table.view(1).await["to_act"]["seat"] == 1 {
            table.play_random(&mut dice).await;
        }
        let version = table.public_view().await["version"].clone();
        read_up_to(&mut reader, &mut entries, &version).await;
    }

    // It challenges the other player; the response is lost, and the challenge is made once.
    let body = to(json!(["bob"]), 2);
    let headers = format!("authorization: Bearer {token}\r\nidempotency-key: revenge\r\n");
    let lost = send_into_the_void(&other, "/v1/challenges", &headers, &body).await;
    until(&mut stored, "SELECT count(*)::text FROM challenges", "1").await;
    drop(lost);
    let made = keyed(&here, "/v1/challenges", "revenge", &body).await.expect(201);
    assert_eq!(made.header("idempotency-replayed"), "true");
    let incoming = bob.get("/v1/challenges?direction=in").await.expect(200).json;
    let ids: Vec<&Value> =
        incoming["items"].as_array().expect("items").iter().map(|item| &item["id"]).collect();
    assert_eq!(ids, [&made.json["id"]]);

    // In the evening it gives up. The phone has seen the whole log, each entry once.
    here.post_empty(&table.path("/resign")).await.expect(200);
    let version = table.public_view().await["version"].clone();
    read_up_to(&mut reader, &mut entries, &version).await;
    assert_eq!(reader.expect("stream_end").await["data"], json!({"reason": "game_over", "resume": version}));
    let log = here.get(&table.path("/events")).await.expect(200).json;
    assert_eq!(json!(entries), log["events"]);
    look(&mut stored).await;
    until(&mut stored, "SELECT count(*)::text FROM push_messages", "0").await;
    assert_eq!(next_told(&mut push, &browser), None, "who is connected is told by the stream alone");
}
