//! What spares phones bytes and requests: streams in gzip, positions that caches keep, a whole replay at
//! once, several streams on one connection.

use std::io::Read;

use flate2::read::GzDecoder;
use reqwest::Method;
use serde_json::{Value, json};

use super::reader::{LINES, Reader, SSE};
use super::table::{Table, dice, terms};
use crate::app::{Answer, TestApp};

/// Reads a stream to its end as it is sent, in gzip or plain.
async fn bytes(app: &TestApp, path: &str, encoding: &str) -> Vec<u8> {
    let request = app.anonymous().request(Method::GET, path).header("accept", SSE);
    let response = request.header("accept-encoding", encoding).send().await.expect("an answer");
    assert_eq!(response.headers()["content-encoding"], encoding);
    response.bytes().await.expect("the whole stream").to_vec()
}

/// The frames of a stream, without what depends on the moment.
fn frames(stream: &[u8]) -> Vec<Value> {
    let text = std::str::from_utf8(stream).expect("UTF-8");
    let frames = text.lines().filter_map(|line| line.strip_prefix("data: "));
    frames
        .map(|frame| {
            let mut frame: Value = serde_json::from_str(frame).expect("JSON");
            // How many watch depends on who has just left.
            for varies in ["server_time", "watchers"] {
                frame.as_object_mut().expect("an object").remove(varies);
            }
            frame
        })
        .collect()
}

#[tokio::test]
async fn a_stream_in_gzip_has_the_same_frames_in_a_fraction_of_the_bytes() {
    let app = TestApp::shared().await;
    let table = Table::started(&app, terms(2)).await;
    table.play_to_the_end(&mut dice(11)).await;
    let path = table.path("/events?since=1");
    let plain = bytes(&app, &path, "identity").await;
    let packed = bytes(&app, &path, "gzip").await;
    let mut unpacked = Vec::new();
    GzDecoder::new(packed.as_slice()).read_to_end(&mut unpacked).expect("a whole file");
    assert_eq!(frames(&unpacked), frames(&plain));
    assert!(packed.len() * 3 < plain.len(), "{} of {} bytes", packed.len(), plain.len());
}

#[tokio::test]
async fn a_frame_in_gzip_comes_as_soon_as_it_happens() {
    let app = TestApp::shared().await;
    let table = Table::started(&app, terms(2)).await;
    let request = app.anonymous().request(Method::GET, &table.path("/events")).header("accept", LINES);
    let mut response = request.header("accept-encoding", "gzip").send().await.expect("an answer");
    let (mut packed, mut seen) = (Vec::new(), 0);
    for count in 1..=4 {
        while seen < count {
            let chunk = tokio::time::timeout(super::reader::PATIENCE, response.chunk()).await;
            packed.extend_from_slice(&chunk.expect("a frame in time").expect("a stream").expect("no end"));
            let mut plain = Vec::new();
            let _ = GzDecoder::new(packed.as_slice()).read_to_end(&mut plain);
            let text = String::from_utf8(plain).expect("whole frames");
            seen = text
                .lines()
                .filter(|line| line.contains("\"snapshot\"") || line.contains("\"action\""))
                .count();
        }
        table.play_some(&mut dice(5 + count as u64), 1).await;
    }
}

#[tokio::test]
async fn positions_of_a_game_that_is_over_can_be_kept_and_come_in_one_response() {
    let app = TestApp::shared().await;
    let table = Table::started(&app, terms(2)).await;
    let waiting = Table::waiting(&app, terms(3)).await;
    let (replay, at) = (table.path("/replay"), table.path("?at=2"));
    table.play_some(&mut dice(11), 4).await;
    assert_eq!(app.anonymous().get(&at).await.expect(200).header("cache-control"), "private, no-cache");
    app.anonymous().get(&replay).await.expect_problem(409, "game_not_finished");
    app.anonymous().get(&waiting.path("/replay")).await.expect_problem(409, "game_not_started");
    table.play_to_the_end(&mut dice(11)).await;
    // Whoever has a seat gets other bytes, so no cache shares them.
    for viewer in [&app.anonymous(), &table.seats[0]] {
        let own = viewer.get(&at).await.expect(200);
        assert_eq!(own.header("cache-control"), "private, max-age=86400, immutable");
        assert!(own.header("vary").contains("authorization"));
    }
    for viewer in [app.anonymous(), table.seats[1].clone()] {
        let all = viewer.get(&replay).await.expect(200);
        assert!(all.header("cache-control").ends_with("immutable"));
        let views = all.json["views"].as_array().expect("views");
        assert_eq!(views.len() as u64, all.json["version"].as_u64().expect("a version"));
        assert_eq!(all.json["more"], false);
        for version in [1, 2, views.len()] {
            let one = viewer.get(&table.path(&format!("?at={version}"))).await.expect(200).json;
            assert_eq!(views[version - 1], one, "version {version}");
        }
        let part = viewer.get(&table.path("/replay?since=2&limit=3")).await.expect(200).json;
        assert_eq!(part["views"].as_array().expect("views").as_slice(), &views[2..5]);
        assert_eq!(part["more"], true);
        let tag = all.header("etag").to_owned();
        Answer::to(viewer.request(Method::GET, &replay).header("if-none-match", tag)).await.expect(304);
    }
    for wrong in ["?limit=0", "?limit=501", "?since=-1", "?since=99999", "?hue=red"] {
        app.anonymous().get(&table.path(&format!("/replay{wrong}"))).await.expect_problem(400, "malformed");
    }
    let nothing = "/v1/games/00000000-0000-7000-8000-000000000000/replay";
    app.anonymous().get(nothing).await.expect_problem(404, "not_found");
    app.with_token("nonsense").get(&replay).await.expect_problem(401, "unauthenticated");
}

