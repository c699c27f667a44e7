//! Event streams: every viewer gets what the log shows them, without loss or repetition, over every transport
//! and from every server.

use std::sync::Arc;

use lapidary::settings::Switch;
use reqwest::Method;
use serde_json::{Value, json};
use tokio::time::timeout;

use super::reader::{LINES, PATIENCE, Reader, SSE, beside, entry};
use super::table::{Table, dice, terms, terms_with};
use crate::app::{Caller, TestApp, look_again};

/// Returns the log as this caller sees it.
async fn log(caller: &Caller<'_>, table: &Table<'_>) -> Vec<Value> {
    let part = caller.get(&table.path("/events")).await.expect(200).json;
    part["events"].as_array().expect("a list").clone()
}

#[tokio::test]
async fn a_stream_shows_each_viewer_what_the_log_shows() {
    let app = TestApp::spawn().await;
    let table = Table::started(&app, terms(2)).await;
    let stranger = app.anonymous();
    for transport in [LINES, SSE] {
        for viewer in [&table.seats[0], &table.seats[1], &stranger] {
            let mut reader = Reader::open(viewer, &table.path("/events"), transport).await;
            let snapshot = reader.expect("snapshot").await;
            let view = viewer.get(&table.path("")).await.expect(200).json;
            assert_eq!((&snapshot["data"], &snapshot["seq"]), (&view, &view["version"]));
            let played = table.play_some(&mut dice(7), 3).await;
            let last = played.last().expect("a turn").answer.json["version"].as_u64();
            let mut frames = Vec::new();
            while frames.last().is_none_or(|frame: &Value| frame["seq"].as_u64() < last) {
                frames.push(entry(reader.frame().await.expect("a frame")));
            }
            let seen = view["version"].as_u64().expect("a version") as usize;
            assert_eq!(frames, log(viewer, &table).await[seen..]);
        }
    }
}

#[tokio::test]
async fn a_stream_that_is_interrupted_by_the_hundred_loses_and_repeats_nothing() {
    let app = TestApp::spawn().await;
    let other = beside(&app).await;
    let mut dice = dice(11);
    for (ruleset, modules) in
        [("splendor", vec![]), ("splendor", vec!["orient", "strongholds"]), ("kids", vec!["mysteries"])]
    {
        let terms = terms_with(3, "ruleset", json!(ruleset));
        let terms = {
            let mut terms = terms;
            terms["modules"] = json!(modules);
            terms
        };
        let table = Table::started(&app, terms).await;
        let tokens: Vec<Option<String>> =
            table.seats.iter().map(|seat| Some(seat.token().to_owned())).chain([None]).collect();
        let playing = async {
            table.play_some(&mut fastrand::Rng::with_seed(3), 90).await;
            // With some deals the game is over by then.
            for seat in &table.seats[..2] {
                let resigned = seat.post_empty(&table.path("/resign")).await;
                assert!(
                    resigned.status == 200 || resigned.json["code"] == "game_finished",
                    "{}",
                    resigned.json
                );
            }
        };
        let mut seeds: Vec<u64> = (0..8).map(|_| dice.u64(..)).collect();
        let following = tokens.iter().cycle().zip(seeds.drain(..)).map(|(token, seed)| {
            let (server, path) = (if seed % 2 == 0 { &app } else { &other }, table.path("/events"));
            async move {
                let caller = match token {
                    Some(token) => server.with_token(token),
                    None => server.anonymous(),
                };
                (token.clone(), interrupted(&caller, &path, seed).await)
            }
        });
        let (_, followed) = tokio::join!(playing, futures_util::future::join_all(following));
        for (token, (entries, interruptions)) in followed {
            let caller = token.map_or_else(|| app.anonymous(), |token| app.with_token(&token));
            let all = log(&caller, &table).await;
            let numbers: Vec<u64> = entries.iter().filter_map(|entry| entry["seq"].as_u64()).collect();
            assert_eq!(numbers, (1..=all.len() as u64).collect::<Vec<_>>());
            assert!(interruptions > 10, "only {interruptions} interruptions");
            assert_eq!(entries.last(), all.last());
        }
    }
}

/// Follows a game to its end from version 0, with an interruption after every few frames, and returns the
/// entries and the number of interruptions.
async fn interrupted(caller: &Caller<'_>, path: &str, seed: u64) -> (Vec<Value>, usize) {
    let mut dice = fastrand::Rng::with_seed(seed);
    let (mut entries, mut interruptions, mut seen) = (Vec::new(), 0, 0);
    loop {
        let transport = if dice.bool() { LINES } else { SSE };
        let mut reader = match dice.bool() {
            true => Reader::open(caller, &format!("{path}?since={seen}"), transport).await,
            false => {
                let request = caller.request(Method::GET, path).header("accept", transport);
                let request = request.header("last-event-id", seen.to_string());
                Reader::of(request.send().await.expect("an answer"), transport)
            }
        };
        let snapshot = reader.expect("snapshot").await;
        assert_eq!((&snapshot["seq"], &snapshot["data"]["version"]), (&json!(seen), &json!(seen)));
        for _ in 0..dice.usize(1..7) {
            let frame = reader.frame().await.expect("a frame");
            if frame["type"] == "stream_end" {
                assert_eq!(frame["data"], json!({"reason": "game_over", "resume": seen}));
                assert_eq!(reader.frame().await, None);
                return (entries, interruptions);
            }
            seen = frame["seq"].as_u64().expect("an entry has a number");
            entries.push(entry(frame));
        }
        interruptions += 1;
    }
}

#[tokio::test]
async fn a_waiting_game_shows_who_comes_and_goes_and_then_starts() {
    let app = TestApp::spawn().await;
    let other = beside(&app).await;
    let table = Table::waiting(&app, terms(2)).await;
    for server in [&app, &other] {
        let mut reader = Reader::open(&server.anonymous(), &table.path("/events"), LINES).await;
        let names = |frame: &Value| -> Vec<String> {
            let seats = frame["data"]["seats"].as_array().expect("seats").iter();
            seats.map(|seat| seat["player"]["username"].as_str().expect("a name").to_owned()).collect()
        };
        assert_eq!(names(&reader.expect("snapshot").await), ["ada"]);
        if server.address == other.address {
            // From here on the table is full.
            table.seats[1].post_empty(&table.path("/join")).await.expect(200);
            assert_eq!(reader.expect("started").await["seq"], 1);
            return;
        }
        let wide = Table::waiting(server, terms(3)).await;
        let mut wide_reader = Reader::open(&server.anonymous(), &wide.path("/events"), SSE).await;
        assert_eq!(names(&wide_reader.expect("snapshot").await), ["ada"]);
        wide.seats[1].post_empty(&wide.path("/join")).await.expect(200);
        assert_eq!(names(&wide_reader.expect("snapshot").await), ["ada", "bob"]);
        wide.seats[1].post_empty(&wide.path("/leave")).await.expect(200);
        assert_eq!(names(&wide_reader.expect("snapshot").await), ["ada"]);
    }
}

#[tokio::test]
async fn a_stream_tells_which_seats_agree_to_abort_until_the_next_turn() {
    let app = TestApp::spawn().await;
    let other = beside(&app).await;
    let table = Table::started(&app, terms(3)).await;
    let take = json!([{"type": "take", "gems": ["white", "blue", "green"]}]);
    table.post(0, &json!(1), take.clone()).await.expect(200);
    let mut readers = Vec::new();
    for server in [&app, &other] {
        let mut reader = Reader::open(&server.anonymous(), &table.path("/events"), SSE).await;
        assert_eq!(reader.expect("snapshot").await["data"]["abort_agreed"], json!([]));
        readers.push(reader);
    }
    table.seats[2].post_empty(&table.path("/abort")).await.expect(200);
    for reader in &mut readers {
        assert_eq!(reader.expect("offers").await["data"], json!({"abort_agreed": [2]}));
    }
    let late =
        Reader::open(&app.anonymous(), &table.path("/events?since=1"), LINES).await.rest_until_offers().await;
    assert_eq!(late, ["snapshot", "action", "offers"]);
    table.post(1, &json!(2), take).await.expect(200);
    for reader in &mut readers {
        assert_eq!(reader.expect("action").await["seq"], 3);
        assert_eq!(reader.expect("offers").await["data"], json!({"abort_agreed": []}));
    }
}

#[tokio::test]
async fn a_stream_ends_with_its_session_on_every_server() {
    let app = TestApp::spawn().await;
    let other = beside(&app).await;
    let table = Table::started(&app, terms(2)).await;
    for server in [&app, &other] {
        let caller = app.user("ada").await;
        let here = server.with_token(caller.token());
        let mut reader = Reader::open(&here, &table.path("/events"), LINES).await;
        reader.expect("snapshot").await;
        caller.delete("/v1/sessions/current").await.expect(204);
        assert_eq!(reader.expect("stream_end").await["data"]["reason"], "revoked");
        assert!(reader.rest().await.is_empty());
    }
}