#[tokio::test]
async fn several_streams_come_on_one_connection() {
    let app = TestApp::spawn().await;
    let table = Table::started(&app, terms(2)).await;
    let other = Table::started(&app, terms(2)).await;
    let path = format!("/v1/events?games={},{}:1&me=true&lobby=true", table.id, other.id);
    let mut reader = Reader::open(&table.seats[0], &path, LINES).await;
    let mut begun = Vec::new();
    while begun.len() < 4 {
        let frame = reader.any_frame().await.expect("a frame");
        if frame["frame"]["type"] == "snapshot" {
            begun.push(frame["stream"].as_str().expect("a path").to_owned());
        }
    }
    begun.sort_unstable();
    let mut expected = vec![table.path("/events"), other.path("/events")];
    expected.extend(["/v1/lobby/events", "/v1/me/events"].map(str::to_owned));
    expected.sort_unstable();
    assert_eq!(begun, expected);
    let mut until = async |stream: &str, kind: &str| loop {
        let frame = reader.any_frame().await.expect("a frame");
        if frame["stream"] == stream && frame["frame"]["type"] == kind {
            return frame["frame"].clone();
        }
    };
    other.play_some(&mut dice(3), 1).await;
    assert_eq!(until(&other.path("/events"), "action").await["seq"], 2);
    let made = table.seats[1].post("/v1/games", terms(2)).await.expect(201).json;
    assert_eq!(until("/v1/lobby/events", "game").await["data"]["id"], made["id"]);
    table.seats[0].post_empty(&table.path("/resign")).await.expect(200);
    assert_eq!(until(&table.path("/events"), "stream_end").await["data"]["reason"], "game_over");
    let ticket =
        table.seats[0].post("/v1/stream-tickets", json!({"path": "/v1/events"})).await.expect(201).json;
    let with_ticket = format!("/v1/events?me=true&ticket={}", ticket["ticket"].as_str().expect("a ticket"));
    let mut browser = Reader::open(&app.anonymous(), &with_ticket, SSE).await;
    assert_eq!(browser.any_frame().await.expect("a frame")["frame"]["type"], "snapshot");
}

#[tokio::test]
async fn streams_that_do_not_exist_are_refused_together() {
    let app = TestApp::spawn().await;
    let refused = async |token: Option<&str>, query: &str, accept: &str| {
        let caller = token.map_or_else(|| app.anonymous(), |token| app.with_token(token));
        let path = format!("/v1/events?{query}");
        Answer::to(caller.request(Method::GET, &path).header("accept", accept)).await
    };
    for wrong in
        ["", "games=x", "games=,", "games=00000000-0000-7000-8000-000000000000:x", "hue=red", "me=perhaps"]
    {
        refused(None, wrong, SSE).await.expect_problem(400, "malformed");
    }
    let nothing = "games=00000000-0000-7000-8000-000000000000";
    refused(None, nothing, SSE).await.expect_problem(404, "not_found");
    refused(None, nothing, "application/json").await.expect_problem(406, "not_acceptable");
    refused(None, "me=true", SSE).await.expect_problem(401, "unauthenticated");
    refused(None, "me=true&ticket=x", SSE).await.expect_problem(401, "invalid_ticket");
    refused(Some("nonsense"), "lobby=true", SSE).await.expect_problem(401, "unauthenticated");
}

#[tokio::test]
async fn a_web_socket_is_refused_with_the_names_of_the_streams() {
    let app = TestApp::spawn().await;
    for path in ["/v1/lobby/events", "/v1/games"] {
        let request = app.anonymous().request(Method::GET, path);
        let request = request.header("connection", "upgrade").header("upgrade", "websocket");
        let refused = Answer::to(request).await.expect_problem(400, "malformed");
        assert!(refused.json["detail"].as_str().expect("a detail").contains("text/event-stream"), "{path}");
    }
}