#[tokio::test]
async fn a_stream_of_a_private_game_ends_for_a_player_who_leaves_it() {
    let app = TestApp::spawn().await;
    let table = Table::waiting(&app, terms_with(3, "visibility", json!("private"))).await;
    let invited = json!({"username": "bob"});
    table.seats[0].post(&table.path("/invitations"), &invited).await.expect(200);
    table.seats[1].post_empty(&table.path("/join")).await.expect(200);
    let mut reader = Reader::open(&table.seats[1], &table.path("/events"), LINES).await;
    reader.expect("snapshot").await;
    table.seats[0].post(&table.path("/kick"), &invited).await.expect(200);
    assert_eq!(reader.expect("stream_end").await["data"]["reason"], "revoked");
    let stranger = table.seats[2].request(Method::GET, &table.path("/events")).header("accept", LINES);
    assert_eq!(stranger.send().await.expect("an answer").status(), 404);
}

#[tokio::test]
async fn a_stream_ends_when_the_server_stops_and_says_where_to_resume() {
    let app = TestApp::spawn().await;
    let other = beside(&app).await;
    let table = Table::started(&app, terms(2)).await;
    let mut reader = Reader::open(&other.anonymous(), &table.path("/events"), SSE).await;
    assert_eq!(reader.piece(b"\n\n").await.as_deref(), Some("retry: 2000"));
    reader.expect("snapshot").await;
    let stopped = tokio::task::spawn_blocking(move || drop(other));
    assert_eq!(reader.expect("stream_end").await["data"], json!({"reason": "shutdown", "resume": 1}));
    stopped.await.expect("the server stops");
}

#[tokio::test]
async fn a_stream_of_a_game_that_is_over_ends_at_once() {
    let app = TestApp::shared().await;
    let table = Table::started(&app, terms(2)).await;
    table.seats[0].post_empty(&table.path("/resign")).await.expect(200);
    for (query, kinds) in [
        ("", vec!["snapshot", "stream_end"]),
        ("?since=1", vec!["snapshot", "resigned", "finished", "stream_end"]),
    ] {
        let path = table.path(&format!("/events{query}"));
        let frames = Reader::open(&app.anonymous(), &path, LINES).await.rest().await;
        assert_eq!(frames.iter().map(|frame| &frame["type"]).collect::<Vec<_>>(), kinds);
    }
    let aborted = Table::waiting(&app, terms(2)).await;
    let mut reader = Reader::open(&app.anonymous(), &aborted.path("/events"), LINES).await;
    reader.expect("snapshot").await;
    aborted.seats[0].post_empty(&aborted.path("/leave")).await.expect(200);
    assert_eq!(reader.expect("aborted").await["data"]["reason"], "creator_left");
    assert_eq!(reader.expect("stream_end").await["data"]["resume"], 1);
}

#[tokio::test]
async fn a_version_that_the_game_never_had_is_refused() {
    let app = TestApp::shared().await;
    let table = Table::started(&app, terms(2)).await;
    for (query, header) in
        [("?since=2", None), ("?since=-1", None), ("", Some("2")), ("", Some("x")), ("", Some(""))]
    {
        let request = app.anonymous().request(Method::GET, &table.path(&format!("/events{query}")));
        let request = request.header("accept", LINES);
        let request =
            header.map_or(request.try_clone().expect("a request"), |id| request.header("last-event-id", id));
        crate::app::Answer::to(request).await.expect_problem(400, "malformed");
    }
    let request = app.anonymous().request(Method::GET, &table.path("/events")).header("accept", "image/png");
    crate::app::Answer::to(request).await.expect_problem(406, "not_acceptable");
}

#[tokio::test]
async fn streams_have_a_limit_of_their_own_and_leave_their_places() {
    let app = TestApp::spawn_with(|settings| {
        settings.limits.rate_limits = Switch::On;
        settings.limits.streams_in_flight = 2;
        settings.limits.views_in_flight = 1;
    })
    .await;
    let table = Table::started(&app, terms(2)).await;
    let path = table.path("/events");
    let mut open = Vec::new();
    for _ in 0..2 {
        let mut reader = Reader::open(&table.seats[0], &path, LINES).await;
        reader.expect("snapshot").await;
        open.push(reader);
    }
    let third = || table.seats[0].request(Method::GET, &path).header("accept", LINES);
    let refused = crate::app::Answer::to(third()).await;
    assert!(refused.header("ratelimit-policy").contains("\"streams\";q=2"));
    refused.expect_problem(429, "too_many_requests");
    table.view(0).await;
    drop(open);
    // The server notices soon that the clients have gone.
    let freed = async {
        while third().send().await.expect("an answer").status() == 429 {
            look_again().await;
        }
    };
    timeout(PATIENCE, freed).await.expect("the places are free again");
}

#[tokio::test]
async fn a_watcher_can_wait_for_the_next_entry() {
    let app = TestApp::spawn().await;
    let other = beside(&app).await;
    let table = Table::started(&app, terms(2)).await;
    let (path, take) = (
        table.path("/events?since=1&wait=30000"),
        json!([{"type": "take", "gems": ["white", "blue", "green"]}]),
    );
    let (here, there) = (app.anonymous(), other.anonymous());
    let version = json!(1);
    let (here, there, _) = tokio::join!(here.get(&path), there.get(&path), table.post(0, &version, take));
    for waited in [here, there] {
        let waited = waited.expect(200);
        assert!(waited.header("vary").contains("accept"));
        assert_eq!((&waited.json["version"], &waited.json["events"][0]["seq"]), (&json!(2), &json!(2)));
    }
    let empty = app.anonymous().get(&table.path("/events?since=2&wait=1")).await.expect(200).json;
    assert_eq!((&empty["version"], &empty["events"]), (&json!(2), &json!([])));
    app.anonymous().get(&table.path("/events?wait=60001")).await.expect_problem(400, "malformed");
    table.seats[0].post_empty(&table.path("/resign")).await.expect(200);
    app.anonymous().get(&table.path("/events?since=4&wait=60000")).await.expect(200);
}

#[tokio::test]
async fn a_stream_is_not_stored_and_only_compressed_for_those_who_accept_gzip() {
    let app = TestApp::shared().await;
    let table = Table::started(&app, terms(2)).await;
    let request = app.anonymous().request(Method::GET, &table.path("/events")).header("accept", SSE);
    let response = request.header("accept-encoding", "br").send().await.expect("an answer");
    assert_eq!(response.headers()["content-encoding"], "identity");
    assert_eq!(response.headers()["cache-control"], "no-store");
}

#[tokio::test]
async fn a_hidden_card_is_in_no_frame_of_another_viewer() {
    let app = TestApp::shared().await;
    let table = Arc::new(Table::started(&app, terms(2)).await);
    let stranger = app.anonymous();
    let mut others = Vec::new();
    for viewer in [&table.seats[1], &stranger] {
        let mut reader = Reader::open(viewer, &table.path("/events"), SSE).await;
        reader.expect("snapshot").await;
        others.push(reader);
    }
    let reserve = json!([{"type": "reserve_blind", "deck": "base-1"}]);
    let answer = table.post(0, &json!(1), reserve).await.expect(200).json;
    let card = answer["game"]["seats"][0]["hand"][0]["card"].as_str().expect("a card").to_owned();
    for reader in &mut others {
        let frame = reader.expect("action").await;
        assert!(!frame.to_string().contains(&card));
    }
    let snapshot =
        Reader::open(&stranger, &table.path("/events?since=2"), LINES).await.expect("snapshot").await;
    assert!(!snapshot.to_string().contains(&card));
}

#[tokio::test]
async fn a_server_has_a_limit_on_all_streams_together() {
    let app = TestApp::spawn_with(|settings| settings.limits.streams_per_server = 2).await;
    let table = Table::started(&app, terms(2)).await;
    let path = table.path("/events");
    let mut first = Reader::open(&table.seats[0], &path, LINES).await;
    first.expect("snapshot").await;
    let mut lobby = Reader::open(&app.anonymous(), "/v1/lobby/events", SSE).await;
    lobby.expect("snapshot").await;
    for (caller, path) in [(&table.seats[1], path.as_str()), (&table.seats[1], "/v1/me/events")] {
        let refused = crate::app::Answer::to(caller.request(Method::GET, path).header("accept", LINES)).await;
        assert_eq!(refused.expect_problem(503, "unavailable").header("retry-after"), "5");
    }
    table.seats[1].get(&path).await.expect(200);
    table.seats[1].post_empty(&table.path("/resign")).await.expect(200);
    first.rest().await;
    let mut next = Reader::open(&table.seats[1], "/v1/me/events", LINES).await;
    next.expect("snapshot").await;
}
